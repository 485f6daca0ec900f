"""What requests cost: milliseconds of CPU time of the server and its processes, beside their prices in the limiter."""

import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

import httpx
import psutil

from benchmarks.timing import Effort, Measure, Measures
from carrozza.boards import load
from carrozza.server import prices
from carrozza.server.views.replays import most_moves
from tools.local_server import Server, served

GROUP: Final = "Prices of requests"
GOLDEN: Final = Path(__file__).parents[1] / "tests" / "golden"
RECORD: Final = "europe-5"
ROUTE: Final = load("europe").routes[0].id
TIMES: Final = 40
SEATS: Final = [{"kind": "person", "name": name} for name in ("Ada", "Bruno", "Carla")]


def measure_prices(effort: Effort) -> Measures:
    record = (GOLDEN / f"{RECORD}.txt").read_text(encoding="utf-8")
    numbers = count()
    with _asking() as (server, ask):
        game = ask.post("/api/games", json={"board": "europe", "seats": SEATS}).json()
        room, token = f"/api/games/{game['game']}", game["seats"][0]["token"]
        bearer = {"authorization": f"Bearer {token}"}

        def replay(text: str) -> httpx.Response:
            return ask.post("/api/replays?seat=all", content=text.encode())

        def prefixed() -> httpx.Response:
            return ask.get(f"/api/boards/europe/drawing.svg?prefix=p{next(numbers)}")

        kinds: dict[str, tuple[float, Callable[[], httpx.Response], int]] = {
            "a view": (prices.REQUEST, lambda: ask.get(f"{room}/view", headers=bearer), TIMES),
            "a board's facts": (prices.REQUEST, lambda: ask.get("/api/boards/europe"), TIMES),
            "the lobby": (prices.LOBBY, lambda: ask.get("/api/games"), TIMES),
            "why a route cannot be claimed": (
                prices.REQUEST,
                lambda: ask.get(f"{room}/why/{ROUTE}", headers=bearer),
                TIMES,
            ),
            "a new game": (
                prices.NEW_GAME,
                lambda: ask.post("/api/games", json={"board": "europe", "seats": SEATS, "listed": True}),
                TIMES,
            ),
            "a replay that is kept": (prices.REQUEST, lambda: replay(record), TIMES),
            f"a replay of {RECORD}, all hands": (
                prices.of_replay(most_moves(record)),
                lambda: replay(record + "\n" * (1 + next(numbers))),
                effort.runs,
            ),
            "a drawing with a prefix": (prices.REQUEST + prices.DRAWING_WITH_PREFIX, prefixed, TIMES),
        }
        for name, (price, do, times) in kinds.items():
            yield _measured(effort, server, name, price, do, times)
        yield _moves(effort, server, ask, room, [seat["token"] for seat in game["seats"]])
    yield _drawings(effort)


@contextmanager
def _asking() -> Iterator[tuple[Server, httpx.Client]]:
    with (
        tempfile.TemporaryDirectory() as folder,
        served(str(Path(folder) / "games.sqlite"), Path(folder)) as server,
        httpx.Client(base_url=server.address, timeout=600) as ask,
    ):
        yield server, ask


def _measured(
    effort: Effort, server: Server, name: str, price: float, do: Callable[[], httpx.Response], times: int
) -> Measure:
    do().raise_for_status()
    values = []
    for _ in range(effort.runs):
        before = _cpu(server)
        for _ in range(times):
            do().raise_for_status()
        values.append(1000 * (_cpu(server) - before) / times)
    return Measure(GROUP, f"{name} (price {price:g})", "ms", tuple(values))


def _moves(effort: Effort, server: Server, ask: httpx.Client, room: str, tokens: list[str]) -> Measure:
    """Moves by chance."""
    dice = random.Random(1)

    def move() -> httpx.Response:
        for token in tokens:
            bearer = {"authorization": f"Bearer {token}"}
            view: dict[str, Any] = ask.get(f"{room}/view", headers=bearer).json()
            if view["legal_moves"]:
                body = {"move": dice.choice(view["legal_moves"]), "number": view["number"]}
                return ask.post(f"{room}/moves", json=body, headers=bearer)
        raise AssertionError("nobody is asked to move")

    return _measured(effort, server, "a move, and the two views it is chosen from", prices.MOVE, move, TIMES)


def _drawings(effort: Effort) -> Measure:
    values = []
    with _asking() as (server, ask):
        ask.get("/api/boards/usa/drawing.svg").raise_for_status()
        for board, theme, _ in zip(
            ("europe", "italy-basic", "old-west", "europe", "usa"),
            ("light", "light", "light", "dark", "dark"),
            range(effort.runs),
            strict=False,
        ):
            before = _cpu(server)
            ask.get(f"/api/boards/{board}/drawing.svg?theme={theme}").raise_for_status()
            values.append(1000 * (_cpu(server) - before))
    return Measure(GROUP, f"a drawing (price {prices.REQUEST + prices.DRAWING:g})", "ms", tuple(values))


def _cpu(server: Server) -> float:
    """Seconds that the server and its processes have used."""
    assert server.process is not None
    first = psutil.Process(server.process.pid)
    times = [process.cpu_times() for process in (first, *first.children(recursive=True))]
    return float(sum(time.user + time.system for time in times))
