"""The server under load: hundreds of games at once, each with two scripted players over WebSockets."""

import asyncio
import gc
import json
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx
import psutil
from pydantic_core import from_json
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.timing import QUICK, Effort, Measure, Measures
from tools.local_postgres import HOW_TO_GET_IT, Postgres, binaries
from tools.local_server import served

BOARDS: Final = ("usa", "europe", "new-york", "italy-basic", "italy-advanced", "old-west")
WORKERS: Final = 2
PACE: Final = 2.0
"""Seconds between two moves of a game."""
NOTHING_SEEN: Final[dict[str, Any]] = {"number": -1, "legal_moves": [], "finished": False}
PLAYERS: Final = ("Ada", "Bruno")
AT_ONCE: Final = 20
"""Games that are opened, and players that come in, at the same time."""


@dataclass
class Figures:
    moves_a_second: float
    seen: list[float]
    """Milliseconds from a move's sending to its view at the other player."""
    kilobytes_a_game: float
    busy: float
    """Cores that the server's processes kept busy."""


@dataclass
class Table:
    """A game with its two players, as they see it."""

    rng: random.Random
    lives: list[ClientConnection] = field(default_factory=list)
    views: list[dict[str, Any]] = field(default_factory=lambda: [NOTHING_SEEN, NOTHING_SEEN])
    sent: dict[int, float] = field(default_factory=dict)
    """When the move of each number was sent."""
    seen: list[float] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    moves: int = 0
    fault: str | None = None

    async def read(self, seat: int) -> None:
        async for message in self.lives[seat]:
            arrived = time.perf_counter()
            told = from_json(message)
            if told["type"] == "view":
                self._note(told, seat, arrived)
            elif told["type"] == "answer" and told["status"] != 200:
                self.fault = f"the server refused a move that it had offered: {message!r}"
                self.news.set()

    def _note(self, told: dict[str, Any], seat: int, arrived: float) -> None:
        self.views[seat] = told["view"]
        for move in told["moves"]:
            sent = self.sent.get(move["number"])
            if sent is not None and move["player"] != PLAYERS[seat]:
                self.seen.append(1000 * (arrived - sent))
        self.news.set()

    @property
    def finished(self) -> bool:
        return any(view["finished"] for view in self.views)

    async def move(self) -> None:
        """Whoever has to decide plays one of the moves that the view offers."""
        while not self.finished:
            number = max(view["number"] for view in self.views)
            for seat, view in enumerate(self.views):
                if view["legal_moves"] and view["number"] == number:
                    return await self._play(seat, view)
            await self._wait()

    async def _wait(self) -> None:
        self.news.clear()
        await self.news.wait()
        if self.fault is not None:
            raise RuntimeError(self.fault)

    async def _play(self, seat: int, view: dict[str, Any]) -> None:
        self.moves += 1
        number = view["number"] + 1
        move = {"move": self.rng.choice(view["legal_moves"]), "id": f"m{self.moves}", "number": view["number"]}
        self.sent[number] = time.perf_counter()
        await self.lives[seat].send(json.dumps(move))
        while self.views[seat]["number"] < number or self.views[1 - seat]["number"] < number:
            await self._wait()


def measure_load(effort: Effort) -> Measures:
    games, seconds = (60, 10.0) if effort is QUICK else (300, 60.0)
    with tempfile.TemporaryDirectory() as folder:
        sqlite = str(Path(folder) / "games.sqlite")
        yield from _told("SQLite, one process", games, _under_load(sqlite, folder, games, seconds))
        with _postgres() as database:
            figures = _under_load(database, folder, games, seconds, "--workers", str(WORKERS))
            yield from _told(f"PostgreSQL, {WORKERS} processes", games, figures)


@contextmanager
def _postgres() -> Iterator[str]:
    found = binaries()
    if found is None:
        raise SystemExit(HOW_TO_GET_IT)
    server = Postgres(found)
    try:
        server.start()
        yield server.new_database()
    finally:
        server.remove()


