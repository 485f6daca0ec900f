"""E3: the routes of the longest path, in the order they are travelled.

`longest_path` leaves its trail through the core behind: a set of routes and its two ends. Here it is walked
(Hierholzer), and continued at both ends into the deepest dead ends.
"""

import numpy as np

from carrozza.kernel.bits import NONE, bit, count, lowest, nth, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import ROUTE_WORDS, Grid, Record, cell, whole
from carrozza.kernel.longest_path import longest_path
from carrozza.kernel.paths import EDGES, Workings, other_end
from carrozza.kernel.state import NOBODY, State


class PathRoutes(Record):
    routes: Grid = cell(np.int16, EDGES)
    steps: int = cell(np.int16)
    cities_walked: Grid = cell(np.int8, EDGES + 1)
    edges_walked: Grid = cell(np.int8, EDGES + 1)


def blank_path_routes() -> PathRoutes:
    return PathRoutes()


@rule
def append(path: PathRoutes, edge: int) -> None:
    path.routes[path.steps] = edge
    path.steps += 1


@rule
def reverse(path: PathRoutes) -> None:
    last = whole(path.steps) - 1
    for i in range(whole(path.steps) // 2):
        edge = path.routes[i]
        path.routes[i] = path.routes[last - i]
        path.routes[last - i] = edge


@rule
def edge_into_dead_end(work: Workings, city: int, depth: int, but: np.uint64) -> int:
    """The edge by which a dead end of this depth leaves a city. (Towards the core it is always deeper than that.)"""
    edges = work.around[city] & ~work.core & ~but
    while edges != NONE:
        edge = lowest(edges)
        edges = without_lowest(edges)
        if whole(work.deepest[other_end(work, edge, city)]) + whole(work.length[edge]) == depth:
            return edge
    return NOBODY


@rule
def append_dead_end(work: Workings, path: PathRoutes, city: int, depth: int, but: np.uint64) -> None:
    """Outwards from a city, by another edge than `but`."""
    while depth > 0:
        edge = edge_into_dead_end(work, city, depth, but)
        append(path, edge)
        depth -= whole(work.length[edge])
        city = other_end(work, edge, city)


@rule
def append_trail(work: Workings, path: PathRoutes, end: int) -> None:
    """Walk from the end on until no edge leads on, and step back: the edges come off in order from the start."""
    unused = work.trail
    path.cities_walked[0] = end
    depth = 0
    while depth >= 0:
        city = whole(path.cities_walked[depth])
        onward = work.around[city] & unused
        if onward != NONE:
            edge = lowest(onward)
            unused &= ~bit(edge)
            depth += 1
            path.cities_walked[depth] = other_end(work, edge, city)
            path.edges_walked[depth] = edge
        else:
            if depth > 0:
                append(path, whole(path.edges_walked[depth]))
            depth -= 1


@rule
def route_of_edge(state: State, seat: int, edge: int) -> int:
    """`gather_routes` numbers a seat's routes in their order."""
    for word in range(ROUTE_WORDS):
        here = count(state.owned[seat, word])
        if edge < here:
            return word * 64 + nth(state.owned[seat, word], edge)
        edge -= here
    return NOBODY


@entry
def longest_path_routes(board: Board, state: State, seat: int, work: Workings, path: PathRoutes) -> int:
    """E3: write the routes of the longest path into `path`; returns its length in trains."""
    length = longest_path(board, state, seat, work)
    start, end = whole(work.trail_start), whole(work.trail_end)
    path.steps = 0
    append_dead_end(work, path, start, whole(work.deepest[start]), NONE)
    reverse(path)
    taken = bit(whole(path.routes[path.steps - 1])) if path.steps > 0 else NONE
    append_trail(work, path, end)
    append_dead_end(work, path, end, whole(work.second[end] if start == end else work.deepest[end]), taken)
    for i in range(path.steps):
        path.routes[i] = route_of_edge(state, seat, whole(path.routes[i]))
    return length
