"""The network for any board, for training: what `carrozza.bots.neural.tokens` computes without torch.

A batch is stratified (`token_tables`): it has equally many positions of every setup, those of one setup one after the
other. So shapes never change, and torch can compile it. The layers are in `token_layers`.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, NamedTuple

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
from carrozza.learning.networks.token_layers import (
    Parameters,
    Rows,
    embedded,
    exchange,
    exchange_layers,
    largest,
    rms,
    told,
)
from carrozza.learning.networks.token_tables import KINDS, SizeClass, Strata
from carrozza.observation.declaration import MAX_OFFER
from carrozza.observation.spec import ObservationSpec


class Tickets(NamedTuple):
    rows: Tensor
    """(setups, tickets, positions, width), 0 where a ticket is neither held nor offered."""
    active: Tensor
    """(setups, tickets, positions, 1): 1 where it is either."""
    offered: Tensor
    """(setups, positions, places, tickets): which ticket lies at each place of an offer."""
    cells: Tensor
    """(setups, positions, tickets, columns) of all tickets."""


class TokenNetwork(nn.Module):
    """Logits, win probabilities and margin from tokens. The parameters have the names of a weights file."""

    def __init__(
        self, setups: Sequence[ObservationSpec], sizes: TokenSizes | None = None, size_classes: int = 1
    ) -> None:
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
            ("pile_places", PILE_FIRSTS[None] + np.arange(KINDS)[:, None]),
            ("known_places", KNOWN_FIRST + np.arange(KINDS)),
            ("kept", KEPT),
            ("kept_number", KEPT.sum(1).astype(np.int64)),
        ):
            self._constant(name, array)
        self.strata = Strata(setups, size_classes)
        """Of the setups that it is trained on."""
        self.value = nn.Linear(self.sizes.table_width, 1)
        nn.init.zeros_(self.value.weight)

    def _constant(self, name: str, array: Grid) -> None:
        self.register_buffer(name, torch.as_tensor(array), persistent=False)

    @property
    def cells(self) -> int:
        """How wide a batch of observations is."""
        return self.strata.cells

    def forward(
        self,
        cells: Tensor,
        mask: Tensor,
        seats: Tensor | None = None,
        believe: bool = False,
        styles: Tensor | None = None,
        strata: Strata | None = None,
    ) -> Answer:
        """Of a stratified batch: of the setups of training, or of others. `cells` are int8, `mask` says what is legal.
        How many play is known by the setup. It has no belief and no styles."""
        strata = strata or self.strata
        kind = cells.device.type
        precision = torch.get_autocast_dtype(kind) if torch.is_autocast_enabled(kind) else torch.float32
        with torch.autocast(kind, enabled=False):
            weights = {name: getattr(self, name).to(precision) for name in (*self.sizes.matrices, *self.sizes.vectors)}
            layers = exchange_layers(weights)
            answers = [
                self._answer(of_class, tables, weights, layers)
                for of_class, tables in zip(strata.split(cells), strata.classes, strict=True)
            ]
        logits, *others = (torch.cat(parts) for parts in zip(*answers, strict=True))
        return Answer(logits.masked_fill(~mask, -torch.inf), *others)

    def _answer(
        self, cells: Tensor, tables: SizeClass, weights: Parameters, layers: Sequence[Parameters]
    ) -> tuple[Tensor, ...]:
        """Logits of all actions, value, win and margin, one row for each position of a size class."""
        tickets = self._tickets(cells, tables, weights)
        players = self._embedded(cells, "players", tables, weights)
        table = self._embedded(cells, "table", tables, weights)[:, 0]
        table = table + _pool_of_players(players, tables) @ weights["table_players"]
        table = table + _pool_of_tickets(tickets) @ weights["table_tickets"]
        at_cities = told(tables.ticket_ends.to(tickets.rows.dtype).mT, tickets.rows @ weights["ticket_city"])
        rows = Rows(
            self._embedded(cells, "routes", tables, weights),
            self._embedded(cells, "cities", tables, weights) + at_cities,
            embedded(self._kind_cells(cells, tables), self.kinds_scales, tables.kinds_facts, "kinds", weights),
            table.float(),
        )
        for layer in layers:
            rows = exchange(rows, tables, layer)
        table = torch.relu(rms(rows.table).to(table.dtype) @ weights["final_up"] + weights["final_bias"])
        table = rms(rows.table + table @ weights["final_down"])
        answer = (
            self._logits(rows._replace(table=table), tickets, tables, weights),
            self.value(table).squeeze(-1),
            self._win(players, table, tables, weights),
            (table @ self.margin + self.margin_bias).squeeze(-1),
        )
        return tuple(part.flatten(0, 1) for part in answer)

    def _embedded(self, cells: Tensor, sort: str, tables: SizeClass, weights: Parameters) -> Tensor:
        found = tables.of(cells, sort)[..., getattr(self, f"{sort}_places")]
        return embedded(found, getattr(self, f"{sort}_scales"), getattr(tables, f"{sort}_facts"), sort, weights)

    def _kind_cells(self, cells: Tensor, tables: SizeClass) -> Tensor:
        piles = tables.of(cells, "table")[:, :, 0, self.pile_places]
        known = tables.of(cells, "players")[:, :, 1:, self.known_places].mT
        return torch.cat([piles, functional.pad(known, (0, SEATS - 1 - known.shape[-1]))], -1)

    def _tickets(self, cells: Tensor, tables: SizeClass, weights: Parameters) -> Tickets:
        rows = tables.of(cells, "tickets")
        first = TICKET_FIRSTS
        offered = rows[..., first["offered"] : first["offered"] + MAX_OFFER]
        others = [rows[..., first[name]] for name in ("made", "lost", "distance")]
        found = torch.stack([rows[..., first["held"]], offered.sum(-1, dtype=rows.dtype), *others], -1)
        active = (found[..., :2].amax(-1, keepdim=True) > 0).transpose(1, 2)
        made = torch.relu(embedded(found, self.tickets_scales, tables.tickets_facts, "tickets", weights))
        return Tickets(made * active, active, offered.mT, found)

    def _logits(self, rows: Rows, tickets: Tickets, tables: SizeClass, weights: Parameters) -> Tensor:
        """(setups, positions, actions), of float32. Actions of rows that there are not have 0."""
        cities, kinds, table = rms(rows.cities), rms(rows.kinds).float(), rows.table
        claim = (_along(rms(rows.routes), self.claim) + self.claim_bias).transpose(1, 2)
        city = (_along(cities, self.city) + self.city_logit_bias).transpose(1, 2)
        kind = (kinds @ self.kind + self.kind_logit_bias).transpose(1, 2)
        misc = table @ self.misc + self.misc_bias
        keep = self._keep_logits(cities, tickets, table.to(cities.dtype), tables, weights)
        parts = {
            CLAIM: claim,
            CITY: city,
            PAY: kind[:, :, :COLOURS, :PAY_COUNTS].flatten(2),
            DRAW: kind[..., PAY_COUNTS],
            PAY_LOCOMOTIVES: kind[:, :, LOCOMOTIVE, PAY_COUNTS + 1 :],
            KEEP: keep,
        }
        parts |= {action: misc[..., number : number + 1] for number, action in enumerate(MISC_ACTIONS)}
        return _side_by_side(parts, ACTIONS)

    def _keep_logits(
        self, cities: Tensor, tickets: Tickets, table: Tensor, tables: SizeClass, weights: Parameters
    ) -> Tensor:
        """Of each set of offered tickets. These are few, so their rows are made again rather than looked up."""
        offered = tickets.offered.to(cities.dtype)
        found = offered @ tickets.cells.to(cities.dtype) * self.tickets_scales.to(cities.dtype)
        facts = (offered.flatten(1, 2) @ tables.tickets_facts.to(cities.dtype)).unflatten(1, offered.shape[1:3])
        made = torch.relu(torch.cat([found, facts], -1) @ weights["tickets_in"] + weights["tickets_in_bias"])
        made = made * offered.sum(-1, keepdim=True)
        ends = (offered.flatten(1, 2) @ tables.ticket_ends.to(cities.dtype)).unflatten(1, offered.shape[1:3])
        at_ends = ends @ cities.transpose(1, 2)
        added = made @ weights["keep_ticket"] + at_ends @ weights["keep_city"]
        sets = torch.einsum("kj,spjd->kspd", self.kept.to(cities.dtype), added) + table @ weights["keep_table"]
        sets = torch.relu(sets + weights["keep_count"][self.kept_number][:, None, None])
        return _along(sets, self.keep).permute(1, 2, 0)

    def _win(self, players: Tensor, table: Tensor, tables: SizeClass, weights: Parameters) -> Tensor:
        of_table = table.to(players.dtype) @ weights["player_table"] + weights["player_bias"]
        hidden = torch.relu(rms(players) @ weights["player_self"] + of_table.unsqueeze(1))
        win = _along(hidden, self.win).masked_fill(tables.players_there[..., 0] == 0, -torch.inf).transpose(1, 2)
        return functional.pad(win, (0, SEATS - win.shape[-1]), value=-torch.inf)


def _along(rows: Tensor, column: Tensor) -> Tensor:
    """The product with one column, in float32: logits are not rounded."""
    return (rows.float() * column[:, 0]).sum(-1)


def _side_by_side(parts: Mapping[int, Tensor], length: int) -> Tensor:
    """Parts by where they begin along the last dimension, and 0 between them."""
    first = next(iter(parts.values()))
    made: list[Tensor] = []
    at = 0
    for begin in sorted(parts):
        part = parts[begin]
        if begin > at:
            made.append(first.new_zeros(*first.shape[:2], begin - at))
        made.append(part)
        at = begin + part.shape[-1]
    made.append(first.new_zeros(*first.shape[:2], length - at))
    return torch.cat(made, -1)


def _pool_of_players(players: Tensor, tables: SizeClass) -> Tensor:
    """The viewer, mean and maximum of the others."""
    there = tables.players_there.to(players.dtype)
    hidden = torch.relu(players) * there
    mean = hidden[:, 1:].sum(1) / there[:, 1:].sum(1)
    return torch.cat([hidden[:, 0], mean, largest(hidden[:, 1:])], -1)


def _pool_of_tickets(tickets: Tickets) -> Tensor:
    number = tickets.active.sum(1).clamp(min=1).to(tickets.rows.dtype)
    return torch.cat([tickets.rows.sum(1) / number, largest(tickets.rows)], -1)


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
