"""Routes where none were listed: between neighbours, as many as on printed boards, doubles where most ways lead."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import Delaunay, QhullError

Array = NDArray[np.float64]
Point = tuple[float, float]
Pair = tuple[int, int]

PAIRS_PER_CITY: Final = 2.0
"""Neighbouring pairs for each city; the printed boards have 1.7 to 2.2."""
FEWEST_NEIGHBOURS: Final = 2
NARROW: Final = 0.93
"""How near to a right angle the corner at a city between two others may come before it bars their route: at 1 the
Gabriel graph, below it a few more."""
DOUBLES: Final = 0.25
"""The share of pairs that become doubles; on the printed boards an eighth to two fifths."""


def neighbours(points: Sequence[Point]) -> list[Pair]:
    """Pairs of places to join, by their numbers: all hang together, no two cross, none passes by a third place."""
    count = len(points)
    if count < 2:
        return []
    flat = flattened(points)
    candidates = sorted(_triangulated(flat), key=lambda pair: _apart(flat, pair))
    tree = _tree(count, candidates)
    open_pairs = [pair for pair in candidates if pair in tree or not _barred(flat, pair)]
    chosen = dict.fromkeys(tree)
    degree = Counter(city for pair in chosen for city in pair)
    wanted = max(len(tree), round(PAIRS_PER_CITY * count))
    for lonely in (True, False):
        for pair in candidates if lonely else open_pairs:
            needed = min(degree[city] for city in pair) < FEWEST_NEIGHBOURS if lonely else len(chosen) < wanted
            if pair not in chosen and needed:
                chosen[pair] = None
                degree.update(pair)
    return sorted(chosen)


def flattened(points: Sequence[Point]) -> Array:
    """Places on a plane, in degrees of latitude, unrolled so that the longitudes next to each other stay so."""
    lat, lon = (np.array(values, dtype=np.float64) for values in zip(*points, strict=True))
    middle = np.degrees(np.angle(np.exp(1j * np.radians(lon)).sum()))
    east = (lon - middle + 180) % 360 - 180
    return np.column_stack([east * np.cos(np.radians(lat.mean())), lat])


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


def _barred(flat: Array, pair: Pair) -> bool:
    """Whether a third place lies between the two, in or nearly in the circle that has them at its ends."""
    a, b = flat[pair[0]], flat[pair[1]]
    others = np.delete(flat, list(pair), axis=0)
    reach = ((others - (a + b) / 2) ** 2).sum(axis=1)
    return bool((reach < NARROW * ((a - b) ** 2).sum() / 4).any())


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
