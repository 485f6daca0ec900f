"""The network for any board on one of them, as arrays for compiled code: few and large ones, as all are passed on."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from carrozza.bots.neural.tokens.matrices import MISC_ACTIONS, POOLS, sizes_of
from carrozza.bots.neural.tokens.rows import (
    CITIES,
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
from carrozza.kernel.layout import Grid
from carrozza.observation.declaration import MAX_OFFER

ROUTE_SQUARES = ("route_self", "route_city", "route_kind", "route_out")
CITY_SQUARES = ("city_self", "city_routes", "city_out")
KIND_SQUARES = ("kind_self", "kind_mean", "kind_max", "kind_out")
ROUTE_SELF, ROUTE_CITY, ROUTE_KIND, ROUTE_OUT = range(4)
CITY_SELF, CITY_ROUTES, CITY_OUT = range(4, 7)
KIND_SELF, KIND_MEAN, KIND_MAX, KIND_OUT = range(7, 11)
FOR_ROUTES, FOR_CITIES, FOR_KINDS = range(3)
TICKET_CITY, KEEP_TICKET, KEEP_CITY, PLAYER_SELF = range(4)
FOR_KEEPING, FOR_PLAYERS = range(2)


class Reading(NamedTuple):
    """From tokens to rows: the scaled matrices of the cells, and what the facts of the board add to each row."""

    group_at: Grid
    group_columns: Grid
    route_cells: Grid
    city_cells: Grid
    ticket_cells: Grid
    kind_cells: Grid
    player_cells: Grid
    table_cells: Grid
    route_base: Grid
    city_base: Grid
    ticket_base: Grid
    kind_base: Grid
    player_base: Grid
    table_base: Grid
    city_places: Grid
    player_places: Grid
    table_places: Grid
    pile_firsts: Grid
    ticket_firsts: Grid
    """Held, offered, made, lost, distance; and, last, where the known cards begin in a player's row."""


class Graph(NamedTuple):
    """Who tells whom."""

    route_ends: Grid
    route_kind: Grid
    ticket_ends: Grid
    kind_number: Grid
    kind_actions: Grid
    routes_at: Grid
    """One divided by how many routes end in each city, float32."""
    routes_of: Grid
    """The same for each kind."""


class Layers(NamedTuple):
    """By exchange and layer, see the numbers above."""

    squares: Grid
    from_table: Grid
    biases: Grid
    table_squares: Grid
    table_pools: Grid
    table_bias: Grid
    table_players: Grid
    table_tickets: Grid
    final_up: Grid
    final_down: Grid
    final_bias: Grid


class Heads(NamedTuple):
    squares: Grid
    from_table: Grid
    claim: Grid
    city: Grid
    kind: Grid
    keep: Grid
    keep_count: Grid
    win: Grid
    misc: Grid
    """The logits of `MISC_ACTIONS`, then the margin."""
    misc_actions: Grid
    claim_bias: Grid
    """Of claims, then of cities."""
    kind_bias: Grid
    misc_bias: Grid
    player_bias: Grid


class TokenNetwork(NamedTuple):
    reading: Reading
    graph: Graph
    layers: Layers
    heads: Heads


class TokenRoom(NamedTuple):
    """What one thread computes in."""

    routes: Grid
    route_hidden: Grid
    cities: Grid
    city_hidden: Grid
    city_told: Grid
    kinds: Grid
    kind_hidden: Grid
    kind_told: Grid
    tickets: Grid
    active: Grid
    players: Grid
    table: Grid
    table_normed: Grid
    table_hidden: Grid
    final_hidden: Grid
    pools: Grid
    normed: Grid
    """As many rows as the largest table has."""
    offered: Grid
    """A row for each place of an offer, then one for the table, then one for a set."""


Matrices = Mapping[str, Grid]


def token_network(matrices: Matrices, vectors: Matrices, board: BoardRows) -> TokenNetwork:
    """The weights as they act on this board."""
    return TokenNetwork(
        _reading(matrices, vectors, board), _graph(board), _layers(matrices, vectors), _heads(matrices, vectors)
    )


def token_room(network: TokenNetwork) -> TokenRoom:
    reading = network.reading
    routes, width = reading.route_base.shape
    cities, kinds = len(reading.city_base), len(reading.kind_base)
    tickets, players = len(reading.ticket_base), len(reading.player_base)
    table = reading.table_base.shape[1]

    def rows(number: int, numbers: int = width) -> Grid:
        return np.zeros((number, numbers), np.float32)

    return TokenRoom(
        routes=rows(routes),
        route_hidden=rows(routes),
        cities=rows(cities),
        city_hidden=rows(cities),
        city_told=rows(cities),
        kinds=rows(kinds),
        kind_hidden=rows(kinds),
        kind_told=rows(2 * kinds),
        tickets=rows(tickets),
        active=np.zeros(tickets, np.int64),
        players=rows(players),
        table=np.zeros(table, np.float32),
        table_normed=np.zeros(table, np.float32),
        table_hidden=np.zeros(table, np.float32),
        final_hidden=np.zeros(2 * table, np.float32),
        pools=np.zeros(POOLS * width, np.float32),
        normed=rows(max(routes, cities, kinds, players)),
        offered=rows(MAX_OFFER + 2),
    )


