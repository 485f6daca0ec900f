"""What never changes on the boards that a network for any board is computed for, as tables of constants.

A *setup* is a board with its variants and a number of seats. A batch is *stratified*: it has equally many positions of
every setup, those of one setup one after the other. So a table has one entry for each setup and none for each position,
and a sum over the routes of a city is one product for all positions of a setup. Setups of like size form a *size
class*: its tables have as many rows as its largest setup, the rows that a board does not have are 0 and count nowhere.
Kinds of card keep their numbers in the kernel.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
import torch
from torch import Tensor, nn

from carrozza.bots.neural.tokens.rows import FACTS, BoardRows, Floats, Indices
from carrozza.kernel.layout import COLOURS, Grid
from carrozza.observation.placing.token_rows import Maxima, TokenGroup, token_groups, token_size
from carrozza.observation.spec import ObservationSpec

KINDS: Final = COLOURS + 1
COUNTED: Final = ("cities", "kinds", "players")
"""Sorts of rows of which those that a board does not have are told apart. Routes are counted by their kinds."""
NONE: Final = 255
"""The place of a route that the board does not have among those of its kind."""


class SizeClass(nn.Module):
    """The tables of setups of like size. Not among the weights."""

    def __init__(self, setups: Sequence[BoardRows]) -> None:
        super().__init__()
        self.number = len(setups)
        self.most = Maxima(*(max(column) for column in zip(*(rows.spec.maxima for rows in setups), strict=True)))
        self.groups: dict[str, TokenGroup] = {group.name: group for group in token_groups(self.most)}
        numbers = {"routes": self.most.routes, "cities": self.most.cities, "tickets": self.most.tickets,
                   "kinds": KINDS, "players": self.most.players, "table": 1}  # fmt: skip
        for sort, number in numbers.items():
            self._keep(f"{sort}_facts", [_facts(rows, sort, number) for rows in setups])
        for sort in COUNTED:
            self._keep(f"{sort}_there", [_there(rows, sort, numbers[sort])[..., None] for rows in setups])
        at = [_incidence(rows, self.most.routes, self.most.cities) for rows in setups]
        self._keep("incidence", at)
        self._keep("share", [1 / np.maximum(found.sum(1), 1)[:, None, None] for found in at])
        self._keep("routes_number", [np.full((1, 1), rows.routes, np.float32) for rows in setups])
        self._keep(
            "ticket_ends",
            [_pairs(rows.ticket_ends, self.most.tickets, self.most.cities) for rows in setups],
        )
        self._keep("route_kind", [_padded(_kinds(rows), self.most.routes, 0) for rows in setups])
        self._keep("route_place", [_padded(_places(rows), self.most.routes, NONE) for rows in setups])
        self._keep("colour_routes", _routes_of_kinds(setups, range(COLOURS)))
        self._keep("gray_routes", _routes_of_kinds(setups, (COLOURS,)))
        self._keep("numbers", list(np.arange(len(setups))[:, None]))

    def _keep(self, name: str, arrays: Sequence[Grid]) -> None:
        found = torch.from_numpy(np.stack(arrays))
        self.register_buffer(name, found.float() if found.is_floating_point() else found, persistent=False)

    def places(self, spec: ObservationSpec) -> Indices:
        """Where the cells of a setup's own tokens lie here. Those that only fill its last word up have no place."""
        return np.concatenate(
            [self.groups[name].at + np.arange(group.rows * group.columns) for name, group in spec.groups.items()]
        )

    def of(self, cells: Tensor, group: str) -> Tensor:
        """(setups, positions, rows, columns)"""
        found = self.groups[group]
        return cells[..., found.at : found.at + found.rows * found.columns].unflatten(2, (found.rows, found.columns))


