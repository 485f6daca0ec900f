"""A board as the optimiser sees it: links, each a chain of points between two neighbouring cities."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from carrozza.atlas.sizes import CITY_RADIUS, PARALLEL_GAP, SPACE_LENGTH, SPACE_WIDTH
from carrozza.boards.model import Board, RouteHint

Array = NDArray[np.float64]
Indices = NDArray[np.int64]

PITCH = 22.4
"""From the middle of a space to the middle of the next, where nothing is in the way."""

FIRST = CITY_RADIUS + SPACE_LENGTH / 2 + 1.0
"""The least distance from a city to the middle of the first space."""

REACH = SPACE_LENGTH / 2 - 2.5
"""The spots that stand for a space lie in its middle and so far to both sides of it."""


@dataclass(frozen=True)
class Link:
    """The routes between two cities, side by side: indices of the cities and, from left to right, of the routes."""

    a: int
    b: int
    length: int
    routes: tuple[int, ...]

    @property
    def offsets(self) -> tuple[float, ...]:
        """How far each route lies to the right of the link's middle."""
        middle = (len(self.routes) - 1) / 2
        return tuple((track - middle) * (SPACE_WIDTH + PARALLEL_GAP) for track in range(len(self.routes)))

    @property
    def half_width(self) -> float:
        """From the middle of the link to its edge."""
        return self.offsets[-1] + SPACE_WIDTH / 2

    @property
    def straight(self) -> float:
        """How far apart its cities are when it runs straight and at its ease."""
        return 2 * FIRST + (self.length - 1) * PITCH + 3.0


def links_of(board: Board) -> tuple[Link, ...]:
    """The links of a board, in the order of their first routes."""
    return tuple(_link(board, routes) for routes in board.links.values())


def _link(board: Board, routes: tuple[int, ...]) -> Link:
    first = board.routes[routes[0]]
    return Link(board.city_index[first.a], board.city_index[first.b], first.length, routes)


class Network:
    """The nodes are numbered: first the cities, then the middles of each link's spaces, then the labels."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.links = links_of(board)
        self.cities = len(board.cities)
        self.points = sum(link.length for link in self.links)
        self.labels = self.cities + self.points
        self.nodes = self.labels + self.cities
        self.chains = tuple(self._chains())

    def _chains(self) -> Iterator[Indices]:
        begin = self.cities
        for link in self.links:
            inner = range(begin, begin + link.length)
            yield np.array([link.a, *inner, link.b])
            begin += link.length

    def name(self, link: int) -> str:
        """The id of the first route of a link, for messages."""
        return self.board.routes[self.links[link].routes[0]].id

    @cached_property
    def before(self) -> Indices:
        """For each point of a chain the node before it."""
        return np.concatenate([chain[:-2] for chain in self.chains])

    @cached_property
    def here(self) -> Indices:
        """For each point of a chain its node."""
        return np.arange(self.cities, self.labels)

    @cached_property
    def after(self) -> Indices:
        """For each point of a chain the node after it."""
        return np.concatenate([chain[2:] for chain in self.chains])

    @cached_property
    def space_pairs(self) -> Indices:
        """The pairs of neighbouring spaces of a chain."""
        return np.concatenate([np.column_stack([chain[1:-2], chain[2:-1]]) for chain in self.chains])

    @cached_property
    def ends(self) -> Indices:
        """The pairs of a city and the space next to it."""
        return np.array([pair for chain in self.chains for pair in (chain[:2], chain[:-3:-1])])

    @cached_property
    def steps(self) -> Indices:
        """The pairs of nodes that follow each other in a chain, cities included."""
        return np.concatenate([np.column_stack([chain[:-1], chain[1:]]) for chain in self.chains])

    @cached_property
    def link_of_step(self) -> Indices:
        """For each of these its link."""
        return np.repeat(np.arange(len(self.chains)), [len(chain) - 1 for chain in self.chains])

    @cached_property
    def link_of_point(self) -> Indices:
        """For each point of a chain its link."""
        return np.repeat(np.arange(len(self.links)), [link.length for link in self.links])

    @cached_property
    def half_widths(self) -> Array:
        """For each point of a chain half the width of its link."""
        return np.array([link.half_width for link in self.links])[self.link_of_point]

    @cached_property
    def ends_of_link(self) -> Indices:
        """The two cities of each link."""
        return np.array([(link.a, link.b) for link in self.links])

    @cached_property
    def hints(self) -> dict[int, RouteHint]:
        """By the number of a link, the hint of any of its routes, as seen from the link's city a."""
        given = self.board.drawing.routes
        return {
            number: hint
            for number, link in enumerate(self.links)
            for route in link.routes
            if (hint := self._from_a(link, route, given)) is not None
        }

    def _from_a(self, link: Link, route: int, given: Mapping[str, RouteHint]) -> RouteHint | None:
        own = self.board.routes[route]
        hint = given.get(own.id)
        if hint is None or self.board.city_index[own.a] == link.a:
            return hint
        sides = {"left": "right", "right": "left", None: None}
        bend = None if hint.bend is None else -hint.bend
        return hint.model_copy(update={"bend": bend, "side": sides[hint.side]})

    @cached_property
    def spots(self) -> "Spots":
        """The spots that stand for all spaces."""
        return Spots(self)


class Spots:
    """Small discs, as wide as a space, that stand for the spaces."""

    radius = SPACE_WIDTH / 2

    def __init__(self, network: Network) -> None:
        rows = [
            (point, along, across)
            for point, link in enumerate(network.link_of_point)
            for across in network.links[link].offsets
            for along in (-REACH, 0.0, REACH)
        ]
        self.point = np.array([row[0] for row in rows], dtype=np.int64)
        self.along = np.array([row[1] for row in rows])
        self.across = np.array([row[2] for row in rows])
        self.link = network.link_of_point[self.point]
        self.node = network.here[self.point]

    def place(self, network: Network, nodes: Array) -> tuple[Array, Array]:
        """Where the spots are, and for each point of a chain the direction of its space."""
        chord = nodes[network.after] - nodes[network.before]
        direction = chord / (np.hypot(chord[:, 0], chord[:, 1]) + 1e-9)[:, None]
        along, across = direction[self.point], right_of(direction)[self.point]
        return nodes[self.node] + self.along[:, None] * along + self.across[:, None] * across, direction


def right_of(vectors: Array) -> Array:
    """The vectors turned to the right by a quarter: y points down."""
    return np.column_stack([-vectors[:, 1], vectors[:, 0]])
