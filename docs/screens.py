"""Take the pictures of every screen: `python -m docs.screens`, or only some: `python -m docs.screens table-usa`.

The games are played by bots from seeds and put into a server of their own: the same page gives the same pictures.
"""

import argparse
import asyncio
import hashlib
import io
import json
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

from PIL import Image
from playwright.sync_api import Browser, Page

import carrozza
from carrozza.bots.registry import make_bot
from carrozza.game import Game
from carrozza.server import store as stores
from carrozza.server.games.seating.seats import Seat, SeatKind
from carrozza.server.games.seating.tokens import ALPHABET, GAME_LENGTH, token_row
from carrozza.server.store import GameState, Kind, NewGame, Role, Store
from tools.browser import PHONE, WIDE, Visit, browser
from tools.local_server import served
from tools.page import build

PICTURES: Final = Path(__file__).parent / "pictures" / "screens"
HOST: Final = "trains.example"
"""What the address of the server looks like in the pictures."""
QUALITY: Final = 56
SHRUNK: Final = {WIDE: (1120, 720), PHONE: (546, 1182)}
"""Pages are shown smaller in the docs than they are; phones are photographed at twice their size."""
PLAYED: Final = 1_788_012_000.0
"""When the finished games were played, as the page tells it."""
PEOPLE: Final = ("Ada", "Ottavia", "Nino", "Leda")
LONGEST: Final = 600
"""More moves than any game has."""

Until = Callable[[Game], bool]
Language = Literal["en", "it"]
Theme = Literal["light", "dark"]


@dataclass(frozen=True)
class StagedGame:
    """A game that bots have played up to some point, with Ada's place for whoever looks."""

    name: str
    board: str
    players: int
    seed: int
    until: Until = lambda game: game.finished
    variants: tuple[str, ...] = ()
    persons: int = 1
    """How many of the seats are people, from the first on."""
    free: int = 0
    """How many seats wait for somebody; then nothing has been played yet."""
    listed: bool = False
    clock: int | None = None

    @property
    def id(self) -> str:
        digest = hashlib.sha256(self.name.encode()).digest()
        return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:GAME_LENGTH])

    def token(self, role: str) -> str:
        """As long as a real one, and always the same: it opens nothing but the game of a picture."""
        return hashlib.sha256(f"{self.id} {role}".encode()).hexdigest()[:32]

    def game(self) -> Game:
        return _played(self)

    def seats(self) -> list[Seat]:
        return [self._seat(number) for number in range(self.players)]

    def _seat(self, number: int) -> Seat:
        kind: SeatKind = "person" if number < self.persons else "bot"
        if number >= self.players - self.free:
            return Seat("", "open")
        return Seat(PEOPLE[number], kind, bot=None if kind == "person" else "medium", person=kind == "person")

    def keys(self) -> dict[str, Any]:
        """What the browser of Ada, who set the table up, remembers of it."""
        seats = [
            {"seat": number, "name": PEOPLE[number], "token": self.token(f"seat {number}")}
            for number in range(self.persons)
        ]
        own = {"host": self.token("host"), "invite": self.token("invite"), "watch": self.token("watch")}
        return {"seats": seats, "hotSeat": self.persons > 1, "board": self.board, "opened": 1, **own}


@cache
def _played(staged: StagedGame) -> Game:
    game = Game(staged.board, PEOPLE[: staged.players], staged.seed, variants=staged.variants)
    bots = {name: make_bot("planner", game.names, number) for number, name in enumerate(game.seats)}
    for _ in range(0 if staged.free else LONGEST):
        if staged.until(game):
            return game
        player = game.undecided[0]
        game.play(bots[player].choose(game.view(player)), player)
    return game


def adas(phase: str, after: int = 0) -> Until:
    """The first time after so many moves that the game asks this of Ada."""
    return lambda game: len(game.history) >= after and game.phase == phase and PEOPLE[0] in game.undecided


def to_claim(route: str) -> Until:
    """The first time that Ada may claim this route."""
    return lambda game: adas("turn")(game) and any(str(move).startswith(f"claim {route} ") for move in game.legal_moves)


def in_last_round(game: Game) -> bool:
    return not game.finished and game.view(PEOPLE[0]).last_turns is not None and adas("turn")(game)


async def write(store: Store, staged: StagedGame) -> None:
    """A game and its moves, as the server itself would have written them."""
    game = staged.game()
    state = GameState.WAITING if staged.free else GameState.FINISHED if game.finished else GameState.PLAYING
    roles = {"host": Role.HOST, "invite": Role.INVITE, "watch": Role.WATCH}
    tokens = [token_row(staged.token(name), staged.id, role) for name, role in roles.items()]
    tokens += [token_row(staged.token(f"seat {seat}"), staged.id, Role.SEAT, seat) for seat in range(staged.persons)]
    new = NewGame(
        id=staged.id,
        board=staged.board,
        seats=[seat.as_json() for seat in staged.seats()],
        seed=staged.seed,
        engine=carrozza.__version__,
        variants=list(staged.variants),
        options={"first": None, "clock": staged.clock, "watch": "link", "hot_seat": staged.persons > 1},
        state=state,
        listed=staged.listed,
    )
    await store.create_game(new, tokens)
    for number, played in enumerate(game.history, 1):
        await store.append(staged.id, number, Kind.MOVE, game.seats.index(played.player), str(played.move))


