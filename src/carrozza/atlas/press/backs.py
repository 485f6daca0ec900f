"""The backs of the cards: a lattice of rails around a wheel. Drawn in tenths of a millimetre."""

from typing import Final

from carrozza.atlas.drawing.palette import LIGHT
from carrozza.atlas.drawing.shapes import WHEEL, disc
from carrozza.atlas.drawing.svg import Markup, element, joined
from carrozza.atlas.fonts import text_width
from carrozza.atlas.press.outlines import BRASS, at, box, shape, stroke
from carrozza.atlas.press.pages import written

TRAINS: Final = "#2F4B5A"
TICKETS: Final = "#7E3029"
LONG_TICKETS: Final = "#8A5E12"
REACH: Final = 60.0
STEP: Final = 44
TITLE_WIDTH: Final = 128.0


def back(width: float, height: float, ground: str, title: str) -> Markup:
    """The back of a card of that size, the same from above and from below but for the title."""
    whole = box(-REACH, -REACH, width + 2 * REACH, height + 2 * REACH)
    middle = (width / 2, height / 2)
    size = min(27.0, TITLE_WIDTH / text_width(title, 1, "serif", bold=True))
    return joined(
        (
            shape(whole, ground, None),
            _lattice(width, height),
            stroke(box(16, 16, width - 32, height - 32, 14), LIGHT["page"], 3),
            stroke(box(24, 24, width - 48, height - 48, 8), BRASS, 2),
            at(
                *middle,
                shape(disc(104), ground, LIGHT["page"], 3),
                shape(disc(94), LIGHT["page"], BRASS, 4),
                element("path", d=WHEEL, fill=ground, transform="translate(0 -20)scale(15)"),
                written(title, 0, 66, size, "p-serif p-bold p-ink", "middle"),
            ),
        )
    )


def _lattice(width: float, height: float) -> Markup:
    """Two sets of diagonals, each a pair of rails, within the frame."""
    inner = 30
    lines = []
    for offset in range(-int(height), int(width) + int(height), STEP):
        for shift in (0, 7):
            lines += [_diagonal(offset + shift, width, height, inner, falling) for falling in (True, False)]
    return element(
        "path", d="".join(lines), fill="none", stroke=LIGHT["page"], stroke_width="1.4", stroke_opacity="0.32"
    )


def _diagonal(offset: float, width: float, height: float, inner: float, falling: bool) -> str:
    """The part of a diagonal that lies within the frame; it crosses the top at `offset`."""
    low, high = max(inner, inner - offset), min(height - inner, width - inner - offset)
    if high <= low:
        return ""
    start, end = offset + low, offset + high
    if not falling:
        start, end = width - start, width - end
    return f"M{start:.0f} {low:.0f}L{end:.0f} {high:.0f}"
