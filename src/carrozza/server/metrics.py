"""Metrics for Prometheus. Labels are routes and kinds, never games, seats or people."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
    multiprocess,
)

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder in which several processes share their metrics."""
SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

disable_created_metrics()  # type: ignore[no-untyped-call]
REQUESTS = Counter("carrozza_requests_total", "Requests answered.", ("method", "route", "status"))
REQUEST_SECONDS = Histogram("carrozza_request_seconds", "From request to answer.", ("route",), buckets=SECONDS)
REFUSED = Counter("carrozza_refused_total", "Requests turned down by the guard.", ("why",))
CONNECTIONS = Gauge("carrozza_connections", "Open WebSockets and streams.", multiprocess_mode="livesum")
MOVES = Counter("carrozza_moves_total", "Moves accepted.", ("by",))
BOT_SECONDS = Histogram("carrozza_bot_seconds", "How long a bot took to decide.", ("bot",), buckets=SECONDS)
HINT_SECONDS = Histogram("carrozza_hint_seconds", "From asking for hints to having them.", buckets=SECONDS)
STALLED = Counter("carrozza_stalled_games_total", "Games in which a bot had not moved for minutes.", ("done",))
FAULTS = Counter("carrozza_faults_total", "Requests that ended in an unexpected exception.")


@contextmanager
def connection() -> Iterator[None]:
    """Count a WebSocket or stream while it is open."""
    CONNECTIONS.inc()
    try:
        yield
    finally:
        CONNECTIONS.dec()


def bot_decided(bot: str, seconds: float) -> None:
    BOT_SECONDS.labels(bot.partition(":")[0]).observe(seconds)
    MOVES.labels("bot").inc()


def hints_given(seconds: float) -> None:
    HINT_SECONDS.observe(seconds)


def game_stalled(done: str) -> None:
    """`moved`: the first legal move was played; `nothing`: none was accepted; `halted`: the game was ended; `read`: the
    log was read and the game checked anew, which was all it needed."""
    STALLED.labels(done).inc()


def forget_process(pid: int) -> None:
    """Count the connections of a process that has died no more; what it has counted up stays."""
    if FOLDER in os.environ:
        multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]


def exposition() -> tuple[bytes, str]:
    """All metrics as text, and its type; of all processes, where several serve."""
    registry = REGISTRY
    if FOLDER in os.environ:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry), CONTENT_TYPE_LATEST
