"""The network for any board, for training: what `carrozza.bots.neural.tokens` computes without torch.

A batch may mix boards. Its rows are grouped by *setup*, a board with its variants and seats, so nothing is computed for
rows that a board does not have, and what never changes on a board is computed once for the batch. The last two cells of
an observation are the number of its setup.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, Final, NamedTuple, cast

import numpy as np
import torch
from torch import Tensor, nn

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
    BoardRows,
)
from carrozza.bots.neural.weights import Weights
from carrozza.kernel.actions import ACTIONS, KEEP
from carrozza.kernel.layout import SEATS, Grid
from carrozza.learning.networks.flat import Answer
from carrozza.observation.declaration import MAX_OFFER
from carrozza.observation.spec import ObservationSpec

NUMBER_CELLS: Final = 2
"""The last cells of an observation: the number of its setup, the low seven bits first."""
SMALL: Final = 1e-5
SORTS: Final = ("routes", "cities", "tickets", "kinds", "players", "table")


class Outputs(NamedTuple):
    logits: Tensor
    """(batch, 384)"""
    win: Tensor
    """(batch, 6): logits, the viewer's first; minus infinity beyond the seats that play."""
    margin: Tensor
    """(batch,): in units of 64 points."""
    value: Tensor
    """(batch,): the reward that is still to come."""


class BoardTensors(nn.Module):
    """One setup: where its cells lie, and what never changes. Not among the weights."""

    def __init__(self, rows: BoardRows) -> None:
        super().__init__()
        self.rows = rows
        self.size = rows.spec.size
        self._keep("a", rows.route_ends[:, 0])
        self._keep("b", rows.route_ends[:, 1])
        self._keep("kind", rows.route_kind)
        self._keep("ticket_a", rows.ticket_ends[:, 0])
        self._keep("ticket_b", rows.ticket_ends[:, 1])
        self._keep("kind_number", rows.kind_number)
        self._keep("city_mean", _means(rows.route_ends, rows.cities))
        self._keep("kind_mean", _means(rows.route_kind[:, None], rows.kinds))
        self._keep("kind_routes", _listed_by_kind(rows))
        self._keep("ticket_cities", _means(rows.ticket_ends, rows.cities, divided=False))
        self._keep("order", _order_of_logits(rows))
        for sort in SORTS:
            self._keep(f"{sort}_facts", rows.facts[sort])

    def _keep(self, name: str, array: Grid) -> None:
        self.register_buffer(name, torch.as_tensor(np.ascontiguousarray(array)), persistent=False)

    def cells(self, cells: Tensor, group: str) -> Tensor:
        """(batch, rows, columns)"""
        found = self.rows.spec.groups[group]
        return cells[:, found.at : found.at + found.rows * found.columns].unflatten(1, (found.rows, found.columns))


def _means(owners: Grid, number: int, divided: bool = True) -> Grid:
    """(owners, rows): what each row counts for each of its owners."""
    made = np.zeros((number, len(owners)), np.float32)
    for row, its in enumerate(owners):
        made[its, row] = 1
    return made / np.maximum(made.sum(1, keepdims=True), 1) if divided else made


def _listed_by_kind(rows: BoardRows) -> Grid:
    """(kinds, most): the routes of each kind, filled up with a row after the last."""
    made = np.full((rows.kinds, max(1, int(rows.routes_of.max()))), rows.routes, np.int64)
    for kind in range(rows.kinds):
        routes = np.flatnonzero(rows.route_kind == kind)
        made[kind, : len(routes)] = routes
    return made


