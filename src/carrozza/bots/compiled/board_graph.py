"""A board as bots look at it: which city leads where, and by which routes. Made once for each board."""

import numpy as np

from carrozza.kernel.board import Board
from carrozza.kernel.layout import CITIES, ROUTES, Grid, blank, cell, record_dtype

LANES = 4
"""Parallel routes between two cities, at most."""


class BoardGraph:
    pairs: int = cell(np.int16)
    """Pairs of neighbouring cities; parallel routes join the same pair."""
    pair_a: Grid = cell(np.int8, ROUTES)
    pair_b: Grid = cell(np.int8, ROUTES)
    pair_of: Grid = cell(np.int16, ROUTES)
    lanes: Grid = cell(np.int8, ROUTES)
    lane: Grid = cell(np.int16, ROUTES, LANES)
    """The routes of each pair."""
    start: Grid = cell(np.int16, CITIES + 1)
    """Where each city's neighbours begin in the next two lists."""
    neighbour: Grid = cell(np.int8, 2 * ROUTES)
    by_pair: Grid = cell(np.int16, 2 * ROUTES)


BOARD_GRAPH = record_dtype(BoardGraph)


def graph_of(board: Board) -> BoardGraph:
    graph: BoardGraph = blank(BOARD_GRAPH)
    pairs: dict[tuple[int, int], int] = {}
    for route in range(board.routes):
        ends = sorted((int(board.city_a[route]), int(board.city_b[route])))
        pair = pairs.setdefault((ends[0], ends[1]), len(pairs))
        graph.pair_a[pair], graph.pair_b[pair] = ends
        graph.pair_of[route] = pair
        graph.lane[pair, graph.lanes[pair]] = route
        graph.lanes[pair] += 1
    graph.pairs = len(pairs)
    _list_neighbours(graph, board.cities)
    return graph


def _list_neighbours(graph: BoardGraph, cities: int) -> None:
    at = 0
    for city in range(cities):
        graph.start[city] = at
        for pair in range(graph.pairs):
            a, b = int(graph.pair_a[pair]), int(graph.pair_b[pair])
            if city in (a, b):
                graph.neighbour[at] = b if city == a else a
                graph.by_pair[at] = pair
                at += 1
    graph.start[cities:] = at
