"""Worlds that differ only in what a seat may not know: everything that the seat can be sent must be the same bytes.

The server runs in this process, so that hands, tickets, the order of the deck and the seed can be exchanged behind the
viewer's back. Then the same is asked in both worlds: answers, headers, streams, WebSockets and log lines are compared.
"""

import asyncio
import json
import logging
import random
import re
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import uvicorn

from benchmarks.attack.results import Effort, Result
from benchmarks.attack.targets import MadeGame, chosen, make_game, person
from benchmarks.attack.wire import PATIENCE, Answer, Live, Wire
from carrozza import boards
from carrozza.game import IllegalMove
from carrozza.game.view_parts import ViewParts
from carrozza.kernel.imagine import imagine
from carrozza.server.app import create_app
from carrozza.server.games.live.folded_log import FoldedLog
from carrozza.server.games.live.live_game import LiveGame
from carrozza.server.logs import json_lines
from carrozza.server.settings import Settings
from carrozza.server.store import Event, Kind

NAMES: Final = ("Ada", "Bruno", "Carla", "Dario", "Elsa", "Fabio")
LATER: Final = 10**6
"""A number that no game reaches: it is answered with a view."""
TRIED: Final = ("draw red", "draw tickets", "pass", "pay 1 red", "keep", "no marker", "claim nowhere")
LOOKS: Final = (("en", "true"), ("it", "true"), ("en", "false"))
LIVE: Final = ("live", "live move", "live nonsense")
ALWAYS_NEW: Final = ("date", "x-request-id")
Said = dict[str, bytes]
"""What was asked, and the answer."""
Question = tuple[str, str, dict[str, Any] | None]


def attack_by_comparing(effort: Effort) -> Iterator[Result]:
    result = Result("worlds")
    with result.timed():
        compared, pairs = asyncio.run(_compare_all(effort, result))
    result.done = f"{compared:,} outputs compared in {pairs:,} pairs of worlds"
    result.figures |= {"outputs": compared, "pairs": pairs}
    yield result


async def _compare_all(effort: Effort, result: Result) -> tuple[int, int]:
    compared = pairs = 0
    names = ("new-york",) if effort.quick else boards.names()
    quarters = (2,) if effort.quick else range(1, 8)
    async with hosted() as host:
        for board in names:
            for variants in ((), *((variant,) for variant in boards.load(board).variants if not effort.quick)):
                room = await Room.of(host, board, variants)
                for position in room.positions(effort.seed, quarters):
                    for viewer in (*range(len(position.seats)), None):
                        effort.say(f"worlds: {board}, {compared:,} outputs, {len(result.findings)} found")
                        one, other = room.worlds(position, viewer, effort.seed)
                        for worlds in ((one, other), (moved_on(one, viewer), moved_on(other, viewer))):
                            if worlds[0] is None or worlds[1] is None:
                                continue
                            pairs += 1
                            compared += await room.compare(worlds[0], worlds[1], viewer, result)
    return compared, pairs


@dataclass
class Host:
    app: Any
    port: int
    lines: list[str] = field(default_factory=list)