def _reading(matrices: Matrices, vectors: Matrices, board: BoardRows) -> Reading:
    cells: dict[str, Grid] = {}
    base: dict[str, Grid] = {}
    scales = {
        "routes": ROUTES.scales, "cities": CITIES.scales, "tickets": TICKET_SCALES, "kinds": KIND_SCALES,
        "players": PLAYERS.scales, "table": TABLE.scales,
    }  # fmt: skip
    for sort, scale in scales.items():
        matrix = np.asarray(matrices[f"{sort}_in"], np.float32)
        cells[sort] = np.ascontiguousarray(matrix[: len(scale)] * scale[:, None])
        base[sort] = _in_order(board.facts[sort], matrix[len(scale) :], vectors[f"{sort}_in_bias"])
    return Reading(
        group_at=board.group_at,
        group_columns=board.group_columns,
        route_cells=cells["routes"],
        city_cells=cells["cities"],
        ticket_cells=cells["tickets"],
        kind_cells=cells["kinds"],
        player_cells=cells["players"],
        table_cells=cells["table"],
        route_base=base["routes"],
        city_base=base["cities"],
        ticket_base=base["tickets"],
        kind_base=base["kinds"],
        player_base=base["players"],
        table_base=base["table"],
        city_places=CITIES.places,
        player_places=PLAYERS.places,
        table_places=TABLE.places,
        pile_firsts=PILE_FIRSTS,
        ticket_firsts=np.array([*TICKET_FIRSTS.values(), KNOWN_FIRST], np.int64),
    )


def _in_order(facts: Grid, matrix: Grid, bias: Grid) -> Grid:
    """The product in a fixed order, so that it has the same bits on every machine."""
    made = np.repeat(np.asarray(bias, np.float32)[None], len(facts), 0)
    for fact, outputs in zip(facts.T, np.asarray(matrix, np.float32), strict=True):
        made += fact[:, None] * outputs
    return made


def _graph(board: BoardRows) -> Graph:
    one = np.float32(1)
    return Graph(
        board.route_ends,
        board.route_kind,
        board.ticket_ends,
        board.kind_number,
        board.kind_actions,
        one / np.maximum(board.routes_at, 1).astype(np.float32),
        one / np.maximum(board.routes_of, 1).astype(np.float32),
    )


def _layers(matrices: Matrices, vectors: Matrices) -> Layers:
    exchanges = range(sizes_of(matrices).exchanges)

    def stacked(arrays: Matrices, *names: str) -> Grid:
        return np.stack([np.stack([arrays[name][n] for name in names]) for n in exchanges]).astype(np.float32)

    return Layers(
        squares=stacked(matrices, *ROUTE_SQUARES, *CITY_SQUARES, *KIND_SQUARES),
        from_table=stacked(matrices, "route_table", "city_table", "kind_table"),
        biases=stacked(vectors, "route_bias", "city_bias", "kind_bias"),
        table_squares=stacked(matrices, "table_self", "table_out"),
        table_pools=_plain(matrices["table_pools"]),
        table_bias=_plain(vectors["table_bias"]),
        table_players=_plain(matrices["table_players"]),
        table_tickets=_plain(matrices["table_tickets"]),
        final_up=_plain(matrices["final_up"]),
        final_down=_plain(matrices["final_down"]),
        final_bias=_plain(vectors["final_bias"]),
    )


def _heads(matrices: Matrices, vectors: Matrices) -> Heads:
    squares = [matrices[name] for name in ("ticket_city", "keep_ticket", "keep_city", "player_self")]
    from_table = [matrices[name] for name in ("keep_table", "player_table")]
    return Heads(
        _plain(np.stack(squares)),
        _plain(np.stack(from_table)),
        _plain(matrices["claim"][:, 0]),
        _plain(matrices["city"][:, 0]),
        _plain(matrices["kind"]),
        _plain(matrices["keep"][:, 0]),
        _plain(vectors["keep_count"]),
        _plain(matrices["win"][:, 0]),
        _plain(np.concatenate([matrices["misc"], matrices["margin"]], 1)),
        np.array(MISC_ACTIONS, np.int64),
        _plain(np.concatenate([vectors["claim_bias"], vectors["city_logit_bias"]])),
        _plain(vectors["kind_logit_bias"]),
        _plain(np.concatenate([vectors["misc_bias"], vectors["margin_bias"]])),
        _plain(vectors["player_bias"]),
    )


def _plain(array: Grid) -> Grid:
    return np.require(array, np.float32, ("C", "W"))
