"""The exchanges: routes, cities and kinds of card tell each other what they know, and the table hears them all."""

from carrozza.bots.neural.arithmetic.layers import add_inputs, add_row, copy_row
from carrozza.bots.neural.tokens.arrays import (
    CITY_OUT,
    CITY_ROUTES,
    CITY_SELF,
    FOR_CITIES,
    FOR_KINDS,
    FOR_ROUTES,
    KIND_MAX,
    KIND_MEAN,
    KIND_OUT,
    KIND_SELF,
    ROUTE_CITY,
    ROUTE_KIND,
    ROUTE_OUT,
    ROUTE_SELF,
    Graph,
    TokenNetwork,
    TokenRoom,
)
from carrozza.bots.neural.tokens.products import (
    ONE,
    ZERO,
    add_products,
    clear,
    pool,
    raise_to,
    relu,
    rms,
    rms_rows,
    scale_row,
)
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import Grid, whole


@rule
def begin_hidden(network: TokenNetwork, room: TokenRoom, number: int, group: int, hidden: Grid) -> None:
    """What the table tells all rows of a sort: computed once, and copied into each."""
    copy_row(network.layers.biases[number, group], hidden[0])
    add_inputs(network.layers.from_table[number, group], room.table_normed, hidden[0])
    for row in range(1, len(hidden)):
        copy_row(hidden[0], hidden[row])


@rule
def hear_routes(network: TokenNetwork, room: TokenRoom, number: int) -> None:
    graph, hidden, squares = network.graph, room.route_hidden, network.layers.squares[number]
    begin_hidden(network, room, number, FOR_ROUTES, hidden)
    rms_rows(room.routes, room.normed)
    add_products(squares[ROUTE_SELF], room.normed, hidden)
    tell(squares[ROUTE_CITY], room.cities, room.normed, room.city_told)
    kinds = room.kind_told[: len(room.kinds)]
    tell(squares[ROUTE_KIND], room.kinds, room.normed, kinds)
    for route in range(len(hidden)):
        hear_three(
            room.city_told[whole(graph.route_ends[route, 0])],
            room.city_told[whole(graph.route_ends[route, 1])],
            kinds[whole(graph.route_kind[route])],
            hidden[route],
        )
    add_products(squares[ROUTE_OUT], hidden, room.routes)


@rule
def tell(matrix: Grid, rows: Grid, normed: Grid, out: Grid) -> None:
    """`out = rms(rows) @ matrix`"""
    rms_rows(rows, normed)
    for row in range(len(rows)):
        clear(out[row])
        add_inputs(matrix, normed[row], out[row])


@rule
def hear_three(one: Grid, other: Grid, kind: Grid, hidden: Grid) -> None:
    for j in range(len(hidden)):
        hidden[j] = max(((hidden[j] + one[j]) + other[j]) + kind[j], ZERO)


@rule
def hear_cities(network: TokenNetwork, room: TokenRoom, number: int) -> None:
    graph, hidden, told = network.graph, room.city_hidden, room.city_told
    squares = network.layers.squares[number]
    for city in range(len(told)):
        clear(told[city])
    for route in range(len(room.route_hidden)):
        add_row(room.route_hidden[route], ONE, told[whole(graph.route_ends[route, 0])])
        add_row(room.route_hidden[route], ONE, told[whole(graph.route_ends[route, 1])])
    for city in range(len(told)):
        scale_row(graph.routes_at[city], told[city])
    begin_hidden(network, room, number, FOR_CITIES, hidden)
    rms_rows(room.cities, room.normed)
    add_products(squares[CITY_SELF], room.normed, hidden)
    add_products(squares[CITY_ROUTES], told, hidden)
    for city in range(len(hidden)):
        relu(hidden[city])
    add_products(squares[CITY_OUT], hidden, room.cities)


@rule
def hear_kinds(network: TokenNetwork, room: TokenRoom, number: int) -> None:
    hidden, kinds, squares = room.kind_hidden, len(room.kinds), network.layers.squares[number]
    pool_by_kind(network.graph, room, kinds)
    begin_hidden(network, room, number, FOR_KINDS, hidden)
    rms_rows(room.kinds, room.normed)
    add_products(squares[KIND_SELF], room.normed, hidden)
    add_products(squares[KIND_MEAN], room.kind_told[:kinds], hidden)
    add_products(squares[KIND_MAX], room.kind_told[kinds:], hidden)
    for kind in range(kinds):
        relu(hidden[kind])
    add_products(squares[KIND_OUT], hidden, room.kinds)


@rule
def pool_by_kind(graph: Graph, room: TokenRoom, kinds: int) -> None:
    """The mean of each kind's routes, then the maximum of each."""
    told = room.kind_told
    for row in range(len(told)):
        clear(told[row])
    for route in range(len(room.route_hidden)):
        kind = whole(graph.route_kind[route])
        add_row(room.route_hidden[route], ONE, told[kind])
        raise_to(room.route_hidden[route], told[kinds + kind])
    for kind in range(kinds):
        scale_row(graph.routes_of[kind], told[kind])


@rule
def hear_table(network: TokenNetwork, room: TokenRoom, number: int) -> None:
    layers, width = network.layers, room.routes.shape[1]
    pools, hidden = room.pools, room.table_hidden
    pool(room.route_hidden, pools[:width], pools[width : 2 * width])
    pool(room.city_hidden, pools[2 * width : 3 * width], pools[3 * width : 4 * width])
    pool(room.kind_hidden, pools[4 * width : 5 * width], pools[5 * width :])
    copy_row(layers.table_bias[number], hidden)
    add_inputs(layers.table_squares[number, 0], room.table_normed, hidden)
    add_inputs(layers.table_pools[number], pools, hidden)
    relu(hidden)
    add_inputs(layers.table_squares[number, 1], hidden, room.table)


@rule
def finish_table(network: TokenNetwork, room: TokenRoom) -> None:
    """The last layers of the table; then its rms, for the heads."""
    layers, hidden = network.layers, room.final_hidden
    rms(room.table, room.table_normed)
    copy_row(layers.final_bias, hidden)
    add_inputs(layers.final_up, room.table_normed, hidden)
    relu(hidden)
    add_inputs(layers.final_down, hidden, room.table)
    rms(room.table, room.table_normed)
