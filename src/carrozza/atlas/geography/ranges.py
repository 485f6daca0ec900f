"""The mountain ranges of the world, in a few points each."""

import tomllib
from functools import cache
from importlib import resources
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from carrozza.atlas.geography import shapes

Array = NDArray[np.float64]

STEP = 0.25
"""From point to point of a crest, in degrees."""


class Range(NamedTuple):
    """A crest, each point (longitude, latitude) or a place on the page, and how far the range reaches from it."""

    crest: Array
    reach: float


@cache
def ranges() -> tuple[Range, ...]:
    """Every range there is, in degrees, its reach in kilometres."""
    file = resources.files("carrozza.atlas.geography") / "files" / "ranges.toml"
    continents = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(
        Range(shapes.divided(np.array(entry["crest"], dtype=np.float64)[:, ::-1], STEP), float(entry["reach"]))
        for continent in continents.values()
        for entry in continent.values()
    )


def ranges_within(window: Array) -> list[Range]:
    """The ranges in a box of the globe, west, south, east and north, which may lie a turn of the globe away."""
    found = []
    for crest, reach in ranges():
        for turn in (-360.0, 0.0, 360.0):
            east, north = (crest + np.array([turn, 0.0])).T
            inside = (east >= window[0]) & (east <= window[2]) & (north >= window[1]) & (north <= window[3])
            if inside.any():
                found.append(Range(np.column_stack([east, north])[inside], reach))
    return found
