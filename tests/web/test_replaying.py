"""Replays: records that are opened, walked through, linked to and saved again."""

import re
from pathlib import Path

import pytest
from PIL import Image, ImageSequence
from playwright.sync_api import Page, expect

from carrozza.atlas.film import shots
from carrozza.bots.registry import make_bot
from carrozza.game import Game
from carrozza.game.records.record import Record
from carrozza.words import say
from tests.web.conftest import Visitor
from tests.web.travelling import see_result
from tools.browser import PATIENCE_MS
from tools.local_server import Server

NAMES = ("Ada", "Bruno", "Carla")
COUNTED = ("routes", "tickets", "stations", "longest_path")
"""The parts of a score on this board, in the order they are told."""


@pytest.fixture(scope="module")
def record() -> str:
    """A whole game between bots, with stations, tunnels and ferries."""
    game = Game("europe", NAMES, seed=4)
    bots = {name: make_bot("planner", game.names, seed) for seed, name in enumerate(NAMES)}
    while not game.finished:
        player = game.undecided[0]
        game.play(bots[player].choose(game.view(player)), player)
    return str(Record.of(game))


@pytest.fixture
def file(record: str, tmp_path: Path) -> Path:
    path = tmp_path / "game.record"
    path.write_text(record, encoding="utf-8")
    return path


def open_file(page: Page, file: Path) -> None:
    page.locator("input[type=file]").set_input_files(file)
    page.locator(".playback").wait_for()


def expect_at(page: Page, told: str) -> None:
    expect(page.locator(".now .at")).to_have_text(told)


def told(number: int, record: str) -> str:
    return say("page.replay.at", "en", at=number, all=len(Record.parse(record).moves))


def test_a_record_is_walked_through_by_keys(visit: Visitor, server: Server, file: Path, record: str) -> None:
    page = visit(server).go("/replay")
    open_file(page, file)
    expect_at(page, told(0, record))
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect_at(page, told(4, record))
    page.keyboard.press("End")
    expect_at(page, told(len(Record.parse(record).moves), record))
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Space")
    page.get_by_text(told(3, record)).wait_for()
    page.keyboard.press("Space")


def test_a_game_is_saved_as_a_film(visit: Visitor, server: Server, tmp_path: Path) -> None:
    """In the browser, with the pictures that `carrozza film` has."""
    game = Game("new-york", ("Ada", "Bruno"), seed=4)
    while len(game.routes("Ada") + game.routes("Bruno")) < 3:
        game.play(next((move for move in game.legal_moves if str(move).startswith("claim")), game.legal_moves[0]))
    file = tmp_path / "short.record"
    file.write_text(str(Record.of(game)), encoding="utf-8")
    page = visit(server).go("/replay")
    open_file(page, file)
    page.locator(".playback .route").first.wait_for()
    page.route(re.compile(r"/drawing\.svg"), lambda held: None)  # until it is called off
    page.get_by_role("button", name=say("page.film.save", "en")).click()
    page.get_by_role("button", name=say("page.film.cancel", "en")).click()
    page.get_by_role("button", name=say("page.film.save", "en")).wait_for()
    page.unroute_all(behavior="ignoreErrors")
    with page.expect_download(timeout=PATIENCE_MS) as downloaded:
        page.get_by_role("button", name=say("page.film.save", "en")).click()
    assert downloaded.value.suggested_filename == "new-york.gif"
    with Image.open(downloaded.value.path()) as film:
        assert film.n_frames == len(list(shots(game))) == 4  # type: ignore[attr-defined]
        assert max(film.size) == 1000
        pictures = [film.convert("RGB") for film in ImageSequence.Iterator(film)]
    assert len({picture.tobytes() for picture in pictures}) == 4, "each shows something else"
    assert len(pictures[-1].getcolors(1 << 20) or []) > 50, "and is drawn"


def test_the_board_shows_the_position_of_the_move(visit: Visitor, server: Server, file: Path, record: str) -> None:
    page = visit(server).go("/replay?move=100")
    open_file(page, file)
    page.locator(".playback input[type=range]").fill("100")
    game = Record.parse(record).replay(100)
    owned = {f"route-{route}" for name in NAMES for route in game.routes(name)}
    expect(page.locator(".route.claimed")).to_have_count(len(owned))
    assert {group.get_attribute("id") for group in page.locator(".route.claimed").all()} == owned
    page.wait_for_url("**/replay?move=100")
    page.reload()
    page.get_by_text(told(100, record)).wait_for()


