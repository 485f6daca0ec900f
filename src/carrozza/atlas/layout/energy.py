"""How far a drawing is from what it should be, as one number with its gradient: the sum of its faults, squared."""

from dataclasses import dataclass

import numpy as np

from carrozza.atlas.layout.names import Names
from carrozza.atlas.layout.neighbours import Neighbours
from carrozza.atlas.layout.network import FIRST, PITCH, Array, Indices, Network, right_of
from carrozza.atlas.layout.start import bow, route_hints
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
        bent = [(index, hint.bend) for index, hint in route_hints(network).items() if hint.bend is not None]
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

    def __call__(self, flat: Array) -> tuple[float, Array]:
        """The energy and its gradient."""
        network = self.network
        nodes = flat.reshape(-1, 2)
        gradient = np.zeros_like(nodes)
        spots, direction, length = network.spots.place(network, nodes)
        pull = np.zeros_like(spots)
        energy = (
            self._geography(nodes, gradient)
            + self._pitch(nodes, gradient)
            + self._bends(nodes, gradient)
            + self._cities_apart(nodes, gradient)
            + self._routes_apart(nodes, gradient, spots, pull)
            + self._ferries_afloat(spots, pull)
            + self.bows.pulled(nodes, self.weights.hints, gradient)
        )
        if self.weights.names:
            energy += self._names_free(nodes, gradient, spots, pull) + self._names_near(nodes, gradient)
        network.spots.pass_on(network, pull, direction, length, gradient)
        return energy, gradient.ravel()

    def _geography(self, nodes: Array, gradient: Array) -> float:
        """The warp from the true places bends little, and the whole stays like the true map."""
        cities = nodes[: self.network.cities]
        bent = self.bending @ cities
        off = cities - cities.mean(0) - self.likeness
        gradient[: len(cities)] += 2 * self.weights.geography * bent
        gradient[: len(cities)] += 2 * self.weights.likeness * (off - off.mean(0))
        return float(self.weights.geography * (cities * bent).sum() + self.weights.likeness * (off * off).sum())

    def _pitch(self, nodes: Array, gradient: Array) -> float:
        """Neighbouring spaces follow each other closely, the first one close to its city."""
        weights = self.weights
        steps = self._distances(
            nodes,
            gradient,
            self.network.links,
            (PITCH, SHORTEST_PITCH, LONGEST_PITCH),
            (0.2 * weights.pitch, 3 * weights.pitch),
        )
        firsts = self._distances(
            nodes,
            gradient,
            self.network.ends,
            (FIRST + 1.5, FIRST, FARTHEST_FIRST),
            (weights.first, 3 * weights.pitch),
        )
        return steps + firsts

    def _distances(
        self,
        nodes: Array,
        gradient: Array,
        pairs: Indices,
        wished: tuple[float, float, float],
        weights: tuple[float, float],
    ) -> float:
        best, least, most = wished
        apart, unit = _apart(nodes[pairs[:, 0]], nodes[pairs[:, 1]])
        off, out = apart - best, np.minimum(apart - least, 0) + np.maximum(apart - most, 0)
        push = (2 * (weights[0] * off + weights[1] * out))[:, None] * unit
        np.add.at(gradient, pairs[:, 0], push)
        np.add.at(gradient, pairs[:, 1], -push)
        return float((weights[0] * off**2 + weights[1] * out**2).sum())

    def _bends(self, nodes: Array, gradient: Array) -> float:
        """Routes bend gently, the wider the gentler."""
        network = self.network
        came, to_here = _apart(nodes[network.here], nodes[network.before])
        goes, from_here = _apart(nodes[network.after], nodes[network.here])
        change = from_here - to_here
        square = (change * change).sum(1)
        width = network.half_widths / network.spots.radius
        weight = self.weights.bend * np.sqrt(width)
        sharp = np.maximum(square - np.minimum(SHARPEST, SHARPEST * (2 / width) ** 2), 0)
        turning = (2 * weight + 120 * self.weights.bend * sharp)[:, None] * change
        ahead = (turning - from_here * (turning * from_here).sum(1, keepdims=True)) / goes[:, None]
        behind = (turning - to_here * (turning * to_here).sum(1, keepdims=True)) / came[:, None]
        np.add.at(gradient, network.after, ahead)
        np.add.at(gradient, network.before, behind)
        np.add.at(gradient, network.here, -ahead - behind)
        return float((weight * square + 30 * self.weights.bend * sharp**2).sum())

    def _cities_apart(self, nodes: Array, gradient: Array) -> float:
        pairs = self.neighbours.cities
        apart, unit = _apart(nodes[pairs[:, 0]], nodes[pairs[:, 1]])
        missing = np.minimum(apart - self.neighbours.cities_need, 0)
        push = (2 * self.weights.cities * missing)[:, None] * unit
        np.add.at(gradient, pairs[:, 0], push)
        np.add.at(gradient, pairs[:, 1], -push)
        return float(self.weights.cities * (missing**2).sum())

    def _routes_apart(self, nodes: Array, gradient: Array, spots: Array, pull: Array) -> float:
        """Routes keep away from other routes and from cities."""
        near, weight = self.neighbours, self.weights.apart
        apart, unit = _apart(spots[near.spots[:, 0]], spots[near.spots[:, 1]])
        missing = np.minimum(apart - near.spots_need, 0)
        push = (2 * weight * missing)[:, None] * unit
        np.add.at(pull, near.spots[:, 0], push)
        np.add.at(pull, near.spots[:, 1], -push)
        to_city, away = _apart(spots[near.spot_city[:, 0]], nodes[near.spot_city[:, 1]])
        lacking = np.minimum(to_city - near.spot_city_need, 0)
        push = (4 * weight * lacking)[:, None] * away
        np.add.at(pull, near.spot_city[:, 0], push)
        np.add.at(gradient, near.spot_city[:, 1], -push)
        return float(weight * ((missing**2).sum() + 2 * (lacking**2).sum()))

    def _ferries_afloat(self, spots: Array, pull: Array) -> float:
        energy, push = self.ferries.pulled(spots)
        pull[self.ferries.spots[: len(push)]] += self.weights.water * push
        return self.weights.water * energy

    def _names_free(self, nodes: Array, gradient: Array, spots: Array, pull: Array) -> float:
        """No name lies on a route, another city or another name."""
        near, weight, first = self.neighbours, self.weights.names, self.network.labels
        label, spot = near.name_spot.T
        energy, push = self._off_names(nodes, label, spots[spot], self.network.spots.radius + 1.8)
        np.add.at(pull, spot, push)
        np.add.at(gradient, first + label, -push)
        label, city = near.name_city.T
        more, push = self._off_names(nodes, label, nodes[city], CITY_RADIUS + 3.0)
        np.add.at(gradient, city, push)
        np.add.at(gradient, first + label, -push)
        return energy + more + weight * self._names_apart(nodes, gradient)

    def _off_names(self, nodes: Array, label: Indices, points: Array, need: float) -> tuple[float, Array]:
        outside, outwards = self.names.outside(label, points - nodes[self.network.labels + label])
        missing = np.minimum(outside - need, 0)
        return float(self.weights.names * (missing**2).sum()), (2 * self.weights.names * missing)[:, None] * outwards

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
            outside, _ = self.names.outside(label, points[other] - nodes[network.labels + label])
            crowded |= set(label[outside < need + 0.9].tolist())
        return sorted(crowded)

    def _names_apart(self, nodes: Array, gradient: Array) -> float:
        one, other = self.neighbours.names.T
        first = self.network.labels
        offset = nodes[first + one] - nodes[first + other]
        gaps = np.abs(offset) - (self.names.half[one] + self.names.half[other] + np.array([2.0, 1.2]))
        axis = gaps.argmax(1)
        rows = np.arange(len(axis))
        missing = np.minimum(gaps[rows, axis], 0)
        push = np.zeros_like(offset)
        push[rows, axis] = 2 * self.weights.names * missing * np.where(offset[rows, axis] >= 0, 1, -1)
        np.add.at(gradient, first + one, push)
        np.add.at(gradient, first + other, -push)
        return float((missing**2).sum())

    def _names_near(self, nodes: Array, gradient: Array) -> float:
        """Every name lies close to its city; where a hint fixes its place, there."""
        labels = np.arange(self.network.cities)
        cities, first = nodes[labels], self.network.labels
        outside, outwards = self.names.outside(labels, cities - nodes[first:])
        least = CITY_RADIUS + NAME_GAP + self.names.adornment
        off = np.minimum(outside - least, 0) + 0.15 * np.maximum(outside - least - 0.8, 0)
        off += np.maximum(outside - least - FARTHEST_NAME, 0)
        slope = np.where(outside < least, 1.0, np.where(outside > least + FARTHEST_NAME, 1.15, 0.15))
        push = (4 * self.weights.names * off * slope * ~self.names.fixed)[:, None] * outwards
        gradient[labels] += push
        gradient[first:] -= push
        energy = 2 * self.weights.names * float((off**2 * ~self.names.fixed).sum())
        astray = (nodes[first:] - cities - self.names.offset) * self.names.fixed[:, None]
        gradient[first:] += 10 * self.weights.names * astray
        gradient[labels] -= 10 * self.weights.names * astray
        return energy + 5 * self.weights.names * float((astray**2).sum())


def _apart(one: Array, other: Array) -> tuple[Array, Array]:
    """The distances of points, and the unit vectors from the others to the ones."""
    offset = one - other
    distance = np.hypot(offset[:, 0], offset[:, 1]) + 1e-9
    return distance, offset / distance[:, None]
