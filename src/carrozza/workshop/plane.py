"""Points of the globe on a plane, for what needs no true map."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from carrozza.workshop.globe import Point

Array = NDArray[np.float64]


def flattened(points: Sequence[Point]) -> Array:
    """Places on a plane, in degrees of latitude, unrolled so that the longitudes next to each other stay so."""
    lat, lon = (np.array(values, dtype=np.float64) for values in zip(*points, strict=True))
    middle = np.degrees(np.angle(np.exp(1j * np.radians(lon)).sum()))
    east = (lon - middle + 180) % 360 - 180
    return np.column_stack([east * np.cos(np.radians(lat.mean())), lat])
