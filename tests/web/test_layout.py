"""Where things lie: a large board that nothing hides or moves, a table of points that fits, and pages that rest."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from carrozza.bots.registry import make_bot
from carrozza.game import Game
from carrozza.game.records.record import Record
from carrozza.words import say
from tests.web.conftest import Visitor
from tests.web.travelling import Traveller, choose_on_first_page, wait_for_frames
from tools.browser import PHONE
from tools.local_server import ROOT, Server

LAPTOP = (1440, 757)
DESKTOP = (1920, 960)
TABLET = (820, 1180)
PHONE_ON_ITS_SIDE = (844, 390)
Size = tuple[int, int]

FRACTIONS = {"usa": (0.53, 0.56), "new-york": (0.26, 0.28)}
"""The least part of a laptop's and a desktop's screen that the drawn board covers; all boards: wide-layout.test.ts."""

BOX = """() => {
  const { x, y, width, height } = document.querySelector("main.table svg.carrozza").getBoundingClientRect();
  return { x, y, width, height };
}"""
HIDDEN = """() => [...document.querySelectorAll("main.table :is(.route .space, .city .touch)")].filter(part => {
  const { x, y, width, height } = part.getBoundingClientRect();
  return !document.elementFromPoint(x + width / 2, y + height / 2)?.closest("svg.carrozza");
}).map(part => part.closest("[id]").id)"""
"""The spaces and cities that something lies over."""

NOTE_FRAMES = """() => {
  const ask = window.requestAnimationFrame.bind(window);
  window.framesAwaited = 0;
  window.requestAnimationFrame = draw => {
    window.framesAwaited += 1;
    return ask(time => { window.framesAwaited -= 1; draw(time); });
  };
  const repeat = window.setInterval.bind(window);
  window.intervals = [];
  window.setInterval = (act, pause) => { window.intervals.push(pause); return repeat(act, pause); };
}"""
RESTS = """() => window.framesAwaited === 0 && window.intervals.length === 0
  && document.getAnimations().every(motion => motion.playState !== "running")"""
ENDLESS = (
    "() => document.getAnimations().filter(motion => motion.effect.getComputedTiming().endTime === Infinity).length"
)

TOO_WIDE = """() => [...document.querySelectorAll(".ending :is(.panel, .panel > *, table)")]
  .filter(part => part.getBoundingClientRect().right > innerWidth || part.scrollWidth > part.clientWidth + 1)
  .map(part => `${part.className || part.tagName}: ${part.scrollWidth} in ${part.clientWidth}`)"""
"""What of the result does not fit into its place."""


def start(page: Page, board: str) -> None:
    choose_on_first_page(page, board)
    page.get_by_role("button", name=say("page.landing.play", "en"), exact=True).click()
    page.locator("[data-offer]").first.wait_for()
    page.locator("main.table svg.carrozza").wait_for()


def resize(page: Page, size: Size) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function("width => innerWidth === width", arg=size[0])
    wait_for_frames(page)


@pytest.mark.parametrize("board", FRACTIONS)
def test_the_board_is_large_and_nothing_hides_it(visit: Visitor, server: Server, board: str) -> None:
    page = visit(server, size=LAPTOP).go("/")
    start(page, board)
    for size, least in zip((LAPTOP, DESKTOP), FRACTIONS[board], strict=True):
        resize(page, size)
        box = page.evaluate(BOX)
        assert box["width"] * box["height"] / (size[0] * size[1]) > least
        assert page.evaluate(HIDDEN) == []


def test_the_board_stays_where_it_is_while_one_plays(visit: Visitor, server: Server) -> None:
    """On every kind of screen, whatever is asked, told, offered or paid."""
    page = visit(server, size=LAPTOP).go("/")
    start(page, "new-york")
    places: dict[Size, list[Any]] = {}

    def note() -> None:
        for size in (PHONE_ON_ITS_SIDE, PHONE, TABLET, DESKTOP, LAPTOP):
            resize(page, size)
            places.setdefault(size, []).append(page.locator(".stage").bounding_box())

    note()
    Traveller(page).decide()
    note()
    page.locator("main.table[data-phase=turn] .action.yours").wait_for()
    note()
    page.keyboard.press("r")
    page.locator("[data-listed]").first.click()
    page.locator("[data-pay]").first.wait_for()
    note()
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    page.locator("main.table[data-phase=second]").wait_for()
    note()
    page.keyboard.press("d")
    page.locator("main.table:not([data-phase=second])").wait_for()
    note()
    page.locator("main.table[data-phase=turn] .action.yours").wait_for()
    page.keyboard.press("t")
    page.locator("[data-act=draw-tickets]").click()
    page.locator("[data-offer]").first.wait_for()
    note()
    for found in places.values():
        assert found == [found[0]] * len(found)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game of five on the board with most parts to count."""
    names = ("Ada", "Bartolomea", "Carla", "Domenico", "Io")
    game = Game("europe", names, seed=4)
    bots = {name: make_bot("planner", game.names, seed) for seed, name in enumerate(names)}
    while not game.finished:
        player = game.undecided[0]
        game.play(bots[player].choose(game.view(player)), player)
    path = tmp_path_factory.mktemp("record") / "game.record"
    path.write_text(str(Record.of(game)), encoding="utf-8")
    return path


def test_the_result_fits_its_panel(visit: Visitor, server: Server, record: Path) -> None:
    """In the language with the longer words."""
    language = "it"
    page = visit(server, locale=language, reduced_motion="no-preference").go("/replay")
    page.locator("input[type=file]").set_input_files(record)
    page.get_by_role("button", name=say("page.replay.count", language)).click()
    page.get_by_role("button", name=say("page.ending.to_the_result", language)).click()
    page.locator(".ending td.total").first.wait_for()
    assert page.evaluate(ENDLESS) == 0
    for size in (LAPTOP, (1024, 768), TABLET, PHONE):
        resize(page, size)
        assert page.evaluate(TOO_WIDE) == []


def test_pages_at_rest_do_nothing(visit: Visitor, server: Server) -> None:
    window = visit(server, reduced_motion="no-preference")
    window.page.add_init_script(f"({NOTE_FRAMES})()")
    for path in ("/friends", "/open", "/rules/usa", "/replay", "/nowhere", "/"):
        page = window.go(path)
        page.locator("main").first.wait_for()
        page.wait_for_load_state("networkidle")
        assert page.evaluate(ENDLESS) == 0
        page.wait_for_function(RESTS, polling=100)
    start(page, "new-york")
    page.wait_for_function(RESTS, polling=100)
    Traveller(page).decide()
    page.locator("main.table[data-phase=turn] .action.yours").wait_for()
    page.wait_for_function(RESTS, polling=100)


def test_no_style_moves_anything_for_ever() -> None:
    sources = (ROOT / "web" / "src").rglob("*.*")
    assert [file.name for file in sources if "infinite" in file.read_text(encoding="utf-8")] == []