class Lines(logging.Handler):
    """All that the server logs, as it would be written."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self.lines = lines
        self.setFormatter(json_lines())

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@asynccontextmanager
async def hosted() -> AsyncIterator[Host]:
    """A server on this loop."""
    with tempfile.TemporaryDirectory(prefix="carrozza-attack-") as folder:
        app = create_app(Settings(database=str(Path(folder) / "games.sqlite"), guarded=False, bot_pause=0))
        server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_config=None, access_log=False))
        serving = asyncio.create_task(server.serve())
        while not server.started:
            assert not serving.done(), "the server did not start"
            await asyncio.sleep(0.01)
        host = Host(app, server.servers[0].sockets[0].getsockname()[1])
        log, handler = logging.getLogger("carrozza"), Lines(host.lines)
        level = log.level
        log.addHandler(handler)
        log.setLevel(logging.DEBUG)
        try:
            yield host
        finally:
            log.removeHandler(handler)
            log.setLevel(level)
            server.should_exit = True
            await serving


@dataclass
class Room:
    """A game on the server whose positions are put there by us."""

    host: Host
    wire: Wire
    game: MadeGame
    live_game: LiveGame

    @classmethod
    async def of(cls, host: Host, board: str, variants: tuple[str, ...]) -> "Room":
        wire, seats = Wire(host.port), boards.load(board).rules.max_seats
        people = [person(name) for name in NAMES[:seats]]
        game = await make_game(wire, people, board, variants=list(variants), watch="anyone")
        await wire.ask("GET", f"{game.path}/view", game.tokens[0])
        live_game: LiveGame | None = host.app.state.live_games.loaded(game.id)
        assert live_game is not None
        return cls(host, wire, game, live_game)

    def positions(self, seed: int, eighths: Any) -> list[FoldedLog]:
        """Of a game as the server folds it: its beginning, an opening half chosen, and some on the way."""
        passed, dice = [FoldedLog(self.live_game.row)], random.Random(seed)
        while (game := passed[-1].game) is not None and not game.finished:
            passed.append(played(passed[-1], chosen([str(move) for move in game.legal_moves], dice)))
        return [passed[0], passed[1], *(passed[len(passed) * eighth // 8] for eighth in eighths)]

    def worlds(self, position: FoldedLog, viewer: int | None, seed: int) -> tuple[FoldedLog, FoldedLog]:
        return position, exchanged(position, viewer, seed + position.number)

    def put(self, position: FoldedLog) -> None:
        self.live_game.folded, self.live_game.row = position, position.row
        self.live_game.cache.clear()
        self.live_game.view_parts = ViewParts()

    async def compare(self, one: FoldedLog, other: FoldedLog, viewer: int | None, result: Result) -> int:
        said = []
        for position in (one, other):
            self.put(position.copy())
            said.append(await self.answers(viewer))
        for question in said[0]:
            if said[0][question] != said[1].get(question):
                who = "a watcher" if viewer is None else f"seat {viewer}"
                where = f"{one.row.board} at number {one.number}"
                result.found(f"{who} can tell two worlds apart on {where}: {question}", differing(said, question))
        return len(said[0])

    async def answers(self, viewer: int | None) -> Said:
        """All that a seat, or a watcher, can be sent of the position as it is."""
        game, position = self.game, self.live_game.folded
        token = game.watch if viewer is None else game.tokens[viewer]
        assert token is not None
        self.host.lines.clear()
        said: Said = {}
        for method, path, body in questions(position, viewer):
            answer = await self.wire.ask(method, f"{game.path}{path}", token, body)
            said[f"{method} {path} {body or ''}"] = answer_bytes(answer)
        said["lobby"] = answer_bytes(await self.wire.ask("GET", "/api/games", token))
        said["stream"] = answer_bytes(await self.wire.ask("GET", f"{game.path}/events", token))
        said |= await self._said_live(token)
        said["log"] = await self._logged(len(said) - len(LIVE) + 1)
        return {question: without_presence(answer) for question, answer in said.items()}

    async def _logged(self, number: int) -> bytes:
        """The lines about so many requests and connections, which end when they like."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while sum(is_about_an_end(line) for line in self.host.lines) < number:
                    await asyncio.sleep(0.005)
        return "\n".join(sorted(map(plain_line, self.host.lines))).encode()

    async def _said_live(self, token: str) -> Said:
        """All that is told, in Italian, and what is said to a move that cannot be."""
        live = await Live.open(self.host.port, f"{self.game.path}/live")
        assert isinstance(live, Live), live
        await live.say({"token": token, "since": 0, "language": "it"})
        view = json.dumps(await live.hear_json("view")).encode()
        await live.say({"id": "x", "move": "claim nowhere", "number": LATER})
        answer = json.dumps(await live.hear_json("answer")).encode()
        await live.say([])
        error = json.dumps(await live.hear_json("error")).encode()
        live.close()
        return dict(zip(LIVE, (view, answer, error), strict=True))


