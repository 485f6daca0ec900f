"""A board cut into tiles, one a sheet, which overlap so that they can be glued."""

from math import ceil
from typing import Final, NamedTuple

from carrozza.atlas.layout_model import Box
from carrozza.atlas.press.papers import MARGIN, Paper

OVERLAP: Final = 10.0
"""How much of a tile lies under the next one, to the right and below."""

FOOT: Final = 12.0
"""The strip below a tile that says which sheet it is."""


class Tile(NamedTuple):
    """One sheet's part of the board: its row and column from 0, and what it shows."""

    row: int
    column: int
    window: Box


class Tiling(NamedTuple):
    """How a board is cut: the sheet as it lies, the number of rows and columns, the tiles row by row."""

    paper: Paper
    rows: int
    columns: int
    tiles: tuple[Tile, ...]

    def number(self, row: int, column: int) -> int:
        """Which sheet that is, from 1."""
        return row * self.columns + column + 1


def tiling(whole: Box, paper: Paper) -> Tiling:
    """The tiles of a board, on the paper upright or on its side, whichever needs fewer sheets.

    >>> cut = tiling(Box(0, 0, 600, 380), Paper("a4", 210, 297))
    >>> cut.paper.width, cut.rows, cut.columns
    (210, 2, 4)
    """
    return min((_cut(whole, sheet) for sheet in (paper.turned, paper)), key=lambda cut: len(cut.tiles))


def _cut(whole: Box, paper: Paper) -> Tiling:
    columns = _count(whole.width, paper.width - 2 * MARGIN)
    rows = _count(whole.height, paper.height - 2 * MARGIN - FOOT)
    across, down = (whole.width - OVERLAP) / columns, (whole.height - OVERLAP) / rows
    tiles = tuple(
        Tile(row, column, Box(whole.x + column * across, whole.y + row * down, across + OVERLAP, down + OVERLAP))
        for row in range(rows)
        for column in range(columns)
    )
    return Tiling(paper, rows, columns, tiles)


def _count(length: float, room: float) -> int:
    return max(1, ceil(round((length - OVERLAP) / (room - OVERLAP), 6)))