def _order_of_logits(rows: BoardRows) -> Grid:
    """For each action, its place among the logits of routes, cities, kinds, the table and the sets; the last is 0."""
    actions = np.concatenate(
        [rows.claim_actions, rows.city_actions, rows.kind_actions.ravel(), MISC_ACTIONS, KEEP + np.arange(len(KEPT))]
    )
    made = np.full(ACTIONS + 1, len(actions), np.int64)
    made[actions] = np.arange(len(actions))
    return made[:ACTIONS]


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
        for name, array in (
            ("kinds_scales", KIND_SCALES),
            ("tickets_scales", TICKET_SCALES),
            ("pile_firsts", PILE_FIRSTS),
            ("kept", KEPT),
            ("kept_number", KEPT.sum(1).astype(np.int64)),
        ):
            self._constant(name, array)
        self.value = nn.Linear(self.sizes.table_width, 1)
        nn.init.zeros_(self.value.weight)
        self.boards = nn.ModuleList(BoardTensors(BoardRows.of(spec)) for spec in setups)

    def _constant(self, name: str, array: Grid) -> None:
        self.register_buffer(name, torch.as_tensor(array), persistent=False)

    @property
    def cells(self) -> int:
        """How wide a batch of observations is: for the largest setup, and the setup's number."""
        return max(board.size for board in self._boards) + NUMBER_CELLS

    @property
    def _boards(self) -> list[BoardTensors]:
        return cast("list[BoardTensors]", list(self.boards))

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
        found = self.at_setups(cells, cells[:, -2].long() + (cells[:, -1].long() << 7))
        return Answer(found.logits.masked_fill(~mask, -torch.inf), found.value, found.win, found.margin)

    def at_setups(self, cells: Tensor, setups: Tensor) -> Outputs:
        """(batch, cells) int8, and the number of each one's setup. What has no setup is not asked for."""
        order = setups.argsort(stable=True)
        numbers = torch.bincount(setups, minlength=len(self.boards)).tolist()
        parts = [
            self._on(self._boards[number], cells[chosen])
            for number, chosen in enumerate(order.split(numbers))
            if len(chosen)
        ]
        back = torch.empty_like(order)
        back[order] = torch.arange(len(order), device=order.device)
        return Outputs(*(torch.cat(column)[back] for column in zip(*parts, strict=True)))

    def _on(self, board: BoardTensors, cells: Tensor) -> Outputs:
        numbers = cells[:, : board.size].to(self.routes_in.dtype)
        routes, cities, kinds, players = (
            self._rows(board, numbers, sort) for sort in ("routes", "cities", "kinds", "players")
        )
        tickets, offered = self._tickets(board, numbers)
        cities = cities + board.ticket_cities @ (tickets @ self.ticket_city)
        table = self._rows(board, numbers, "table")[:, 0]
        table = table + self._players_pool(players) @ self.table_players
        table = table + self._tickets_pool(board, numbers, tickets) @ self.table_tickets
        for number in range(self.sizes.exchanges):
            routes, cities, kinds, table = self._exchange(board, number, routes, cities, kinds, table)
        table = table + torch.relu(rms(table) @ self.final_up + self.final_bias) @ self.final_down
        return self._heads(board, routes, cities, kinds, players, rms(table), tickets, offered)

    def _rows(self, board: BoardTensors, cells: Tensor, sort: str) -> Tensor:
        """The first rows of a sort: their scaled cells, and what the facts of the board add."""
        if sort == "kinds":
            found = self._kind_cells(board, cells)
        else:
            found = board.cells(cells, sort)[..., getattr(self, f"{sort}_places")]
        return self._embedded(board, found, sort)

    def _embedded(self, board: BoardTensors, found: Tensor, sort: str) -> Tensor:
        scales, matrix = getattr(self, f"{sort}_scales"), getattr(self, f"{sort}_in")
        base = getattr(board, f"{sort}_facts") @ matrix[len(scales) :] + getattr(self, f"{sort}_in_bias")
        return (found * scales) @ matrix[: len(scales)] + base

    def _kind_cells(self, board: BoardTensors, cells: Tensor) -> Tensor:
        piles = board.cells(cells, "table")[:, 0, self.pile_firsts[None] + board.kind_number[:, None]]
        known = board.cells(cells, "players")[:, 1:, KNOWN_FIRST + board.kind_number].transpose(1, 2)
        return torch.cat([piles, nn.functional.pad(known, (0, SEATS - 1 - known.shape[-1]))], -1)

    def _tickets(self, board: BoardTensors, cells: Tensor) -> tuple[Tensor, Tensor]:
        """Rows of tickets, 0 where they are neither held nor offered; and (batch, places, tickets) who is offered."""
        rows = board.cells(cells, "tickets")
        first = TICKET_FIRSTS
        offered = rows[..., first["offered"] : first["offered"] + MAX_OFFER]
        others = [rows[..., first[name]] for name in ("made", "lost", "distance")]
        found = torch.stack([rows[..., first["held"]], offered.sum(-1), *others], -1)
        active = (found[..., :2].sum(-1, keepdim=True) > 0).to(found.dtype)
        return torch.relu(self._embedded(board, found, "tickets")) * active, offered.transpose(1, 2)

    def _players_pool(self, players: Tensor) -> Tensor:
        hidden = torch.relu(players)
        return torch.cat([hidden[:, 0], hidden[:, 1:].mean(1), hidden[:, 1:].amax(1)], -1)

    def _tickets_pool(self, board: BoardTensors, cells: Tensor, tickets: Tensor) -> Tensor:
        rows = board.cells(cells, "tickets")
        there = rows[..., TICKET_FIRSTS["held"]] + rows[..., TICKET_FIRSTS["offered"] :][..., :MAX_OFFER].sum(-1)
        number = (there > 0).sum(1, keepdim=True).clamp(min=1)
        return torch.cat([tickets.sum(1) / number, tickets.amax(1)], -1)

    def _exchange(
        self, board: BoardTensors, n: int, routes: Tensor, cities: Tensor, kinds: Tensor, table: Tensor
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        told = rms(table)
        normed_cities, normed_kinds = rms(cities), rms(kinds)
        city_told, kind_told = normed_cities @ self.route_city[n], normed_kinds @ self.route_kind[n]
        r = rms(routes) @ self.route_self[n] + city_told[:, board.a] + city_told[:, board.b]
        r = torch.relu(r + kind_told[:, board.kind] + (told @ self.route_table[n] + self.route_bias[n])[:, None])
        c = normed_cities @ self.city_self[n] + (board.city_mean @ r) @ self.city_routes[n]
        c = torch.relu(c + (told @ self.city_table[n] + self.city_bias[n])[:, None])
        highest = nn.functional.pad(r, (0, 0, 0, 1))[:, board.kind_routes.flatten()]
        highest = highest.unflatten(1, board.kind_routes.shape).amax(2)
        k = normed_kinds @ self.kind_self[n] + (board.kind_mean @ r) @ self.kind_mean[n] + highest @ self.kind_max[n]
        k = torch.relu(k + (told @ self.kind_table[n] + self.kind_bias[n])[:, None])
        pools = torch.cat([pooled for rows in (r, c, k) for pooled in (rows.mean(1), rows.amax(1))], -1)
        hidden = torch.relu(told @ self.table_self[n] + pools @ self.table_pools[n] + self.table_bias[n])
        return (
            routes + r @ self.route_out[n],
            cities + c @ self.city_out[n],
            kinds + k @ self.kind_out[n],
            table + hidden @ self.table_out[n],
        )

    def _heads(
        self,
        board: BoardTensors,
        routes: Tensor,
        cities: Tensor,
        kinds: Tensor,
        players: Tensor,
        table: Tensor,
        tickets: Tensor,
        offered: Tensor,
    ) -> Outputs:
        normed_cities = rms(cities)
        claim = (rms(routes) @ self.claim + self.claim_bias)[..., 0]
        city = (normed_cities @ self.city + self.city_logit_bias)[..., 0]
        kind = (rms(kinds) @ self.kind + self.kind_logit_bias).flatten(1)
        ends = (normed_cities @ self.keep_city)[:, board.ticket_a] + (normed_cities @ self.keep_city)[:, board.ticket_b]
        added = offered @ (tickets @ self.keep_ticket + ends)
        sets = self.kept @ added + (table @ self.keep_table)[:, None] + self.keep_count[self.kept_number]
        keep = (torch.relu(sets) @ self.keep)[..., 0]
        misc = table @ self.misc + self.misc_bias
        every = torch.cat([claim, city, kind, misc, keep, torch.zeros_like(misc[:, :1])], -1)
        hidden = torch.relu(rms(players) @ self.player_self + (table @ self.player_table + self.player_bias)[:, None])
        win = nn.functional.pad((hidden @ self.win)[..., 0], (0, SEATS - board.rows.seats), value=-torch.inf)
        margin = (table @ self.margin + self.margin_bias)[..., 0]
        value = self.value(table).squeeze(-1)
        return Outputs(*(found.float() for found in (every[:, board.order], win, margin, value)))


def rms(rows: Tensor) -> Tensor:
    return rows * (rows.square().mean(-1, keepdim=True) + SMALL).rsqrt()


def number_of_setup(number: int) -> tuple[int, int]:
    """As cells.

    >>> number_of_setup(130)
    (2, 1)
    """
    return number & 127, number >> 7


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
