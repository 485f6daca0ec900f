"""What a layout must keep to, measured on the finished layout and independent of how it was made.

Every measure has its worst value, the limit it must keep, and a fault for each city, label or route that does not.
"""

from typing import TYPE_CHECKING

from carrozza.atlas.layout.measure.ground import ground_measures, likeness_measures
from carrozza.atlas.layout.measure.layout_arrays import LayoutArrays
from carrozza.atlas.layout.measure.names import city_measures, label_measures
from carrozza.atlas.layout.measure.page import page_measures
from carrozza.atlas.layout.measure.routes import route_measures
from carrozza.atlas.layout.measure.rows import Measure, Measures, faults
from carrozza.atlas.layout.measure.spaces import space_measures
from carrozza.atlas.layout_model import Layout
from carrozza.boards import Board

if TYPE_CHECKING:
    from carrozza.atlas.geography import Background

__all__ = ["Measure", "Measures", "faults", "measure"]


def measure(
    board: Board, layout: Layout, *, background: "Background | None" = None, geography: bool = True
) -> Measures:
    """Measure a layout of a board; without `geography` only what lies on the page, which is faster."""
    arrays = LayoutArrays(board, layout)
    rows = [
        *label_measures(arrays),
        *city_measures(arrays),
        *route_measures(arrays),
        *space_measures(arrays),
        *page_measures(arrays),
        *likeness_measures(arrays),
    ]
    if geography:
        rows += ground_measures(arrays, background)
    return Measures(board.id, layout.width, layout.height, tuple(rows))
