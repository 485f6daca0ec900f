"""The tokens: the same facts as rows, one for each route, city, ticket and player, and one for the table.

Every board has the same columns, and rows up to the same maxima where they are given, so that one network serves many
boards. What a board lacks is 0.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from carrozza import boards
from carrozza.kernel.board import Board
from carrozza.kernel.layout import KINDS, LOCOMOTIVE, SEATS
from carrozza.observation.declaration import MAX_OFFER, PHASES, SLICES, Slice
from carrozza.observation.placing.flat_slices import PlacedSlice, padded, phases_of

Group = Literal["routes", "cities", "tickets", "players", "table"]
GROUPS: Final[tuple[Group, ...]] = ("routes", "cities", "tickets", "players", "table")
_GROUP_OF: Final[dict[str, Group]] = {
    "route": "routes", "city": "cities", "ticket": "tickets", "seat": "players", "phase": "table", "table": "table",
}  # fmt: skip


class Maxima(NamedTuple):
    """How many rows there is room for."""

    routes: int
    cities: int
    tickets: int
    players: int = SEATS

    @classmethod
    def of(cls, board: boards.Board, seats: int) -> "Maxima":
        return cls(len(board.routes), len(board.cities), len(board.tickets), seats)


@dataclass(frozen=True)
class TokenSlice:
    """Columns of the rows of a group."""

    name: str
    group: Group
    first: int
    columns: int
    unit: int
    meaning: str


@dataclass(frozen=True)
class TokenGroup:
    """Row r of a group has its cells at `at + r * columns`, one after the other."""

    name: Group
    at: int
    rows: int
    columns: int


def group_of(declared: Slice) -> Group:
    """Cards are of the table, but those that a player is known to hold."""
    if declared.per == "kind":
        return "players" if declared.planes == "others" else "table"
    return _GROUP_OF[declared.per]


def columns_of(declared: Slice) -> int:
    if declared.per == "kind":
        return KINDS
    if declared.per == "phase":
        return len(PHASES)
    return {"one": 1, "others": SEATS - 1, "seats": SEATS, "places": MAX_OFFER}[declared.planes]


def token_slices() -> tuple[TokenSlice, ...]:
    """The same for every board."""
    used = dict.fromkeys(GROUPS, 0)
    made = []
    for declared in SLICES:
        group, columns = group_of(declared), columns_of(declared)
        unit = 1 << declared.halvings
        made.append(TokenSlice(declared.name, group, used[group], columns, unit, declared.meaning))
        used[group] += columns
    return tuple(made)


def token_groups(maxima: Maxima) -> tuple[TokenGroup, ...]:
    rows = {**maxima._asdict(), "table": 1}
    made: list[TokenGroup] = []
    at = 0
    for name in GROUPS:
        columns = sum(found.columns for found in token_slices() if found.group == name)
        made.append(TokenGroup(name, at, rows[name], columns))
        at += rows[name] * columns
    return tuple(made)


def token_size(maxima: Maxima) -> int:
    last = token_groups(maxima)[-1]
    return padded(last.at + last.rows * last.columns)


def runs(board: Board, slices: tuple[PlacedSlice, ...], maxima: Maxima) -> npt.NDArray[np.int32]:
    """How to make tokens of the flat form: cells from one place on, one after the other, to another place on in steps
    of so many, so many times."""
    groups = {group.name: group for group in token_groups(maxima)}
    columns = {found.name: found for found in token_slices()}
    made = [run for placed in slices for run in _runs_of(board, placed, columns[placed.name], groups)]
    return np.array(made, np.int32)


def _runs_of(
    board: Board, placed: PlacedSlice, column: TokenSlice, groups: dict[Group, TokenGroup]
) -> Iterator[tuple[int, int, int, int]]:
    group = groups[column.group]
    to = group.at + column.first
    for plane in range(placed.planes):
        at = placed.at + plane * placed.stride
        if placed.per == "kind":
            row = plane + 1 if column.group == "players" else 0
            yield at, to + row * group.columns, 1, int(board.colours)
            yield at + int(board.colours), to + row * group.columns + LOCOMOTIVE, 1, 1
        elif placed.per == "phase":
            for place, phase in enumerate(phases_of(board)):
                yield at + place, to + phase, 1, 1
        else:
            yield at, to + plane, group.columns, placed.cells
