"""New York: the counties around the harbour, with the banks of its rivers."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from carrozza.atlas.geography.shapes import clipped_line, clipped_ring, inside
from tools.geography.rings import dissolved, square_kilometres, thinned, within
from tools.geography.shapefile import Window, polygons
from tools.geography.sources import COUNTIES

Array = NDArray[np.float64]

AROUND: Window = (-74.3, 40.45, -73.65, 41.0)
MEMBER = "_plotly_geo/package_data/cb_2016_us_county_500k.shp"
SHORE = 0.0004
"""The smallest triangle that is kept of a shore, in square kilometres."""

# The counties end in the rivers, not at their banks: Manhattan's reaches to the shore of Brooklyn, New Jersey to the
# middle of the Hudson. So the banks are drawn here, as (latitude, longitude), to about a hundred metres.
MANHATTAN = (
    (40.7003, -74.0150), (40.7050, -74.0180), (40.7110, -74.0175), (40.7175, -74.0160), (40.7220, -74.0125),
    (40.7290, -74.0115), (40.7390, -74.0105), (40.7420, -74.0095), (40.7480, -74.0085), (40.7570, -74.0050),
    (40.7640, -74.0000), (40.7720, -73.9945), (40.7800, -73.9890), (40.7890, -73.9825), (40.8000, -73.9745),
    (40.8100, -73.9675), (40.8200, -73.9605), (40.8350, -73.9500), (40.8500, -73.9465), (40.8650, -73.9340),
    (40.8770, -73.9270), (40.8770, -73.9200), (40.8730, -73.9110), (40.8600, -73.9200), (40.8480, -73.9285),
    (40.8350, -73.9345), (40.8200, -73.9345), (40.8100, -73.9340), (40.8020, -73.9285), (40.7940, -73.9310),
    (40.7850, -73.9405), (40.7765, -73.9420), (40.7720, -73.9450), (40.7640, -73.9540), (40.7570, -73.9600),
    (40.7500, -73.9665), (40.7440, -73.9705), (40.7390, -73.9725), (40.7330, -73.9735), (40.7270, -73.9715),
    (40.7210, -73.9730), (40.7160, -73.9745), (40.7105, -73.9770), (40.7098, -73.9840), (40.7095, -73.9935),
    (40.7065, -74.0020), (40.7035, -74.0065), (40.7008, -74.0125),
)  # fmt: skip
ROOSEVELT_ISLAND = (
    (40.7492, -73.9612), (40.7492, -73.9620), (40.7500, -73.9625), (40.7580, -73.9577), (40.7655, -73.9512),
    (40.7730, -73.9418), (40.7728, -73.9403), (40.7718, -73.9402), (40.7640, -73.9490), (40.7560, -73.9560),
)  # fmt: skip
RANDALLS_ISLAND = (
    (40.7800, -73.9330), (40.7880, -73.9350), (40.7990, -73.9255), (40.8010, -73.9190), (40.7960, -73.9150),
    (40.7880, -73.9200), (40.7810, -73.9245),
)  # fmt: skip
WEST_BANK = (
    (40.7170, -74.0325), (40.7270, -74.0315), (40.7330, -74.0290), (40.7370, -74.0270), (40.7420, -74.0250),
    (40.7460, -74.0235), (40.7530, -74.0235), (40.7590, -74.0225), (40.7650, -74.0180), (40.7710, -74.0135),
    (40.7790, -74.0085), (40.7880, -74.0010), (40.8000, -73.9925), (40.8120, -73.9815), (40.8250, -73.9720),
    (40.8400, -73.9640), (40.8520, -73.9560), (40.8700, -73.9460), (40.9000, -73.9290), (40.9500, -73.9130),
    (41.0000, -73.9050),
)  # fmt: skip
EAST_BANK = ((40.8790, -73.9225), (40.9000, -73.9140), (40.9350, -73.9045), (40.9600, -73.8960), (41.0000, -73.8870))

WITHIN_MANHATTAN = (-73.97, 40.78)
WEST = -74.05
"""A county that reaches farther west than this lies on the west bank of the Hudson, or is Staten Island."""


def new_york(folder: Path) -> dict[str, list[Array]]:
    """Land and county lines around the harbour."""
    counties = list(polygons(COUNTIES.file(folder, MEMBER), AROUND))
    home = next(index for index, rings in enumerate(counties) if any(_holds(ring, WITHIN_MANHATTAN) for ring in rings))
    own, counties = counties[home], counties[:home] + counties[home + 1 :]
    manhattan = next(ring for ring in own if _holds(ring, WITHIN_MANHATTAN))
    islets = [ring for ring in own if ring is not manhattan]
    west = [rings for rings in counties if _is_west(rings)]
    east = [rings for rings in counties if not _is_west(rings)]
    (west_land, west_lines), (_, east_lines) = dissolved(west), dissolved(east)
    east_land, _ = dissolved([*east, islets])
    west_line = _vertices([manhattan, *(ring for rings in east for ring in rings)])
    east_line = _vertices([ring for rings in west for ring in rings])
    shores = [_rebanked(ring, west_line, WEST_BANK) for ring in west_land]
    shores += [_rebanked(ring, east_line, EAST_BANK) for ring in east_land]
    shores = thinned(shores, SHORE)
    islands = [_lon_lat((*island, island[0])) for island in (MANHATTAN, ROOSEVELT_ISLAND, RANDALLS_ISLAND)]
    low, high = np.array(AROUND[:2]), np.array(AROUND[2:])
    land = [clipped_ring(ring, low, high) for ring in shores] + islands
    land = [ring for ring in land if len(ring) > 3 and square_kilometres(ring) > 0.01]
    borders = [part for line in west_lines + east_lines for part in clipped_line(line, low, high)]
    return {"land": land, "borders": thinned(within(borders, land, step=0.05), SHORE)}


def _holds(ring: Array, point: tuple[float, float]) -> bool:
    return bool(inside(np.array([point]), [ring])[0])


def _is_west(rings: list[Array]) -> bool:
    return bool(np.concatenate(rings)[:, 0].min() < WEST)


def _vertices(rings: list[Array]) -> set[tuple[float, float]]:
    return {(round(float(x), 6), round(float(y), 6)) for ring in rings for x, y in ring}


def _rebanked(ring: Array, middle: set[tuple[float, float]], bank: tuple[tuple[float, float], ...]) -> Array:
    """The closed ring with its way along the middle of the river replaced by the river's bank."""
    points = ring[:-1]
    wet = np.array([(round(float(x), 6), round(float(y), 6)) in middle for x, y in points])
    if wet.sum() < 3:
        return ring
    begin = int(np.flatnonzero(wet & ~np.roll(wet, 1))[0])
    points, wet = np.roll(points, -begin, axis=0), np.roll(wet, -begin)
    rest = points[int(np.flatnonzero(wet)[-1]) + 1 :]
    shore = _lon_lat(bank)
    if np.hypot(*(shore[0] - rest[-1])) > np.hypot(*(shore[-1] - rest[-1])):
        shore = shore[::-1]
    return np.vstack([rest, shore, rest[:1]])


def _lon_lat(places: tuple[tuple[float, float], ...]) -> Array:
    return np.array(places)[:, ::-1].copy()
