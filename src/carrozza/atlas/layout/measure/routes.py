"""Routes among each other: apart, side by side, uncrossed."""

from collections.abc import Iterator

import numpy as np

from carrozza.atlas import sizes
from carrozza.atlas.layout import shapes
from carrozza.atlas.layout.measure.layout_arrays import LayoutArrays, route_name
from carrozza.atlas.layout.measure.rows import ROUNDING, Measure, at_least, at_most, clear, worst_of_pairs

AT_CITY = 1.5 * sizes.SPACE_LENGTH + sizes.CITY_RADIUS
"""Routes that share a city converge there: only this far from its middle may they come near each other."""

SIDE_BY_SIDE = (0.5 * sizes.PARALLEL_GAP, 4.0)
"""The gap between the routes of a double or triple, least and most."""


def route_measures(arrays: LayoutArrays) -> Iterator[Measure]:
    one, other, gaps = arrays.close
    first, second, worst = worst_of_pairs(arrays.route_of[one], arrays.route_of[other], gaps)
    shared = arrays.shared_city(first, second)
    yield clear("routes overlap", worst, 0.0, lambda at: _pair(arrays, first[at], second[at]))
    strangers = np.nonzero(shared == -1)[0]
    yield clear(
        "routes apart",
        worst[strangers],
        sizes.SPACE_WIDTH,
        lambda at: _pair(arrays, first[strangers[at]], second[strangers[at]]),
    )
    yield _convergence(arrays)
    yield from _parallel_measures(arrays)
    yield _crossings(arrays)


def _pair(arrays: LayoutArrays, one: np.intp, other: np.intp) -> tuple[str, str]:
    return route_name(arrays.routes[one]), route_name(arrays.routes[other])


def _convergence(arrays: LayoutArrays) -> Measure:
    """How far from a city they share two routes are still nearer than a space's width."""
    one, other, gaps = arrays.close
    shared = arrays.shared_city(arrays.route_of[one], arrays.route_of[other])
    near = (shared >= 0) & (gaps < sizes.SPACE_WIDTH - ROUNDING)
    one, other, shared = (np.concatenate(both) for both in (
        (one[near], other[near]), (other[near], one[near]), (shared[near], shared[near])
    ))  # fmt: skip
    points = shapes.outlines(arrays.spaces[one], step=1.0)
    close = shapes.point_gaps(points, arrays.spaces[other][:, None]) < sizes.SPACE_WIDTH - ROUNDING
    reach = np.where(close, np.linalg.norm(points - arrays.city_at[shared][:, None, :], axis=2), 0.0).max(axis=1)
    routes = np.sort(np.stack([arrays.route_of[one], arrays.route_of[other]]), axis=0)
    first, second, reach = worst_of_pairs(routes[0], routes[1], -reach)
    at_city = arrays.shared_city(first, second)

    def tell(at: int) -> str:
        names = " and ".join(_pair(arrays, first[at], second[at]))
        city = arrays.cities[at_city[at]].name
        return (
            f"{names} are nearer than {sizes.SPACE_WIDTH:.0f} mm still {-reach[at]:.1f} mm from {city}, "
            f"which is allowed up to {AT_CITY:.0f} mm"
        )

    return at_most(
        "routes converge", -reach, AT_CITY, lambda at: " and ".join(_pair(arrays, first[at], second[at])), tell
    )


def _parallel_measures(arrays: LayoutArrays) -> Iterator[Measure]:
    """Each space of a double or triple lies beside the next route of it."""
    one, other, gaps = arrays.close
    parallel = arrays.shared_city(arrays.route_of[one], arrays.route_of[other]) == -2
    doubles = [index for index, route in enumerate(arrays.routes) if arrays.board.parallel(route)]
    spaces = np.nonzero(np.isin(arrays.route_of, doubles))[0]
    nearest = np.full(len(arrays.spaces), np.inf)
    np.minimum.at(nearest, one[parallel], gaps[parallel])
    np.minimum.at(nearest, other[parallel], gaps[parallel])
    values = np.minimum(nearest[spaces], 99.0)

    def where(at: int) -> str:
        return route_name(arrays.routes[arrays.route_of[spaces[at]]])

    least, most = SIDE_BY_SIDE

    def tell_tight(at: int) -> str:
        return f"{where(at)} is {values[at]:.1f} mm from the one beside it, less than {least:.2f} mm"

    def tell_wide(at: int) -> str:
        return f"{where(at)} is {values[at]:.1f} mm from the one beside it, more than {most:.0f} mm"

    yield at_least("side by side, least", values, least, where, tell_tight)
    yield at_most("side by side, most", values, most, where, tell_wide)


def _crossings(arrays: LayoutArrays) -> Measure:
    """Lines from city to city through the middles of the spaces."""
    starts, ends, owner = [], [], []
    for index in range(len(arrays.routes)):
        line = arrays.line(index)
        starts.append(line[:-1])
        ends.append(line[1:])
        owner.append(np.full(len(line) - 1, index))
    routes = np.concatenate(owner)
    one, other = shapes.crossings(np.concatenate(starts), np.concatenate(ends))
    pairs = sorted({tuple(sorted((int(routes[a]), int(routes[b])))) for a, b in zip(one, other, strict=True)})
    message = [f"route {arrays.routes[a].id} crosses {_crossed(arrays, a, b)}" for a, b in pairs]
    where = message[0].removeprefix("route ") if message else ""
    return Measure("crossings", "", float(len(message)), where, 0.0, most=True, faults=tuple(message))


def _crossed(arrays: LayoutArrays, one: int, other: int) -> str:
    return "itself" if one == other else route_name(arrays.routes[other])
