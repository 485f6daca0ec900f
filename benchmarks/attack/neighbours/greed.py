"""What a greedy neighbour does: all that the limits let one address have, of one costly thing or of all at once."""

import asyncio
import itertools
import json
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from benchmarks.attack.targets import MadeGame, bot, chosen, make_game
from benchmarks.attack.wire import Answer, Live, Unanswered, Wire, opened, request_bytes
from carrozza import boards
from carrozza.atlas.layout.store import layout_of
from carrozza.game import Game
from carrozza.game.records.record import Record
from carrozza.server.processes.child_process import lower_priority
from carrozza.server.workshop.drafts import document_of
from carrozza.server.workshop.models import MOST_GAMES

NEIGHBOUR: Final = "127.0.0.2"
BOARD: Final = "usa"
RATE: Final = 50.0
"""Requests a second that a neighbour sends, all together: twice what an address is allowed."""
SENDERS: Final = 8
SILENT: Final = 150
"""Connections that are opened and never finish what they say."""


def be_a_neighbour(port: int, name: str, seed: int, ready: Any) -> None:
    lower_priority()  # a neighbour has a machine of its own
    asyncio.run(_attack_for_ever(port, name, seed, ready))


async def _attack_for_ever(port: int, name: str, seed: int, ready: Any) -> None:
    names = [one for one in ATTACKS if one != name] if name == "everything" else [name]
    over = await _finished_game(port) if {"replays", "records"} & set(names) else None
    neighbour = Neighbour(port, over, _record(seed), RATE / len(names))
    ready.set()
    await asyncio.gather(*(ATTACKS[one](neighbour) for one in names))


async def _finished_game(port: int) -> MadeGame:
    """A game of bots alone, played to its end."""
    wire = Wire(port, NEIGHBOUR)
    game = await make_game(wire, [bot("easy"), bot("easy")], BOARD, watch="anyone")
    while not (await wire.ask("GET", f"{game.path}/view?describe=false")).json()["finished"]:
        await asyncio.sleep(0.5)
    wire.close()
    return game


def _record(seed: int) -> str:
    """Of a long game by chance."""
    game, dice = Game("europe", seats=5, seed=seed), random.Random(seed)
    while not game.finished:
        game.play(chosen([str(move) for move in game.legal_moves], dice))
    return str(Record.of(game))


@dataclass(frozen=True)
class Neighbour:
    port: int
    over: MadeGame | None
    """A game that is finished."""
    record: str
    rate: float

    async def send(self, requests: Iterator[tuple[str, str, Any]]) -> None:
        """At this rate, whatever is answered."""
        began, sent = time.monotonic(), itertools.count(1)

        async def sender() -> None:
            wire = Wire(self.port, NEIGHBOUR)
            for method, path, body in requests:
                with suppress(Unanswered):
                    await (wire.send(body) if isinstance(body, bytes) else wire.ask(method, path, body=body))
                await asyncio.sleep(max(0.0, began + next(sent) / self.rate - time.monotonic()))

        await asyncio.gather(*(sender() for _ in range(SENDERS)))


async def _requests(neighbour: Neighbour) -> None:
    await neighbour.send(("GET", path, None) for path in itertools.cycle(("/api/games", "/api/boards", "/api/docs")))


async def _replays(neighbour: Neighbour) -> None:
    assert neighbour.over is not None
    path, text = neighbour.over.path, neighbour.record.encode()
    head = f"POST /api/replays?seat=all HTTP/1.1\r\nHost: 127.0.0.1:{neighbour.port}\r\nContent-Type: text/plain\r\n"
    upload = f"{head}Content-Length: {len(text)}\r\n\r\n".encode() + text
    looks = [f"{path}/replay?seat={seat}&language={language}" for seat in ("all", "") for language in ("en", "it")]
    await neighbour.send(itertools.cycle([*(("GET", look, None) for look in looks), ("POST", "", upload)]))


async def _records(neighbour: Neighbour) -> None:
    assert neighbour.over is not None
    await neighbour.send(itertools.repeat(("GET", f"{neighbour.over.path}/record", None)))


async def _drawings(neighbour: Neighbour) -> None:
    boards = ("europe", "usa", "italy-advanced", "old-west")
    await neighbour.send(
        ("GET", f"/api/boards/{boards[number % 4]}/drawing.svg?prefix=p{number}", None) for number in itertools.count()
    )


async def _bots_only(neighbour: Neighbour) -> None:
    game = {"board": "europe", "seats": [bot("expert")] * 5}
    await neighbour.send(itertools.repeat(("POST", "/api/games", game)))


