"""The ground of the map: sea with its net of degrees and the lines of its shores, land, mountains, rivers, borders.

It has more points than all the rest, so it is written in tenths of a millimetre, which are whole numbers, and shrunk.
"""

import math
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from carrozza.atlas.drawing.canvas import FRAME, Canvas
from carrozza.atlas.drawing.relief import definitions as relief_definitions
from carrozza.atlas.drawing.relief import relief
from carrozza.atlas.drawing.svg import Markup, element, group, line_path, number
from carrozza.atlas.geography import background
from carrozza.atlas.sizes import SPACE_LENGTH

CORNER = 8.0
"""The radius of the corners that are cut out of the frame."""

SHORES = ((15.0, 0.35), (9.4, 0.45), (4.8, 0.55))
"""The lines along the shores as an engraver draws them: twice the way from the coast, and how thick."""


BLOCK = (140, 46)
"""A block between streets, in tenths of a millimetre."""


def definitions(canvas: Canvas) -> Iterator[Markup]:
    land = background(canvas.board, canvas.layout).land
    yield element("path", id=canvas.id("land"), d=_rings(land))
    yield element("clipPath", element("path", d=frame_path(canvas, FRAME)), id=canvas.id("map"))
    if canvas.is_city_plan:
        across, down = BLOCK
        streets = element("path", class_="street", d=f"M0 0H{across}M0 0V{down}")
        size = {"width": str(across), "height": str(down)}
        yield element("pattern", streets, id=canvas.id("streets"), patternUnits="userSpaceOnUse", **size)
    yield from relief_definitions(canvas)


def ground(canvas: Canvas) -> Markup:
    """All that lies under the routes, and the frame around it."""
    layout, lies = canvas.layout, background(canvas.board, canvas.layout)
    land = canvas.ref("land")
    parts = [element("path", class_="graticule", d=_lines(lies.graticule))] if lies.graticule else []
    for width, line in SHORES:
        parts.append(element("use", class_="shore", href=land, stroke_width=10 * (width + 2 * line)))
        parts.append(element("use", class_="shoal", href=land, stroke_width=10 * width))
    parts.append(element("use", class_="land", href=land))
    if canvas.is_city_plan:
        parts.append(element("use", class_="streets", href=land, fill=f"url({canvas.ref('streets')})"))
    for name, lines in (("states", lies.states), ("borders", lies.borders), ("rivers", lies.rivers)):
        if lines:
            parts.append(element("path", class_=name, d=_lines(lines)))
    if lies.lakes:
        parts.append(element("path", class_="lakes", d=_rings(lies.lakes)))
    parts += relief(canvas)
    sea = element("rect", class_="sea", width=layout.width, height=layout.height)
    lying = group(parts, transform="scale(.1)")
    return group([sea, lying], class_="ground", clip_path=f"url({canvas.ref('map')})")


def page(canvas: Canvas) -> Markup:
    return element("rect", class_="page", width=canvas.layout.width, height=canvas.layout.height)


def frame(canvas: Canvas) -> Markup:
    """A line of railway around the map, as maps draw one."""
    bed = frame_path(canvas, FRAME - 2.2)
    corners = [
        element("use", class_="inked", href=canvas.ref("wheel"), x=x, y=y)
        for x in (FRAME - 1, canvas.layout.width - FRAME + 1)
        for y in (FRAME - 1, canvas.layout.height - FRAME + 1)
    ]
    return group(
        [
            element("path", class_="rule", d=frame_path(canvas, FRAME)),
            element("path", class_="track-bed", d=bed),
            element("path", class_="track", d=bed, stroke_dasharray=number(_dash(canvas, FRAME - 2.2), 3)),
            *corners,
        ],
        class_="frame",
    )


def frame_path(canvas: Canvas, inset: float) -> str:
    """A rectangle whose corners are cut out in quarter circles around the corners of the frame."""
    right, bottom = canvas.layout.width - inset, canvas.layout.height - inset
    cut = CORNER + (FRAME - inset)
    r, left, high = number(cut), number(inset), number(inset + cut)
    arc = f"a{r} {r} 0 0 0"
    across, down = number(right - inset - 2 * cut), number(bottom - inset - 2 * cut)
    return (
        f"M{number(inset + cut)} {left}h{across}{arc} {r} {r}v{down}{arc}-{r} {r}"
        f"h-{across}{arc}-{r}-{r}V{high}{arc} {r}-{r}z"
    )


def _dash(canvas: Canvas, inset: float) -> float:
    """A dash of about half a space, so long that a whole number of them goes around."""
    cut = CORNER + FRAME - inset
    straight = canvas.layout.width + canvas.layout.height - 4 * (inset + cut)
    around = 2 * straight + 2 * math.pi * cut
    return around / (2 * round(around / SPACE_LENGTH))


def _rings(rings: Iterable[NDArray[np.float64]]) -> str:
    return "".join(line_path(ring.tolist(), closed=True, in_tenths=True) for ring in rings)


def _lines(lines: Iterable[NDArray[np.float64]]) -> str:
    return "".join(line_path(line.tolist(), in_tenths=True) for line in lines)
