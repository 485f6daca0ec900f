"""What the pictures on the cards are made of: filled shapes with an outline in ink, and lines."""

from typing import Final

from carrozza.atlas.drawing.palette import INK
from carrozza.atlas.drawing.svg import Markup, element, group, number

BRASS: Final = "#C9973B"
CHROME: Final = "#C9C6BE"
IRON: Final = "#57545C"
GLASS: Final = "#FFF3CF"
LINE: Final = 2.6


def shape(path: str, fill: str, stroke: str | None = INK, width: float = LINE, **attributes: str | float) -> Markup:
    """A filled path with an outline in ink."""
    return element("path", d=path, fill=fill, stroke=stroke, stroke_width=width, stroke_linejoin="round", **attributes)


def stroke(path: str, colour: str = INK, width: float = LINE) -> Markup:
    return element("path", d=path, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")


def box(x: float, y: float, width: float, height: float, round_: float = 0.0) -> str:
    """The path of an upright rectangle with round corners."""
    r, w, h = number(round_), number(width - 2 * round_), number(height - 2 * round_)
    if not round_:
        return f"M{number(x)} {number(y)}h{w}v{h}h-{w}z"
    return (
        f"M{number(x + round_)} {number(y)}h{w}a{r} {r} 0 0 1 {r} {r}v{h}a{r} {r} 0 0 1-{r} {r}"
        f"h-{w}a{r} {r} 0 0 1-{r}-{r}v-{h}a{r} {r} 0 0 1 {r}-{r}z"
    )


def at(x: float, y: float, *content: Markup) -> Markup:
    return group(content, transform=f"translate({number(x)} {number(y)})")
