"""`python -m benchmarks.score_tables`: finished games of bots, tapped in at `/score` on a phone and counted there.

Each table is entered in real Chromium by touch alone. At every second one the connection is lost while tapping and
comes back after the count was asked for. What the page shows at the end, and the case that it saves, must agree with
the referee's verdict on the final position of the game.
"""

import argparse
import json
import random
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, CDPSession, Locator, Page, TimeoutError

from carrozza.bots.registry import make_bot
from carrozza.game import Game
from carrozza.game.records.record import Record
from carrozza.game.referee import judge, judge_text
from carrozza.game.view_model import COLORS
from tools.browser import PHONE, Visit, browser
from tools.local_server import Server, served
from tools.page import build

NAMES: Final = tuple(color.capitalize() for color in COLORS)
"""As the page calls players whose names nobody has typed."""
BOARDS: Final[Sequence[tuple[str, tuple[str, ...], Sequence[int]]]] = (
    ("usa", (), (4, 4, 2, 3, 5)),
    ("europe", (), (4, 2, 3, 5)),
    ("new-york", (), (2, 3, 4)),
    ("italy-basic", (), (3, 5)),
    ("italy-advanced", (), (2, 4, 5)),
    ("old-west", (), (3, 6)),
    ("old-west", ("alvin",), (2, 4, 5)),
)
FIRST_SEED: Final = 101
FINGER: Final = 3.0
"""How far a finger misses what it aims at, in pixels of the page: the standard deviation to each side."""
SECONDS_A_TAP: Final = 1.0
SECONDS_A_TICKET: Final = 2.0
"""To read a ticket in one's hand and to find it in the list."""
EDGE: Final = 22
"""Pixels at the edge of the map at which nobody aims: a swipe brings what is there nearer to the middle."""
AFTER_A_SWIPE: Final = 350
"""Milliseconds within which Chromium takes a tap for a part of the swipe before it, and lets no key through to a field
that it has just scrolled to: no hand is as quick."""
NOTHING_HAPPENS: Final = 5000
"""Milliseconds after which a tap is taken to have hit nothing."""
CLAIMED_ROUTES: Final = "number => document.querySelectorAll('.route.claimed').length === number"
SOMETHING_HAPPENED: Final = (
    "number => document.querySelectorAll('.route.claimed').length !== number || document.querySelector('.question')"
)
PARTS: Final = ("routes", "tickets", "stations", "attractions", "alvin", "globetrotter", "longest_path")


@dataclass
class Entered:
    """How one table was entered."""

    board: str
    variants: tuple[str, ...]
    seats: int
    offline: bool
    agrees: bool = False
    taps: int = 0
    swipes: int = 0
    keys: int = 0
    wrong: int = 0
    """Taps that hit another route and were undone."""
    tickets: int = 0

    @property
    def seconds(self) -> float:
        return (self.taps + self.swipes + self.keys) * SECONDS_A_TAP + self.tickets * SECONDS_A_TICKET


def finished_games(only: str | None = None) -> Iterator[tuple[int, Game]]:
    """Games of planners with fixed seeds, each by way of its record, with the places they have in the list."""
    setups = [(board, variants, seats) for board, variants, all_seats in BOARDS for seats in all_seats]
    for place, (board, variants, seats) in enumerate(setups):
        if only in (None, board):
            yield place, Record.parse(record_of(board, variants, seats, FIRST_SEED + place)).replay()


def record_of(board: str, variants: Sequence[str], seats: int, seed: int) -> str:
    game = Game(board, NAMES[:seats], seed, variants=variants, first=0)
    bots = [make_bot("planner", game.names, seat) for seat in range(seats)]
    while not game.finished:
        player = game.undecided[0]
        game.play(bots[game.names.seat_number(player)].choose(game.view(player)), player)
    return str(Record.of(game))