async def _connections(neighbour: Neighbour) -> None:
    """Kept open, in games that are played; as many as are let in."""
    wire, lives = Wire(neighbour.port, NEIGHBOUR), []
    game = await make_game(wire, [bot("easy"), bot("easy")], "europe", watch="anyone")
    while True:
        with suppress(Unanswered, OSError, TimeoutError):
            live = await Live.open(neighbour.port, f"{game.path}/live", NEIGHBOUR)
            if isinstance(live, Answer):
                await asyncio.sleep(0.5)
                continue
            await live.say({"since": 0})
            lives.append(live)


async def _slow_requests(neighbour: Neighbour) -> None:
    """Headers and bodies that never end, a byte a second."""

    async def drip(begin: bytes) -> None:
        while True:
            with suppress(OSError):
                _, writer = await opened(neighbour.port, NEIGHBOUR)
                writer.write(begin)
                while not writer.is_closing():
                    await asyncio.sleep(1)
                    writer.write(b"x")
                    await writer.drain()

    head = b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    begins = (b"GET / HTTP/1.1\r\nX: ", head + b"Content-Length: 9999\r\n\r\n{")
    await asyncio.gather(*(drip(begins[number % 2]) for number in range(SILENT)))


def _drafts(**more: Any) -> Iterator[dict[str, Any]]:
    """The same board under one title after the other, so that nothing of it is known."""
    document = document_of(boards.load(BOARD))
    for number in itertools.count():
        yield {"document": {**document, "id": "mine", "title": f"Mine {number}"}, **more}


async def _layouts(neighbour: Neighbour) -> None:
    await _long_work(neighbour, "/api/workshop/layout", _drafts())


async def _playtests(neighbour: Neighbour) -> None:
    """As large as they may be, and as small: then what a process takes to start is most of it."""
    drafts = zip(_drafts(games=MOST_GAMES), _drafts(games=1), strict=False)
    await _long_work(neighbour, "/api/workshop/playtest", itertools.chain.from_iterable(drafts))


async def _long_work(neighbour: Neighbour, path: str, drafts: Iterator[dict[str, Any]]) -> None:
    """Given up at the first line by some, which ends the process; waited for by others."""
    giving_up = neighbour.send(("POST", path, draft) for draft in drafts)
    await asyncio.gather(giving_up, *(_wait_for_it(neighbour, path, drafts) for _ in range(2)))


async def _wait_for_it(neighbour: Neighbour, path: str, drafts: Iterator[dict[str, Any]]) -> None:
    for draft in drafts:
        content = json.dumps(draft).encode()
        headers = [("Host", f"127.0.0.1:{neighbour.port}"), ("Content-Type", "application/json")]
        headers += [("Content-Length", str(len(content))), ("Connection", "close")]
        with suppress(OSError):
            reader, writer = await opened(neighbour.port, NEIGHBOUR)
            writer.write(request_bytes("POST", path, headers, content))
            await reader.read()
            writer.close()
        await asyncio.sleep(1 / neighbour.rate)


async def _prints(neighbour: Neighbour) -> None:
    layout = layout_of(boards.load(BOARD)).as_json()
    await neighbour.send(("POST", "/api/workshop/print", draft) for draft in _drafts(layout=layout))


async def _uploads(neighbour: Neighbour) -> None:
    """Boards without a layout, which the first look at each computes."""

    async def look_at_each() -> None:
        wire = Wire(neighbour.port, NEIGHBOUR)
        for draft in _drafts():
            with suppress(Unanswered):
                answer = await wire.ask("POST", "/api/boards", body={"carrozza_board": 1, "board": draft["document"]})
                if answer.status == 201:
                    await wire.ask("GET", f"/api/boards/{answer.json()['board']}")
            await asyncio.sleep(1 / neighbour.rate)

    await asyncio.gather(*(look_at_each() for _ in range(SENDERS)))


async def _everything(neighbour: Neighbour) -> None:
    raise AssertionError("all the others, instead")


ATTACKS: Final[dict[str, Callable[[Neighbour], Awaitable[None]]]] = {
    "requests": _requests,
    "replays": _replays,
    "records": _records,
    "drawings": _drawings,
    "bots-only games": _bots_only,
    "connections": _connections,
    "slow requests": _slow_requests,
    "layouts": _layouts,
    "prints": _prints,
    "playtests": _playtests,
    "uploads": _uploads,
    "everything": _everything,
}
THAT_END: Final = ("requests", "replays", "records", "drawings", "slow requests", "layouts", "prints", "playtests")
"""Attacks of which nothing is left when the neighbour has gone."""
