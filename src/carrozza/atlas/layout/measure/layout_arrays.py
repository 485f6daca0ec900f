"""A board and its layout as arrays."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from carrozza.atlas import sizes
from carrozza.atlas.layout import shapes
from carrozza.atlas.layout.shapes import Array
from carrozza.atlas.layout_model import Layout, gap_in
from carrozza.boards import Board, City, Route


class LayoutArrays:
    """A board and its layout as arrays."""

    def __init__(self, board: Board, layout: Layout) -> None:
        _complete(board, layout)
        self.board = board
        self.layout = layout
        self.cities = board.cities
        self.city_at = np.array([layout.cities[city.id] for city in board.cities])
        self.labels = shapes.rectangles(*_label_boxes(layout, board.cities))
        self.routes = board.routes
        spaces = [(index, *space) for index, route in enumerate(board.routes) for space in layout.routes[route.id]]
        table = np.array(spaces)
        self.route_of = table[:, 0].astype(np.intp)
        self.space_at = table[:, 1:3]
        self.degrees = table[:, 3]
        self.lengths = table[:, 4]
        self.spaces = shapes.rectangles(
            self.space_at, self.lengths, np.full(len(table), sizes.SPACE_WIDTH), self.degrees
        )
        ends = [(board.city_index[route.a], board.city_index[route.b]) for route in board.routes]
        self.ends = np.array(ends)

    def spaces_of(self, route: int) -> NDArray[np.intp]:
        """The indices of the spaces of a route, from `a` to `b`."""
        return np.nonzero(self.route_of == route)[0]

    def line(self, route: int) -> Array:
        """From city to city through the middles of the spaces."""
        a, b = self.city_at[self.ends[route]]
        return np.vstack([a, self.space_at[self.spaces_of(route)], b])

    def shared_city(self, one: NDArray[np.intp], other: NDArray[np.intp]) -> NDArray[np.intp]:
        """For pairs of routes the city they share, -1 for none, -2 where they are parallel."""
        same = self.ends[one][:, :, None] == self.ends[other][:, None, :]
        shared = np.where(same.any(axis=2), self.ends[one], -1).max(axis=1)
        return np.where(same.sum(axis=(1, 2)) == 2, -2, shared)

    @cached_property
    def close(self) -> tuple[NDArray[np.intp], NDArray[np.intp], Array]:
        """Pairs of spaces of different routes that may be too near each other, and their gaps."""
        reach = 2 * sizes.SPACE_LENGTH + sizes.SPACE_WIDTH
        one, other = shapes.near_pairs(self.spaces, self.spaces, reach)
        apart = (one < other) & (self.route_of[one] != self.route_of[other])
        one, other = one[apart], other[apart]
        return one, other, shapes.gaps(self.spaces[one], self.spaces[other])

    @cached_property
    def everything(self) -> tuple[list[str], Array]:
        """What belongs to the game, cities, their names and all spaces: how each is called, and its corners."""
        radius = sizes.CITY_RADIUS
        discs = shapes.boxes(self.city_at - radius, np.full_like(self.city_at, 2 * radius))
        names = [
            *(city.name for city in self.cities),
            *(label_name(city) for city in self.cities),
            *(route_name(self.routes[index]) for index in self.route_of),
        ]
        return names, np.concatenate([discs, self.labels, self.spaces])


def _complete(board: Board, layout: Layout) -> None:
    """A layout of another map is told as such, rather than by an index that fails."""
    if message := gap_in(layout, board):
        raise ValueError(f"the layout has no {message} of board '{board.id}'; compute it anew")


def _label_boxes(layout: Layout, cities: Sequence[City]) -> tuple[Array, Array, Array, Array]:
    table = np.array([layout.labels[city.id][:4] for city in cities])
    return table[:, :2], table[:, 2], table[:, 3], np.zeros(len(table))


def label_name(city: City) -> str:
    return f"label of {city.name}"


def route_name(route: Route) -> str:
    return f"route {route.id}"