def case_of(game: Game) -> dict[str, Any]:
    """What lies on the table at the end, as a case for the referee."""
    position = game.position()
    players = {
        name: {
            key: value
            for key in ("routes", "tickets", "stations", "markers", "catches")
            if (value := getattr(position.players[name], key))
        }
        for name in game.seats
    }
    if game.board.rules.markers:
        for name in game.seats:
            players[name]["points"] = game.points(name)
    alvin = {"alvin": {"city": game.alvin[0], "holder": game.alvin[1]}} if game.alvin else {}
    return {
        "board": game.board.id,
        "variants": list(game.variants),
        "seats": list(game.seats),
        "position": {"players": players, **alvin},
        "moves": [{"player": game.seats[0], "finish": True}],
    }


@dataclass
class Table:
    """A table being entered by touch."""

    page: Page
    game: Game
    done: Entered
    chance: random.Random
    touch: CDPSession = field(init=False)

    def __post_init__(self) -> None:
        self.touch = self.page.context.new_cdp_session(self.page)

    def enter(self) -> None:
        """Everything that lies on the table, colour by colour."""
        self.set_up()
        for number, name in enumerate(self.game.seats):
            self.choose_player(name)
            for route in self.game.routes(name):
                self.tap_route(route)
            if number == 0 and self.done.offline:
                self.page.context.set_offline(True)
        self.place_pieces()
        self.tap(self.page.locator("[data-step=tickets]"))
        for name in self.game.seats:
            self.choose_player(name)
            for ticket in self.game.tickets(name):
                self.tap_listed(ticket)

    def set_up(self) -> None:
        board = self.game.board
        self.tap(self.page.locator(f"label:has(input[value='{board.map}'])"))
        if board.ruleset:
            option = self.page.locator("form .options label").nth(0 if board.ruleset == "basic" else 1)
            self.tap(option)
        if self.game.variants:
            self.tap(self.page.locator("form label:has([role=switch])"))
        for seat, color in enumerate(COLORS):
            button = self.page.locator(f"[data-colour={color}]")
            if (button.get_attribute("aria-pressed") == "true") != (seat < len(self.game.seats)):
                self.tap(button)
        self.tap(self.page.locator("[data-act=begin]"))
        self.page.locator(".stage svg.carrozza .route").first.wait_for()

    def choose_player(self, name: str) -> None:
        button = self.page.locator(f"[data-player='{name}']")
        if button.get_attribute("aria-pressed") != "true":
            self.tap(button)

    def tap(self, what: Locator) -> None:
        what.scroll_into_view_if_needed()
        what.tap()
        self.done.taps += 1

    def tap_route(self, route: str) -> None:
        """As a person does it: a tap that hit another route is undone, one that hit nothing is repeated."""
        for miss in (FINGER, 0, 0):
            before = self._owned()
            self._tap_at(f"#route-{route} .space", miss)
            now = self._answered(route, before)
            if now & self._alike(route):
                return
            self.done.wrong += 1
            if now:
                self.tap(self.page.locator("[data-act=undo]"))
                self.page.wait_for_function(CLAIMED_ROUTES, arg=len(before))
        raise AssertionError(f"{route} cannot be tapped: {self.page.locator('.last-tap').inner_text()}")

    def _answered(self, route: str, before: set[str]) -> set[str]:
        """The routes that a tap has taken or freed; where it asks which one, the answer is given."""
        try:
            self.page.wait_for_function(SOMETHING_HAPPENED, arg=len(before), timeout=NOTHING_HAPPENS)
        except TimeoutError:
            return set()
        asked = self.page.locator("[data-which]")
        if asked.count():
            answer = self.page.locator(f"[data-which='{route}']")
            self.tap(answer if answer.count() else asked.first)
            self.page.locator(".question").wait_for(state="detached")
        return self._owned() ^ before

    def _alike(self, route: str) -> set[str]:
        board = self.game.board
        meant = board.routes[self.game.names.route_number(route)]
        return {route, *(other.id for other in board.parallel(meant) if other.color == meant.color)}

    def _owned(self) -> set[str]:
        ids: list[str] = self.page.evaluate(
            "() => [...document.querySelectorAll('.route.claimed')].map(each => each.id.slice(6))"
        )
        return set(ids)

    def _tap_at(self, selector: str, miss: float) -> None:
        """The middle one of the elements found, swiped into sight where it is not."""
        x, y = self._place(selector)
        for _ in range(4):
            left, top, right, bottom = self._map()
            if left <= x <= right and top <= y <= bottom and not self._is_covered(x, y):
                break
            self._swipe((left + right) / 2 - x, (top + bottom) / 2 - y)
            x, y = self._place(selector)
        if self._is_covered(x, y):
            self.tap(self.page.locator(".zooming button").last)
            self.page.wait_for_timeout(AFTER_A_SWIPE)
            x, y = self._place(selector)
        self.page.touchscreen.tap(x + self.chance.gauss(0, miss), y + self.chance.gauss(0, miss))
        self.done.taps += 1

    def _is_covered(self, x: float, y: float) -> bool:
        """By the buttons in the corner of the map."""
        return bool(self.page.evaluate("at => !!document.elementFromPoint(...at)?.closest('.zooming')", [x, y]))

    def _place(self, selector: str) -> tuple[float, float]:
        place: list[float] = self.page.evaluate(
            "selector => { const all = [...document.querySelectorAll(selector)];"
            " const box = all[Math.floor(all.length / 2)].getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2] }",
            selector,
        )
        return place[0], place[1]

    def _map(self) -> tuple[float, float, float, float]:
        box = self.page.locator(".stage").bounding_box()
        assert box is not None
        left, top = box["x"] + EDGE, box["y"] + EDGE
        return left, top, box["x"] + box["width"] - EDGE, box["y"] + box["height"] - EDGE

    def _swipe(self, dx: float, dy: float) -> None:
        left, top, right, bottom = self._map()
        wide, tall = (right - left) * 0.8, (bottom - top) * 0.8
        dx, dy = max(-wide, min(wide, dx)), max(-tall, min(tall, dy))
        x, y = (left + right - dx) / 2, (top + bottom - dy) / 2
        self._finger("touchStart", x, y)
        for step in range(1, 6):
            self._finger("touchMove", x + dx * step / 5, y + dy * step / 5)
        self.touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.page.wait_for_timeout(AFTER_A_SWIPE)
        self.done.swipes += 1

    def _finger(self, kind: str, x: float, y: float) -> None:
        self.touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})

    def place_pieces(self) -> None:
        rules = self.game.board.rules
        for step, number in (("stations", rules.stations), ("markers", rules.markers)):
            pieces = {name: getattr(self.game, step)(name) for name in self.game.seats}
            if number and any(pieces.values()):
                self.tap(self.page.locator(f"[data-step={step}]"))
                for name, cities in pieces.items():
                    if cities:
                        self.choose_player(name)
                    for city in cities:
                        self._tap_at(f"#city-{city} .dot", 0)
        if self.game.alvin:
            self.place_alvin(*self.game.alvin)
        if rules.markers:
            self.tap(self.page.locator("[data-step=points]"))
            for name in self.game.seats:
                field = self.page.locator(f"[data-points='{name}']")
                self.tap(field)
                self.page.wait_for_timeout(AFTER_A_SWIPE)
                points = str(self.game.points(name))
                self.page.keyboard.type(points)
                self.done.keys += len(points)
            field.blur()

    def place_alvin(self, city: str, holder: str | None) -> None:
        self.tap(self.page.locator("[data-step=alvin]"))
        self._tap_at(f"#city-{city} .dot", 0)
        if holder is not None:
            self.tap(self.page.locator(".holders label", has_text=holder))
        for name, player in self.game.position().players.items():
            for _ in range(player.catches):
                self.tap(self.page.locator(f"[data-catches='{name}'] button").last)

    def tap_listed(self, ticket: str) -> None:
        listed = self.page.locator(f"[data-pick='{ticket}']")
        seen = listed.evaluate(
            "each => { const box = each.getBoundingClientRect(), list = each.closest('ul').getBoundingClientRect();"
            " return box.top >= list.top && box.bottom <= list.bottom }"
        )
        self.done.swipes += 0 if seen else 1
        self.tap(listed)
        self.done.tickets += 1
        self.page.locator(f"[data-pick='{ticket}'][aria-pressed=true]").wait_for()

    def count(self) -> dict[str, dict[str, int]]:
        """The final table as the page shows it."""
        self.tap(self.page.locator("[data-act=count]"))
        if self.done.offline:
            self.page.locator("[data-waiting=lost]").wait_for()
            self.page.context.set_offline(False)
        self.page.locator(".ending .steps .plain").tap()
        self.page.locator(".ending td.total").first.wait_for()
        return self.shown_scores()

    def shown_scores(self) -> dict[str, dict[str, int]]:
        rows = self.page.locator(".ending tbody tr").all()
        parts = [part for part in PARTS if part in self._counted()]
        scores = {}
        for row in rows:
            name = row.locator("th").inner_text().strip()
            cells = [number(text) for text in row.locator("td").all_inner_texts()]
            scores[name] = dict(zip(("place", "total", *parts), cells, strict=True))
        return scores

    def _counted(self) -> set[str]:
        rules = self.game.board.rules
        used = {
            "stations": rules.stations,
            "attractions": rules.attractions,
            "alvin": self.game.variants,
            "globetrotter": rules.globetrotter,
            "longest_path": rules.longest_path,
        }
        return {"routes", "tickets", *(part for part, number in used.items() if number)}

    def saved_case(self) -> str:
        with self.page.expect_download() as download:
            self.page.locator("[data-act=case]").tap()
        return Path(download.value.path()).read_text(encoding="utf-8")