class Strata(nn.Module):
    """The setups of a batch, in its order. Neighbours of like size share a size class."""

    def __init__(self, setups: Sequence[ObservationSpec], classes: int = 1) -> None:
        super().__init__()
        rows = [BoardRows.of(spec) for spec in setups]
        self.number = len(rows)
        runs = size_runs([_size(found) for found in rows], classes)
        self.classes = nn.ModuleList(SizeClass(rows[first:last]) for first, last in runs)
        self.class_of = [found for found, (first, last) in zip(self.classes, runs, strict=True)
                         for _ in range(first, last)]  # fmt: skip

    @property
    def cells(self) -> int:
        """How wide an observation is: as in the largest class."""
        return max(token_size(found.most) for found in self.classes)

    def places(self, number: int, spec: ObservationSpec) -> Indices:
        """Where the cells of a setup's own tokens lie in its observations."""
        return self.class_of[number].places(spec)

    def split(self, batch: Tensor) -> list[Tensor]:
        """(setups, positions, ...) for each size class."""
        each = len(batch) // self.number
        sizes = [found.number * each for found in self.classes]
        return [
            part.unflatten(0, (found.number, each))
            for found, part in zip(self.classes, batch.split(sizes), strict=True)
        ]


def by_size(spec: ObservationSpec) -> float:
    """To sort setups by: those of like size become neighbours."""
    return _size(BoardRows.of(spec))


def _size(rows: BoardRows) -> float:
    """About in proportion to the time that a position takes."""
    return float(rows.routes + rows.cities)


def size_runs(sizes: Sequence[float], classes: int) -> list[tuple[int, int]]:
    """Cut into at most so many runs, each with its first and the one behind its last, so that the fewest rows are
    added where all of a run are as large as its largest.

    >>> size_runs([9, 8, 8, 3, 2], 2)
    [(0, 3), (3, 5)]
    """
    best: list[tuple[float, list[int]]] = [(0.0, [0])]
    best += [(float("inf"), []) for _ in sizes]
    for _ in range(min(classes, len(sizes))):
        before = best
        best = before[:1] + [
            min(
                (before[first][0] + (last - first) * max(sizes[first:last]), [*before[first][1], last])
                for first in range(last)
            )
            for last in range(1, len(sizes) + 1)
        ]
    return list(pairwise(best[-1][1]))


def _row_numbers(rows: BoardRows, sort: str) -> Grid:
    """The rows that the board has."""
    if sort == "kinds":
        return rows.kind_number
    return np.arange(len(rows.facts[sort]))


def _kinds(rows: BoardRows) -> Indices:
    """The number of the kind of card of each route; gray routes have the locomotive's."""
    return np.asarray(rows.kind_number[rows.route_kind])


def _places(rows: BoardRows) -> Indices:
    """The place of each route among those of its kind."""
    kinds = _kinds(rows)
    return np.array([np.count_nonzero(kinds[:route] == kind) for route, kind in enumerate(kinds)], np.int64)


def _routes_of_kinds(setups: Sequence[BoardRows], kinds: Sequence[int]) -> list[Indices]:
    """(kinds, routes of a kind): the numbers of the routes; -1 beyond the last."""
    found = [[np.flatnonzero(_kinds(rows) == kind) for kind in kinds] for rows in setups]
    most = max(1, *(len(routes) for of_setup in found for routes in of_setup))
    return [np.stack([_padded(routes, most, -1) for routes in of_setup]) for of_setup in found]


def _padded(numbers: Indices, length: int, filled: int) -> Indices:
    made = np.full(length, filled, np.int64)
    made[: len(numbers)] = numbers
    return made


def _facts(rows: BoardRows, sort: str, number: int) -> Floats:
    made = np.zeros((number, FACTS[sort]), np.float32)
    made[_row_numbers(rows, sort)] = rows.facts[sort]
    return made


def _there(rows: BoardRows, sort: str, number: int) -> Floats:
    made = np.zeros((number, 1), np.float32)
    made[_row_numbers(rows, sort)] = 1
    return made


def _incidence(rows: BoardRows, routes: int, cities: int) -> Floats:
    """(cities and kinds, routes): 1 where a route ends, and for its kind."""
    ends = _pairs(rows.route_ends, routes, cities)
    kinds = _pairs(_kinds(rows)[:, None], routes, KINDS)
    return np.concatenate([ends, kinds], 1).T


def _pairs(owners: Grid, rows: int, columns: int) -> Floats:
    """(rows, columns): 1 where a row belongs to a column."""
    made = np.zeros((rows, columns), np.float32)
    for row, its in enumerate(owners):
        made[row, its] = 1
    return made
