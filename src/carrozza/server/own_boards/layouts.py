"""Layouts of own boards: the bundle's own where it can be used, or else computed once, in a process for that alone."""

import json
import math
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, Final

from carrozza.atlas.layout_model import Layout, gap_in
from carrozza.boards import Board
from carrozza.server import prices
from carrozza.server.refusals import Refused
from carrozza.server.rendering.jobs import LayoutJob
from carrozza.server.rendering.renderer import Renderer

LARGEST_SIDE: Final = 3000.0
SMALLEST_SIDE: Final = 50.0
"""Of a drawing, in millimetres: the five boards have sides of 500 to 800."""
FARTHEST: Final = 2 * LARGEST_SIDE
MOST_LINES: Final = 3
LONGEST_LINE: Final = 100
ALIGNED: Final = ("left", "middle", "right")
MOST_FAILURES: Final = 1000


def usable_layout(value: object, board: Board) -> Layout | None:
    """A layout from outside, or none where anything about it is not as a layout must be."""
    try:
        layout = Layout.from_json(value if isinstance(value, Mapping) else json.loads(str(value)))
        return layout if _is_sound(layout, board) else None
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, OverflowError):
        return None


def _is_sound(layout: Layout, board: Board) -> bool:
    sides = (layout.width, layout.height)
    if not all(SMALLEST_SIDE <= side <= LARGEST_SIDE for side in sides) or gap_in(layout, board) is not None:
        return False
    labels = layout.labels.values()
    rows: list[tuple[Any, ...]] = [*layout.cities.values(), *layout.furniture.values(), *(tuple(label[:4]) for label in labels)]
    rows += [space for spaces in layout.routes.values() for space in spaces]
    numbers = (number for row in rows for number in row)
    return all(map(_is_near, numbers)) and all(_is_label(label.lines, label.align) for label in labels)


def _is_near(number: object) -> bool:
    return isinstance(number, float) and math.isfinite(number) and abs(number) <= FARTHEST


def _is_label(lines: tuple[object, ...], align: object) -> bool:
    fit = all(isinstance(line, str) and 0 < len(line) <= LONGEST_LINE for line in lines)
    return fit and 0 < len(lines) <= MOST_LINES and align in ALIGNED


class LayoutMaker:
    """Computes layouts one after another, apart from what is drawn: nobody's drawing waits for one."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer
        self._failed: OrderedDict[str, Refused] = OrderedDict()
        """Boards that cannot be laid out here: each is tried once."""

    async def text_of(self, stored: str, bundle: str, payer: str, charge: Callable[[float], object]) -> str:
        """The layout as JSON. `charge` may refuse; so does a board that takes too long."""
        if stored in self._failed:
            raise self._failed[stored]
        try:
            made = await self._renderer.render(LayoutJob(bundle), payer, prices.LAYOUT, charge)
        except Refused as refused:
            if refused.error == "layout":
                self._failed[stored] = refused
                if len(self._failed) > MOST_FAILURES:
                    self._failed.popitem(last=False)
            raise
        return b"".join(made.chunks()).decode()

    async def close(self) -> None:
        await self._renderer.close()
