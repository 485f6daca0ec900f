"""Routes that are free to a seat no longer: which distances they change."""

import numpy as np

from carrozza.kernel.bits import NONE, bit, has, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import whole
from carrozza.kernel.state import NOBODY, State
from carrozza.observation.cells.rows import tight_lanes
from carrozza.observation.declaration import Plan
from carrozza.observation.distances import node_of
from carrozza.observation.lanes import blocks, mark
from carrozza.observation.recall import LANES, Recall

_LANES, _ALL_LANES = np.uint64(LANES), np.uint64((1 << LANES) - 1)


@rule
def closed_in(board: Board, state: State, seat: int, own: int, recall: Recall, word: int) -> np.uint64:
    """The routes that others have closed. The seat's own new route and its parallels are not among them: their ends
    become one node."""
    closed: np.uint64 = recall.free[word] & ~state.free[seat, word] & ~state.owned[seat, word]
    if own != NOBODY:
        closed &= ~board.parallel[own, word]
    return closed


@rule
def close_routes(board: Board, plan: Plan, state: State, seat: int, own: int, recall: Recall) -> None:
    """Mark the lanes that closed routes matter to. The seat's own new route counts as free here, and nodes are as they
    were: that it is its own comes after."""
    for word in range(plan.route_sets):
        closed = closed_in(board, state, seat, own, recall, word)
        while closed != NONE:
            close_route(board, plan, state, seat, own, recall, word * 64 + lowest(closed))
            closed = without_lowest(closed)


@rule
def close_route(board: Board, plan: Plan, state: State, seat: int, own: int, recall: Recall, route: int) -> None:
    a, b = node_of(recall, whole(plan.route_a[route])), node_of(recall, whole(plan.route_b[route]))
    length = whole(plan.route_length[route])
    for block in range(blocks(recall)):
        used = (recall.used >> np.uint64(block * LANES)) & _ALL_LANES
        used |= used << _LANES
        to_a = tight_lanes(recall.distance[block, b], recall.distance[block, a], length) & used
        to_b = tight_lanes(recall.distance[block, a], recall.distance[block, b], length) & used
        if to_a != NONE:
            mark(recall, block, without_way(board, plan, state, seat, own, recall, block, a, to_a))
        if to_b != NONE:
            mark(recall, block, without_way(board, plan, state, seat, own, recall, block, b, to_b))


@rule
def without_way(
    board: Board, plan: Plan, state: State, seat: int, own: int, recall: Recall, block: int, node: int, lanes: np.uint64
) -> np.uint64:
    """Of these lanes, those in which no tight route leads to this node any more."""
    cities = cities_of(board, seat, recall, node)
    for word in range(plan.route_sets):
        left = recall.free[word] & ~closed_in(board, state, seat, own, recall, word)
        routes = routes_at(board, cities, word) & left
        while routes != NONE:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            ends = node_of(recall, whole(plan.route_a[route])) ^ node_of(recall, whole(plan.route_b[route]))
            other, length = ends ^ node, whole(plan.route_length[route])
            lanes &= ~tight_lanes(recall.distance[block, other], recall.distance[block, node], length)
    return lanes


@rule
def cities_of(board: Board, seat: int, recall: Recall, node: int) -> np.uint64:
    """The cities that own routes join to this node."""
    if not has(recall.reached[seat], node):
        return bit(node)
    cities = NONE
    for city in range(board.cities):
        cities |= np.uint64(recall.node[city] == node) << np.uint64(city)
    return cities


@rule
def routes_at(board: Board, cities: np.uint64, word: int) -> np.uint64:
    routes = NONE
    while cities != NONE:
        routes |= board.routes_of[lowest(cities), word]
        cities = without_lowest(cities)
    return routes
