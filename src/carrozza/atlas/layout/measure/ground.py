"""The map behind: is it still known, and is everything on its side of the shore."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from carrozza.atlas import sizes
from carrozza.atlas.layout import shapes
from carrozza.atlas.layout.measure.layout_arrays import LayoutArrays
from carrozza.atlas.layout.measure.rows import Measure, at_least, share
from carrozza.atlas.layout.shapes import Array

if TYPE_CHECKING:
    from carrozza.atlas.geography import Background

OVER_WATER = 0.8
"""The least share of a ferry."""

INLAND = 1.5 * sizes.SPACE_LENGTH
"""A city so far from the water lies inland: on our boards, Essen."""

KEPT_DIRECTION = 45.0
KEPT_DIRECTIONS = 0.9
KEPT_DISTANCES = 0.8
"""One less the usual error of a distance, as a share of it, at the best scale."""

LEAST_STRETCH = 0.02
"""Of the map anywhere, against the middle one: below zero it is folded."""


def likeness_measures(arrays: LayoutArrays) -> Iterator[Measure]:
    """Is the map still known by its cities: in which direction, and how far, they see each other."""
    from carrozza.atlas.geography import project

    true = project([(city.lat, city.lon) for city in arrays.cities]).forward(
        np.array([(city.lat, city.lon) for city in arrays.cities])
    )
    one, other = np.triu_indices(len(arrays.cities), k=1)
    before, after = (np.asarray(at[other] - at[one]) for at in (true, arrays.city_at))
    known = np.linalg.norm(before, axis=1) > 0
    before, after = before[known], after[known]
    bearing = [np.degrees(np.arctan2(way[:, 1], way[:, 0])) for way in (before, after)]
    off = np.abs(shapes.turned(bearing[1] - bearing[0] - arrays.board.drawing.turn))
    kept = float((off <= KEPT_DIRECTION).mean()) if len(off) else 1.0
    yield share("directions kept", kept, KEPT_DIRECTIONS, "pairs of cities that see each other in another direction")
    far, drawn = (np.linalg.norm(way, axis=1) for way in (before, after))
    scale = (far * drawn).sum() / max((far**2).sum(), 1e-9)
    stress = np.sqrt(((drawn - scale * far) ** 2).sum() / max((drawn**2).sum(), 1e-9))
    yield share("distances kept", 1 - float(stress), KEPT_DISTANCES, "distances between cities unlike the real ones")


def ground_measures(arrays: LayoutArrays, given: "Background | None") -> Iterator[Measure]:
    from carrozza.atlas.geography import background

    ground = given or background(arrays.board, arrays.layout)
    yield _shore_measure(arrays, ground)
    yield _ferry_measure(arrays, ground)
    yield _fold_measure(arrays)


def _shore_measure(arrays: LayoutArrays, ground: "Background") -> Measure:
    """Cities that the map knows on land stay there; one that a coarse coast leaves in the water may come ashore."""
    from carrozza.atlas.geography import on_land

    real = on_land(np.array([(city.lat, city.lon) for city in arrays.cities]), arrays.board.drawing.coast)
    drowned = np.nonzero(real & ~ground.on_land(arrays.city_at))[0]
    names = [arrays.cities[index].name for index in drowned]
    message = tuple(f"{name} lies on land, but is drawn in the water" for name in names)
    return Measure("cities in the water", "", float(len(message)), ", ".join(names), 0.0, most=True, faults=message)


def _ferry_measure(arrays: LayoutArrays, ground: "Background") -> Measure:
    """Ferries cross water, where the map has any: a lake may be too small for it."""
    water = _any_water(arrays, ground)
    ferries = [index for index, route in enumerate(arrays.routes) if route.ferry and water]
    shares = np.array([_share_over_water(arrays, index, ground) for index in ferries])

    def tell(at: int) -> str:
        name = arrays.routes[ferries[at]].id
        return f"ferry {name} is {100 * shares[at]:.0f} % over water, less than {100 * OVER_WATER:.0f} %"

    return at_least(
        "ferry over water", 100 * shares, 100 * OVER_WATER, lambda at: arrays.routes[ferries[at]].id, tell, "%"
    )


def _share_over_water(arrays: LayoutArrays, route: int, ground: "Background") -> float:
    """How much of a ferry is over water. The way from a city far inland to its coast, by train, does not count."""
    land = ground.on_land(_along(arrays, route))
    a, b = (arrays.layout.cities[city] for city in (arrays.routes[route].a, arrays.routes[route].b))
    inland = ground.water_distance(np.array([a, b])) < -INLAND
    afloat = np.flatnonzero(~land)
    if not len(afloat):
        return 0.0
    begin = int(afloat[0]) if inland[0] else 0
    end = int(afloat[-1]) + 1 if inland[1] else len(land)
    return 1 - float(land[begin:end].mean())


def _any_water(arrays: LayoutArrays, ground: "Background", steps: int = 40) -> bool:
    across, down = (np.linspace(0.0, side, steps) for side in (arrays.layout.width, arrays.layout.height))
    return bool((ground.water_distance(np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)) > 0).any())


def _along(arrays: LayoutArrays, route: int, steps: int = 9) -> Array:
    """Points on the middle line of every space of a route."""
    spaces = arrays.spaces_of(route)
    share = (np.arange(steps) + 0.5) / steps - 0.5
    along = arrays.lengths[spaces, None] * shapes.directions(arrays.degrees[spaces])
    reach = share[None, :, None] * along[:, None, :]
    return np.asarray((arrays.space_at[spaces][:, None, :] + reach).reshape(-1, 2))


def _fold_measure(arrays: LayoutArrays, steps: int = 80) -> Measure:
    """The map is bent, never folded: the warp keeps its orientation all over the page."""
    from carrozza.atlas.geography import board_warp

    projection, warp = board_warp(arrays.board, arrays.layout.cities)
    real = projection.forward(np.array(arrays.board.places))
    low, high = real.min(axis=0), real.max(axis=0)
    reach = 0.4 * (high - low).max()
    across, down = (np.linspace(low[axis] - reach, high[axis] + reach, steps) for axis in (0, 1))
    points = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    image = warp(points)
    size = np.array([arrays.layout.width, arrays.layout.height])
    points = points[((image >= 0) & (image <= size)).all(axis=1)]
    stretch = warp.jacobian(points)
    values = stretch / np.median(np.abs(stretch)) if len(points) else np.empty(0)
    nearest = [_nearest_city(arrays, point) for point in warp(points[[int(values.argmin())]])] if len(points) else [""]
    message = f"the map is folded near {nearest[0]}"
    return at_least("least stretch", values, LEAST_STRETCH, lambda _: f"near {nearest[0]}", lambda _: message, "x")


def _nearest_city(arrays: LayoutArrays, point: Array) -> str:
    return arrays.cities[int(np.linalg.norm(arrays.city_at - point, axis=1).argmin())].name
