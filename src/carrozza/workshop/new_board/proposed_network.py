"""Routes where none were listed: between neighbours, as many as on printed boards, doubles where most ways lead."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import Final

import numpy as np
from scipy.spatial import Delaunay, QhullError

from carrozza.workshop.globe import Point
from carrozza.workshop.network import reached_from
from carrozza.workshop.plane import Array, flattened

Pair = tuple[int, int]

PAIRS_PER_CITY: Final = 2.0
"""Neighbouring pairs for each city; the printed boards have 1.7 to 2.2."""
FEWEST_NEIGHBOURS: Final = 2
CLEAR, NARROW, NARROWEST = 95.0, 135.0, 155.0
"""The widest angle, in degrees, at which a third place may see the two ends of a route: for any route (at 90 these are
the Gabriel graph), where there are too few of these, and where nothing else joins two parts of the map."""
DOUBLES: Final = 0.25
"""The share of pairs that become doubles; on the printed boards an eighth to two fifths."""


def neighbours(points: Sequence[Point]) -> list[Pair]:
    """Pairs of places to join, by their numbers: all hang together, no two cross, few pass close by a third place."""
    if len(points) < 2:
        return []
    flat = flattened(points)
    candidates = sorted(_triangulated(flat), key=lambda pair: _apart(flat, pair))
    angles = {pair: _widest_angle(flat, pair) for pair in candidates}
    wanted = round(PAIRS_PER_CITY * len(points))
    chosen = _tree(len(points), candidates)
    chosen |= {pair for pair in candidates if angles[pair] <= CLEAR}
    for pair in sorted(candidates, key=lambda pair: angles[pair]):
        if len(chosen) < wanted and angles[pair] <= NARROW:
            chosen.add(pair)
    _join_the_lonely(chosen, candidates)
    _bypass_bridges(chosen, candidates, angles)
    return sorted(chosen)


def _join_the_lonely(chosen: set[Pair], candidates: Sequence[Pair]) -> None:
    """Give dead ends a second neighbour."""
    degree = Counter(city for pair in chosen for city in pair)
    for pair in candidates:
        if pair not in chosen and min(degree[city] for city in pair) < FEWEST_NEIGHBOURS:
            chosen.add(pair)
            degree.update(pair)


def _bypass_bridges(chosen: set[Pair], candidates: Sequence[Pair], angles: Mapping[Pair, float]) -> None:
    """Beside each pair whose loss would cut several places off, another one where there is a good one."""
    for bridge in sorted(chosen):
        side = _side(bridge, chosen)
        if bridge[1] in side:
            continue
        across = [pair for pair in candidates if (pair[0] in side) != (pair[1] in side) and pair != bridge]
        best = min(across, key=lambda pair: angles[pair], default=None)
        if best is not None and angles[best] <= NARROWEST:
            chosen.add(best)


def _side(without: Pair, pairs: Iterable[Pair]) -> set[int]:
    """The places that are reached from the first of a pair without it."""
    next_to: dict[int, list[int]] = {}
    for a, b in pairs:
        if (a, b) != without:
            next_to.setdefault(a, []).append(b)
            next_to.setdefault(b, []).append(a)
    return reached_from(without[0], lambda place: next_to.get(place, ()))


def _triangulated(flat: Array) -> set[Pair]:
    """The edges of the Delaunay triangles; where all places lie on a line, or on one spot, the way along it."""
    try:
        corners = Delaunay(flat, qhull_options="QJ Pp").simplices
    except (QhullError, ValueError):
        along = [int(number) for number in np.lexsort((flat[:, 1], flat[:, 0]))]
        return {_pair(a, b) for a, b in pairwise(along)}
    edges = ((corner[i], corner[j]) for corner in corners for i, j in ((0, 1), (1, 2), (0, 2)))
    return {_pair(int(a), int(b)) for a, b in edges}


def _pair(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)


def _apart(flat: Array, pair: Pair) -> float:
    return float(np.hypot(*(flat[pair[0]] - flat[pair[1]])))


def _tree(count: int, candidates: Iterable[Pair]) -> set[Pair]:
    """The shortest pairs that hold all places together."""
    part = list(range(count))

    def root(city: int) -> int:
        while part[city] != city:
            city = part[city]
        return city

    tree = set()
    for a, b in candidates:
        if root(a) != root(b):
            part[root(a)] = root(b)
            tree.add((a, b))
    return tree


def _widest_angle(flat: Array, pair: Pair) -> float:
    """The widest angle, in degrees, at which another place sees the two: 180 between them, small far away."""
    others = np.delete(flat, list(pair), axis=0)
    to_a, to_b = flat[pair[0]] - others, flat[pair[1]] - others
    lengths = np.hypot(*to_a.T) * np.hypot(*to_b.T)
    cosines = (to_a * to_b).sum(axis=1) / np.where(lengths > 0, lengths, 1.0)
    return float(np.degrees(np.arccos(np.clip(cosines, -1, 1))).max(initial=0.0))


def busiest(lengths: Mapping[Pair, int]) -> list[Pair]:
    """The pairs over which the most shortest ways between any two places lead: the doubles."""
    roads: dict[int, dict[int, int]] = {}
    for (a, b), length in lengths.items():
        roads.setdefault(a, {})[b] = roads.setdefault(b, {})[a] = length
    used: Counter[Pair] = Counter()
    for start in roads:
        used.update(pair for goal, before in _ways(start, roads) for pair in _back(start, goal, before))
    short = [pair for pair in sorted(lengths) if lengths[pair] <= 5]
    return sorted(short, key=lambda pair: -used[pair])[: round(DOUBLES * len(lengths))]


def _ways(start: int, roads: Mapping[int, Mapping[int, int]]) -> Iterator[tuple[int, dict[int, int]]]:
    """Every place that can be reached, with the place before each on the shortest way."""
    waiting, settled, before = [(0, start, start)], set[int](), dict[int, int]()
    while waiting:
        spaces, city, came = heappop(waiting)
        if city in settled:
            continue
        settled.add(city)
        before[city] = came
        for other, length in roads[city].items():
            heappush(waiting, (spaces + length, other, city))
    return ((goal, before) for goal in settled if goal > start)


def _back(start: int, goal: int, before: Mapping[int, int]) -> Iterator[Pair]:
    while goal != start:
        yield _pair(goal, before[goal])
        goal = before[goal]
