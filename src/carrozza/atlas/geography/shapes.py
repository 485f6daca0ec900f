"""Rings and lines in the plane: thinning, rounding, dividing, clipping, filling.

A ring is a line that ends where it begins.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
Number = TypeVar("Number", np.float64, np.bool_)

CHUNK = 64


def ends(lines: Sequence[Array]) -> Flags:
    """Which points are the first or last of their line, when all lines are put into one array."""
    counts = np.array([len(line) for line in lines], dtype=int)
    afters = np.cumsum(counts)
    flags = np.zeros(counts.sum(), dtype=np.bool_)
    flags[afters - 1] = flags[afters - counts] = True
    return flags


def apart(values: NDArray[Number], lines: Sequence[Array]) -> list[NDArray[Number]]:
    """The values of all points, line by line."""
    return np.split(values, np.cumsum([len(line) for line in lines])[:-1])


def thinned(lines: Sequence[Array], least: float, fixed: Flags | None = None) -> list[Array]:
    """The lines without the points whose triangles are smaller than `least`; ends and fixed points stay."""
    if not lines:
        return []
    points = np.concatenate(lines)
    keep = simplified(points, ends(lines) if fixed is None else ends(lines) | fixed, least)
    return [line[chosen] for line, chosen in zip(lines, apart(keep, lines), strict=True)]


def simplified(points: Array, fixed: Flags, least: Array | float) -> Flags:
    """Which points to keep so that no triangle of neighbours is smaller than `least` (Visvalingam's rule).

    In each round every point goes whose triangle is too small and no larger than those of its neighbours.
    """
    least = np.broadcast_to(np.asarray(least, dtype=np.float64), len(points))
    kept = np.arange(len(points))
    while True:
        share = _triangles(points[kept]) / least[kept]
        share[fixed[kept]] = np.inf
        before, after = np.append(np.inf, share[:-1]), np.append(share[1:], np.inf)
        smallest = (share < 1) & (share < before) & (share <= after)
        if not smallest.any():
            break
        kept = kept[~smallest]
    keep = np.zeros(len(points), dtype=np.bool_)
    keep[kept] = True
    return keep


def _triangles(points: Array) -> Array:
    """The area of each point's triangle with the points before and after it; infinite at the ends."""
    areas = np.full(len(points), np.inf)
    before, after = points[:-2] - points[1:-1], points[2:] - points[1:-1]
    areas[1:-1] = np.abs(before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]) / 2
    return areas


def area(ring: Array) -> float:
    """The area inside a ring; positive where it runs from x to y."""
    x, y = (ring - ring[0]).T
    return float(x[:-1] @ y[1:] - y[:-1] @ x[1:]) / 2


def length(line: Array) -> float:
    """How long a line is."""
    return float(np.hypot(*np.diff(line, axis=0).T).sum())


def rounded(line: Array, reach: float) -> Array:
    """The line with its corners cut, by a quarter of each side and no farther than `reach`."""
    if len(line) < 3:
        return line
    steps = np.diff(line, axis=0)
    lengths = np.hypot(*steps.T)
    share = np.minimum(0.25, reach / np.maximum(lengths, 1e-12))[:, None]
    cut = np.stack([line[:-1] + steps * share, line[1:] - steps * share], axis=1).reshape(-1, 2)
    if np.array_equal(line[0], line[-1]):
        return np.vstack([cut, cut[:1]])
    return np.vstack([line[:1], cut[1:-1], line[-1:]])


def divided(line: Array, longest: float) -> Array:
    """The line with further points, so that no step is longer than this."""
    steps = np.diff(line, axis=0)
    pieces = np.maximum(1, np.ceil(np.hypot(*steps.T) / longest)).astype(int)
    if (pieces == 1).all():
        return line
    begins = np.cumsum(pieces) - pieces
    share = (np.arange(pieces.sum()) - np.repeat(begins, pieces)) / np.repeat(pieces, pieces)
    points = np.repeat(line[:-1], pieces, axis=0) + np.repeat(steps, pieces, axis=0) * share[:, None]
    return np.vstack([points, line[-1:]])


def inside(points: Array, rings: Iterable[Array]) -> Flags:
    """Which points lie inside an odd number of the rings."""
    points = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    odd = np.zeros(len(points), dtype=np.bool_)
    if not len(points):
        return odd
    x, y = points.T
    for ring in rings:
        low, high = ring[:, 1].min(), ring.max(axis=0)
        beside = np.flatnonzero((x <= high[0]) & (y >= low) & (y <= high[1]))
        for begin in range(0, len(beside), CHUNK):
            chunk = beside[begin : begin + CHUNK]
            odd[chunk] ^= _crossings(points[chunk], ring)
    return odd


