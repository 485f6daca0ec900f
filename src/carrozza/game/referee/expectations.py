"""Comparing what a case expects with what was found."""

from collections.abc import Iterator
from typing import Any

from carrozza.boards import Board
from carrozza.game.referee.model import Failure

ROUTES = ("routes", "route", "borrowed")
TICKETS = ("tickets", "offered", "dealt", "refused", "tickets_completed", "tickets_failed")
COUNTS = ("hand", "discard", "laid", "turned", "known", "unseen")
UNORDERED = frozenset(
    ("row", "routes", "stations", "markers", "offered", "refused", "tickets_completed", "tickets_failed", "borrowed")
)
"""Lists of a verdict whose order means nothing. (`tickets` is one in a player's position, a deck at the table.)"""


def with_ids(board: Board, expected: Any, key: str = "") -> Any:
    """What is expected, with the routes and tickets it names in the other direction under their ids."""
    if isinstance(expected, dict):
        return {inner: with_ids(board, value, inner) for inner, value in expected.items()}
    if isinstance(expected, list):
        return [with_ids(board, value, key) for value in expected]
    if key in ROUTES and expected in board.route_names:
        return board.routes[board.route_names[expected]].id
    if key in TICKETS and expected in board.ticket_names:
        return board.tickets[board.ticket_names[expected]].id
    return expected


def differences(expected: Any, found: Any, path: str) -> Iterator[Failure]:
    """What is expected and not found: objects as subsets, lists exactly but for those whose order means nothing."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            absent = 0 if _is_count(value) and path.endswith(COUNTS) else None
            yield from differences(value, found.get(key, absent), f"{path}.{key}")
    elif isinstance(expected, list) and isinstance(found, list) and _is_unordered(path):
        if sorted(map(str, expected)) != sorted(map(str, found)):
            yield Failure(path=path, expected=expected, found=found)
    elif expected != found or isinstance(expected, bool) != isinstance(found, bool):
        yield Failure(path=path, expected=expected, found=found)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_unordered(path: str) -> bool:
    *_, owner, key = ("", *path.split("."))
    return key in UNORDERED or (key == "tickets" and owner != "position")
