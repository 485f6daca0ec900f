"""The server under load: hundreds of games at once, each with two scripted players over WebSockets."""

import asyncio
import gc
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import psutil

from benchmarks.live_client import LiveClient
from benchmarks.timing import QUICK, Effort, Measure, Measures
from tools.local_postgres import HOW_TO_GET_IT, Postgres, binaries
from tools.local_server import served

BOARDS: Final = ("usa", "europe", "new-york", "italy-basic", "italy-advanced", "old-west")
WORKERS: Final = 2
PACE: Final = 2.0
"""Seconds between two moves of a game."""
PLAYERS: Final = ("Ada", "Bruno")
AT_ONCE: Final = 20
"""Games that are opened at the same time; as many warm the server up."""


@dataclass(frozen=True)
class Plan:
    """One run: so many games, played first as fast as possible and then at `PACE`, for so many seconds each."""

    games: int
    warm_up: float
    fast: float
    paced: float


WHOLE: Final = Plan(games=300, warm_up=2, fast=8, paced=20)
SHORT: Final = Plan(games=60, warm_up=1, fast=3, paced=6)


@dataclass(frozen=True)
class Figures:
    """Of one run."""

    moves_a_second: float
    cpu_ms: float
    """Of all server processes, for a move at full speed."""
    seen: list[float]
    """Milliseconds from a move's sending to its view at the other player, at `PACE`."""
    kilobytes_a_game: float
    busy: float
    """Cores that the server's processes kept busy at `PACE`."""


@dataclass
class Seen:
    """What one player was sent last: the view, kept up to date by its changes."""

    view: dict[str, Any] = field(default_factory=lambda: {"number": -1, "legal_moves": [], "finished": False})

    @property
    def number(self) -> int:
        number: int = self.view["number"]
        return number


class PlayedGame:
    """A game with its two players: whoever has to decide plays one of the moves that the view offers."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.clients: list[LiveClient] = []
        self.players = [Seen(), Seen()]
        self.moves = 0
        self.seen: list[float] = []
        """Milliseconds from a move's sending to its view at the other player."""
        self.fault: str | None = None
        self._number = 0
        self._sent = 0.0
        self._by = 0
        self._due: asyncio.Future[None] | None = None

    def heard(self, seat: int, message: dict[str, Any]) -> None:
        before = self.players[seat].number
        match message["type"]:
            case "view":
                self.players[seat].view = message["view"]
            case "changes":
                self.players[seat].view |= message["changes"]
            case "answer" if message["status"] != 200:
                self.fault = f"the server refused a move that it had offered: {message}"
            case _:
                return
        if seat != self._by and before < self._number <= self.players[seat].number:
            self.seen.append(1000 * (time.perf_counter() - self._sent))
        if self._due is not None and (self.fault or self._has_arrived()):
            self._due.set_result(None)
            self._due = None

    def _has_arrived(self) -> bool:
        """Whether both have seen the last move, and know who decides."""
        seen_by_both = all(seen.number >= self._number for seen in self.players)
        return seen_by_both and (self.finished or self._mover() is not None)

    def _mover(self) -> int | None:
        return next((seat for seat, seen in enumerate(self.players) if seen.view["legal_moves"]), None)

    @property
    def finished(self) -> bool:
        return any(seen.view["finished"] for seen in self.players)

    async def arrived(self) -> None:
        """Wait until both have seen the last move."""
        if not self._has_arrived():
            self._due = asyncio.get_running_loop().create_future()
            await self._due
        if self.fault is not None:
            raise RuntimeError(self.fault)

    async def play(self) -> None:
        """The next move, until both have seen it."""
        seat = self._mover()
        assert seat is not None, "somebody has to decide"
        view = self.players[seat].view
        self.moves += 1
        self._number, self._by, self._sent = view["number"] + 1, seat, time.perf_counter()
        move = self.rng.choice(view["legal_moves"])
        self.clients[seat].send({"move": move, "id": f"m{self.moves}", "number": view["number"]})
        await self.arrived()


def measure_load(effort: Effort) -> Measures:
    plan, runs = (SHORT, 1) if effort is QUICK else (WHOLE, effort.runs)
    with tempfile.TemporaryDirectory() as folder:
        figures = [_run(str(Path(folder) / f"{run}.sqlite"), folder, plan) for run in range(runs)]
        yield from _told("SQLite, one process", plan, figures)
        with _postgres() as server:
            figures = [_run(server.new_database(), folder, plan, "--workers", str(WORKERS)) for _ in range(runs)]
            yield from _told(f"PostgreSQL, {WORKERS} processes", plan, figures)


@contextmanager
def _postgres() -> Iterator[Postgres]:
    found = binaries()
    if found is None:
        raise SystemExit(HOW_TO_GET_IT)
    server = Postgres(found)
    try:
        server.start()
        yield server
    finally:
        server.remove()


