"""The spaces of a route: of one size, in a smooth row, from city to city."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from carrozza.atlas import sizes
from carrozza.atlas.layout import shapes
from carrozza.atlas.layout.measure.layout_arrays import LayoutArrays, route_name
from carrozza.atlas.layout.measure.rows import Measure, at_least, at_most

SPACE_GAP = 8.0
"""The widest gap between two spaces of a route."""

TURN = 35.0
"""The sharpest turn from a space to the next, in degrees."""

END_GAP = sizes.SPACE_LENGTH
"""The widest gap between a city and the first space of a route."""


def space_measures(arrays: LayoutArrays) -> Iterator[Measure]:
    def where(at: int) -> str:
        return route_name(arrays.routes[arrays.route_of[at]])

    lengths = arrays.lengths
    off = np.abs(lengths / sizes.SPACE_LENGTH - 1)
    yield at_most(
        "space length",
        100 * off,
        100 * sizes.SPACE_TOLERANCE,
        where,
        lambda at: f"{where(at)} has a space of {lengths[at]:.1f} mm, {100 * off[at]:.0f} % from the common size",
        "%",
    )
    yield from _row_measures(arrays)
    yield _end_measure(arrays)


def _row_measures(arrays: LayoutArrays) -> Iterator[Measure]:
    """One space after the other: no overlap, no wide gap, no sharp turn, all facing from `a` to `b`."""
    pairs = [(int(a), int(b)) for index in range(len(arrays.routes)) for a, b in pairwise(arrays.spaces_of(index))]
    one, other = np.array(pairs, dtype=np.intp).reshape(-1, 2).T

    def where(at: int) -> str:
        return route_name(arrays.routes[arrays.route_of[one[at]]])

    gaps = shapes.gaps(arrays.spaces[one], arrays.spaces[other])
    yield at_least(
        "space to next, least",
        gaps,
        0.0,
        where,
        lambda at: f"{where(at)} has spaces that overlap by {-gaps[at]:.1f} mm",
    )
    yield at_most(
        "space to next, most",
        gaps,
        SPACE_GAP,
        where,
        lambda at: f"{where(at)} has a gap of {gaps[at]:.1f} mm between two spaces, more than {SPACE_GAP:.0f} mm",
    )
    turns = np.abs(shapes.turned(arrays.degrees[other] - arrays.degrees[one]))
    yield at_most(
        "turn to next",
        turns,
        TURN,
        where,
        lambda at: f"{where(at)} turns by {turns[at]:.0f} degrees between two spaces, more than {TURN:.0f}",
        "°",
    )
    yield _facing(arrays)


def _facing(arrays: LayoutArrays) -> Measure:
    """How far a space's direction is off the line through its neighbours."""
    off = np.empty(len(arrays.spaces))
    for index in range(len(arrays.routes)):
        line = arrays.line(index)
        along = line[2:] - line[:-2]
        off[arrays.spaces_of(index)] = np.degrees(np.arctan2(along[:, 1], along[:, 0]))
    off = np.abs(shapes.turned(arrays.degrees - off))

    def where(at: int) -> str:
        return route_name(arrays.routes[arrays.route_of[at]])

    return at_most(
        "space along its way",
        off,
        TURN,
        where,
        lambda at: f"{where(at)} has a space turned {off[at]:.0f} degrees off its way, more than {TURN:.0f}",
        "°",
    )


def _end_measure(arrays: LayoutArrays) -> Measure:
    rows = [arrays.spaces_of(index) for index in range(len(arrays.routes))]
    last = np.array([row[[0, -1]] for row in rows]).ravel()
    city = arrays.ends.ravel()
    gaps = shapes.point_gaps(arrays.city_at[city], arrays.spaces[last]) - sizes.CITY_RADIUS

    def where(at: int) -> str:
        return f"{route_name(arrays.routes[at // 2])} at {arrays.cities[city[at]].name}"

    return at_most(
        "city to first space",
        gaps,
        END_GAP,
        where,
        lambda at: f"{where(at)} begins {gaps[at]:.1f} mm from the city, more than {END_GAP:.0f} mm",
    )
