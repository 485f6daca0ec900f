"""A small picture in an empty part of the map: a steamer at sea, an engine on land, towers on the plan of a city."""

from collections.abc import Callable, Iterator

import numpy as np

from carrozza.atlas.drawing.canvas import Canvas
from carrozza.atlas.drawing.shapes import disc
from carrozza.atlas.drawing.svg import Markup, element, group, number, placed
from carrozza.atlas.geography import background
from carrozza.atlas.layout_model import Box

WIDTH, HEIGHT = 78.0, 44.0
"""The size in which the pictures are drawn."""


def vignette(canvas: Canvas, box: Box) -> Markup:
    scale = min(box.width / WIDTH, box.height / HEIGHT)
    x = box.x + (box.width - WIDTH * scale) / 2
    y = box.y + (box.height - HEIGHT * scale) / 2
    return group(_picture(canvas, box)(), class_="vignette", transform=placed(x, y, scale=scale))


def _picture(canvas: Canvas, box: Box) -> Callable[[], Iterator[Markup]]:
    if canvas.is_city_plan:
        return _skyline
    spots = np.array([box.x, box.y]) + np.array([[0.5, 0.5], [0.2, 0.7], [0.8, 0.7]]) * [box.width, box.height]
    return _engine if background(canvas.board, canvas.layout).on_land(spots).sum() > 1 else _steamer


def _steamer() -> Iterator[Markup]:
    """On her way to the right, under smoke."""
    yield _line("M34.5 6.5C33 3.5 29.5 4.5 28 3S23 .8 20 2.2 14.5 1.8 11 3.2M43.5 6.5C42 2.5 37 3.5 35.5 1.8")
    yield _line("M17 26.8V7.5M60.5 26.5V8.5M17 7.5L31 19M17 7.5L9.2 26M60.5 8.5L47 19M60.5 8.5L71 24.5", fine=True)
    yield element("path", class_="brass", d="M60.5 8.5l-6.5 1.6 6.5 1.5z")
    yield _pale("M27 22.6V18.8H50V22.6zM21.5 27V22.6H56V27z")
    yield _line("M29.5 20.7H48M24 24.8H54", dashes="1.1 1.3")
    yield element("path", class_="brass", d="M31.2 18.8L32.2 8.5H37.2L36.8 18.8zM40.4 18.8L41.4 8.5H46.4L46 18.8z")
    yield _dark("M32 10.9L32.2 8.5H37.2L37.1 10.9zM41.2 10.9L41.4 8.5H46.4L46.3 10.9z")
    yield _dark("M8.5 26.3C9.4 30.5 11.5 33 15 35H62.5L72 24.3C66.5 26.5 60 27 54 27H22C17 27 12.5 26.9 8.5 26.3z")
    yield element("path", class_="wash", d="M10.8 29.3C25 30.1 50 30.1 66.8 29")
    waves = ((3.0, 36.0, 17), (11.0, 38.4, 15), (1.0, 40.8, 12), (24.0, 42.8, 10))
    yield _line("".join(f"M{number(x)} {number(y)}{'q1-1.1 2 0t2 0' * count}" for x, y, count in waves), fine=True)


def _engine() -> Iterator[Markup]:
    """On her way to the right, with her tender."""
    yield _line("M58.5 6.8C56.5 3.5 52.5 5.2 50.5 3.4S45 1.2 41.5 3 35.5 2.2 31 4.2M56 8.5C53 7.5 51 9 48 8.2")
    yield _line("M2 39.2H76M2 40.6H76", fine=True)
    yield _line("M3 42H75", dashes="1.6 1.8")
    yield _dark("M5 24.5H21.5V33.5H5z")
    yield element("path", class_="wash", d="M6.5 27H20M6.5 31H20")
    yield _pale("M23.5 17H36V33.5H23.5z")
    yield _dark("M26 19.5H33.5V25H26zM21.8 17C21.8 15 23 14.2 25 14.2H37.5V17z")
    yield _dark("M36 20H61.5C64 20 64.8 21.5 64.8 24.9S64 29.8 61.5 29.8H36z")
    yield element("path", class_="wash", d="M42 20.3V29.5M49 20.3V29.5M56 20.3V29.5")
    yield _dark("M57 20V14.2L54.8 9.8H63.6L61.4 14.2V20zM23 31.5H66V33.5H23z")
    yield element("path", class_="brass", d="M43.5 20V17.3a2.6 2.6 0 0 1 5.2 0V20zM62.8 16.5h3.4v3.5h-3.4z")
    yield _pale("M64.5 33.5H67.5L74.5 38.7H64z")
    yield _line("M67 34.5L66.5 38.5M69.5 35.3L70 38.5M72 37.2L73 38.5", fine=True)
    for x, r in ((10.0, 2.7), (17.5, 2.7), (30.0, 5.0), (42.0, 5.0), (55.5, 2.7), (62.0, 2.7)):
        yield element("path", class_="pale", d=disc(r), transform=placed(x, 38.8 - r))
        yield _line(_spokes(x, 38.8 - r, r), fine=True)
    yield _dark("M30 33.2H53V34.6H30z")


def _spokes(x: float, y: float, radius: float) -> str:
    across, slant = number(2 * radius), number(1.4 * radius)
    left, top, bottom = number(x - 0.7 * radius), number(y - 0.7 * radius), number(y + 0.7 * radius)
    upright = f"M{number(x - radius)} {number(y)}h{across}M{number(x)} {number(y - radius)}v{across}"
    return f"{upright}M{left} {top}l{slant} {slant}M{left} {bottom}l{slant}-{slant}"


def _skyline() -> Iterator[Markup]:
    """Towers by the water."""
    yield _pale(
        "M2 38V27H7V30H10.5V21H12V18H16V21H17.5V31H20V15L22.5 10 25 15V29H28V23H33V12H34V8.5H35V5.5L35.6 .5 36.2 5.5"
        "V8.5H37.2V12H38.2V26H41V19.5H46V31H48.5V14.5H50V12.5C50 10 51.3 7.5 52.2 4C53.1 7.5 54.4 10 54.4 12.5V14.5H56"
        "V28H59V22H60.5V20H64.5V22H66V32H69V26.5H73V30H76V38z"
    )
    yield _line(
        "M12.5 23V37M15 23V37M22.5 13V37M30.5 25V37M34.5 13V37M36.7 13V37M43.5 21.5V37M51 15.5V37M53.5 15.5V37"
        "M62.5 23V37M71 28V37M4.5 29V37",
        dashes="1 1.2",
    )
    yield _line("M1 38H77")
    waves = ((6.0, 40.2, 14), (18.0, 42.3, 11))
    yield _line("".join(f"M{number(x)} {number(y)}{'q1-1.1 2 0t2 0' * count}" for x, y, count in waves), fine=True)


def _line(path: str, *, fine: bool = False, dashes: str | None = None) -> Markup:
    return element("path", class_="hairline" if fine else None, d=path, stroke_dasharray=dashes)


def _pale(path: str) -> Markup:
    return element("path", class_="pale", d=path)


def _dark(path: str) -> Markup:
    return element("path", class_="dark", d=path)
