"""A coast drawn by hand: the closed lines of a board file, which replace the real coasts."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from carrozza.atlas.geography.files import Layer

Array = NDArray[np.float64]
Coast = tuple[tuple[tuple[float, float], ...], ...]


@lru_cache(8)
def coast_layer(coast: Coast) -> Layer:
    """The lines as rings of land. What lies inside an odd number of them is land, so a ring inside a ring is a lake,
    and a line that crosses itself has no ill effect."""
    rings = tuple(_ring(line) for line in coast)
    boxes = np.array([np.append(ring.min(axis=0), ring.max(axis=0)) for ring in rings])
    return Layer(rings, boxes.reshape(-1, 4))


def _ring(line: Sequence[tuple[float, float]]) -> Array:
    """A closed ring of (longitude, latitude); a step over the date line goes the short way round."""
    points = np.array(line, dtype=np.float64)[:, ::-1]
    points[:, 0] = np.unwrap(points[:, 0], period=360.0)
    return points if np.array_equal(points[0], points[-1]) else np.vstack([points, points[:1]])
