"""The server: how long a move takes to be confirmed, and to reach the other at the table, beside an empty answer."""

import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import httpx
from websockets.sync.client import ClientConnection, connect

from benchmarks.timing import Effort, Measure, Measures
from tools.local_server import served

BOARD: Final = "europe"
MOVES: Final = 60
GROUP: Final = "Server, one game of two people"


def measure_serving(effort: Effort) -> Measures:
    runs = [_run() for _ in range(effort.runs)]
    health, confirmed, pushed = ([statistics.median(run[name]) for run in runs] for name in ("health", "own", "other"))
    late = [sorted(run["other"])[int(0.99 * len(run["other"]))] for run in runs]
    yield Measure(GROUP, "an answer of /health", "ms", tuple(health))
    yield Measure(GROUP, "a move on disk and confirmed", "ms", tuple(confirmed))
    yield Measure(GROUP, "a move seen by the other, by WebSocket", "ms", tuple(pushed))
    yield Measure(GROUP, "the same, the slowest of a hundred", "ms", tuple(late))
    ratios = tuple(one / other for one, other in zip(pushed, health, strict=True))
    yield Measure(GROUP, "a move seen by the other to an empty answer", "ratio", ratios)


def _run() -> dict[str, list[float]]:
    """Ada and Bruno draw cards in turn; times in milliseconds."""
    times: dict[str, list[float]] = {"health": [], "own": [], "other": []}
    with (
        tempfile.TemporaryDirectory() as folder,
        served(str(Path(folder) / "games.sqlite"), Path(folder)) as server,
        httpx.Client(base_url=server.address) as ask,
    ):
        seats = [{"kind": "person", "name": name} for name in ("Ada", "Bruno")]
        game = ask.post("/api/games", json={"board": BOARD, "seats": seats, "first": 0}).json()
        tokens = [seat["token"] for seat in game["seats"]]
        room = f"/api/games/{game['game']}"
        lives = [_joined(server.address, room, token) for token in tokens]
        for move in range(MOVES):
            begin = time.perf_counter()
            ask.get("/health")
            times["health"].append(1000 * (time.perf_counter() - begin))
            seat = _asked(ask, room, tokens)
            view = _view(ask, room, tokens[seat])
            begin = time.perf_counter()
            body = {"move": view["legal_moves"][0], "id": f"m{move}", "number": view["number"]}
            made = ask.post(f"{room}/moves", json=body, headers=_bearer(tokens[seat])).json()
            times["own"].append(1000 * (time.perf_counter() - begin))
            _seen(lives[1 - seat], made["number"])
            times["other"].append(1000 * (time.perf_counter() - begin))
        for live in lives:
            live.close()
    return times


def _joined(address: str, room: str, token: str) -> ClientConnection:
    live = connect(address.replace("http", "ws", 1) + f"{room}/live", max_size=None)
    live.send(json.dumps({"token": token, "since": 0, "language": "en"}))
    return live


def _seen(live: ClientConnection, number: int) -> None:
    while True:
        message = json.loads(live.recv())
        if message["type"] == "view" and message["number"] >= number:
            return


def _asked(ask: httpx.Client, room: str, tokens: list[str]) -> int:
    return next(seat for seat, token in enumerate(tokens) if _view(ask, room, token)["legal_moves"])


def _view(ask: httpx.Client, room: str, token: str) -> dict[str, Any]:
    view: dict[str, Any] = ask.get(f"{room}/view", headers=_bearer(token)).json()
    return view


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}
