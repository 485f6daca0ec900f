"""Places for title, table of points, compass and vignette: empty parts of the page, by preference corners and water.

The page is a grid of cells; sums over all boxes of one size come from a summed-area table at once. Where even the
smallest size finds no room, the page grows on the side where that adds the least paper. The vignette does without.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from carrozza.atlas import sizes
from carrozza.atlas.layout.shapes import Array, point_gaps
from carrozza.atlas.layout_model import Box, Point
from carrozza.boards import Board

CELL = 2.0
"""The width of a cell, in millimetres."""

CLEARANCE = 4.0
"""From furniture to anything of the game."""

BETWEEN = 8.0
"""From furniture to other furniture."""

ASIDE = 40.0
"""How far from the margin furniture stands at most, unless at sea: never amid the land, as if it were a part of it."""

AT_SEA = 0.9
"""The share of water under what stands at sea."""

WHOLLY = 0.99
"""The share of water under a picture of the sea, and of land under one of the land."""

BROADEST = 0.4
"""The share of the page's width that furniture takes, where it can shrink so far: small boards need no large title."""

STEPS = 7
"""How many sizes are tried, from the largest to the smallest."""

SIDES = ("bottom", "right", "top", "left")

Water = Callable[[Array], NDArray[np.bool_]]
Cells = NDArray[np.bool_]


class Size(NamedTuple):
    """A box that is wanted: its best size, the share to which it may shrink, whether the page does without it.

    What it does without must stand wholly at sea or wholly on land: it is a picture of the one or of the other.
    """

    width: float
    height: float
    smallest: float = 0.7
    optional: bool = False


WANTED: Mapping[str, Size] = {
    "title": Size(150.0, 42.0, 0.7),
    "points": Size(78.0, 84.0, 0.75),
    "compass": Size(46.0, 46.0, 0.7),
    "vignette": Size(78.0, 44.0, 0.55, optional=True),
}


def wanted_on(board: Board) -> Mapping[str, Size]:
    """The furniture of a board: its table of points has a row for each length of a route, and its signs explained."""
    lengths = len({route.length for route in board.routes})
    signs = [any(route.tunnel for route in board.routes), any(route.ferry for route in board.routes)]
    rows = (sum(signs) + 1) // 2 + any(city.attraction for city in board.cities)
    return {**WANTED, "points": Size(80.0, 22.0 + 8.5 * lengths + 9.0 * rows, 0.75)}


@dataclass(frozen=True)
class Furnished:
    """A page with furniture: its size, how far all on it is shifted by growth at the left and top, its boxes."""

    width: float
    height: float
    shift: Point
    boxes: Mapping[str, Box]


def place_furniture(
    width: float,
    height: float,
    rectangles: Array,
    discs: Sequence[Point] = (),
    wanted: Mapping[str, Size] = WANTED,
    water: Water | None = None,
) -> Furnished:
    """Find a box for each thing wanted, the first ones first, that touches neither `rectangles` (n, 4, 2) nor cities.

    `water` tells for points (n, 2) whether they are in the water, where furniture stands best. The result is shifted
    by `shift` against the given page where it had to grow at the left or top.
    """
    page = Page.of(width, height, rectangles, discs, water)
    boxes: dict[str, Box] = {}
    for name, size in wanted.items():
        while (box := page.best_box(size)) is None and not size.optional:
            grown = page.grown_for(size)
            by = Point(grown.shift.x - page.shift.x, grown.shift.y - page.shift.y)
            boxes = {other: _shifted(old, by) for other, old in boxes.items()}
            page = grown
        if box is not None:
            page.take(box)
            boxes[name] = box
    return Furnished(page.width, page.height, page.shift, boxes)


def _shifted(box: Box, by: Point) -> Box:
    return box._replace(x=box.x + by.x, y=box.y + by.y)