def questions(position: FoldedLog, viewer: int | None) -> list[Question]:
    """Whatever can be asked with a seat's token, or a watcher's, without changing anything."""
    asked: list[Question] = [
        *(("GET", f"/view?language={language}&describe={describe}", None) for language, describe in LOOKS),
        *(("GET", path, None) for path in ("", "/record", "/replay", "/replay?seat=all", "/replay?seat=Ada")),
        *(("GET", f"/why/{route.id}?language=it", None) for route in routes_of(position)[::37]),
        *(("POST", "/moves?view=true", {"move": move}) for move in refused_of(position, viewer)),
        *(("POST", path, {}) for path in ("/rematch", "/join")),
        ("PUT", "/seats/0", {"kind": "bot"}),
    ]
    if position.game is not None and position.game.phase != "opening":
        asked += [
            ("POST", "/moves?view=true", {"move": "pass", "number": LATER}),
            ("POST", "/undo?view=true", {"number": LATER}),
        ]
    return asked


def routes_of(position: FoldedLog) -> Any:
    return boards.load(position.row.board).routes


def refused_of(position: FoldedLog, viewer: int | None) -> list[str]:
    """Moves that the rules refuse, so that nothing changes."""
    tried = [*TRIED, *(f"claim {route.id}" for route in routes_of(position)[::41])]
    return [move for move in tried if viewer is None or not is_legal(position, move, viewer)]


def is_legal(position: FoldedLog, move: str, seat: int) -> bool:
    assert position.game is not None
    try:
        position.game.copy().play(move, seat)
    except (IllegalMove, ValueError):
        return False
    return True


def exchanged(position: FoldedLog, viewer: int | None, seed: int) -> FoldedLog:
    """The same position with hidden things exchanged, as far as this seat may know; a watcher knows less than any."""
    assert position.game is not None
    other = position.copy()
    assert other.game is not None
    known = position.game.view(knowing(position, viewer)).state
    other.game.state = imagine(position.game.names.compiled, known, seed)
    other.row = replace(position.row, seed=position.row.seed + 1)
    return other


def knowing(position: FoldedLog, viewer: int | None) -> int:
    """The seat whose knowledge the worlds share."""
    return position.number % len(position.seats) if viewer is None else viewer


def played(position: FoldedLog, move: str) -> FoldedLog:
    """The position after a move of whoever has to decide."""
    after, game = position.copy(), position.game
    assert game is not None
    seat = game.names.seat_number(str(game.to_move))
    after.fold(Event(position.row.id, position.number + 1, Kind.MOVE, seat, move, None, 0.0))
    return after


def moved_on(position: FoldedLog, viewer: int | None) -> FoldedLog | None:
    """The position after a whole turn behind the viewer's back: of somebody else who draws two hidden cards."""
    for _ in range(2):
        game = position.game
        assert game is not None
        if game.finished or game.phase == "opening" or "draw deck" not in map(str, game.legal_moves):
            return None
        if game.names.seat_number(str(game.to_move)) == knowing(position, viewer):
            return None
        position = played(position, "draw deck")
    return position


def answer_bytes(answer: Answer) -> bytes:
    headers = "\n".join(f"{name}: {value}" for name, value in answer.headers if name not in ALWAYS_NEW)
    return f"{answer.status}\n{headers}\n\n".encode() + answer.body


def plain_line(line: str) -> str:
    """Without what is new in every line."""
    return re.sub(r'"(time|ms|seconds|request)": ("[^"]*"|[0-9.]+),? ?', "", line)


def is_about_an_end(line: str) -> bool:
    return json.loads(line)["event"] in ("request", "connection_closed")


def without_presence(answer: bytes) -> bytes:
    """Who has just hung up may still be thought to be there."""
    return answer.replace(b'"present": true', b'"present":true').replace(b'"present":true', b'"present":false')


def differing(said: list[Said], question: str) -> str:
    """Where two answers begin to differ."""
    one, other = (world.get(question, b"") for world in said)
    place = next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return f"{one[max(0, place - 60) : place + 60]!r} and {other[max(0, place - 60) : place + 60]!r}"