def number(text: str) -> int:
    return int(text.strip().replace("−", "-"))


def enter_table(chrome: Browser, server: Server, game: Game, *, offline: bool, pictures: Path | None = None) -> Entered:
    """Enter a finished game by touch, have it counted, and compare with the referee."""
    done = Entered(game.board.id, game.variants, len(game.seats), offline)
    window = Visit(chrome, server.address, PHONE, is_mobile=True)
    try:
        table = Table(window.go("/score"), game, done, random.Random(len(game.history)))
        table.enter()
        picture(window.page, pictures, f"{game.board.id}-{done.seats}-tickets")
        shown = table.count()
        picture(window.page, pictures, f"{game.board.id}-{done.seats}-result")
        done.agrees = agrees(shown, judge(case_of(game)).scores, game) and agrees(
            shown, judge_text(table.saved_case()).scores, game
        )
    finally:
        window.close()
    return done


def agrees(shown: Mapping[str, Mapping[str, int]], judged: Mapping[str, Any] | None, game: Game) -> bool:
    """Whether every part of every score is the referee's, and the winners are those of the game."""
    assert judged is not None
    first = {name for name, row in shown.items() if row["place"] == 1}
    equal = all(row[part] == judged[name][part] for name, row in shown.items() for part in row if part != "place")
    return equal and set(shown) == set(judged) and first == set(game.winners)


