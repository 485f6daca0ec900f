"""Meridians and parallels: a net of whole degrees over a map."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

INTERVALS = (1.0, 2.0, 5.0, 10.0, 15.0, 30.0)
"""The distances, in degrees, from one line of the net to the next; a map of less than a degree or two has none."""

LINES = 5
"""About how many meridians cross a map, and how many parallels."""

STEPS = 60
"""The parts of a line, each straight."""


def graticule(window: Array) -> list[Array]:
    """The lines of the net in a box of the globe, west, south, east and north, as (longitude, latitude)."""
    west, south, east, north = window.tolist()
    found = []
    for low, high, begin, end, across in ((west, east, south, north, False), (south, north, west, east, True)):
        way = np.linspace(begin, end, STEPS + 1)
        for degree in _degrees(low, high):
            line = np.column_stack([np.full_like(way, degree), way])
            found.append(line[:, ::-1] if across else line)
    return found


def _degrees(low: float, high: float) -> Array:
    interval = next((each for each in INTERVALS if (high - low) / each <= 2 * LINES), INTERVALS[-1])
    if high - low < 2 * INTERVALS[0]:
        return np.empty(0)
    return np.arange(np.ceil(low / interval), np.floor(high / interval) + 1) * interval
