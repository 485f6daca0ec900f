"""What is near what on a drawing, and how far apart it should be."""

from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from carrozza.atlas.layout.names import Names
from carrozza.atlas.layout.network import Array, Indices, Network
from carrozza.atlas.sizes import CITY_RADIUS, SPACE_WIDTH

if TYPE_CHECKING:
    from scipy.spatial import cKDTree

SIGHT = 34.0
"""Things farther apart than this do not push each other."""

SLACK = 0.8
"""Spots are coarser than the spaces they stand for; so much is asked for in addition."""

AT_CITY = 2.4
"""The gap between routes that meet at a city, next to it."""

APART_FROM = (24.0, 31.0)
"""Between these distances from the city that gap grows to the usual one."""

CITIES_APART = 30.0


class Neighbours:
    """The pairs of spots, cities and names that may come too close, with the distance each pair needs."""

    def __init__(self, network: Network, names: Names, nodes: Array, with_names: bool) -> None:
        from scipy.spatial import cKDTree

        spots = network.spots.place(network, nodes)[0]
        cities = nodes[: network.cities]
        spot_tree, city_tree = cKDTree(spots), cKDTree(cities)
        self.spots, self.spots_need = _spot_pairs(network, spot_tree, spots, cities)
        self.spot_city, self.spot_city_need = _spot_city_pairs(network, spot_tree, city_tree)
        self.cities = city_tree.query_pairs(SIGHT, output_type="ndarray").astype(np.int64).reshape(-1, 2)
        self.cities_need = np.full(len(self.cities), CITIES_APART)
        self.name_spot = self.name_city = self.names = np.zeros((0, 2), dtype=np.int64)
        if with_names:
            places, reach = nodes[network.labels :], np.hypot(*names.half.T) + 14.0
            self.name_spot = _near(spot_tree, places, reach)
            near = _near(city_tree, places, reach)
            self.name_city = near[near[:, 0] != near[:, 1]]
            near = _near(cKDTree(places), places, 2 * reach)
            self.names = near[near[:, 0] > near[:, 1]]


def _spot_pairs(network: Network, tree: "cKDTree[Any]", spots: Array, cities: Array) -> tuple[Indices, Array]:
    pairs = np.asarray(tree.query_pairs(SIGHT, output_type="ndarray"), dtype=np.int64).reshape(-1, 2)
    links = network.spots.link[pairs]
    pairs = pairs[links[:, 0] != links[:, 1]]
    return pairs, SPACE_WIDTH + _gaps_needed(network, pairs, spots, cities)


def _gaps_needed(network: Network, pairs: Indices, spots: Array, cities: Array) -> Array:
    """A space's width between routes; less near a city that they share, where they must come together."""
    gaps = np.full(len(pairs), SPACE_WIDTH + SLACK)
    ends = network.ends_of_link[network.spots.link[pairs]]
    for end, other_end in product((0, 1), (0, 1)):
        shared = np.flatnonzero(ends[:, 0, end] == ends[:, 1, other_end])
        from_city = spots[pairs[shared]] - cities[ends[shared, 0, end]][:, None]
        nearer = np.hypot(from_city[..., 0], from_city[..., 1]).min(1)
        gaps[shared] = np.minimum(gaps[shared], np.interp(nearer, APART_FROM, (AT_CITY, SPACE_WIDTH + SLACK)))
    return gaps


def _spot_city_pairs(network: Network, spots: "cKDTree[Any]", cities: "cKDTree[Any]") -> tuple[Indices, Array]:
    near = spots.sparse_distance_matrix(cities, SIGHT, output_type="ndarray")
    pairs = np.column_stack([near["i"], near["j"]]).astype(np.int64)
    own = (network.ends_of_link[network.spots.link[pairs[:, 0]]] == pairs[:, 1:]).any(1)
    return pairs, CITY_RADIUS + network.spots.radius + np.where(own, 0.6, 3.5)


def _near(tree: "cKDTree[Any]", places: Array, reach: Array) -> Indices:
    found = tree.query_ball_point(places, reach)
    return np.array([(label, it) for label, near in enumerate(found) for it in sorted(near)], dtype=np.int64).reshape(
        -1, 2
    )
