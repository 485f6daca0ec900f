"""The ground of a part of the world, for a map that is being made: shapes in degrees, as fine as the part is small."""

from typing import Any, Final, NamedTuple

import numpy as np

from carrozza.atlas.geography import shapes
from carrozza.atlas.geography.files import LINES, RINGS, Source, layer
from carrozza.atlas.geography.waters import waters

MOST_POINTS: Final = 6_000
FINEST: Final = 1e-7
"""The least triangle of neighbouring points, as a share of the window."""
SMALLEST: Final = 6.0
"""Rings of less than so many least triangles are not told."""
NEW_YORK: Final = (-74.3, 40.45, -73.65, 41.0)
DIGITS: Final = 3


class Window(NamedTuple):
    """A part of the world in degrees; `east` may lie beyond the date line."""

    west: float
    south: float
    east: float
    north: float


def ground_within(window: Window) -> dict[str, Any]:
    """Rings of land and lakes, and lines of borders and rivers: each a list of longitudes and latitudes in turn."""
    source: Source = "new-york" if _inside(window, NEW_YORK) else "world"
    found = {name: _cropped(source, name, window) for name in (*RINGS, *LINES)}
    area = (window.east - window.west) * (window.north - window.south)
    count = sum(len(line) for lines in found.values() for line in lines)
    share = FINEST * max(1.0, count / MOST_POINTS) ** 1.2
    while True:
        thin = {name: _thinned(name, lines, share * area) for name, lines in found.items()}
        if sum(len(line) for lines in thin.values() for line in lines) <= MOST_POINTS or share > 1e-3:
            return {name: [_flat(line) for line in lines] for name, lines in thin.items()}
        share *= 1.6


def _inside(window: Window, outer: tuple[float, float, float, float]) -> bool:
    west, south, east, north = outer
    return window.west >= west and window.south >= south and window.east <= east and window.north <= north


def _cropped(source: Source, name: str, window: Window) -> list[Any]:
    box = np.array(window)
    found = layer("america" if name == "states" and source == "world" else source, name).within(box)
    if source == "world":
        found += waters(name)
    low, high = box[:2], box[2:]
    if name in RINGS:
        return [ring for shape in found if len(ring := shapes.clipped_ring(shape, low, high)) > 3]
    return [line for shape in found for line in shapes.clipped_line(shape, low, high)]


def _thinned(name: str, lines: list[Any], least: float) -> list[Any]:
    """Without needless points, and without what would be no more than a dot."""
    if name in RINGS:
        seen = [ring for ring in lines if abs(shapes.area(ring)) >= SMALLEST * least]
    else:
        seen = [line for line in lines if shapes.length(line) ** 2 >= SMALLEST * least]
    return shapes.thinned(seen, least) if seen else []


def _flat(line: Any) -> list[float]:
    return [round(float(value), DIGITS) for value in line.ravel()]
