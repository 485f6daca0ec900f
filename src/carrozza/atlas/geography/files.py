"""The shipped geography: layers of rings and lines in degrees, as small whole steps from point to point."""

from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import BytesIO
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Source = Literal["world", "america", "new-york"]

RINGS = ("land", "lakes")
LINES = ("borders", "rivers", "states")


@dataclass(frozen=True, eq=False)
class Layer:
    """Rings or lines, each point a (longitude, latitude), and the box of each: west, south, east, north.

    Rings end where they begin; together they are filled by the even-odd rule.
    """

    shapes: tuple[Array, ...]
    boxes: Array

    def within(self, box: Array) -> list[Array]:
        """The shapes that may reach into a box, which may lie a turn of the globe away from them."""
        west, south, east, north = self.boxes.T
        found = []
        for turn in (-360.0, 0.0, 360.0):
            met = (west + turn <= box[2]) & (east + turn >= box[0]) & (south <= box[3]) & (north >= box[1])
            found += [self.shapes[index] + np.array([turn, 0.0]) for index in np.flatnonzero(met)]
        return found


@cache
def layer(source: Source, name: str) -> Layer:
    """A layer of a file; empty if the file has none of that name."""
    # A file holds for each layer how many points each shape has, all points as differences from the one before
    # within their shape, and the size of a unit in degrees.
    with np.load(BytesIO(_read(source)), allow_pickle=False) as file:
        if f"{name}-counts" not in file:
            return Layer((), np.empty((0, 4)))
        counts, steps, unit = file[f"{name}-counts"], file[f"{name}-steps"].T, float(file["unit"])
    sums = np.cumsum(steps, axis=0, dtype=np.int64)
    begins = np.append(0, np.cumsum(counts)[:-1])
    before = np.where(begins[:, None] > 0, sums[begins - 1], 0)
    points = (sums - np.repeat(before, counts, axis=0)) * unit
    boxes = np.hstack([np.minimum.reduceat(points, begins), np.maximum.reduceat(points, begins)])
    return Layer(tuple(np.split(points, begins[1:])), boxes)


@cache
def _read(source: Source) -> bytes:
    return (resources.files("carrozza.atlas.geography") / "files" / f"{source}.npz").read_bytes()
