"""What all pages share: their style, cut marks, lines of text and a ruler to check the printer by."""

from collections.abc import Iterable
from typing import Final

from carrozza.atlas.drawing.palette import LIGHT
from carrozza.atlas.drawing.svg import Markup, element, escaped, group, joined, number
from carrozza.atlas.fonts import STACKS
from carrozza.atlas.layout_model import Box
from carrozza.atlas.render import Page, View

MARK_LENGTH: Final = 4.0
MARK_GAP: Final = 1.0
"""Between a cut mark and what is cut."""

RULER: Final = 50.0

STYLE: Final = f"""\
.p-sans{{font-family:{STACKS["sans"]}}}
.p-serif{{font-family:{STACKS["serif"]}}}
.p-bold{{font-weight:700}}
.p-line{{fill:none;stroke:{LIGHT["ink"]};stroke-width:.2}}
.p-soft{{fill:{LIGHT["soft"]}}}
.p-ink{{fill:{LIGHT["ink"]}}}"""


def page(
    width: float, height: float, *content: Markup, defs: Iterable[Markup] = (), beneath: View | None = None
) -> Page:
    """A page of millimetres."""
    svg = element(
        "svg",
        element("style", escaped(STYLE)),
        element("defs", *defs),
        *content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width, 3)} {number(height, 3)}",
        width=f"{number(width, 3)}mm",
        height=f"{number(height, 3)}mm",
    )
    return Page(svg, width, height, beneath)


def written(
    text: str,
    x: float,
    y: float,
    size: float,
    classes: str = "p-sans p-ink",
    anchor: str | None = None,
    angle: float = 0.0,
) -> Markup:
    """A line of text; `y` is its base line."""
    turned = f"rotate({number(angle)} {number(x, 2)} {number(y, 2)})" if angle else None
    return element(
        "text",
        escaped(text),
        x=number(x, 2),
        y=number(y, 2),
        font_size=number(size, 2),
        class_=classes,
        text_anchor=anchor,
        transform=turned,
    )


def line(x1: float, y1: float, x2: float, y2: float, **attributes: str | float | None) -> Markup:
    """A thin line, exact to a hundredth of a millimetre."""
    return element(
        "path", d=f"M{number(x1, 2)} {number(y1, 2)}L{number(x2, 2)} {number(y2, 2)}", class_="p-line", **attributes
    )


def cut_marks(box: Box, xs: Iterable[float], ys: Iterable[float]) -> Markup:
    """Marks outside `box`, where cuts go through it: down at each of `xs`, across at each of `ys`."""
    near, far = MARK_GAP, MARK_GAP + MARK_LENGTH
    right, bottom = box.x + box.width, box.y + box.height
    marks = []
    for x in xs:
        marks += [line(x, box.y - far, x, box.y - near), line(x, bottom + near, x, bottom + far)]
    for y in ys:
        marks += [line(box.x - far, y, box.x - near, y), line(right + near, y, right + far, y)]
    return group(marks)


def ruler(x: float, y: float, caption: str) -> Markup:
    """Fifty millimetres, to be measured on the paper; (x, y) is its left end."""
    ticks = [line(x + step * 10, y - (2 if step % 5 == 0 else 1), x + step * 10, y) for step in range(6)]
    return joined(
        (
            line(x, y, x + RULER, y),
            *ticks,
            written(caption, x + RULER / 2, y + 2.8, 2.4, "p-sans p-soft", "middle"),
        )
    )