def _told(group: str, plan: Plan, runs: list[Figures]) -> Measures:
    group = f"Server under load, {group}"
    seen = [sorted(run.seen) for run in runs]
    yield Measure(group, f"games at once, a move every {PACE:g} s each", "games", (plan.games,))
    yield Measure(group, "from a move to the other's view, median", "ms", tuple(map(statistics.median, seen)))
    slowest = tuple(times[int(0.99 * len(times))] for times in seen)
    yield Measure(group, "the same, 99 of 100 are faster", "ms", slowest)
    yield Measure(group, "cores busy at that pace", "cores", tuple(run.busy for run in runs))
    yield Measure(group, "memory a game", "kB", tuple(run.kilobytes_a_game for run in runs))
    yield Measure(group, "moves, everybody as fast as possible", "moves/s", tuple(run.moves_a_second for run in runs))
    yield Measure(group, "the server's CPU time for a move at that speed", "ms", tuple(run.cpu_ms for run in runs))


def _run(database: str, folder: str, plan: Plan, *options: str) -> Figures:
    with served(database, Path(folder), *options) as server:
        assert server.process is not None
        # Moves would wait while the players' own rubbish is collected.
        gc.disable()
        try:
            with asyncio.Runner(loop_factory=_loop_factory()) as runner:
                return runner.run(_play_all(server.address, server.process.pid, plan))
        finally:
            gc.enable()


def _loop_factory() -> Any:
    if sys.platform == "win32":
        return None
    import uvloop

    return uvloop.new_event_loop


async def _play_all(address: str, pid: int, plan: Plan) -> Figures:
    server = [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]
    first = await _open_games(address, AT_ONCE)
    await _race(first, plan.warm_up)
    memory = _memory(server)
    games = await _open_games(address, plan.games - len(first))
    before = _busy(server)
    moves, rate = await _race(games, plan.fast)
    cpu_ms = 1000 * (_busy(server) - before) / moves
    memory = (_memory(server) - memory) / len(games)
    await asyncio.sleep(1)
    games += first
    for game in games:
        game.seen.clear()
    before, began = _busy(server), time.perf_counter()
    await asyncio.gather(*(_stroll(game, plan.paced) for game in games))
    busy = (_busy(server) - before) / (time.perf_counter() - began)
    for game in games:
        for client in game.clients:
            client.close()
    return Figures(rate, cpu_ms, [seen for game in games for seen in game.seen], memory / 1024, busy)


async def _open_games(address: str, number: int) -> list[PlayedGame]:
    async with httpx.AsyncClient(base_url=address, timeout=60) as ask:
        gate = asyncio.Semaphore(AT_ONCE)

        async def opened(index: int) -> PlayedGame:
            async with gate:
                return await _open_game(ask, index)

        return await asyncio.gather(*(opened(index) for index in range(number)))


async def _open_game(ask: httpx.AsyncClient, index: int) -> PlayedGame:
    seats = [{"kind": "person", "name": name} for name in PLAYERS]
    answer = await ask.post("/api/games", json={"board": BOARDS[index % len(BOARDS)], "seats": seats, "first": 0})
    made = answer.raise_for_status().json()
    url, path = urlsplit(str(ask.base_url)), f"/api/games/{made['game']}/live"
    game = PlayedGame(random.Random(index))
    for number, seat in enumerate(made["seats"]):
        client = await LiveClient.open(url.hostname or "", url.port or 80, path, partial(game.heard, number))
        client.send({"token": seat["token"], "since": 0, "language": "en", "changes": True})
        game.clients.append(client)
    await game.arrived()
    return game


async def _race(games: list[PlayedGame], seconds: float) -> tuple[int, float]:
    """Everybody plays as fast as the server answers: how many moves, and how many a second."""
    before, began = sum(game.moves for game in games), time.perf_counter()

    async def run(game: PlayedGame) -> None:
        while not game.finished and time.perf_counter() < began + seconds:
            await game.play()

    await asyncio.gather(*(run(game) for game in games))
    moves = sum(game.moves for game in games) - before
    return moves, moves / (time.perf_counter() - began)


async def _stroll(game: PlayedGame, seconds: float) -> None:
    """A move every `PACE` seconds, out of step with the other games."""
    began = time.perf_counter()
    due = began + game.rng.uniform(0, PACE)
    while due < began + seconds and not game.finished:
        await asyncio.sleep(due - time.perf_counter())
        await game.play()
        due = max(due + PACE, time.perf_counter())


def _memory(processes: list[psutil.Process]) -> float:
    """Bytes that belong to these processes alone."""
    return float(sum(process.memory_full_info().uss for process in processes))


def _busy(processes: list[psutil.Process]) -> float:
    """Seconds of work so far."""
    times = [process.cpu_times() for process in processes]
    return float(sum(spent.user + spent.system for spent in times))
