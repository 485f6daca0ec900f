"""A board as bots look at it: which city leads where, and by which routes. Made once for each board."""

import numpy as np

from carrozza.kernel.board import Board
from carrozza.kernel.layout import CITIES, ROUTES, Grid, blank, cell, record_dtype

LANES = 4
"""Parallel routes between two cities, at most."""


class Roads:
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


ROADS = record_dtype(Roads)


def roads_of(board: Board) -> Roads:
    roads: Roads = blank(ROADS)
    pairs: dict[tuple[int, int], int] = {}
    for route in range(board.routes):
        ends = sorted((int(board.city_a[route]), int(board.city_b[route])))
        pair = pairs.setdefault((ends[0], ends[1]), len(pairs))
        roads.pair_a[pair], roads.pair_b[pair] = ends
        roads.pair_of[route] = pair
        roads.lane[pair, roads.lanes[pair]] = route
        roads.lanes[pair] += 1
    roads.pairs = len(pairs)
    _list_neighbours(roads, board.cities)
    return roads


def _list_neighbours(roads: Roads, cities: int) -> None:
    at = 0
    for city in range(cities):
        roads.start[city] = at
        for pair in range(roads.pairs):
            a, b = int(roads.pair_a[pair]), int(roads.pair_b[pair])
            if city in (a, b):
                roads.neighbour[at] = b if city == a else a
                roads.by_pair[at] = pair
                at += 1
    roads.start[cities:] = at
