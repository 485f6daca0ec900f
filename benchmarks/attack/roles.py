"""Everybody who could try, everything they could ask, in every state of a game: over the network, as strangers do."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from benchmarks.attack.results import Effort, Result
from benchmarks.attack.role_table import CHANGES, MATRIX, cells
from benchmarks.attack.targets import (
    MadeGame,
    NoPostgres,
    make_game,
    own_server,
    person,
    play_moves,
    view_of,
)
from benchmarks.attack.wire import CLOSE, TEXT, Answer, Live, Wire, close_code
from carrozza import boards
from carrozza.game.records.record import Record

BOARD: Final = "new-york"
LATER: Final = 10**6
"""A number that no game reaches: a move with it is answered with the view."""
OPEN: Final = {"kind": "open"}
NAMES: Final = ("Ada", "Bruno", "Elsa", "Fabio")
OWN_SEATS: Final = {"own": 0, "other": 1}
ROUTE: Final = boards.load(BOARD).routes[0].id
ROUTES: Final = " ".join(route.id for route in boards.load(BOARD).routes)
REFUSED: Final = 4000
"""Added to a status, it makes the code with which a WebSocket is closed."""


def attack_by_roles(effort: Effort) -> Iterator[Result]:
    for kind in effort.databases:
        result = Result(f"roles, {kind}")
        with result.timed():
            try:
                with own_server(kind) as server:
                    asked = asyncio.run(_ask_all(server.port, result, effort))
            except NoPostgres as missing:
                result.skipped = str(missing)
            else:
                result.done = f"{asked:,} questions by everybody with and without a token, in 3 states of a game"
                result.figures["questions"] = asked
        yield result


@dataclass
class Room:
    """Ada and Bruno have seats; Carla sat at a third one and left; the host sent Dario away from it."""

    wire: Wire
    game: MadeGame
    tokens: dict[str, str | None] = field(default_factory=dict)
    """By role."""
    held: dict[int, set[str]] = field(default_factory=dict)
    """The tickets of each seat."""

    @classmethod
    async def waiting(cls, wire: Wire, *, host_plays: bool) -> "Room":
        seats = [person("Ada") if host_plays else OPEN, OPEN, OPEN, OPEN]
        room = cls(wire, await make_game(wire, seats, BOARD))
        if not host_plays:
            await room.join("Ada", 0)
        await room.join("Bruno", 1)
        left = await room.join("Carla", 2)
        await wire.ask("POST", f"{room.game.path}/leave", left)
        freed = await room.join("Dario", 2)
        await wire.ask("PUT", f"{room.game.path}/seats/2", room.game.host, OPEN)
        del room.game.tokens[2]
        elsewhere = await make_game(wire, [person(name) for name in NAMES[:2]], BOARD)
        room.tokens = {
            "own": room.game.tokens[0],
            "other": room.game.tokens[1],
            "host": room.game.host,
            "watch": room.game.watch,
            "invite": room.game.invite,
            "nobody": None,
            "left": left,
            "freed": freed,
            "foreign": elsewhere.tokens[0],
        }
        return room

    @classmethod
    async def playing(cls, wire: Wire, *, host_plays: bool) -> "Room":
        room = await cls.waiting(wire, host_plays=host_plays)
        await room.join("Elsa", 2)
        await room.join("Fabio", 3)
        await play_moves(wire, room.game, random.Random(1), 8)
        for seat, token in room.game.tokens.items():
            view = await view_of(wire, room.game, token)
            room.held[seat] = {ticket["id"] for ticket in (*view["tickets"], *view["offered"])}
        return room

    @classmethod
    async def finished(cls, wire: Wire, *, host_plays: bool) -> "Room":
        room = await cls.playing(wire, host_plays=host_plays)
        await play_moves(wire, room.game, random.Random(1), 10_000)
        return room

    async def join(self, name: str, seat: int) -> str:
        body = {"name": name, "seat": seat, "invite": self.game.invite}
        answer = await self.wire.ask("POST", f"{self.game.path}/join", body=body)
        assert answer.status == 200, answer
        self.game.tokens[seat] = token = str(answer.json()["token"])
        return token


Ask = Callable[[Room, str | None], Awaitable[tuple[int, str]]]
"""What somebody with a token is answered: status and text."""


def asking(method: str, path: str, body: dict[str, Any] | None = None, *, invited: bool = False) -> Ask:
    async def ask(room: Room, token: str | None) -> tuple[int, str]:
        sent = {**body, "invite": room.game.invite} if invited and body is not None else body
        answer = await room.wire.ask(method, f"{room.game.path}{path}", token, sent)
        return answer.status, answer.body.decode()

    return ask


async def listening(room: Room, token: str | None) -> tuple[int, str]:
    live = await Live.open(room.wire.port, f"{room.game.path}/live")
    if isinstance(live, Answer):
        return live.status, live.body.decode()
    await live.say({"token": token, "since": 0, "language": "en"})
    await live.say({"id": "x", "move": "pass", "number": LATER})
    heard: list[str] = []
    try:
        while True:
            kind, content = await live.hear()
            if kind == CLOSE:
                return (close_code(content) or REFUSED) - REFUSED, "\n".join(heard)
            if kind == TEXT:
                heard.append(content.decode())
                if json.loads(content)["type"] == "answer":
                    return 200, f"[{','.join(heard)}]"
    finally:
        live.close()


ZOE: Final = {"name": "Zoe"}
QUESTIONS: Final[dict[str, Ask]] = {
    "info": asking("GET", ""),
    "view": asking("GET", "/view"),
    "why": asking("GET", f"/why/{ROUTE}"),
    "hints": asking("POST", "/hints"),
    "watch-link": asking("POST", "/watch"),
    "events": asking("GET", "/events"),
    "live": listening,
    "move": asking("POST", "/moves?view=true", {"move": "pass", "number": LATER}),
    "undo": asking("POST", "/undo?view=true", {"number": LATER}),
    "record": asking("GET", "/record"),
    "replay": asking("GET", "/replay?seat=all"),
    "join": asking("POST", "/join", ZOE),
    "join-invited": asking("POST", "/join", ZOE, invited=True),
    "join-Bruno": asking("POST", "/join", {**ZOE, "seat": 1}, invited=True),
    "leave": asking("POST", "/leave"),
    "bot-for-Bruno": asking("PUT", "/seats/1", {"kind": "bot", "bot": "random"}),
    "open-Bruno": asking("PUT", "/seats/1", OPEN),
    "back-to-Bruno": asking("PUT", "/seats/1", {"kind": "person"}),
    "rematch": asking("POST", "/rematch"),
}
MAKE: Final = {"waiting": Room.waiting, "playing": Room.playing, "finished": Room.finished}


async def _ask_all(port: int, result: Result, effort: Effort) -> int:
    wire, asked = Wire(port), 0
    for host_plays in (True,) if effort.quick else (True, False):
        for state in MATRIX:
            effort.say(f"{result.part}: {state} ...")
            room = await MAKE[state](wire, host_plays=host_plays)
            said: list[str] = []
            for question, role, status in cells(state):
                answered, text = await QUESTIONS[question](room, room.tokens[role])
                asked += 1
                where = f"{state}, {'the host plays' if host_plays else 'the host does not play'}: {question} by {role}"
                if answered != status:
                    result.found(f"{where} is answered with {answered}, not {status}", text[:200])
                for secret in secrets_in(text, room, role, over=state == "finished"):
                    result.found(f"{where} tells {secret}", text[:200])
                said.append(text)
                if answered == 200 and question in CHANGES and state != "finished":
                    room = await MAKE[state](wire, host_plays=host_plays)
            if state == "playing" and host_plays:
                await _check_seed(wire, said, result)
    wire.close()
    return asked


def secrets_in(text: str, room: Room, role: str, *, over: bool) -> Iterator[str]:
    """Tokens that stand in an answer, and, while the game goes on, what another seat holds."""
    yield from (f"the token of {one}" for one, token in room.tokens.items() if token is not None and token in text)
    if over:
        return
    own = OWN_SEATS.get(role)
    mine = None if own is None else NAMES[own]
    for view in (part for part in parts_of(text) if "you" in part and "hand" in part):
        if view["you"] not in (None, mine):
            yield f"the view of {view['you']}"
        if view["you"] is None and any(view["hand"].values()):
            yield "a hand"
    others = {ticket for seat, tickets in room.held.items() if seat != own for ticket in tickets}
    kept = room.held.get(own, set()) if own is not None else set()
    yield from (f"the ticket {ticket}" for ticket in sorted(others - kept) if ticket in text and ticket not in ROUTES)


def parts_of(text: str) -> Iterator[dict[str, Any]]:
    """Every object in an answer."""
    try:
        waiting = [json.loads(text or "null")]
    except ValueError:
        return
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            yield part
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part


async def _check_seed(wire: Wire, said: list[str], result: Result) -> None:
    """The seed of a game is in its record when it is over; before, it was in no answer."""
    room = await Room.playing(wire, host_plays=True)
    for question in QUESTIONS.values():
        said.append((await question(room, room.tokens["own"]))[1])
        said.append((await question(room, room.tokens["watch"]))[1])
    await play_moves(wire, room.game, random.Random(1), 10_000)
    answer = await wire.ask("GET", f"{room.game.path}/record", room.tokens["own"])
    if answer.status == 200:
        seed = str(Record.parse(answer.body.decode()).seed)
        if any(seed in text for text in said):
            result.found("the seed of a game stands in an answer while it is played")
