"""How far a drawing is from what it should be, as one number with its gradient: the sum of its faults, squared."""

from dataclasses import dataclass

import numpy as np

from carrozza.atlas.layout import forces
from carrozza.atlas.layout.names import NAMES_APART, Names
from carrozza.atlas.layout.neighbours import Neighbours
from carrozza.atlas.layout.network import FIRST, PITCH, Array, Indices, Network, right_of
from carrozza.atlas.layout.start import bow
from carrozza.atlas.layout.water import Ferries
from carrozza.atlas.sizes import CITY_RADIUS

SHORTEST_PITCH, LONGEST_PITCH = 21.0, 26.0
FARTHEST_FIRST = 32.0
SHARPEST = 0.16
"""The sharpest bend from a space to the next that passes freely, as the square of the change of direction."""

NAME_GAP = 0.9
"""From a city's disc to its name."""

FARTHEST_NAME = 7.0
"""How much more that gap may be where routes leave no room closer by."""


@dataclass(frozen=True)
class Weights:
    """How much each kind of fault counts."""

    geography: float
    likeness: float
    pitch: float
    first: float
    bend: float
    apart: float
    cities: float
    names: float
    water: float
    hints: float


class Bows:
    """Points of chains that hints draw to bows between their cities; a bow leaves the straight way to the right."""

    def __init__(self, network: Network) -> None:
        bent = [(index, hint.bend) for index, hint in network.hints.items() if hint.bend is not None]
        rows = [
            (point, chain[0], chain[-1], (place + 0.5) / (len(chain) - 2), bend)
            for index, bend in bent
            for chain in (network.chains[index],)
            for place, point in enumerate(chain[1:-1])
        ]
        self.points, self.begins, self.ends = (np.array([row[at] for row in rows], dtype=np.int64) for at in range(3))
        self.share = np.array([row[3] for row in rows])[:, None]
        self.bow = np.array([bow(row[4], row[3]) for row in rows])[:, None]

    def pulled(self, nodes: Array, weight: float, gradient: Array) -> float:
        """The energy of points off their bow; its gradient goes to them and to their cities."""
        if not len(self.points):
            return 0.0
        begin, end = nodes[self.begins], nodes[self.ends]
        off = nodes[self.points] - (begin + self.share * (end - begin) + self.bow * right_of(end - begin))
        pull, across = 2 * weight * off, 2 * weight * self.bow * right_of(off)
        np.add.at(gradient, self.points, pull)
        np.add.at(gradient, self.begins, -(1 - self.share) * pull - across)
        np.add.at(gradient, self.ends, -self.share * pull + across)
        return float(weight * (off * off).sum())


class Anchors:
    """Nodes that hold on to the places they began at, so that nothing moves without need."""

    def __init__(self, nodes: Indices, places: Array, weight: float) -> None:
        self.nodes, self.places, self.weight = nodes, places, weight

    def pulled(self, nodes: Array, gradient: Array) -> float:
        """The energy of nodes off their places; its gradient goes to them."""
        off = nodes[self.nodes] - self.places
        gradient[self.nodes] += 2 * self.weight * off
        return float(self.weight * (off * off).sum())


