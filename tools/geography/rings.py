"""Lines and rings of the globe, as (longitude, latitude): measuring, thinning, merging, cutting."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from carrozza.atlas.geography.shapes import apart, area, divided, ends, inside, simplified

Array = NDArray[np.float64]
Vertex = tuple[float, float]
Edge = tuple[Vertex, Vertex]
End = tuple[int, int]
"""The number of a line, and 0 for its beginning or 1 for its end."""

DEGREE = 111.2
"""Kilometres in a degree of latitude."""

ANTIMERIDIAN = 179.99
TOUCHING = 0.02
"""How near, in degrees, the ends of two lines are that meet."""


def kilometres(points: Array) -> Array:
    """Points on a plane where areas are nearly right, if distances are not."""
    return np.column_stack([points[:, 0] * np.cos(np.radians(points[:, 1])), points[:, 1]]) * DEGREE


def square_kilometres(ring: Array) -> float:
    """The area inside a ring."""
    return abs(area(kilometres(ring)))


def thinned(lines: Sequence[Array], least: float, near: Array | None = None) -> list[Array]:
    """The lines without the points that matter less than `least` square kilometres; both ends stay.

    In the far north and south, where nobody plays, much less stays; near the given points, where cities are, more.
    """
    points = np.concatenate(lines)
    fixed = ends(lines) | (np.abs(np.abs(points[:, 0]) - 180.0) < 180.0 - ANTIMERIDIAN)
    limits = least * _coarseness(points) * _fineness(points, np.empty((0, 2)) if near is None else near)
    keep = simplified(kilometres(points), fixed, limits)
    return [line[chosen] for line, chosen in zip(lines, apart(keep, lines), strict=True)]


def _coarseness(points: Array) -> Array:
    beyond = np.clip((np.abs(points[:, 1] - 4) - 62) / 6, 0, 1)
    return np.asarray(40.0**beyond)


def _fineness(points: Array, near: Array) -> Array:
    """A tenth within 15 km of a city."""
    fineness = np.ones(len(points))
    for city in near:
        offset = (points - city) * DEGREE * np.array([np.cos(np.radians(city[1])), 1.0])
        fineness[(offset**2).sum(axis=1) < 15.0**2] = 0.1
    return fineness


def unwrapped(line: Array) -> Array:
    """The line without leaps from one side of the antimeridian to the other; a ring about a pole is closed there."""
    flat = np.column_stack([np.unwrap(line[:, 0], period=360.0), line[:, 1]])
    closed = np.array_equal(line[0], line[-1])
    if not closed or flat[0, 0] == flat[-1, 0]:
        return flat
    pole = np.copysign(90.0, flat[0, 1])
    return np.vstack([flat, [[flat[-1, 0], pole], [flat[0, 0], pole]], flat[:1]])


def runs(line: Array, keep: NDArray[np.bool_]) -> list[Array]:
    """The stretches of a line where `keep` holds, of two points or more."""
    changes = np.flatnonzero(np.diff(keep.astype(np.int8))) + 1
    parts = zip(np.split(line, changes), np.split(keep, changes), strict=True)
    return [part for part, kept in parts if kept[0] and len(part) > 1]


def finely(line: Array, step: float) -> Array:
    """The line with further points, about so many kilometres apart."""
    return divided(line, step / DEGREE)


def outside(lines: Iterable[Array], rings: Sequence[Array]) -> list[Array]:
    """What of the lines lies outside the rings, cut to a kilometre."""
    boxes = np.array([[*ring.min(axis=0), *ring.max(axis=0)] for ring in rings])
    result: list[Array] = []
    for line in lines:
        (west, south), (east, north) = line.min(axis=0), line.max(axis=0)
        met = (boxes[:, 0] <= east) & (boxes[:, 2] >= west) & (boxes[:, 1] <= north) & (boxes[:, 3] >= south)
        around = [ring for ring, near in zip(rings, met, strict=True) if near]
        if not around or not inside(fine := finely(line, 1.0), around).any():
            result.append(line)
        else:
            result += runs(fine, ~inside(fine, around))
    return result


def within(lines: Iterable[Array], rings: Sequence[Array], step: float = 1.0) -> list[Array]:
    """What of the lines lies inside the rings, cut to so many kilometres."""
    result: list[Array] = []
    for line in lines:
        fine = finely(line, step)
        keep = inside(fine, rings)
        result += [line] if keep.all() else runs(fine, keep)
    return result


def continued(lines: Sequence[Array]) -> list[Array]:
    """The lines joined where they meet, each with the one that continues it most nearly straight on."""
    places = np.array([lines[index][-side] for index, side in _all_ends(lines)])
    meetings: defaultdict[int, list[End]] = defaultdict(list)
    for end, place in zip(_all_ends(lines), places, strict=True):
        meetings[int(np.flatnonzero((np.abs(places - place) < TOUCHING).all(axis=1))[0])].append(end)
    onward: dict[End, End] = {}
    for meeting in meetings.values():
        pairs = [(_straightness(lines, a, b), a, b) for a, b in combinations(meeting, 2) if a[0] != b[0]]
        for _, a, b in sorted(pairs):
            if a not in onward and b not in onward:
                onward[a], onward[b] = b, a
    # Open chains begin where nothing continues; what is left after them goes round.
    begins = [end for end in _all_ends(lines) if end not in onward] + list(_all_ends(lines))
    used: set[int] = set()
    return [_followed(lines, begin, onward, used) for begin in begins if begin[0] not in used]


def _followed(lines: Sequence[Array], begin: End, onward: dict[End, End], used: set[int]) -> Array:
    parts = []
    end: End | None = begin
    while end is not None and end[0] not in used:
        index, side = end
        used.add(index)
        parts.append(lines[index] if side == 0 else lines[index][::-1])
        end = onward.get((index, 1 - side))
    return np.concatenate([parts[0], *(part[1:] for part in parts[1:])])


def _all_ends(lines: Sequence[Array]) -> Iterable[End]:
    return ((index, side) for index in range(len(lines)) for side in (0, 1))


def _straightness(lines: Sequence[Array], a: End, b: End) -> float:
    """The cosine between two lines that leave a point: -1 where one continues the other."""
    (x, y), (u, v) = (_leaving(lines[index], side) for index, side in (a, b))
    return float((x * u + y * v) / (np.hypot(x, y) * np.hypot(u, v) + 1e-12))


def _leaving(line: Array, side: int) -> Array:
    way = line if side == 0 else line[::-1]
    return np.asarray(way[min(3, len(way) - 1)] - way[0])


def dissolved(polygons: Iterable[Iterable[Array]]) -> tuple[list[Array], list[Array]]:
    """The rings around neighbouring polygons taken together, and the lines between them."""
    edges: dict[Edge, None] = {}
    between: list[Edge] = []
    for ring in (ring for polygon in polygons for ring in polygon):
        vertices = [(round(float(x), 6), round(float(y), 6)) for x, y in ring]
        for edge in pairwise(vertices):
            if edge[0] == edge[1]:
                continue
            if edge[::-1] in edges:
                del edges[edge[::-1]]
                between.append(edge)
            else:
                edges[edge] = None
    return _chained(list(edges)), _chained(between)


def _chained(edges: Sequence[Edge]) -> list[Array]:
    """The edges joined, head to tail, into lines as long as they go."""
    onward: defaultdict[Vertex, list[Vertex]] = defaultdict(list)
    for begin, end in edges:
        onward[begin].append(end)
    arrivals = {end for _, end in edges}
    starts = [begin for begin, _ in edges if begin not in arrivals] + [begin for begin, _ in edges]
    lines = []
    for start in starts:
        line = [start]
        while onward[line[-1]]:
            line.append(onward[line[-1]].pop(0))
        if len(line) > 1:
            lines.append(np.array(line))
    return lines