def test_each_players_eyes_or_all_hands(visit: Visitor, server: Server, file: Path, record: str) -> None:
    page = visit(server).go("/replay")
    open_file(page, file)
    page.locator(".playback input[type=range]").fill("60")
    page.get_by_role("tab", name=say("page.replay.hands", "en")).click()
    game = Record.parse(record).replay(60)
    held = {name: len(game.tickets(name)) for name in NAMES}
    expect(page.locator(".hands li")).to_have_count(sum(held.values()))
    page.get_by_label(say("page.replay.whose", "en")).select_option("Bruno")
    expect(page.locator(".hands ul")).to_have_count(1)
    expect(page.locator(".hands li")).to_have_count(held["Bruno"])
    expect_at(page, told(60, record))


def test_a_ticket_that_is_pointed_at_shows_its_way(visit: Visitor, server: Server, file: Path, record: str) -> None:
    page = visit(server).go("/replay")
    open_file(page, file)
    page.keyboard.press("End")
    page.get_by_role("tab", name=say("page.replay.hands", "en")).click()
    page.locator(".hands .done").first.hover()
    expect(page.locator(".city-light-end")).to_have_count(2)
    page.locator(".light-core").first.wait_for(state="attached")
    expect(page.locator(".light-missing")).to_have_count(0)
    page.get_by_role("tab", name=say("page.replay.charts", "en")).hover()
    expect(page.locator(".light-layer")).to_have_count(0)


def test_charts_tell_their_values_in_words(visit: Visitor, server: Server, file: Path, record: str) -> None:
    page = visit(server).go("/replay")
    open_file(page, file)
    page.get_by_role("tab", name=say("page.replay.charts", "en")).click()
    game = Record.parse(record).replay()
    points = page.get_by_role("img", name=say("page.replay.chart_points", "en")).get_attribute("aria-label") or ""
    assert all(f"{name} {score.total}" in points for name, score in game.scores().items())
    tickets = page.get_by_role("img", name=say("page.replay.chart_tickets", "en")).get_attribute("aria-label") or ""
    assert all(f"{name} {len(score.tickets_completed)}" in tickets for name, score in game.scores().items())


def test_the_final_count_is_told_again(visit: Visitor, server: Server, file: Path, record: str) -> None:
    page = visit(server).go("/replay")
    open_file(page, file)
    page.get_by_role("button", name=say("page.replay.count", "en")).click()
    page.locator(".ending").wait_for()
    steps = 0
    while page.locator(".ending td.total").count() == 0:
        page.keyboard.press("ArrowRight")
        steps += 1
    game = Record.parse(record).replay()
    assert steps > sum(len(game.tickets(name)) for name in NAMES)
    page.get_by_role("button", name=say("page.ending.again", "en")).click()
    assert see_result(page) == sorted((score.total for score in game.scores().values()), reverse=True)


def test_a_part_of_the_count_is_gone_to_by_its_name(visit: Visitor, server: Server, file: Path, record: str) -> None:
    page = visit(server).go("/replay")
    open_file(page, file)
    page.get_by_role("button", name=say("page.replay.count", "en")).click()
    parts = page.get_by_role("list", name=say("page.ending.parts", "en"))
    expect(parts.get_by_role("listitem")).to_have_text([say(f"part.{part}", "en") for part in COUNTED])
    stations = parts.get_by_role("button", name=say("part.stations", "en"))
    stations.click()
    expect(stations).to_have_attribute("aria-current", "step")
    rows = page.get_by_role("list", name=say("page.ending.scores", "en")).get_by_role("listitem")
    for name, score in Record.parse(record).replay().scores().items():
        row = rows.filter(has_text=name)
        expect(row).to_contain_text(f"{say('part.routes', 'en')} {score.routes}")
        expect(row).to_contain_text(f"{say('part.stations', 'en')} {score.stations}")
        expect(row.locator(".points")).to_have_text(str(score.total - score.longest_path))


def test_a_record_is_saved_as_it_was_opened(visit: Visitor, server: Server, file: Path, record: str) -> None:
    page = visit(server).go("/replay")
    open_file(page, file)
    with page.expect_download() as download:
        page.get_by_role("button", name=say("page.replay.download", "en")).click()
    assert Path(download.value.path()).read_text(encoding="utf-8") == record


def test_a_record_that_cannot_be_tells_the_line(visit: Visitor, server: Server, record: str) -> None:
    window = visit(server)
    page = window.go("/replay")
    page.get_by_label(say("page.replay.paste", "en")).fill(record.replace("Seed: 4", "Seed: 5"))
    page.get_by_role("button", name=say("page.replay.open", "en"), exact=True).click()
    page.get_by_role("alert").filter(has_text="line ").wait_for()
    window.forgive("422")