@dataclass
class Page:
    """The page as cells: which are taken, and which are water."""

    width: float
    height: float
    shift: Point
    taken: Cells
    wet: Cells

    @classmethod
    def of(cls, width: float, height: float, rectangles: Array, discs: Sequence[Point], water: Water | None) -> "Page":
        """The page with everything of the game on it, and room around it."""
        middles = _middles(width, height)
        taken = np.zeros(middles.shape[:2], dtype=bool)
        for rectangle in rectangles:
            _mark(taken, middles, rectangle, CLEARANCE)
        for city in discs:
            radius = sizes.CITY_RADIUS
            square = np.array([city]) + radius * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
            _mark(taken, middles, square, CLEARANCE)
        wet = water(middles.reshape(-1, 2)).reshape(taken.shape) if water else np.zeros_like(taken)
        return cls(width, height, Point(0.0, 0.0), taken, wet)

    def take(self, box: Box) -> None:
        """Nothing else may stand there."""
        left, top = box.x - BETWEEN, box.y - BETWEEN
        right, bottom = box.x + box.width + BETWEEN, box.y + box.height + BETWEEN
        rows = slice(max(int(top // CELL), 0), int(-(-bottom // CELL)))
        columns = slice(max(int(left // CELL), 0), int(-(-right // CELL)))
        self.taken[rows, columns] = True

    def best_box(self, size: Size) -> Box | None:
        """The best place at the largest size that finds one."""
        largest = float(np.clip(BROADEST * self.width / size.width, size.smallest, 1.0))
        for share in np.linspace(largest, size.smallest, STEPS).tolist():
            if box := self._place(size.width * share, size.height * share, size.optional):
                return box
        return None

    def _place(self, width: float, height: float, optional: bool) -> Box | None:
        rows, columns, margin = _cells(height), _cells(width), _cells(sizes.MARGIN)
        free = self._free(rows, columns)
        wet = _sums(self.within_margin(self.wet), rows, columns) / (rows * columns)
        down, across = (np.minimum(np.arange(count), np.arange(count)[::-1]) for count in free.shape)
        free &= (np.minimum(down[:, None], across[None, :]) * CELL <= ASIDE) | (wet >= AT_SEA)
        if optional:
            free &= (wet >= WHOLLY) | (wet <= 1 - WHOLLY)
        if not free.any():
            return None
        if optional:
            worth = wet + self._room()[rows // 2 :, columns // 2 :][: len(down), : len(across)] / sizes.MARGIN
        else:
            worth = wet - 1.5 * (down[:, None] / max(len(down) - 1, 1) + across[None, :] / max(len(across) - 1, 1))
        score = np.where(free, worth, -np.inf)
        row, column = np.unravel_index(int(score.argmax()), score.shape)
        return Box(float(column + margin) * CELL, float(row + margin) * CELL, width, height)

    def _room(self) -> Array:
        """How far each cell within the margin is from anything."""
        from scipy.ndimage import distance_transform_edt

        around = np.pad(self.within_margin(self.taken), 1, constant_values=True)
        return np.asarray(distance_transform_edt(~around)[1:-1, 1:-1] * CELL)

    def grown_for(self, size: Size) -> "Page":
        """The page with just enough more of it, on the cheapest side, for a box of middling size."""
        share = (1 + size.smallest) / 2
        rows, columns = _cells(size.height * share), _cells(size.width * share)
        growths = [self._growth(side, rows, columns) for side in SIDES]
        areas = [
            growth * CELL * (self.width if side in ("top", "bottom") else self.height) * (1.5 - self._wet_at(side))
            for side, growth in zip(SIDES, growths, strict=True)
        ]
        cheapest = int(np.argmin(areas))
        if not np.isfinite(areas[cheapest]):  # too narrow for it whichever side grows
            wide = self._padded("right", columns + 2 * _cells(sizes.MARGIN))
            return wide._padded("bottom", rows + 2 * _cells(sizes.MARGIN))
        return self._padded(SIDES[cheapest], int(growths[cheapest]))

    def _wet_at(self, side: str) -> float:
        """The share of an edge of the page that is water."""
        edge = {"top": self.wet[0], "bottom": self.wet[-1], "left": self.wet[:, 0], "right": self.wet[:, -1]}
        return float(edge[side].mean())

    def _growth(self, side: str, rows: int, columns: int) -> float:
        """By how many cells the page must grow on a side so that a box finds room there."""
        most = (rows if side in ("top", "bottom") else columns) + 2 * _cells(CLEARANCE) + _cells(sizes.MARGIN)
        free = np.argwhere(self._padded(side, most)._free(rows, columns))
        axis = 0 if side in ("top", "bottom") else 1
        old: int = self.taken.shape[axis] - 2 * _cells(sizes.MARGIN)
        before = free[:, axis] if side in ("top", "left") else old + most - (rows, columns)[axis] - free[:, axis]
        at_the_edge = before[before <= most]
        return most - float(at_the_edge.max()) if len(at_the_edge) else float("inf")

    def _padded(self, side: str, cells: int) -> "Page":
        rows = ((cells, 0) if side == "top" else (0, cells)) if side in ("top", "bottom") else (0, 0)
        columns = ((cells, 0) if side == "left" else (0, cells)) if side in ("left", "right") else (0, 0)
        return Page(
            self.width + sum(columns) * CELL,
            self.height + sum(rows) * CELL,
            Point(self.shift.x + columns[0] * CELL, self.shift.y + rows[0] * CELL),
            np.pad(self.taken, (rows, columns)),
            np.pad(self.wet, (rows, columns), mode="edge"),
        )

    def _free(self, rows: int, columns: int) -> Cells:
        """Where boxes of so many cells find room within the margin, by their upper left cell within it."""
        return np.asarray(_sums(self.within_margin(self.taken), rows, columns) == 0)

    @staticmethod
    def within_margin(cells: Cells) -> Cells:
        """The cells that furniture may take."""
        margin = _cells(sizes.MARGIN)
        return cells[margin : cells.shape[0] - margin, margin : cells.shape[1] - margin]


def _cells(length: float) -> int:
    return int(np.ceil(length / CELL))


def _middles(width: float, height: float) -> Array:
    """The middles (rows, columns, 2) of the cells of a page."""
    across = (np.arange(int(width // CELL)) + 0.5) * CELL
    down = (np.arange(int(height // CELL)) + 0.5) * CELL
    return np.stack(np.meshgrid(across, down), axis=-1)


def _mark(taken: Cells, middles: Array, shape: Array, clearance: float) -> None:
    """Mark the cells that come nearer than the clearance to a rectangle."""
    reach = clearance + CELL
    low, high = (shape.min(axis=0) - reach) // CELL, (shape.max(axis=0) + reach) // CELL + 1
    columns, rows = (slice(max(int(low[axis]), 0), max(int(high[axis]), 0)) for axis in (0, 1))
    near = point_gaps(middles[rows, columns], shape[None, None]) < clearance + CELL / np.sqrt(2)
    taken[rows, columns] |= near


def _sums(cells: Cells, rows: int, columns: int) -> Array:
    """How many cells are set in each box of so many rows and columns, by its upper left cell."""
    if rows > cells.shape[0] or columns > cells.shape[1]:
        return np.empty((0, 0))
    table = np.zeros((cells.shape[0] + 1, cells.shape[1] + 1))
    table[1:, 1:] = cells.cumsum(axis=0).cumsum(axis=1)
    return np.asarray(
        table[rows:, columns:] - table[:-rows, columns:] - table[rows:, :-columns] + table[:-rows, :-columns]
    )
