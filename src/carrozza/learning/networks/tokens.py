"""The network for any board, for training: what `carrozza.bots.neural.tokens` computes without torch.

A batch mixes boards: all of it is computed at once, with as many rows as the largest board has (`token_tables`). So
shapes never change, and torch can compile it. The last two cells of an observation are the number of its setup.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from carrozza.bots.neural.tokens.at_board import about_tokens
from carrozza.bots.neural.tokens.matrices import MISC_ACTIONS, TokenSizes
from carrozza.bots.neural.tokens.rows import (
    CITIES,
    KEPT,
    KIND_SCALES,
    KNOWN_FIRST,
    PILE_FIRSTS,
    PLAYERS,
    ROUTES,
    TABLE,
    TICKET_FIRSTS,
    TICKET_SCALES,
)
from carrozza.bots.neural.weights import Weights
from carrozza.kernel.actions import ACTIONS, CITY, CLAIM, DRAW, KEEP, PAY, PAY_COUNTS, PAY_LOCOMOTIVES
from carrozza.kernel.layout import COLOURS, LOCOMOTIVE, SEATS, Grid
from carrozza.learning.networks.flat import Answer
from carrozza.learning.networks.token_tables import KINDS, SetupTables, Told
from carrozza.observation.declaration import MAX_OFFER
from carrozza.observation.spec import ObservationSpec

SMALL: Final = 1e-5


class Rows(NamedTuple):
    """(batch, rows, width) of each sort; the table is (batch, width)."""

    routes: Tensor
    cities: Tensor
    kinds: Tensor
    table: Tensor


class Tickets(NamedTuple):
    rows: Tensor
    """(batch, tickets, width), 0 where a ticket is neither held nor offered."""
    active: Tensor
    """(batch, tickets, 1): 1 where it is either."""
    offered: Tensor
    """(batch, places, tickets): which ticket lies at each place of an offer."""


class TokenNetwork(nn.Module):
    """Logits, win probabilities and margin from tokens. The parameters have the names of a weights file."""

    def __init__(self, setups: Sequence[ObservationSpec], sizes: TokenSizes | None = None) -> None:
        super().__init__()
        self.sizes = sizes or TokenSizes()
        for name, shape in self.sizes.matrices.items():
            self.register_parameter(name, nn.Parameter(torch.randn(shape) * _spread(name, shape)))
        for name, shape in self.sizes.vectors.items():
            self.register_parameter(name, nn.Parameter(torch.zeros(shape)))
        for name, columns in (("routes", ROUTES), ("cities", CITIES), ("players", PLAYERS), ("table", TABLE)):
            self._constant(f"{name}_places", columns.places)
            self._constant(f"{name}_scales", columns.scales)
        self.setups = SetupTables(setups)
        for name, array in (
            ("kinds_scales", KIND_SCALES),
            ("tickets_scales", TICKET_SCALES),
            ("pile_places", PILE_FIRSTS[None] + np.arange(KINDS)[:, None]),
            ("known_places", KNOWN_FIRST + np.arange(KINDS)),
            ("kept", KEPT),
            ("kept_number", KEPT.sum(1).astype(np.int64)),
            ("order", _order_of_logits(self.setups.most.routes, self.setups.most.cities)),
        ):
            self._constant(name, array)
        self.value = nn.Linear(self.sizes.table_width, 1)
        nn.init.zeros_(self.value.weight)

    def _constant(self, name: str, array: Grid) -> None:
        self.register_buffer(name, torch.as_tensor(array), persistent=False)

    @property
    def cells(self) -> int:
        """How wide a batch of observations is."""
        return self.setups.cells

    def forward(
        self,
        cells: Tensor,
        mask: Tensor,
        seats: Tensor | None = None,
        believe: bool = False,
        styles: Tensor | None = None,
    ) -> Answer:
        """`cells` are int8, `mask` says what is legal. How many play is known by the setup. It has no belief and no
        styles."""
        told = self.setups.told(cells)
        cells = cells.to(told.ends.dtype)  # whole numbers up to 127, which bfloat16 has exactly
        tickets = self._tickets(cells, told)
        players = self._embedded(self._read(cells, "players"), told, "players")
        table = self._embedded(self._read(cells, "table"), told, "table")[:, 0]
        table = table + _pool_of_players(players, told) @ self.table_players
        table = table + _pool_of_tickets(tickets) @ self.table_tickets
        cities = self._embedded(self._read(cells, "cities"), told, "cities")
        rows = Rows(
            self._embedded(self._read(cells, "routes"), told, "routes"),
            cities + told.ticket_ends.mT @ (tickets.rows @ self.ticket_city),
            self._embedded(self._kind_cells(cells), told, "kinds"),
            table,
        )
        for number in range(self.sizes.exchanges):
            rows = self._exchange(number, rows, told)
        table = rows.table + torch.relu(rms(rows.table) @ self.final_up + self.final_bias) @ self.final_down
        rows = Rows(rms(rows.routes), rms(rows.cities), rms(rows.kinds), rms(table))
        return Answer(
            self._logits(rows, tickets, told).float().masked_fill(~mask, -torch.inf),
            self.value(rows.table).float().squeeze(-1),
            self._win(rms(players), rows.table, told),
            (rows.table @ self.margin + self.margin_bias).float().squeeze(-1),
        )

    def _read(self, cells: Tensor, sort: str) -> Tensor:
        return self.setups.of(cells, sort)[..., getattr(self, f"{sort}_places")]

    def _embedded(self, found: Tensor, told: Told, sort: str) -> Tensor:
        """The first rows of a sort, from their scaled cells and the facts of the board."""
        cells = found * getattr(self, f"{sort}_scales")
        return torch.cat([cells, told.facts[sort]], -1) @ getattr(self, f"{sort}_in") + getattr(self, f"{sort}_in_bias")

    def _kind_cells(self, cells: Tensor) -> Tensor:
        piles = self.setups.of(cells, "table")[:, 0, self.pile_places]
        known = self.setups.of(cells, "players")[:, 1:, self.known_places].mT
        return torch.cat([piles, functional.pad(known, (0, SEATS - 1 - known.shape[-1]))], -1)

    def _tickets(self, cells: Tensor, told: Told) -> Tickets:
        rows = self.setups.of(cells, "tickets")
        first = TICKET_FIRSTS
        offered = rows[..., first["offered"] : first["offered"] + MAX_OFFER]
        others = [rows[..., first[name]] for name in ("made", "lost", "distance")]
        found = torch.stack([rows[..., first["held"]], offered.sum(-1), *others], -1)
        active = (found[..., :2].sum(-1, keepdim=True) > 0).to(found.dtype)
        return Tickets(torch.relu(self._embedded(found, told, "tickets")) * active, active, offered.mT)

    def _exchange(self, n: int, rows: Rows, told: Told) -> Rows:
        routes, cities, kinds, table = (rms(of_sort) for of_sort in rows)
        r = routes @ self.route_self[n] + told.ends @ (cities @ self.route_city[n])
        r = (
            r
            + told.of_kind @ (kinds @ self.route_kind[n])
            + (table @ self.route_table[n] + self.route_bias[n])[:, None]
        )
        r = torch.relu(r) * told.there["routes"]
        c = cities @ self.city_self[n] + (told.ends.mT @ r * told.per_city) @ self.city_routes[n]
        c = torch.relu(c + (table @ self.city_table[n] + self.city_bias[n])[:, None]) * told.there["cities"]
        highest = torch.stack([(r * told.of_kind[..., kind, None]).amax(1) for kind in range(KINDS)], 1)
        k = kinds @ self.kind_self[n] + (told.of_kind.mT @ r * told.per_kind) @ self.kind_mean[n]
        k = k + highest @ self.kind_max[n] + (table @ self.kind_table[n] + self.kind_bias[n])[:, None]
        k = torch.relu(k) * told.there["kinds"]
        pools = [_mean_and_most(of_sort, told, sort) for sort, of_sort in (("routes", r), ("cities", c), ("kinds", k))]
        hidden = torch.relu(
            table @ self.table_self[n] + torch.cat(pools, -1) @ self.table_pools[n] + self.table_bias[n]
        )
        return Rows(
            rows.routes + r @ self.route_out[n],
            rows.cities + c @ self.city_out[n],
            rows.kinds + k @ self.kind_out[n],
            rows.table + hidden @ self.table_out[n],
        )

    def _logits(self, rows: Rows, tickets: Tickets, told: Told) -> Tensor:
        claim = (rows.routes @ self.claim + self.claim_bias)[..., 0]
        city = (rows.cities @ self.city + self.city_logit_bias)[..., 0]
        kind = (rows.kinds @ self.kind + self.kind_logit_bias).flatten(1)
        ends = (tickets.offered @ told.ticket_ends) @ (rows.cities @ self.keep_city)
        added = tickets.offered @ (tickets.rows @ self.keep_ticket) + ends
        sets = self.kept @ added + (rows.table @ self.keep_table)[:, None] + self.keep_count[self.kept_number]
        keep = (torch.relu(sets) @ self.keep)[..., 0]
        misc = rows.table @ self.misc + self.misc_bias
        return torch.cat([claim, city, kind, misc, keep, torch.zeros_like(misc[:, :1])], -1)[:, self.order]

    def _win(self, players: Tensor, table: Tensor, told: Told) -> Tensor:
        hidden = torch.relu(players @ self.player_self + (table @ self.player_table + self.player_bias)[:, None])
        win = (hidden @ self.win).float().masked_fill(told.there["players"] == 0, -torch.inf)[..., 0]
        return functional.pad(win, (0, SEATS - win.shape[-1]), value=-torch.inf)


def rms(rows: Tensor) -> Tensor:
    return functional.rms_norm(rows, rows.shape[-1:], eps=SMALL)


def _pool_of_players(players: Tensor, told: Told) -> Tensor:
    hidden = torch.relu(players) * told.there["players"]
    others = told.there["players"][:, 1:].sum(1)
    return torch.cat([hidden[:, 0], hidden[:, 1:].sum(1) / others, hidden[:, 1:].amax(1)], -1)


def _pool_of_tickets(tickets: Tickets) -> Tensor:
    return torch.cat([tickets.rows.sum(1) / tickets.active.sum(1).clamp(min=1), tickets.rows.amax(1)], -1)


def _mean_and_most(rows: Tensor, told: Told, sort: str) -> Tensor:
    """Of rows that are 0 where the board has none, and nowhere below 0."""
    return torch.cat([rows.sum(1) / told.there[sort].sum(1), rows.amax(1)], -1)


def _order_of_logits(routes: int, cities: int) -> Grid:
    """For each action, its place among the logits of routes, cities, kinds, the table and the sets; the last is 0."""
    of_kinds = np.full((KINDS, PAY_COUNTS + 2), ACTIONS, np.int64)
    of_kinds[:, PAY_COUNTS] = DRAW + np.arange(KINDS)
    of_kinds[:COLOURS, :PAY_COUNTS] = PAY + np.arange(COLOURS * PAY_COUNTS).reshape(COLOURS, PAY_COUNTS)
    of_kinds[LOCOMOTIVE, PAY_COUNTS + 1] = PAY_LOCOMOTIVES
    actions = np.concatenate(
        [
            CLAIM + np.arange(routes),
            CITY + np.arange(cities),
            of_kinds.ravel(),
            MISC_ACTIONS,
            KEEP + np.arange(len(KEPT)),
        ]
    )
    made = np.full(ACTIONS + 1, len(actions), np.int64)
    made[actions] = np.arange(len(actions))
    return made[:ACTIONS]


def token_weights(network: TokenNetwork, training: Mapping[str, Any]) -> Weights:
    """For a weights file; the value head stays behind."""
    sizes = network.sizes
    arrays = {name: parameter.detach().float().cpu().numpy() for name, parameter in network.named_parameters()}
    matrices = {name: arrays[name] for name in sizes.matrices}
    return Weights(about_tokens(matrices, training), matrices, {name: arrays[name] for name in sizes.vectors})


def fill(network: TokenNetwork, weights: Weights) -> None:
    """With the arrays of a weights file."""
    with torch.no_grad():
        for name, array in (*weights.matrices.items(), *weights.vectors.items()):
            network.get_parameter(name).copy_(torch.from_numpy(np.ascontiguousarray(array)))


PARTS = {
    "route_self": 5, "route_city": 5, "route_kind": 5, "route_table": 5,
    "city_self": 3, "city_routes": 1, "city_table": 3,
    "kind_self": 3, "kind_mean": 1, "kind_max": 2, "kind_table": 3,
    "table_self": 2, "table_pools": 1, "final_up": 1,
    "keep_ticket": 2, "keep_city": 4, "keep_table": 2, "player_self": 2, "player_table": 2,
}  # fmt: skip
"""The summands of a hidden layer, where each is to have its share of the spread."""
HEADS = ("claim", "city", "kind", "misc", "keep", "win", "margin")


def _spread(name: str, shape: tuple[int, ...]) -> float:
    """Of the first weights: heads begin near 0, and what is added to a row is half as large as the row."""
    inputs = shape[-2]
    if name in HEADS:
        return 0.1 / sqrt(inputs)
    if name in PARTS:
        return sqrt(2 / (PARTS[name] * inputs))
    return sqrt(2 / inputs) if name.endswith("_in") else 0.5 / sqrt(inputs)
