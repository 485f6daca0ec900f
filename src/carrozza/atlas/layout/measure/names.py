"""Cities and their names: nothing overlaps, and each name stands by its city."""

from collections.abc import Iterator

import numpy as np

from carrozza.atlas import sizes
from carrozza.atlas.layout import shapes
from carrozza.atlas.layout.measure.layout_arrays import LayoutArrays, label_name, route_name
from carrozza.atlas.layout.measure.rows import Measure, at_least, at_most, clear, worst_of_pairs
from carrozza.atlas.layout.shapes import Array

LABEL_REACH = 12.0
"""The widest gap between a city and its name."""


def label_measures(arrays: LayoutArrays) -> Iterator[Measure]:
    cities, routes, labels = arrays.cities, arrays.routes, arrays.labels
    one, other = np.triu_indices(len(labels), k=1)
    between = shapes.gaps(labels[one], labels[other])
    yield clear("label to label", between, 0.0, lambda at: (label_name(cities[one[at]]), label_name(cities[other[at]])))
    to_city = shapes.point_gaps(arrays.city_at[None, :, :], labels[:, None]) - sizes.CITY_RADIUS
    label, city = np.indices(to_city.shape).reshape(2, -1)
    yield clear(
        "label to city", to_city.ravel(), 0.0, lambda at: (label_name(cities[label[at]]), cities[city[at]].name)
    )
    near, space = shapes.near_pairs(labels, arrays.spaces, 200.0)
    near, route, gaps = worst_of_pairs(near, arrays.route_of[space], shapes.gaps(labels[near], arrays.spaces[space]))
    yield clear("label to route", gaps, 0.0, lambda at: (label_name(cities[near[at]]), route_name(routes[route[at]])))
    yield from _belonging_measures(arrays, to_city)


def _belonging_measures(arrays: LayoutArrays, to_city: Array) -> Iterator[Measure]:
    """A name stands by its own city, and nearer to it than to any other."""
    names = [city.name for city in arrays.cities]
    own = np.diagonal(to_city)
    yield at_most(
        "label to its city",
        own,
        LABEL_REACH,
        lambda at: names[at],
        lambda at: f"label of {names[at]} is {own[at]:.1f} mm from its city, more than {LABEL_REACH:.0f} mm",
    )
    others = to_city + np.where(np.eye(len(names), dtype=bool), np.inf, 0.0)
    nearest = others.argmin(axis=1)
    lead = others.min(axis=1) - own
    yield at_least(
        "label nearer to its city",
        lead,
        0.0,
        lambda at: names[at],
        lambda at: f"label of {names[at]} is nearer to {names[nearest[at]]} than to its city",
    )


def city_measures(arrays: LayoutArrays) -> Iterator[Measure]:
    cities, routes = arrays.cities, arrays.routes
    one, other = np.triu_indices(len(cities), k=1)
    apart = np.linalg.norm(arrays.city_at[one] - arrays.city_at[other], axis=1) - 2 * sizes.CITY_RADIUS
    yield clear("city to city", apart, 0.0, lambda at: (cities[one[at]].name, cities[other[at]].name))
    gaps = shapes.point_gaps(arrays.city_at[:, None, :], arrays.spaces[None]) - sizes.CITY_RADIUS
    city, space = np.indices(gaps.shape).reshape(2, -1)
    city, route, values = worst_of_pairs(city, arrays.route_of[space], gaps.ravel())
    yield clear("city to route", values, 0.0, lambda at: (cities[city[at]].name, route_name(routes[route[at]])))
