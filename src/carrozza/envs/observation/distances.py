"""Shortest ways over own and free routes, for the tickets of one seat.

Own routes cost nothing: cities that they join are one node. Lengths are small whole numbers, so a search goes from
distance to distance with the cities at each as one set of bits (Dial's algorithm), and a node's neighbours by length
are one row of words.
"""

from typing import Final

import numpy as np

from carrozza.kernel.bits import NONE, bit, has, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import CITIES, LENGTHS, ROUTES, TICKETS, Grid, Record, cell, whole
from carrozza.kernel.state import State

FAR: Final = 10_000
LONGEST: Final = LENGTHS - 1


class Search(Record):
    """Room to search in. Nothing in it outlives a call, so one is enough for a thread."""

    near: Grid = cell(np.uint64, CITIES, LONGEST)
    """By node and length (from 1), the nodes that a free route of that length leads to."""
    members: Grid = cell(np.uint64, CITIES)
    """The cities of each node."""
    nodes: np.uint64 = cell(np.uint64)
    measured: np.uint64 = cell(np.uint64)
    """Nodes from which the distances are known."""
    distance: Grid = cell(np.int16, CITIES, CITIES)
    way_spaces: Grid = cell(np.int16, TICKETS)
    """By ticket to be made, the spaces of its shortest way."""
    way_a: Grid = cell(np.int8, TICKETS)
    way_b: Grid = cell(np.int8, TICKETS)
    ways: int = cell(np.int16)
    edges: int = cell(np.int16)
    """Free routes."""
    edge_route: Grid = cell(np.int16, ROUTES)
    edge_a: Grid = cell(np.int8, ROUTES)
    edge_b: Grid = cell(np.int8, ROUTES)
    node: Grid = cell(np.int8, CITIES)
    """The node of each city: one of its cities."""


@rule
def join_cities(board: Board, search: Search, a: int, b: int) -> None:
    moved = search.members[b]
    search.members[a] |= moved
    search.nodes &= ~bit(b)
    while moved != NONE:
        search.node[lowest(moved)] = a
        moved = without_lowest(moved)


@rule
def find_nodes(board: Board, sets: int, state: State, seat: int, search: Search) -> None:
    """Cities that own routes join are one node."""
    search.nodes = board.all_cities
    for city in range(board.cities):
        search.node[city] = city
        search.members[city] = bit(city)
    for word in range(sets):
        routes = state.owned[seat, word]
        while routes != NONE:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            a, b = whole(search.node[board.city_a[route]]), whole(search.node[board.city_b[route]])
            if a != b:
                join_cities(board, search, a, b)


@rule
def find_edges(board: Board, sets: int, state: State, seat: int, search: Search) -> None:
    for city in range(board.cities):
        for length in range(LONGEST):
            search.near[city, length] = NONE
    edges = 0
    for word in range(sets):
        routes = state.free[seat, word]
        while routes != NONE:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            a, b = whole(search.node[board.city_a[route]]), whole(search.node[board.city_b[route]])
            length = whole(board.length[route]) - 1
            search.near[a, length] |= bit(b)
            search.near[b, length] |= bit(a)
            search.edge_route[edges] = route
            search.edge_a[edges] = a
            search.edge_b[edges] = b
            edges += 1
    search.edges = edges


@rule
def measure(board: Board, search: Search, source: int) -> None:
    """Distances from a node to all others, in spaces of free routes."""
    if has(search.measured, source):
        return
    search.measured |= bit(source)
    for city in range(board.cities):
        search.distance[source, city] = FAR
    left = search.nodes
    now = bit(source)
    in_1 = in_2 = in_3 = in_4 = in_5 = in_6 = in_7 = in_8 = NONE
    spaces = 0
    while now | in_1 | in_2 | in_3 | in_4 | in_5 | in_6 | in_7 | in_8 != NONE:
        now &= left
        left &= ~now
        while now != NONE:
            node = lowest(now)
            now = without_lowest(now)
            search.distance[source, node] = spaces
            in_1 |= search.near[node, 0]
            in_2 |= search.near[node, 1]
            in_3 |= search.near[node, 2]
            in_4 |= search.near[node, 3]
            in_5 |= search.near[node, 4]
            in_6 |= search.near[node, 5]
            in_7 |= search.near[node, 6]
            in_8 |= search.near[node, 7]
        if left == NONE:
            return
        now, in_1, in_2, in_3, in_4, in_5, in_6, in_7, in_8 = in_1, in_2, in_3, in_4, in_5, in_6, in_7, in_8, NONE
        spaces += 1


@rule
def prepare(board: Board, sets: int, state: State, seat: int, search: Search) -> None:
    """Set the search up for what the seat owns and may claim now."""
    find_nodes(board, sets, state, seat, search)
    find_edges(board, sets, state, seat, search)
    search.measured = NONE
    search.ways = 0


@rule
def ticket_spaces(board: Board, search: Search, ticket: int) -> int:
    """The spaces of a ticket's shortest way: 0 where it is made, `FAR` where there is no way. One that is to be made
    is added to the list of ways."""
    a, b = whole(search.node[board.ticket_a[ticket]]), whole(search.node[board.ticket_b[ticket]])
    if a == b:
        return 0
    measure(board, search, a)
    spaces = whole(search.distance[a, b])
    if spaces < FAR:
        measure(board, search, b)
        way = whole(search.ways)
        search.way_a[way] = a
        search.way_b[way] = b
        search.way_spaces[way] = spaces
        search.ways = way + 1
    return spaces


@rule
def detour(board: Board, search: Search, edge: int, first: int, last: int) -> int:
    """How much longer the ways from `first` to before `last` get, at least, when they have to use this free route."""
    a, b = whole(search.edge_a[edge]), whole(search.edge_b[edge])
    best = FAR
    for way in range(first, last):
        here, there = whole(search.way_a[way]), whole(search.way_b[way])
        forth = whole(search.distance[here, a]) + whole(search.distance[there, b])
        back = whole(search.distance[here, b]) + whole(search.distance[there, a])
        best = min(best, min(forth, back) - whole(search.way_spaces[way]))
    return best + whole(board.length[search.edge_route[edge]])
