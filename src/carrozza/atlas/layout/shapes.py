"""Rectangles, discs and lines on the drawing: how far apart they are, and where they cross."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


def rectangles(centres: Array, lengths: Array, widths: Array, degrees: Array) -> Array:
    """The corners (n, 4, 2) of rectangles that lie along their directions."""
    along = directions(degrees)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    reach = CORNERS[None, :, :] * np.stack([lengths, widths], axis=1)[:, None, :]
    return np.asarray(centres[:, None, :] + reach[:, :, :1] * along[:, None, :] + reach[:, :, 1:] * across[:, None, :])


def boxes(corners: Array, sizes: Array) -> Array:
    """The corners (n, 4, 2) of upright rectangles, from their upper left corners and sizes."""
    return np.asarray(corners[:, None, :] + (CORNERS[None, :, :] + 0.5) * sizes[:, None, :])


def directions(degrees: Array) -> Array:
    """Unit vectors (n, 2) of directions in degrees clockwise from the right."""
    radians = np.radians(degrees)
    return np.stack([np.cos(radians), np.sin(radians)], axis=-1)


def turned(degrees: Array) -> Array:
    """Differences of directions as the shorter way round, -180 to 180."""
    return np.asarray((degrees + 180.0) % 360.0 - 180.0)


def gaps(one: Array, other: Array) -> Array:
    """How far apart the rectangles (n, 4, 2) of two lists are, pair by pair; below zero, how deep they overlap."""
    depth = _overlap(one, other)
    distance = np.minimum(_corner_distance(one, other), _corner_distance(other, one))
    return np.where(depth < 0, depth, distance)


def _overlap(one: Array, other: Array) -> Array:
    """The largest separation over the directions of the sides: below zero where the rectangles overlap."""
    sides = np.concatenate([one[:, 1:3] - one[:, 0:2], other[:, 1:3] - other[:, 0:2]], axis=1)
    axes = sides / np.linalg.norm(sides, axis=2, keepdims=True)
    first, second = (np.einsum("nka,nca->nkc", axes, corners) for corners in (one, other))
    apart = np.maximum(first.min(axis=2) - second.max(axis=2), second.min(axis=2) - first.max(axis=2))
    return np.asarray(apart.max(axis=1))


def _corner_distance(one: Array, other: Array) -> Array:
    """The distance from the nearest corner of the first rectangle to the outline of the second."""
    starts, ends = other, np.roll(other, -1, axis=1)
    distance = point_segment_distances(one[:, :, None, :], starts[:, None, :, :], ends[:, None, :, :])
    return np.asarray(distance.min(axis=(1, 2)))


def point_segment_distances(points: Array, starts: Array, ends: Array) -> Array:
    """The distances of points to segments, shapes broadcast against each other."""
    along = ends - starts
    length = np.maximum((along**2).sum(axis=-1), 1e-12)
    share = np.clip(((points - starts) * along).sum(axis=-1) / length, 0.0, 1.0)
    return np.asarray(np.linalg.norm(points - starts - share[..., None] * along, axis=-1))


def point_gaps(points: Array, shapes: Array) -> Array:
    """How far points (..., 2) are from rectangles (..., 4, 2), broadcast; below zero, how deep they are inside."""
    centre = shapes.mean(axis=-2)
    along, across = shapes[..., 1, :] - shapes[..., 0, :], shapes[..., 3, :] - shapes[..., 0, :]
    halves = [np.linalg.norm(side, axis=-1) / 2 for side in (along, across)]
    offset = points - centre
    out = [
        np.abs((offset * side).sum(axis=-1)) / np.maximum(2 * half, 1e-9) - half
        for side, half in zip((along, across), halves, strict=True)
    ]
    outside = np.hypot(np.maximum(out[0], 0), np.maximum(out[1], 0))
    return np.asarray(outside + np.minimum(np.maximum(out[0], out[1]), 0))


def outlines(shapes: Array, step: float) -> Array:
    """Points (n, k, 2) along the outlines of rectangles, no further apart than a step."""
    starts, ends = shapes, np.roll(shapes, -1, axis=1)
    longest = float(np.linalg.norm(ends - starts, axis=2).max(initial=step))
    shares = np.arange(count := max(int(np.ceil(longest / step)), 1)) / count
    points = starts[:, :, None, :] + shares[None, None, :, None] * (ends - starts)[:, :, None, :]
    return np.asarray(points.reshape(len(shapes), -1, 2))


def near_pairs(one: Array, other: Array, reach: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The indices of all pairs whose middles are at most `reach` apart."""
    distance = np.linalg.norm(one.mean(axis=1)[:, None, :] - other.mean(axis=1)[None, :, :], axis=2)
    first, second = np.nonzero(distance <= reach)
    return first, second


def crossings(starts: Array, ends: Array) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The pairs of segments that cross; those that only touch, or share an end, do not."""
    segments = np.stack([starts, ends], axis=1)
    first, second = crossing(segments, segments)
    return first[first < second], second[first < second]


def crossing(ones: Array, others: Array) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The pairs of segments (n, 2, 2), of one list and of the other, that cross."""
    begin, end = ones[:, None, 0], ones[:, None, 1]
    other_begin, other_end = others[None, :, 0], others[None, :, 1]
    way, other_way = end - begin, other_end - other_begin
    sides = _cross(way, other_begin - begin) * _cross(way, other_end - begin)
    other_sides = _cross(other_way, begin - other_begin) * _cross(other_way, end - other_begin)
    one, other = np.nonzero((sides < -1e-9) & (other_sides < -1e-9))
    return one, other


def _cross(one: Array, other: Array) -> Array:
    return np.asarray(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0])
