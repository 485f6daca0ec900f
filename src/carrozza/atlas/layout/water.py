"""Where the water is while a layout is being made, so that ferries find it."""

import numpy as np

from carrozza.atlas.layout.network import Array, Network, right_of
from carrozza.atlas.layout_model import Layout
from carrozza.atlas.sizes import SPACE_LENGTH
from carrozza.boards.model import Board

CELL = 2.0
"""The width of the cells of the chart, in millimetres."""

FARTHEST_PULL = 12.0
"""Farther inland the pull to the water grows no stronger."""

INLAND = 30.0
"""A ferry that ends in a city so far from the water runs over land as any route does."""

AFLOAT = 0.83
"""The share of a ferry that should be over water; found below it, the ferry is pulled harder."""

HARDER, HARDEST = 1.8, 14.0


class Chart:
    """The depth of the water on a grid: how far from the shore, negative on land; and in which direction it grows."""

    def __init__(self, board: Board, layout: Layout, corner: Array) -> None:
        from carrozza.atlas.geography import background

        self.corner = corner
        self.ground = background(board, layout)
        columns, rows = (int(np.ceil(size / CELL)) + 1 for size in (layout.width, layout.height))
        across, down = np.meshgrid(np.arange(columns) * CELL, np.arange(rows) * CELL)
        points = np.column_stack([across.ravel(), down.ravel()])
        self.depth = self.ground.water_distance(points).reshape(rows, columns)

    def share_over_water(self, points: Array) -> float:
        """How much of the points is not on land."""
        return 1.0 - float(self.ground.on_land(points - self.corner).mean())

    def __call__(self, points: Array) -> tuple[Array, Array]:
        """The depth at points of the drawing, and the direction in which it grows."""
        rows, columns = self.depth.shape
        at = np.clip((points - self.corner) / CELL, 0, np.array([columns, rows]) - 1.001)
        cell = at.astype(int)
        right, down = (at - cell).T
        column, row = cell.T
        upper, lower = self.depth[row, column], self.depth[row + 1, column]
        to_right, below_to_right = self.depth[row, column + 1] - upper, self.depth[row + 1, column + 1] - lower
        depth = (upper + right * to_right) * (1 - down) + (lower + right * below_to_right) * down
        across = to_right * (1 - down) + below_to_right * down
        downwards = (lower + right * below_to_right) - (upper + right * to_right)
        return depth, np.column_stack([across, downwards]) / CELL


class Ferries:
    """The ferries of a board, and how hard each is pulled to the water: not at all where a hint bends it."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.links = np.array(
            [
                index
                for index, link in enumerate(network.links)
                if any(network.board.routes[route].ferry for route in link.routes)
                and (index not in network.hints or network.hints[index].bend is None)
            ],
            dtype=np.int64,
        )
        self.spots = np.flatnonzero(np.isin(network.spots.link, self.links))
        self.pull = np.ones(len(network.links))
        self.chart: Chart | None = None

    def look(self, layout: Layout, corner: Array, nodes: Array) -> None:
        """See where the water is now. Ferries to a city far inland are left alone."""
        if not len(self.links):
            return
        self.chart = Chart(self.network.board, layout, corner)
        depth, _ = self.chart(nodes[: self.network.cities])
        inland = depth[self.network.ends_of_link].min(1) < -INLAND
        self.pull[inland] = 0.0

    def pull_harder(self, nodes: Array) -> None:
        """Pull those ferries harder from now on that are not enough over water."""
        if self.chart is None:
            return
        found = [int(index) for index in self.links if self.pull[index] > 0 and self._share(index, nodes) < AFLOAT]
        self.pull[found] = np.minimum(HARDER * self.pull[found], HARDEST)

    def _share(self, index: int, nodes: Array) -> float:
        """The share over water of that route of a link which has the least."""
        assert self.chart is not None
        link, chain = self.network.links[index], self.network.chains[index]
        chord = nodes[chain[2:]] - nodes[chain[:-2]]
        along = chord / np.hypot(*chord.T)[:, None]
        reach = np.linspace(-0.45, 0.45, 9)[:, None, None] * SPACE_LENGTH * along
        tracks = [nodes[chain[1:-1]] + offset * right_of(along) + reach for offset in link.offsets]
        return min(self.chart.share_over_water(track.reshape(-1, 2)) for track in tracks)

    def pulled(self, spots: Array) -> tuple[float, Array]:
        """The energy of ferries on land, and its gradient at their spots."""
        if self.chart is None:
            return 0.0, np.zeros((0, 2))
        depth, outwards = self.chart(spots[self.spots])
        missing = np.minimum(depth - self.network.spots.radius, 0)
        near = np.maximum(missing, -FARTHEST_PULL)
        weight = self.pull[self.network.spots.link[self.spots]]
        return float((weight * near * (2 * missing - near)).sum()), (2 * weight * near)[:, None] * outwards
