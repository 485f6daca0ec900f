"""Distances over own and free routes.

Own routes cost nothing: cities that they join are one node. Lengths are small whole numbers, so a search goes from
distance to distance with the nodes at each as one set of bits (Dial's algorithm), and the neighbours of a node, by
length, are one row of words.
"""

from typing import Final

import numpy as np

from carrozza.kernel.bits import NONE, bit, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import CITIES, Grid, Record, cell, whole
from carrozza.kernel.state import State
from carrozza.observation.declaration import FAR, LAYERS, Plan
from carrozza.observation.recall import Recall

_CITY: Final = CITIES - 1


class Search(Record):
    """Room to search in. Nothing in it outlives a call, so one is enough for a thread."""

    near: Grid = cell(np.uint64, CITIES, LAYERS)
    """By node and length (from 1), the nodes that a free route of that length leads to."""
    links: Grid = cell(np.uint64, (LAYERS + 1) * CITIES + 1)
    """In the place of `near` where links are shared (`shared_links.py`)."""
    ends: Grid = cell(np.uint64, CITIES)
    """W2: by the node where the ways of tickets meet, the nodes of the tickets' cities."""
    distance: Grid = cell(np.uint8, CITIES)
    """By node, from the node that was searched from last."""


@rule
def node_of(recall: Recall, city: int) -> int:
    return whole(recall.node[city]) & _CITY


@rule
def link_nodes(board: Board, plan: Plan, state: State, seat: int, recall: Recall, search: Search) -> None:
    """Set the search up for the routes that are free to the seat."""
    for city in range(board.cities):
        for length in range(LAYERS):
            search.near[city, length] = NONE
    for word in range(plan.route_sets):
        routes = state.free[seat, word]
        while routes != NONE:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            a = node_of(recall, whole(plan.route_a[route]))
            b = node_of(recall, whole(plan.route_b[route]))
            length = (whole(plan.route_length[route]) - 1) & (LAYERS - 1)
            search.near[a, length] |= bit(b)
            search.near[b, length] |= bit(a)


@rule
def measure(board: Board, plan: Plan, recall: Recall, search: Search, source: int) -> None:
    """Distances from a node to all others, in spaces of free routes."""
    for city in range(CITIES):
        search.distance[city] = FAR
    left = ~NONE
    now = bit(source)
    in_1 = in_2 = in_3 = in_4 = in_5 = in_6 = in_7 = in_8 = NONE
    for spaces in range(FAR):
        now &= left
        left &= ~now
        while now != NONE:
            node = lowest(now)
            now = without_lowest(now)
            search.distance[node] = spaces
            in_1 |= search.near[node, 0]
            in_2 |= search.near[node, 1]
            in_3 |= search.near[node, 2]
            in_4 |= search.near[node, 3]
            in_5 |= search.near[node, 4]
            in_6 |= search.near[node, 5]
            in_7 |= search.near[node, 6]
            in_8 |= search.near[node, 7]
        if (in_1 | in_2 | in_3 | in_4 | in_5 | in_6 | in_7 | in_8) & left == NONE:
            return
        now, in_1, in_2, in_3, in_4, in_5, in_6, in_7, in_8 = in_1, in_2, in_3, in_4, in_5, in_6, in_7, in_8, NONE
