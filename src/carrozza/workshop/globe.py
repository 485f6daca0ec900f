"""Points on the globe, and how far they lie apart."""

from math import asin, cos, radians, sin, sqrt
from typing import Final

Point = tuple[float, float]
"""A latitude and a longitude, in degrees."""

EARTH_KM: Final = 6371.0


def kilometres(one: Point, other: Point) -> float:
    """Along a great circle.

    >>> round(kilometres((45.47, 9.2), (41.9, 12.48)))
    476
    """
    (north, east), (other_north, other_east) = ((radians(degrees) for degrees in point) for point in (one, other))
    half = sin((other_north - north) / 2) ** 2
    half += cos(north) * cos(other_north) * sin((other_east - east) / 2) ** 2
    return 2 * EARTH_KM * asin(min(1.0, sqrt(half)))