async def write_all(database: Path, stage: Iterable[StagedGame]) -> None:
    store = await stores.open(str(database))
    for staged in stage:
        await write(store, staged)
    await store.close()
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("UPDATE games SET created = ? WHERE state = ?", (PLAYED, GameState.FINISHED))
        opened.commit()


@dataclass(frozen=True)
class Shot:
    """One picture: where it is taken, and what is done there first."""

    name: str
    path: str = "/"
    game: StagedGame | None = None
    size: tuple[int, int] = WIDE
    theme: Theme = "light"
    language: Language = "en"
    act: Callable[[Page], None] = lambda page: None
    board: str = "usa"
    """The one that was chosen last."""
    remembered: tuple[StagedGame, ...] = ()
    """Other games that this browser knows."""
    others: tuple[StagedGame, ...] = ()
    """Games of other people."""
    stranger: bool = False
    """Somebody with the link that invites, who has no seat."""

    def own(self) -> tuple[StagedGame, ...]:
        return self.remembered if self.game is None else (self.game, *self.remembered)

    def address(self) -> str:
        if self.game is None:
            return self.path
        return f"/g/{self.game.id}" + (f"#join={self.game.token('invite')}" if self.stranger else "")

    def storage(self) -> dict[str, str]:
        settings = {"language": self.language, "theme": self.theme, "name": PEOPLE[0], "board": self.board}
        seats = {} if self.stranger else {staged.id: staged.keys() for staged in self.own()}
        return {"carrozza.settings": json.dumps(settings), "carrozza.seats": json.dumps(seats)}


def click(*selectors: str) -> Callable[[Page], None]:
    """One after another; the first that is seen of each."""

    def act(page: Page) -> None:
        for selector in selectors:
            page.locator(f"{selector} >> visible=true").first.click()

    return act


def hover(selector: str) -> Callable[[Page], None]:
    return lambda page: page.locator(f"{selector} >> visible=true").first.hover()


