"""What `distances.py` does, in little memory: for the interpreter and for a GPU, where many searches share a cache.

The neighbours of a city, by length, are one row of words of the plan, the same for all games. A game has but one word
for each city: which of its neighbours a free route leads to. So cities are searched, not nodes. Where routes of
different lengths lead from one city to another, each length is in a layer of its own.
"""

from typing import Final

import numpy as np

from carrozza.kernel.bits import NONE, bit, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import CITIES, whole
from carrozza.kernel.state import State
from carrozza.observation.declaration import FAR, LAYERS, Plan
from carrozza.observation.distances import Search, node_of
from carrozza.observation.recall import Recall

_CITY: Final = CITIES - 1


@rule
def link_nodes(board: Board, plan: Plan, state: State, seat: int, recall: Recall, search: Search) -> None:
    """Set the search up for the routes that are free to the seat."""
    gather_cities(board, recall, search)
    for layer in range(plan.layers):
        for city in range(board.cities):
            search.open[layer, city] = NONE
    for word in range(plan.route_sets):
        routes = state.free[seat, word]
        while routes != NONE:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            a, b = whole(plan.route_a[route]) & _CITY, whole(plan.route_b[route]) & _CITY
            layer = whole(plan.route_layer[route]) & (LAYERS - 1)
            search.open[layer, a] |= bit(b)
            search.open[layer, b] |= bit(a)


@rule
def gather_cities(board: Board, recall: Recall, search: Search) -> None:
    """Which cities each node has."""
    search.several = NONE
    for city in range(board.cities):
        search.joined[city] = bit(city)
    for city in range(board.cities):
        node = node_of(recall, city)
        if node != city:
            search.joined[node] |= bit(city)
            search.several |= bit(city) | bit(node)


@rule
def with_joined(recall: Recall, search: Search, cities: np.uint64) -> np.uint64:
    """These cities and all that own routes join to them."""
    rest = cities & search.several
    while rest != NONE:
        joined = search.joined[node_of(recall, lowest(rest))]
        rest &= ~joined
        cities |= joined
    return cities


@rule
def measure(board: Board, plan: Plan, recall: Recall, search: Search, source: int) -> None:
    """Distances from a node to all others, in spaces of free routes."""
    for city in range(CITIES):
        search.distance[city] = FAR
    left = ~NONE
    now = bit(source)
    in_1 = in_2 = in_3 = in_4 = in_5 = in_6 = in_7 = in_8 = NONE
    for spaces in range(FAR):
        now = with_joined(recall, search, now & left)
        left &= ~now
        while now != NONE:
            city = lowest(now)
            now = without_lowest(now)
            search.distance[city] = spaces
            for layer in range(plan.layers):
                there = search.open[layer, city]
                in_1 |= plan.links[layer, city, 0] & there
                in_2 |= plan.links[layer, city, 1] & there
                in_3 |= plan.links[layer, city, 2] & there
                in_4 |= plan.links[layer, city, 3] & there
                in_5 |= plan.links[layer, city, 4] & there
                in_6 |= plan.links[layer, city, 5] & there
                in_7 |= plan.links[layer, city, 6] & there
                in_8 |= plan.links[layer, city, 7] & there
        if (in_1 | in_2 | in_3 | in_4 | in_5 | in_6 | in_7 | in_8) & left == NONE:
            return
        now, in_1, in_2, in_3, in_4, in_5, in_6, in_7, in_8 = in_1, in_2, in_3, in_4, in_5, in_6, in_7, in_8, NONE
