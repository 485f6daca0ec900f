"""From the globe to the plane: a Lambert conformal conic map, fitted to the cities of a board."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carrozza.atlas.geography.errors import GeographyError

Array = NDArray[np.float64]

EARTH_RADIUS = 6371.0
FARTHEST_CITY = 85.0
"""The highest latitude, north or south, of a city that a map can show."""

FARTHEST_POINT = 89.0
"""Where the map ends; what lies nearer to a pole is drawn at this latitude."""


@dataclass(frozen=True)
class Projection:
    """A conformal map true along two parallels: a cone between them, and a cylinder where they lie about the equator.

    It is centred on a meridian, and on the parallel where its scale is measured; all angles are in radians.
    """

    meridian: float
    height: float
    cone: float
    scale: float

    def forward(self, lat_lon: Array) -> Array:
        """Places in degrees, one (latitude, longitude) a row, as kilometres to the east (x) and to the south (y)."""
        places = np.asarray(lat_lon, dtype=np.float64)
        rise = _isometric(np.radians(places[:, 0])) - self.height
        turn = _wrapped(np.radians(places[:, 1]) - self.meridian)
        shrink = np.exp(-self.cone * rise)
        half = np.sinc(self.cone * turn / (2 * np.pi))
        east = shrink * turn * np.sinc(self.cone * turn / np.pi)
        north = _grown(rise, self.cone) + shrink * self.cone * (turn * half) ** 2 / 2
        return self.scale * np.column_stack([east, -north])

    def backward(self, points: Array) -> Array:
        """The places, in degrees, that `forward` sends to these points."""
        east, north = np.asarray(points, dtype=np.float64).T / self.scale * np.array([[1.0], [-1.0]])
        if self.cone == 0:
            turn, rise = east, north
        else:
            turn = np.arctan2(self.cone * east, 1 - self.cone * north) / self.cone
            rise = -np.log(np.hypot(self.cone * east, 1 - self.cone * north)) / self.cone
        lat = np.arctan(np.sinh(rise + self.height))
        return np.asarray(np.degrees(np.column_stack([lat, _wrapped(turn + self.meridian)])))


def project(cities: Sequence[tuple[float, float]]) -> Projection:
    """The projection that suits these cities, given as (latitude, longitude) in degrees."""
    places = np.asarray(cities, dtype=np.float64).reshape(-1, 2)
    _refuse(places)
    south, north = np.radians([places[:, 0].min(), places[:, 0].max()])
    inset = (north - south) / 6
    low, high = south + inset, north - inset
    cone = _cone(low, high)
    height = float(_isometric(np.array([low]))[0])
    return Projection(_middle(places[:, 1]), height, cone, EARTH_RADIUS * float(np.cos(low)))


def _refuse(places: Array) -> None:
    if not len(places):
        raise GeographyError("A map needs at least one city with its latitude and longitude; this one has none.")
    for lat, lon in places:
        if not (np.isfinite(lat) and np.isfinite(lon)):
            raise GeographyError(f"A city at latitude {lat:g}, longitude {lon:g} cannot be drawn; give it two numbers.")
        if abs(lat) > FARTHEST_CITY:
            raise GeographyError(
                f"A city at latitude {lat:g} is too near a pole to be drawn; latitudes from "
                f"{-FARTHEST_CITY:g} to {FARTHEST_CITY:g} can be."
            )


def _cone(low: float, high: float) -> float:
    """The constant of the cone through two parallels: 0 about the equator, nearly 1 at a pole."""
    if high - low < 1e-6:
        return float(np.sin((low + high) / 2))
    rises = _isometric(np.array([low, high]))
    return float(np.log(np.cos(low) / np.cos(high)) / (rises[1] - rises[0]))


def _isometric(lat: Array) -> Array:
    """The height of a latitude on Mercator's map."""
    limit = np.radians(FARTHEST_POINT)
    return np.arcsinh(np.tan(np.clip(lat, -limit, limit)))


def _grown(rise: Array, cone: float) -> Array:
    return rise if cone == 0 else -np.expm1(-cone * rise) / cone


def _wrapped(angle: Array) -> Array:
    """The same angles between -pi and pi."""
    return np.remainder(angle + np.pi, 2 * np.pi) - np.pi


def _middle(longitudes: Array) -> float:
    """The meridian amid the cities, in radians: the middle of the shortest arc that holds them all."""
    around = np.unique(np.remainder(longitudes, 360.0))
    gaps = np.diff(np.append(around, around[0] + 360.0))
    widest = int(np.argmax(gaps))
    first = around[(widest + 1) % len(around)]
    middle = first + (360.0 - gaps[widest]) / 2
    return float(np.radians(np.remainder(middle + 180.0, 360.0) - 180.0))
