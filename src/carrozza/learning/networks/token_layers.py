"""The layers of the network for any board, on a stratified batch.

Rows are (setups, rows, positions, width): what all positions of a setup have in common, such as the ends of a route, is
one matrix between rows, and one product of it with the rows of all positions tells them.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from carrozza.bots.neural.tokens.rows import FACTS
from carrozza.learning.networks.token_tables import SizeClass

SMALL = 1e-5
Parameters = Mapping[str, Tensor]
"""By the names of a weights file, in the precision that is computed with."""


class Rows(NamedTuple):
    routes: Tensor
    cities: Tensor
    kinds: Tensor
    table: Tensor
    """(setups, positions, width), in float32."""


def rms(rows: Tensor) -> Tensor:
    return functional.rms_norm(rows, rows.shape[-1:], eps=SMALL)


def embedded(found: Tensor, scales: Tensor, facts: Tensor, sort: str, weights: Parameters) -> Tensor:
    """The first rows of a sort, (setups, rows, positions, width), of cells (setups, positions, rows, columns). Cells
    are whole numbers, so their scales go into the matrix; facts are multiplied once for all positions."""
    matrix = weights[f"{sort}_in"]
    columns = len(matrix) - FACTS[sort]
    of_cells = found.transpose(1, 2).to(matrix.dtype) @ (scales.unsqueeze(-1) * matrix[:columns]).to(matrix.dtype)
    return of_cells + (facts.to(matrix.dtype) @ matrix[columns:] + weights[f"{sort}_in_bias"]).unsqueeze(2)


def told(matrix: Tensor, rows: Tensor) -> Tensor:
    """What other rows add up to by a matrix (setups, rows, other rows) of constants, for all positions at once."""
    return torch.bmm(matrix, rows.flatten(2)).unflatten(2, rows.shape[2:])


def exchange_layers(weights: Parameters) -> list[Parameters]:
    """The parameters of each exchange."""
    return [
        dict(zip(EXCHANGED, parts, strict=True))
        for parts in zip(*(weights[name].unbind() for name in EXCHANGED), strict=True)
    ]


def exchange(rows: Rows, tables: SizeClass, layer: Parameters) -> Rows:
    """Rows tell each other what they know."""
    incidence = tables.incidence.to(rows.routes.dtype)
    cities, kinds = rms(rows.cities), rms(rows.kinds)
    table = rms(rows.table).to(rows.routes.dtype)
    nodes = torch.cat([cities @ layer["route_city"], kinds @ layer["route_kind"]], 1)
    r = rms(rows.routes) @ layer["route_self"] + told(incidence.mT, nodes) + _of_table(table, "route", layer)
    r = torch.relu(r)
    sums = told(incidence, r)
    means = sums * tables.share.to(r.dtype)
    of_cities, of_kinds = means.split([cities.shape[1], kinds.shape[1]], 1)
    c = torch.relu(cities @ layer["city_self"] + of_cities @ layer["city_routes"] + _of_table(table, "city", layer))
    c = c * tables.cities_there.to(c.dtype)
    most = most_of_kinds(r, tables)
    k = kinds @ layer["kind_self"] + of_kinds @ layer["kind_mean"] + most @ layer["kind_max"]
    k = torch.relu(k + _of_table(table, "kind", layer)) * tables.kinds_there.to(k.dtype)
    mean_of_routes = sums[:, cities.shape[1] :].sum(1) / tables.routes_number
    pools = [mean_of_routes, largest(most), *_pooled(c, tables.cities_there), *_pooled(k, tables.kinds_there)]
    pooled = torch.cat([pool.to(r.dtype) for pool in pools], -1)
    hidden = torch.relu(table @ layer["table_self"] + pooled @ layer["table_pools"] + layer["table_bias"])
    return Rows(
        rows.routes + r @ layer["route_out"],
        rows.cities + c @ layer["city_out"],
        rows.kinds + k @ layer["kind_out"],
        rows.table + hidden @ layer["table_out"],
    )


EXCHANGED = (
    "route_self", "route_city", "route_kind", "route_table", "route_bias", "route_out",
    "city_self", "city_routes", "city_table", "city_bias", "city_out",
    "kind_self", "kind_mean", "kind_max", "kind_table", "kind_bias", "kind_out",
    "table_self", "table_pools", "table_bias", "table_out",
)  # fmt: skip
"""The parameters of which each exchange has its own."""


def _of_table(table: Tensor, sort: str, layer: Parameters) -> Tensor:
    """(setups, 1, positions, width)"""
    return (table @ layer[f"{sort}_table"] + layer[f"{sort}_bias"]).unsqueeze(1)


def _pooled(rows: Tensor, there: Tensor) -> tuple[Tensor, Tensor]:
    """Mean and maximum of rows that are 0 where the board has none, and nowhere below 0."""
    return rows.sum(1) / there.sum(1), largest(rows)


def largest(rows: Tensor) -> Tensor:
    """The maximum over rows. Its gradient goes to the row that it came from. That of `amax` goes to all rows that equal
    it; code that torch has compiled computes them again, in another precision, may find none, and divides by 0."""
    return rows.max(1).values


def most_of_kinds(routes: Tensor, tables: SizeClass) -> Tensor:
    """(setups, kinds, positions, width): the maximum over the routes of each kind, which are nowhere below 0; 0 where
    there are none."""
    constants = (tables.colour_routes, tables.gray_routes, tables.route_kind, tables.route_place, tables.numbers)
    most, _ = MostOfKinds.apply(routes, *constants)
    return most


class MostOfKinds(torch.autograd.Function):
    """Forward, each kind looks its own routes up. What goes back to a route is what its kind was given, where the
    maximum came from this route: that needs the place of the maximum alone, one byte, and no sum over routes."""

    @staticmethod
    def forward(
        routes: Tensor, colour_routes: Tensor, gray_routes: Tensor, kind: Tensor, place: Tensor, numbers: Tensor
    ) -> tuple[Tensor, Tensor]:
        found = [_most(routes, of_kinds, numbers) for of_kinds in (colour_routes, gray_routes)]
        values, places = (torch.cat(parts, 1) for parts in zip(*found, strict=True))
        return values, places

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Tensor, ...], output: tuple[Tensor, Tensor]) -> None:
        _, places = output
        ctx.mark_non_differentiable(places)
        ctx.save_for_backward(places, *inputs[3:])

    @staticmethod
    def backward(ctx: Any, given: Tensor, _: Tensor) -> tuple[Tensor | None, ...]:
        places, kind, place, numbers = ctx.saved_tensors
        chosen = places[numbers, kind] == place[..., None, None]
        return torch.where(chosen, given[numbers, kind], 0), None, None, None, None, None


def _most(routes: Tensor, of_kinds: Tensor, numbers: Tensor) -> tuple[Tensor, Tensor]:
    """The maxima, and their places among the routes of the kind."""
    found = routes[numbers.unsqueeze(-1), of_kinds.clamp_min(0)]
    values, places = torch.where(of_kinds[..., None, None] < 0, -1, found).max(2)
    return values.clamp_min(0), places.to(torch.uint8)
