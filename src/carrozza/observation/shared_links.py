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
from carrozza.kernel.layout import CITIES, Grid, whole
from carrozza.kernel.state import State
from carrozza.observation.declaration import FAR, Plan
from carrozza.observation.distances import Search, node_of
from carrozza.observation.recall import Recall

_CITY: Final = CITIES - 1


def links_size(board: Board, plan: Plan) -> int:
    """How many words the links of a game take: for each layer and city, the cities that a free route leads to; for each
    node, the cities that own routes join to it; last, the cities of nodes that have several."""
    return (int(plan.layers) + 1) * int(board.cities) + 1


@rule
def link_cities(board: Board, plan: Plan, state: State, seat: int, recall: Recall, links: Grid) -> None:
    """Write the links for the routes that are free to the seat."""
    cities = whole(board.cities)
    gather_cities(board, plan, recall, links)
    for place in range(whole(plan.layers) * cities):
        links[place] = NONE
    for word in range(plan.route_sets):
        routes = state.free[seat, word]
        while routes != NONE:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            a, b = whole(plan.route_a[route]) & _CITY, whole(plan.route_b[route]) & _CITY
            first = whole(plan.route_layer[route]) * cities
            links[first + a] |= bit(b)
            links[first + b] |= bit(a)


@rule
def gather_cities(board: Board, plan: Plan, recall: Recall, links: Grid) -> None:
    """Which cities each node has."""
    cities = whole(board.cities)
    first = whole(plan.layers) * cities
    several = NONE
    for city in range(cities):
        links[first + city] = bit(city)
    for city in range(cities):
        node = node_of(recall, city)
        if node != city:
            links[first + node] |= bit(city)
            several |= bit(city) | bit(node)
    links[first + cities] = several


@rule
def with_joined(board: Board, plan: Plan, recall: Recall, links: Grid, cities: np.uint64) -> np.uint64:
    """These cities and all that own routes join to them."""
    first = whole(plan.layers) * whole(board.cities)
    rest = cities & links[first + whole(board.cities)]
    while rest != NONE:
        joined = links[first + node_of(recall, lowest(rest))]
        rest &= ~joined
        cities |= joined
    return cities


@rule
def measure_cities(board: Board, plan: Plan, recall: Recall, links: Grid, distance: Grid, source: int) -> None:
    """Distances from a node to all others, in spaces of free routes."""
    for city in range(board.cities):
        distance[city] = FAR
    left = ~NONE
    now = bit(source)
    in_1 = in_2 = in_3 = in_4 = in_5 = in_6 = in_7 = in_8 = NONE
    for spaces in range(FAR):
        now = with_joined(board, plan, recall, links, now & left)
        left &= ~now
        while now != NONE:
            city = lowest(now)
            now = without_lowest(now)
            distance[city] = spaces
            for layer in range(plan.layers):
                there = links[layer * whole(board.cities) + city]
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


@rule
def link_nodes(board: Board, plan: Plan, state: State, seat: int, recall: Recall, search: Search) -> None:
    """Set a search up with links of its own."""
    link_cities(board, plan, state, seat, recall, search.links)


@rule
def measure(board: Board, plan: Plan, recall: Recall, search: Search, source: int) -> None:
    measure_cities(board, plan, recall, search.links, search.distance, source)