class Energy:
    """The energy of a drawing, to be called with the flattened coordinates of its nodes."""

    def __init__(self, network: Network, bending: Array, names: Names, weights: Weights) -> None:
        self.network = network
        self.bending = bending
        self.names = names
        self.weights = weights
        self.neighbours: Neighbours
        self.likeness = np.zeros((network.cities, 2))
        self.ferries = Ferries(network)
        self.bows = Bows(network)
        self.anchors: Anchors | None = None
        spots = network.spots
        self.spots = (network.before, network.after, network.cities, spots.point, spots.along, spots.across)
        self.widths = network.half_widths / network.spots.radius
        self.name_gaps = CITY_RADIUS + NAME_GAP + names.adornment

    def __call__(self, flat: Array) -> tuple[float, Array]:
        """The energy and its gradient."""
        nodes = flat.reshape(-1, 2)
        gradient = np.zeros_like(nodes)
        spots, direction, length = self._spots(nodes)
        pull = np.zeros_like(spots)
        energy = (
            self._geography(nodes, gradient)
            + self._pitch(nodes, gradient)
            + self._bends(nodes, gradient)
            + self._apart(nodes, gradient, spots, pull)
            + self._ferries_afloat(spots, pull)
            + self.bows.pulled(nodes, self.weights.hints, gradient)
        )
        if self.weights.names:
            energy += self._names_free(nodes, gradient, spots, pull) + self._names_near(nodes, gradient)
        if self.anchors is not None:
            energy += self.anchors.pulled(nodes, gradient)
        forces.passed_on(pull, gradient, *self.spots, direction, length)
        return energy, gradient.ravel()

    def _spots(self, nodes: Array) -> tuple[Array, Array, Array]:
        """Where the spots are, and for each point of a chain the direction of its space and that vector's length."""
        points, number = self.network.points, len(self.network.spots.point)
        spots, direction, length = np.empty((number, 2)), np.empty((points, 2)), np.empty(points)
        forces.spots_placed(nodes, *self.spots, direction, length, spots)
        return spots, direction, length

    def _geography(self, nodes: Array, gradient: Array) -> float:
        """The warp from the true places bends little, and the whole stays like the true map."""
        weights = self.weights
        return forces.warped(
            self.network.cities, nodes, gradient, self.bending, self.likeness, weights.geography, weights.likeness
        )

    def _pitch(self, nodes: Array, gradient: Array) -> float:
        """Neighbouring spaces follow each other closely, the first one close to its city."""
        weights, network = self.weights, self.network
        step = (PITCH, SHORTEST_PITCH, LONGEST_PITCH, 0.2 * weights.pitch, 3 * weights.pitch)
        first = (FIRST + 1.5, FIRST, FARTHEST_FIRST, weights.first, 3 * weights.pitch)
        return forces.kept_at_distance(nodes, gradient, network.space_pairs, *step) + forces.kept_at_distance(
            nodes, gradient, network.ends, *first
        )

    def _bends(self, nodes: Array, gradient: Array) -> float:
        """Routes bend gently, the wider the gentler."""
        network = self.network
        return forces.bent(
            nodes, gradient, network.before, network.after, network.cities, self.widths, SHARPEST, self.weights.bend
        )

    def _apart(self, nodes: Array, gradient: Array, spots: Array, pull: Array) -> float:
        """Cities keep away from cities, routes from other routes and from cities."""
        near, weights = self.neighbours, self.weights
        return (
            forces.kept_apart(nodes, gradient, nodes, gradient, near.cities, near.cities_need, weights.cities)
            + forces.kept_apart(spots, pull, spots, pull, near.spots, near.spots_need, weights.apart)
            + forces.kept_apart(spots, pull, nodes, gradient, near.spot_city, near.spot_city_need, 2 * weights.apart)
        )

    def _ferries_afloat(self, spots: Array, pull: Array) -> float:
        energy, push = self.ferries.pulled(spots)
        pull[self.ferries.spots[: len(push)]] += self.weights.water * push
        return self.weights.water * energy

    def _names_free(self, nodes: Array, gradient: Array, spots: Array, pull: Array) -> float:
        """No name lies on a route, another city or another name."""
        near, weight, first, half = self.neighbours, self.weights.names, self.network.labels, self.names.half
        to_spot, to_city = self.network.spots.radius + 1.8, CITY_RADIUS + 3.0
        return (
            forces.names_off(nodes, gradient, first, half, spots, pull, near.name_spot, to_spot, weight)
            + forces.names_off(nodes, gradient, first, half, nodes, gradient, near.name_city, to_city, weight)
            + forces.names_apart(nodes, gradient, first, half, near.names, *NAMES_APART, weight)
        )

    def _names_near(self, nodes: Array, gradient: Array) -> float:
        """Every name lies close to its city; where a hint fixes its place, there."""
        names, first, weight = self.names, self.network.labels, self.weights.names
        return forces.names_near(
            nodes, gradient, first, names.half, self.name_gaps, FARTHEST_NAME, names.fixed, names.offset, weight
        )

    def crowded_names(self, nodes: Array) -> list[int]:
        """The cities whose names lie on something."""
        network, near = self.network, self.neighbours
        spots = network.spots.place(network, nodes)[0]
        crowded = set()
        for pairs, points, need in (
            (near.name_spot, spots, network.spots.radius),
            (near.name_city, nodes, CITY_RADIUS),
        ):
            label, other = pairs.T
            outside = self.names.outside(label, points[other] - nodes[network.labels + label])
            crowded |= set(label[outside < need + 0.9].tolist())
        return sorted(crowded)