def _crossings(points: Array, ring: Array) -> Flags:
    """Whether a ray from each point to the right crosses the ring an odd number of times."""
    x, y = points[:, :1], points[:, 1:]
    (x1, y1), (x2, y2) = ring[:-1].T, ring[1:].T
    spans = (y1 <= y) != (y2 <= y)
    rise = np.where(y2 == y1, 1.0, y2 - y1)
    beyond = x1 + (y - y1) / rise * (x2 - x1) > x
    return np.asarray((spans & beyond).sum(axis=1) % 2 == 1)


def filled(rings: Sequence[Array], width: int, height: int) -> Flags:
    """The cells of a grid (row, column), one unit wide, whose middles lie inside an odd number of the rings."""
    toggles = np.zeros((height, width + 1), dtype=np.bool_)
    for ring in rings:
        begins, finishes = ring[:-1], ring[1:]
        upper = np.minimum(begins[:, 1], finishes[:, 1])
        lower = np.maximum(begins[:, 1], finishes[:, 1])
        first = np.ceil(upper - 0.5).clip(0, height).astype(int)
        last = np.ceil(lower - 0.5).clip(0, height).astype(int)
        counts = last - first
        rows = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts - first, counts)
        begin, finish = np.repeat(begins, counts, axis=0), np.repeat(finishes, counts, axis=0)
        share = (rows + 0.5 - begin[:, 1]) / (finish[:, 1] - begin[:, 1])
        crossings = begin[:, 0] + share * (finish[:, 0] - begin[:, 0])
        np.logical_xor.at(toggles, (rows, np.ceil(crossings - 0.5).clip(0, width).astype(int)), True)
    return np.asarray(np.logical_xor.accumulate(toggles, axis=1)[:, :width])


def nearest(points: Array, lines: Sequence[Array]) -> Array:
    """For each point the nearest place on any of the lines."""
    x, y = np.concatenate([line[:-1] for line in lines]).T.copy()
    across, down = np.concatenate([np.diff(line, axis=0) for line in lines]).T.copy()
    square = np.maximum(across**2 + down**2, 1e-18)
    places = np.empty((len(points), 2))
    for index, (px, py) in enumerate(points):
        share = np.clip(((px - x) * across + (py - y) * down) / square, 0.0, 1.0)
        foot_x, foot_y = x + across * share, y + down * share
        least = ((foot_x - px) ** 2 + (foot_y - py) ** 2).argmin()
        places[index] = foot_x[least], foot_y[least]
    return places


def clipped_ring(ring: Array, low: Array, high: Array) -> Array:
    """The ring cut at the sides of a rectangle; it runs along them where it was outside. Empty if nothing is left."""
    if (ring >= low).all() and (ring <= high).all():
        return ring
    open_ring = ring[:-1]
    for axis in (0, 1):
        for sign, limit in ((1.0, low[axis]), (-1.0, high[axis])):
            if len(open_ring):
                open_ring = _cut(open_ring, axis, sign, limit)
    return np.vstack([open_ring, open_ring[:1]])


def _cut(ring: Array, axis: int, sign: float, limit: float) -> Array:
    """The part of an open ring on one side of an upright or level line."""
    depth = sign * (ring[:, axis] - limit)
    within = depth >= 0
    if within.all():
        return ring
    after, depth_after = np.roll(ring, -1, axis=0), np.roll(depth, -1)
    crosses = within != np.roll(within, -1)
    share = np.where(crosses, depth / np.where(crosses, depth - depth_after, 1.0), 0.0)
    middles = ring + (after - ring) * share[:, None]
    middles[:, axis] = limit
    both = np.stack([ring, middles], axis=1).reshape(-1, 2)
    return np.asarray(both[np.stack([within, crosses], axis=1).reshape(-1)])


def clipped_line(line: Array, low: Array, high: Array) -> list[Array]:
    """The stretches of a line inside a rectangle, cut at its sides."""
    if (line >= low).all() and (line <= high).all():
        return [line]
    stretches: list[list[Array]] = []
    for begin, end in _spans(line, low, high):
        if stretches and np.array_equal(stretches[-1][-1], begin):
            stretches[-1].append(end)
        else:
            stretches.append([begin, end])
    return [np.array(stretch) for stretch in stretches]


def _spans(line: Array, low: Array, high: Array) -> Iterator[tuple[Array, Array]]:
    """What of each step of a line lies in a rectangle."""
    begins, steps = line[:-1], np.diff(line, axis=0)
    still = steps == 0
    safe = np.where(still, 1.0, steps)
    first, second = (low - begins) / safe, (high - begins) / safe
    outside = (still & ((begins < low) | (begins > high))).any(axis=1)
    enter = np.where(still, 0.0, np.minimum(first, second)).max(axis=1).clip(min=0.0)
    leave = np.where(still, 1.0, np.maximum(first, second)).min(axis=1).clip(max=1.0)
    for index in np.flatnonzero((enter < leave) & ~outside):
        end = line[index + 1] if leave[index] == 1.0 else begins[index] + leave[index] * steps[index]
        yield begins[index] + enter[index] * steps[index], end
