"""Reading the polygons of a shapefile (.shp)."""

import struct
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Window = tuple[float, float, float, float]

HEADER = 100
POLYGON = 5


def polygons(data: bytes, window: Window) -> Iterator[list[Array]]:
    """The polygons that touch a window (west, south, east, north): their rings, as (longitude, latitude)."""
    west, south, east, north = window
    place = HEADER
    while place < len(data):
        (words,) = struct.unpack_from(">i", data, place + 4)
        record = data[place + 8 : place + 8 + 2 * words]
        place += 8 + 2 * words
        if struct.unpack_from("<i", record)[0] != POLYGON:
            continue
        left, bottom, right, top = struct.unpack_from("<4d", record, 4)
        if left <= east and right >= west and bottom <= north and top >= south:
            yield _rings(record)


def _rings(record: bytes) -> list[Array]:
    parts, count = struct.unpack_from("<2i", record, 36)
    starts = np.frombuffer(record, "<i4", parts, 44)
    points = np.frombuffer(record, "<f8", 2 * count, 44 + 4 * parts).reshape(-1, 2)
    return [np.array(ring) for ring in np.split(points, starts[1:])]
