"""What never changes on the boards that a network for any board is trained on, one table for all of them.

A *setup* is a board with its variants and a number of seats. A batch mixes setups, so all have as many rows as the
largest: rows that a board does not have are 0 in its tables, and count nowhere. Kinds of card keep their numbers in the
kernel.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from carrozza.bots.neural.tokens.rows import FACTS, BoardRows, Floats, Indices
from carrozza.kernel.layout import COLOURS, Grid
from carrozza.observation.placing.token_rows import Maxima, TokenGroup, token_groups, token_size
from carrozza.observation.spec import ObservationSpec

KINDS: Final = COLOURS + 1
COUNTED: Final = ("routes", "cities", "kinds", "players")
"""Sorts of rows over which something is summed."""
NUMBER_CELLS: Final = 2
"""The last cells of an observation: the number of its setup, the low seven bits first."""


class Told(NamedTuple):
    """The tables of the setup of each observation of a batch."""

    facts: dict[str, Tensor]
    """(batch, rows, facts) of each sort of rows."""
    ends: Tensor
    """(batch, routes, cities): 1 for both ends."""
    of_kind: Tensor
    """(batch, routes, kinds): 1 for the kind of card."""
    ticket_ends: Tensor
    """(batch, tickets, cities): 1 for both ends."""
    per_city: Tensor
    """(batch, cities, 1): 1 / the number of routes that end there."""
    per_kind: Tensor
    """(batch, kinds, 1): 1 / the number of routes of the kind."""
    there: dict[str, Tensor]
    """(batch, rows, 1): 1 for the rows of routes, cities, kinds and players that the board has."""


class SetupTables(nn.Module):
    """Of all setups, by their numbers. Not among the weights."""

    def __init__(self, setups: Sequence[ObservationSpec]) -> None:
        super().__init__()
        rows = [BoardRows.of(spec) for spec in setups]
        self.most = Maxima(*(max(column) for column in zip(*(found.spec.maxima for found in rows), strict=True)))
        self.groups: dict[str, TokenGroup] = {group.name: group for group in token_groups(self.most)}
        self.numbers = {"routes": self.most.routes, "cities": self.most.cities, "tickets": self.most.tickets,
                        "kinds": KINDS, "players": self.most.players, "table": 1}  # fmt: skip
        for sort, number in self.numbers.items():
            self._keep(f"{sort}_facts", [_facts(found, sort, number) for found in rows])
        for sort in COUNTED:
            self._keep(f"{sort}_there", [_there(found, sort, self.numbers[sort]) for found in rows])
        self._keep("ends", [_pairs(found.route_ends, self.most.routes, self.most.cities) for found in rows])
        self._keep("of_kind", [_pairs(_kinds(found)[:, None], self.most.routes, KINDS) for found in rows])
        self._keep("ticket_ends", [_pairs(found.ticket_ends, self.most.tickets, self.most.cities) for found in rows])
        self.register_buffer("per_city", _one_by(self.ends), persistent=False)
        self.register_buffer("per_kind", _one_by(self.of_kind), persistent=False)

    def _keep(self, name: str, arrays: Sequence[Grid]) -> None:
        self.register_buffer(name, torch.from_numpy(np.stack(arrays)), persistent=False)

    @property
    def cells(self) -> int:
        """How wide an observation is, with the number of its setup."""
        return token_size(self.most) + NUMBER_CELLS

    def places(self, spec: ObservationSpec) -> Indices:
        """Where the cells of a setup's own tokens lie here. Those that only fill its last word up have no place."""
        return np.concatenate(
            [self.groups[name].at + np.arange(group.rows * group.columns) for name, group in spec.groups.items()]
        )

    def of(self, cells: Tensor, group: str) -> Tensor:
        """(batch, rows, columns)"""
        found = self.groups[group]
        return cells[:, found.at : found.at + found.rows * found.columns].unflatten(1, (found.rows, found.columns))

    def told(self, cells: Tensor) -> Told:
        """In bfloat16 where that is computed with: all but the facts are whole numbers."""
        setups = setups_of_cells(cells)
        autocast = cells.is_cuda and torch.is_autocast_enabled("cuda")
        dtype = torch.get_autocast_dtype("cuda") if autocast else torch.float32
        return Told(
            facts={sort: getattr(self, f"{sort}_facts").to(dtype)[setups] for sort in FACTS},
            ends=self.ends.to(dtype)[setups],
            of_kind=self.of_kind.to(dtype)[setups],
            ticket_ends=self.ticket_ends.to(dtype)[setups],
            per_city=self.per_city[setups],
            per_kind=self.per_kind[setups],
            there={sort: getattr(self, f"{sort}_there").to(dtype)[setups] for sort in COUNTED},
        )


def setups_of_cells(cells: Tensor) -> Tensor:
    """The numbers of the setups."""
    return cells[:, -2].long() + (cells[:, -1].long() << 7)


def number_of_setup(number: int) -> tuple[int, int]:
    """As cells.

    >>> number_of_setup(130)
    (2, 1)
    """
    return number & 127, number >> 7


def _one_by(pairs: Tensor) -> Tensor:
    """(setups, columns, 1): 1 / the number of rows of each column."""
    return 1 / pairs.sum(1).clamp(min=1).unsqueeze(-1)


def _row_numbers(rows: BoardRows, sort: str) -> Grid:
    """The rows that the board has."""
    if sort == "kinds":
        return rows.kind_number
    return np.arange(len(rows.facts[sort]))


def _kinds(rows: BoardRows) -> Grid:
    """The number of the kind of card of each route; gray routes have the locomotive's."""
    return np.asarray(rows.kind_number[rows.route_kind])


def _facts(rows: BoardRows, sort: str, number: int) -> Floats:
    made = np.zeros((number, FACTS[sort]), np.float32)
    made[_row_numbers(rows, sort)] = rows.facts[sort]
    return made


def _there(rows: BoardRows, sort: str, number: int) -> Floats:
    made = np.zeros((number, 1), np.float32)
    made[_row_numbers(rows, sort)] = 1
    return made


def _pairs(owners: Grid, rows: int, columns: int) -> Floats:
    """(rows, columns): 1 where a row belongs to a column."""
    made = np.zeros((rows, columns), np.float32)
    for row, its in enumerate(owners):
        made[row, its] = 1
    return made
