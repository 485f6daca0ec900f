"""Layouts that come with a bundle: used only where everything about them is as it must be."""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Final

from carrozza.atlas.layout.store import digest
from carrozza.atlas.layout_model import Layout, Point, gap_in
from carrozza.boards import Board

LARGEST_SIDE: Final = 3000.0
SMALLEST_SIDE: Final = 50.0
"""Of a drawing, in millimetres: the five boards have sides of 500 to 800."""
FARTHEST: Final = LARGEST_SIDE + 500.0
APART: Final = 1.0
"""How far cities are from each other at the least, so that the ground can be bent with them."""
MOST_LINES: Final = 3
LONGEST_LINE: Final = 100
ALIGNED: Final = ("left", "middle", "right")


def usable_layout(value: object, board: Board) -> Layout | None:
    """A layout from outside, or none where anything about it is not as a layout of this board must be."""
    if value is None:
        return None
    try:
        layout = Layout.from_json(value if isinstance(value, Mapping) else json.loads(str(value)))
        return layout if _is_sound(layout, board) else None
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, OverflowError):
        return None


def _is_sound(layout: Layout, board: Board) -> bool:
    sides = (layout.width, layout.height)
    return (
        layout.digest == digest(board)
        and gap_in(layout, board) is None
        and all(SMALLEST_SIDE <= side <= LARGEST_SIDE for side in sides)
        and all(map(_is_near, _numbers(layout)))
        and all(_is_label(label.lines, label.align) for label in layout.labels.values())
        and _are_apart([layout.cities[city.id] for city in board.cities], *sides)
    )


def _are_apart(cities: Sequence[Point], width: float, height: float) -> bool:
    """Each on the sheet, and no two of them at one place."""
    inside = all(0 <= city.x <= width and 0 <= city.y <= height for city in cities)
    return inside and all(math.dist(one, other) >= APART for one, other in combinations(cities, 2))


def _numbers(layout: Layout) -> Iterator[object]:
    yield from chain(*layout.cities.values(), *layout.furniture.values())
    yield from chain(*(label[:4] for label in layout.labels.values()))
    yield from chain(*(space for spaces in layout.routes.values() for space in spaces))


def _is_near(number: object) -> bool:
    return isinstance(number, float) and math.isfinite(number) and abs(number) <= FARTHEST


def _is_label(lines: tuple[object, ...], align: object) -> bool:
    fit = all(isinstance(line, str) and 0 < len(line) <= LONGEST_LINE for line in lines)
    return fit and 0 < len(lines) <= MOST_LINES and align in ALIGNED