def picture(page: Page, folder: Path | None, name: str) -> None:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=folder / f"{name}.png")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.score_tables", description=__doc__)
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="save pictures of the phone there")
    parser.add_argument("--only", metavar="BOARD", help="tables of one board")
    parser.add_argument("--json", action="store_true", help="one object a line")
    chosen = parser.parse_args()
    build()
    failed = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        browser() as chrome,
        served(str(Path(folder) / "games.sqlite"), Path(folder)) as server,
    ):
        for place, game in finished_games(chosen.only):
            done = enter_table(chrome, server, game, offline=place % 2 == 1, pictures=chosen.pictures)
            failed += not done.agrees
            print(json.dumps(vars(done)) if chosen.json else line_of(done), flush=True)
    return 1 if failed else 0


def line_of(done: Entered) -> str:
    """A row of a Markdown table."""
    board = done.board + "".join(f", {variant}" for variant in done.variants)
    minutes, seconds = divmod(round(done.seconds), 60)
    cells = (
        board,
        done.seats,
        "lost" if done.offline else "there",
        done.taps,
        done.swipes,
        done.keys or "",
        done.wrong or "",
        f"{minutes}:{seconds:02}",
        "yes" if done.agrees else "NO",
    )
    return f"| {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    raise SystemExit(main())