def click_board(route: str) -> Callable[[Page], None]:
    """On the middle space of a route."""

    def act(page: Page) -> None:
        spaces = page.locator(f"{route} .space")
        spaces.first.wait_for()
        spaces.nth(spaces.count() // 2).click(force=True)

    return act


def to_step(step: int) -> Callable[[Page], None]:
    """To a step of the final count, from the first on or, below zero, from the last back."""

    def act(page: Page) -> None:
        page.locator(".ending").wait_for()
        page.keyboard.press("Home" if step >= 0 else "End")
        for _ in range(step if step >= 0 else -1 - step):
            page.keyboard.press("ArrowRight" if step >= 0 else "ArrowLeft")

    return act


RESULT: Final = -1
LONGEST_PATH: Final = -2


def go_offline(page: Page) -> None:
    page.locator("main.table").wait_for()
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    page.get_by_role("status").locator("p").wait_for()


USA: Final = StagedGame("usa", "usa", 3, 4, adas("turn", 96))
EUROPE: Final = StagedGame("europe", "europe", 3, 6, adas("turn", 120))
TUNNEL: Final = StagedGame("tunnel", "europe", 3, 5, adas("tunnel", 98))
ITALY: Final = StagedGame("italy", "italy-advanced", 3, 2, adas("turn", 100))
MARKER: Final = StagedGame("marker", "old-west", 4, 6, adas("marker", 118), variants=("alvin",))
ALVIN: Final = StagedGame("alvin", "old-west", 4, 6, adas("move_alvin", 130), variants=("alvin",))
NEW_YORK: Final = StagedGame("new-york", "new-york", 2, 2, adas("turn", 22))
LAST_ROUND: Final = StagedGame("last-round", "usa", 3, 1, in_last_round)
OPENING: Final = StagedGame("opening", "europe", 3, 6, adas("opening"))
ONE_DEVICE: Final = StagedGame("one-device", "italy-basic", 3, 3, adas("turn", 40), persons=3)
FINISHED: Final = StagedGame("finished", "europe", 3, 6)
FINISHED_WEST: Final = StagedGame("finished-west", "old-west", 4, 6, variants=("alvin",))
WAITING: Final = StagedGame("waiting", "europe", 4, 6, free=2)
LISTED: Final = (
    StagedGame("listed-usa", "usa", 3, 11, free=1, listed=True),
    StagedGame("listed-italy-advanced", "italy-advanced", 4, 12, free=2, listed=True, clock=60),
    StagedGame("listed-old-west", "old-west", 4, 13, free=3, listed=True),
)

SHOTS: Final = (
    Shot("landing"),
    Shot("landing-night", theme="dark", language="it", board="italy-basic", remembered=(ITALY, ONE_DEVICE)),
    Shot("landing-phone", size=PHONE, board="europe"),
    Shot("one-device", "/new", board="italy-basic"),
    Shot("friends", "/friends", board="europe", language="it"),
    Shot("waiting-room", game=WAITING),
    Shot("join-phone", game=WAITING, stranger=True, size=PHONE, language="it"),
    Shot("curtain", game=ONE_DEVICE, size=PHONE, theme="dark"),
    Shot("open-tables", "/open", others=LISTED),
    Shot("table-usa", game=USA, act=hover("[data-ticket]")),
    Shot("payment", game=USA, act=click_board("#route-dallas-little-rock")),
    Shot("why-not", game=USA, act=click_board("#route-el-paso-los-angeles"), theme="dark"),
    Shot("tickets", game=OPENING, act=click("[data-offer]")),
    Shot("tunnel", game=TUNNEL),
    Shot("station", game=EUROPE, act=click("[data-act=station]")),
    Shot("table-italy", game=ITALY, language="it"),
    Shot("marker", game=MARKER),
    Shot("alvin-phone", game=ALVIN, size=PHONE),
    Shot("table-new-york", game=NEW_YORK),
    Shot("table-phone", game=USA, size=PHONE),
    Shot("last-round", game=LAST_ROUND, theme="dark"),
    Shot("count-ticket", game=FINISHED, act=to_step(2)),
    Shot("count-path", game=FINISHED, theme="dark", act=to_step(LONGEST_PATH)),
    Shot("result", game=FINISHED, act=to_step(RESULT)),
    Shot("result-phone", game=FINISHED_WEST, size=PHONE, act=to_step(RESULT)),
    Shot("replay", f"/replay?game={FINISHED.id}&move=120", remembered=(FINISHED,)),
    Shot(
        "replay-charts",
        f"/replay?game={FINISHED.id}&move=150",
        remembered=(FINISHED,),
        theme="dark",
        act=click("#replay-tab-charts"),
    ),
    Shot(
        "replay-phone",
        f"/replay?game={FINISHED_WEST.id}&move=200",
        remembered=(FINISHED_WEST,),
        size=PHONE,
        act=click("#replay-tab-hands"),
    ),
    Shot("opener", "/replay", remembered=(FINISHED, FINISHED_WEST)),
    Shot("rules", "/rules/europe"),
    Shot("rules-phone", "/rules/old-west", size=PHONE, language="it", theme="dark"),
    Shot("settings", board="new-york", act=click("[popovertarget$=panel]")),
    Shot("lost", "/nowhere"),
    Shot("offline", game=NEW_YORK, size=PHONE, act=go_offline),
)


def settled(page: Page) -> None:
    """Everything has come and nothing moves."""
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    page.wait_for_function("Array.from(document.images).every(image => image.complete || image.loading === 'lazy')")
    page.wait_for_timeout(400)


def take(chrome: Browser, shot: Shot) -> bytes:
    """The picture as PNG."""
    scale = 2 if shot.size == PHONE else 1
    options: dict[str, Any] = {
        "color_scheme": shot.theme,
        "locale": shot.language,
        "timezone_id": "Europe/Rome",
        "device_scale_factor": scale,
        "is_mobile": scale == 2,
    }
    window = Visit(chrome, f"http://{HOST}", size=shot.size, **options)
    for key, value in shot.storage().items():
        window.context.add_init_script(
            f"localStorage.getItem({key!r}) ?? localStorage.setItem({key!r}, {json.dumps(value)})"
        )
    try:
        page = window.go(shot.address())
        settled(page)
        shot.act(page)
        settled(page)
        return page.screenshot(animations="disabled", caret="hide")
    finally:
        window.close()


def to_webp(png: bytes, size: tuple[int, int]) -> bytes:
    made = io.BytesIO()
    picture = Image.open(io.BytesIO(png)).convert("RGB").resize(size, Image.Resampling.LANCZOS)
    picture.save(made, "WEBP", quality=QUALITY, method=6)
    return made.getvalue()


def take_all(shots: Sequence[Shot], folder: Path = PICTURES) -> Iterator[Path]:
    """The pictures as they are taken."""
    build()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        database = Path(made) / "games.sqlite"
        asyncio.run(
            write_all(database, dict.fromkeys(staged for shot in shots for staged in (*shot.own(), *shot.others)))
        )
        with (
            served(str(database), Path(made), "--host-name", HOST) as server,
            browser(f"--host-resolver-rules=MAP {HOST} 127.0.0.1:{server.port}") as chrome,
        ):
            for shot in shots:
                file = folder / f"{shot.name}.webp"
                file.write_bytes(to_webp(take(chrome, shot), SHRUNK.get(shot.size, shot.size)))
                yield file


def main() -> int:
    by_name = {shot.name: shot for shot in SHOTS}
    parser = argparse.ArgumentParser(prog="python -m docs.screens", description="Take the pictures of every screen.")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"which; all of them if left out: {', '.join(by_name)}"
    )
    wanted: list[str] = parser.parse_args().names
    unknown = [name for name in wanted if name not in by_name]
    if unknown:
        parser.error(f"no picture is called {', '.join(unknown)}; there are: {', '.join(by_name)}")
    for file in take_all([by_name[name] for name in wanted] or SHOTS):
        print(f"{file.stat().st_size // 1024:4} kB  {file}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