def _told(group: str, games: int, figures: Figures) -> Measures:
    group = f"Server under load, {group}"
    seen = sorted(figures.seen)
    yield Measure(group, f"games at once, a move every {PACE:g} s each", "games", (games,))
    yield Measure(group, "moves, everybody as fast as possible", "moves/s", (figures.moves_a_second,))
    yield Measure(group, "from a move to the other's view, median", "ms", (statistics.median(seen),))
    yield Measure(group, "the same, 99 of 100 are faster", "ms", (seen[int(0.99 * len(seen))],))
    yield Measure(group, "memory a game", "kB", (figures.kilobytes_a_game,))
    yield Measure(group, "cores busy at that pace", "cores", (figures.busy,))


def _under_load(database: str, folder: str, games: int, seconds: float, *options: str) -> Figures:
    with served(database, Path(folder), *options) as server:
        assert server.process is not None
        # Moves would wait while the players' own rubbish is collected.
        gc.disable()
        try:
            return asyncio.run(_play_all(server.address, server.process.pid, games, seconds))
        finally:
            gc.enable()


async def _play_all(address: str, pid: int, games: int, seconds: float) -> Figures:
    server = [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]
    async with AsyncExitStack() as stack:
        first = await _open_tables(stack, address, AT_ONCE)
        await _race(first, seconds / 6)
        memory = _memory(server)
        tables = await _open_tables(stack, address, games - len(first))
        fast = await _race(tables, seconds / 2)
        memory = (_memory(server) - memory) / len(tables)
        await asyncio.sleep(1)
        tables += first
        for table in tables:
            table.seen.clear()
        before, began = _busy(server), time.perf_counter()
        await asyncio.gather(*(_stroll(table, seconds) for table in tables))
        busy = (_busy(server) - before) / (time.perf_counter() - began)
    return Figures(fast, [seen for table in tables for seen in table.seen], memory / 1024, busy)


async def _open_tables(stack: AsyncExitStack, address: str, number: int) -> list[Table]:
    async with httpx.AsyncClient(base_url=address, timeout=60) as ask:
        gate = asyncio.Semaphore(AT_ONCE)

        async def opened(index: int) -> Table:
            async with gate:
                return await _open_table(stack, ask, index)

        return await asyncio.gather(*(opened(index) for index in range(number)))


async def _open_table(stack: AsyncExitStack, ask: httpx.AsyncClient, index: int) -> Table:
    seats = [{"kind": "person", "name": name} for name in PLAYERS]
    answer = await ask.post("/api/games", json={"board": BOARDS[index % len(BOARDS)], "seats": seats, "first": 0})
    made = answer.raise_for_status().json()
    address = str(ask.base_url).replace("http", "ws", 1).rstrip("/")
    table = Table(random.Random(index))
    for seat in made["seats"]:
        live = await stack.enter_async_context(connect(f"{address}/api/games/{made['game']}/live", max_size=None))
        await live.send(json.dumps({"token": seat["token"], "since": 0, "language": "en"}))
        table.lives.append(live)
        reading = asyncio.create_task(table.read(len(table.lives) - 1))
        stack.callback(reading.cancel)
    return table


async def _race(tables: list[Table], seconds: float) -> float:
    """Everybody plays as fast as the server answers; moves a second."""
    before, began = sum(table.moves for table in tables), time.perf_counter()

    async def run(table: Table) -> None:
        while not table.finished and time.perf_counter() < began + seconds:
            await table.move()

    await asyncio.gather(*(run(table) for table in tables))
    return (sum(table.moves for table in tables) - before) / (time.perf_counter() - began)


async def _stroll(table: Table, seconds: float) -> None:
    """A move every `PACE` seconds, out of step with the other games."""
    began = time.perf_counter()
    due = began + table.rng.uniform(0, PACE)
    while due < began + seconds:
        await asyncio.sleep(due - time.perf_counter())
        await table.move()
        due = max(due + PACE, time.perf_counter())


def _memory(processes: list[psutil.Process]) -> float:
    """Bytes that belong to these processes alone."""
    return float(sum(process.memory_full_info().uss for process in processes))


def _busy(processes: list[psutil.Process]) -> float:
    """Seconds of work so far."""
    times = [process.cpu_times() for process in processes]
    return float(sum(spent.user + spent.system for spent in times))
