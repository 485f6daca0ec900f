"""What requests cost, in milliseconds of one core: `python -m benchmarks prices` measures them.

Every request takes the price of its kind when it comes in. What has to be computed for it takes its own price just
before that, so that an answer from the cache costs no more than any other request.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

REQUEST: Final = 2.0
"""Whatever is not listed: a view, a lobby, a board's facts, the opening of a connection."""
MOVE: Final = 5.0
"""A move or another change at a table, with the views of everybody there; by HTTP or over a WebSocket."""
NEW_GAME: Final = 8.0
WHY: Final = 3.0
RECORD: Final = 5.0
A_MOVE_REPLAYED: Final = 2.0
"""Of a replay, for each move: the views of up to six seats, and their compression."""
DRAWING: Final = 150.0
DRAWING_WITH_PREFIX: Final = 8.0
"""To put the prefix into a drawing, and to compress it again."""
A_MEGABYTE: Final = 2.0
"""Sent to a client that does not accept gzip."""

_BY_PATH: Final = (
    (re.compile(r"/api/games/?|.*/rematch/?"), ("POST",), NEW_GAME),
    (re.compile(r".*/(moves|undo|join|leave|live|seats/[^/]*)/?"), ("POST", "PUT", None), MOVE),
    (re.compile(r".*/why/[^/]*"), ("GET",), WHY),
    (re.compile(r".*/record/?"), ("GET",), RECORD),
)


def of_request(scope: Mapping[str, Any]) -> float:
    """The price of a request or of a message over a WebSocket, by its path and method.

    >>> of_request({"path": "/api/games/k7f3/moves", "method": "POST"}), of_request({"path": "/", "method": "GET"})
    (5.0, 2.0)
    """
    for path, methods, price in _BY_PATH:
        if scope.get("method") in methods and path.fullmatch(scope["path"]):
            return price
    return REQUEST


def of_replay(moves: int) -> float:
    return RECORD + moves * A_MOVE_REPLAYED


def of_sending(size: int) -> float:
    """Without gzip."""
    return size * A_MEGABYTE / 1_000_000
