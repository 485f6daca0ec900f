"""The parts of a game's views, each made again only when what it is made of has changed."""

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np

from carrozza.game.position import Position
from carrozza.game.ways import OpenWays
from carrozza.kernel.layout import SEATS, Grid
from carrozza.kernel.state import STATE, State

T = TypeVar("T")


class ViewParts:
    """Keeps the last form of each part with its source: all that it is made of, in a form that compares quickly.

    Between two views of a game little changes. A part that has not is the same object, so that the views themselves
    are quickly compared; whoever is given one must not write to it.

    >>> parts = ViewParts()
    >>> first = parts.made("row", b"12", lambda: ["red", "blue", "blue"])
    >>> parts.made("row", b"12", lambda: ["red", "blue", "blue"]) is first
    True
    >>> parts.made("row", b"21", lambda: ["red", "red", "blue"])
    ['red', 'red', 'blue']
    """

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: dict[Hashable, tuple[Any, Any]] = {}

    def made(self, name: Hashable, source: Any, make: Callable[[], T]) -> T:
        """The part as it was made last, if its source is the same; else made now."""
        known = self._made.get(name)
        if known is None or known[0] != source:
            self._made[name] = known = source, make()
        part: T = known[1]
        return part


def open_ways(position: Position, seat: int, parts: ViewParts) -> OpenWays:
    """The ways that are open to a seat."""
    return parts.made(("ways", seat), tickets_source(position, seat), lambda: OpenWays(position, seat))


def source_of(state: State, *fields: str, seat: int | None = None, of_all: tuple[str, ...] = ()) -> bytes:
    """The bytes of these fields; with a seat, of those that hold something for each seat only that seat's, and all of
    the fields `of_all`."""
    return state.data[_places(fields, seat, of_all)].tobytes()


def open_source(position: Position, seat: int) -> bytes:
    """What everybody knows of a seat."""
    return source_of(
        position.state,
        *("owned", "stations", "markers", "points", "trains", "start", "hand_size", "known", "ticket_count"),
        seat=seat,
    )


def tickets_source(position: Position, seat: int) -> tuple[bool, bytes]:
    """Which tickets a seat holds and is offered, and all that completes them: others' routes too, by stations (B5)."""
    own = ("free", "stations", "tickets", "offered", "offered_size", "chosen")
    return position.phase == "opening", source_of(position.state, *own, seat=seat, of_all=("owned",))


@lru_cache
def _places(fields: tuple[str, ...], seat: int | None, of_all: tuple[str, ...]) -> Grid:
    """Where these bytes lie in a state."""
    spans = [_span(field, seat) for field in fields] + [_span(field, None) for field in of_all]
    return np.concatenate([np.arange(begin, end) for begin, end in spans])


def _span(field: str, seat: int | None) -> tuple[int, int]:
    assert STATE.fields is not None, "a record has fields"
    kind, begin = STATE.fields[field][:2]
    if seat is None or kind.shape[:1] != (SEATS,):
        return begin, begin + kind.itemsize
    size = kind.itemsize // SEATS
    return begin + seat * size, begin + (seat + 1) * size
