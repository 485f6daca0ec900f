"""The page: its margin, its letters, its furniture."""

from collections.abc import Iterator

import numpy as np

from carrozza.atlas import sizes
from carrozza.atlas.layout import shapes
from carrozza.atlas.layout.measure.layout_arrays import LayoutArrays
from carrozza.atlas.layout.measure.rows import Measure, at_least, clear
from carrozza.atlas.layout_model import Layout

A2 = (594.0, 420.0)
CAP_HEIGHT = 0.66
"""The height of a capital letter, in font sizes."""

LETTER = 2.5
"""The height of a capital letter at A2."""


def page_measures(arrays: LayoutArrays) -> Iterator[Measure]:
    yield _edge_measure(arrays)
    yield _letter_measure(arrays)
    yield from _text_measures(arrays)
    yield _furniture_measure(arrays)


def _edge_measure(arrays: LayoutArrays) -> Measure:
    """Everything of the game keeps the margin."""
    names, corners = arrays.everything
    inside = _inside(arrays, corners)

    def tell(at: int) -> str:
        return f"{names[at]} is {inside[at]:.1f} mm inside the edge, less than {sizes.MARGIN:.0f} mm"

    return at_least("edge of the board", inside, sizes.MARGIN, lambda at: names[at], tell)


def _inside(arrays: LayoutArrays, corners: shapes.Array) -> shapes.Array:
    """How far rectangles (n, 4, 2) keep from the edge."""
    size = np.array([arrays.layout.width, arrays.layout.height])
    return np.asarray(np.minimum(corners, size - corners).min(axis=(1, 2)))


def scale_to(layout: Layout, paper: tuple[float, float]) -> float:
    """By how much the board is scaled to fill a paper, turned as suits it."""
    long, short = max(paper), min(paper)
    return min(long / max(layout.width, layout.height), short / min(layout.width, layout.height))


def _letter_measure(arrays: LayoutArrays) -> Measure:
    size = sizes.LABEL_SIZE * scale_to(arrays.layout, A2)
    letter = CAP_HEIGHT * size
    message = (
        f"at A2 a capital letter is {letter:.2f} mm high (font size {size:.2f} mm), less than {LETTER} mm; "
        f"the board of {arrays.layout.width:.0f} x {arrays.layout.height:.0f} mm is too large for its labels"
    )
    where = f"font size {size:.2f} mm"
    return Measure(
        "letter at A2", "mm", letter, where, LETTER, most=False, faults=() if letter >= LETTER - 1e-9 else (message,)
    )


def _text_measures(arrays: LayoutArrays) -> Iterator[Measure]:
    """Each label's box holds its text."""
    from carrozza.atlas.fonts import text_width

    names = [city.name for city in arrays.cities]
    labels = [arrays.layout.labels[city.id] for city in arrays.cities]
    wide = [max(text_width(line, sizes.LABEL_SIZE, bold=True) for line in label.lines) for label in labels]
    high = [len(label.lines) * sizes.LABEL_SIZE * sizes.LABEL_LEADING for label in labels]
    room = np.array([min(label.width - w, label.height - h) for label, w, h in zip(labels, wide, high, strict=True)])
    yield at_least(
        "label holds its text",
        room,
        0.0,
        lambda at: names[at],
        lambda at: f"label of {names[at]} is {-room[at]:.1f} mm too small for its text",
    )


def _furniture_measure(arrays: LayoutArrays) -> Measure:
    """Title, points table and compass touch nothing and stay on the board."""
    furniture = list(arrays.layout.furniture.items())
    if not furniture:
        return Measure("furniture", "mm", float("inf"), "", 0.0, most=False, faults=())
    table = np.array([box for _, box in furniture])
    own = shapes.boxes(table[:, :2], table[:, 2:])
    others, corners = arrays.everything
    names, every = [*(name for name, _ in furniture), *others], np.concatenate([own, corners])
    one, other = np.indices((len(own), len(every))).reshape(2, -1)
    one, other = one[one < other], other[one < other]
    gaps = shapes.gaps(own[one], every[other])
    values = np.concatenate([gaps, _inside(arrays, own)])

    def pair(at: int) -> tuple[str, str]:
        if at >= len(gaps):
            return names[at - len(gaps)], "the edge of the board"
        return names[one[at]], names[other[at]]

    return clear("furniture", values, 0.0, pair)
