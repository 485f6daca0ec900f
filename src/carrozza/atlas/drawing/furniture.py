"""What stands beside the map: title, points and signs, compass, a small picture."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from carrozza.atlas.drawing.canvas import Canvas
from carrozza.atlas.drawing.description import route_worth
from carrozza.atlas.drawing.routes import sample_space
from carrozza.atlas.drawing.shapes import corners, polygon
from carrozza.atlas.drawing.svg import Markup, element, escaped, group, number, placed
from carrozza.atlas.drawing.vignettes import vignette
from carrozza.atlas.fonts import text_width
from carrozza.atlas.layout_model import Box
from carrozza.atlas.sizes import SPACE_WIDTH

PADDING = 7.0
FIGURES = 1.7
"""The room for the points behind the wagons, in font sizes."""

Legend = tuple[Markup, str]

TITLE_SPACING = 0.06
"""Between the letters of the title, in font sizes."""


def furniture(canvas: Canvas) -> Markup:
    """Every piece that the layout has a place for."""
    drawn = {"title": _title, "points": _points, "compass": _compass, "vignette": vignette}
    boxes = canvas.layout.furniture
    return group([draw(canvas, boxes[name]) for name, draw in drawn.items() if name in boxes], class_="furniture")


def panel(box: Box, cut: float = 4.0) -> Iterator[Markup]:
    """A plate with cut corners and a fine line inside its edge."""
    yield element("path", class_="panel", d=_cut_box(box, 0.0, cut))
    yield element("path", class_="brass-rule", d=_cut_box(box, 1.8, cut))


def _cut_box(box: Box, inset: float, cut: float) -> str:
    x, y = number(box.x + inset + cut), number(box.y + inset)
    across, down = number(box.width - 2 * (inset + cut)), number(box.height - 2 * (inset + cut))
    r = number(cut)
    arc = f"a{r} {r} 0 0 0"
    return f"M{x} {y}h{across}{arc} {r} {r}v{down}{arc}-{r} {r}h-{across}{arc}-{r}-{r}v-{down}{arc} {r}-{r}z"


def _title(canvas: Canvas, box: Box) -> Markup:
    words = canvas.title.upper()
    size = min(box.height * 0.45, _fitting(words, box.width - 24))
    middle = box.x + box.width / 2
    base = box.y + box.height * 0.62
    small = min(box.height * 0.13, 6.5)
    parts = [
        *panel(box, min(5.0, box.height * 0.12)),
        _words("CARROZZA", middle, box.y + box.height * 0.21, small * 0.72, "softened middle", spacing=0.35),
        _words(words, middle, base, size, "title middle", spacing=TITLE_SPACING),
        *_ornament(canvas, middle, box.y + box.height * 0.8, box.width * 0.55),
    ]
    return group(parts, class_="cartouche")


def _fitting(words: str, room: float) -> float:
    """The font size at which words are as wide as the room."""
    return room / max(0.1, text_width(words, 1.0, "serif", bold=True) + TITLE_SPACING * len(words))


def _words(text: str, x: float, y: float, size: float, names: str, spacing: float = 0.0) -> Markup:
    apart = spacing * size
    return element(
        "text",
        escaped(text),
        class_=names,
        x=x + (apart / 2 if "middle" in names else 0.0),
        y=y,
        font_size=number(size, 2),
        letter_spacing=number(apart, 2) if spacing else None,
    )


def _ornament(canvas: Canvas, x: float, y: float, width: float) -> Iterator[Markup]:
    """A wheel between two tapering lines."""
    w = number(0.45, 2)
    for sign in (-1, 1):
        near, far = number(sign * 6.0), number(sign * width / 2)
        yield element("path", class_="brass", transform=placed(x, y), d=f"M{near}-{w}L{far} 0 {near} {w}z")
    yield element("use", class_="brass", href=canvas.ref("wheel"), transform=placed(x, y, scale=1.1))


def _points(canvas: Canvas, box: Box) -> Markup:
    """The points of each length as so many wagons and a number, and the signs of the map under them."""
    table = _arranged(route_worth(canvas), _in_rows(list(_legend(canvas)), box), box)
    row, size = table.row, table.row * 0.72
    left, right, middle = box.x + PADDING, box.x + box.width - PADDING, box.x + box.width / 2
    y = box.y + (box.height - table.rows * row) / 2 + row * 0.78
    parts = [
        *panel(box),
        _words(canvas.say("word.points").upper(), middle, y, size * 0.9, "head middle", spacing=0.12),
        *_taper(middle, y + row * 0.38, right - left),
    ]
    y += row * 0.3
    for column, x in zip(table.columns, table.starts(left, right, size), strict=True):
        end = x + column[-1][0] * table.pitch + size * FIGURES
        for place, (length, points) in enumerate(column, 1):
            parts.append(_wagons(x, y + row * place - size * 0.34, length, table.pitch))
            parts.append(_words(str(points), end, y + row * place, size, "figure end"))
    y += row * len(table.columns[0])
    if table.legend:
        parts += _taper(middle, y + row * 0.42, right - left)
        y += row * 0.4
    for line in table.legend:
        y += row
        parts += _explained(line, left, right, y, row)
    return group(parts, class_="points")


@dataclass(frozen=True)
class _PointsTable:
    """How the points stand in their box: columns of lengths, lines of signs, the height of a row, a wagon's pitch."""

    columns: list[list[tuple[int, int]]]
    legend: list[list[Legend]]
    row: float
    pitch: float

    @property
    def rows(self) -> float:
        return 1.3 + len(self.columns[0]) + (len(self.legend) + 0.4 if self.legend else 0.0)

    def starts(self, left: float, right: float, size: float) -> list[float]:
        """Where each column begins: the first at the left, the last one's figures at the right."""
        wide = [column[-1][0] * self.pitch + size * FIGURES for column in self.columns]
        if len(wide) == 1:
            return [left + (right - left - wide[0]) / 2]
        return [left, right - wide[1]]


def _arranged(worth: list[tuple[int, int]], legend: list[list[Legend]], box: Box) -> _PointsTable:
    """In one column, or in two where that can be written much larger."""
    half = (len(worth) + 1) // 2
    made = []
    for columns in ([worth], [worth[:half], worth[half:]]):
        if not columns[-1]:
            continue
        table = _PointsTable(columns, legend, 1.0, 1.0)
        row = min(11.0, (box.height - 9.0) / table.rows)
        figures = len(columns) * row * 0.72 * FIGURES + (len(columns) - 1) * 5.0
        pitch = (box.width - 2 * PADDING - figures) / sum(column[-1][0] for column in columns)
        row *= min(1.0, max(0.1, pitch) / (row * 0.3))
        made.append(_PointsTable(columns, legend, row, min(pitch, row * 0.8)))
    return made[-1] if made[-1].row > 1.25 * made[0].row else made[0]


def _explained(line: list[Legend], left: float, right: float, y: float, row: float) -> Iterator[Markup]:
    scale = row * 0.62 / SPACE_WIDTH
    for place, (sign, words) in enumerate(line):
        x = left + place * (right - left) / len(line)
        room = (right - left) / len(line) - 26 * scale - (2.0 if place < len(line) - 1 else 0.0)
        size = min(row * 0.64, room / text_width(words, 1.0))
        yield element("g", sign, transform=placed(x + 10.5 * scale, y - row * 0.22, scale=scale))
        yield _words(words, x + 24 * scale, y, size, "start")


def _in_rows(legend: list[Legend], box: Box) -> list[list[Legend]]:
    """Two signs side by side where their words are short enough."""
    room = (box.width - 2 * PADDING) / 2 - 11.0
    if len(legend) == 2 and all(text_width(words, 5.0) < room for _, words in legend):
        return [legend]
    return [[entry] for entry in legend]


def _taper(x: float, y: float, width: float) -> Iterator[Markup]:
    """A line that thins out to both ends."""
    half = number(width / 2)
    yield element("path", class_="brass", transform=placed(x, y), d=f"M-{half} 0L0-.4 {half} 0 0 .4z")


def _wagons(x: float, y: float, length: int, pitch: float) -> Markup:
    """So many small spaces in a line."""
    width, height = pitch * 0.86, pitch * 0.46
    d = "".join(
        f"M{number(x + pitch * index, 2)} {number(y - height / 2, 2)}h{number(width, 2)}v{number(height, 2)}"
        f"h-{number(width, 2)}z"
        for index in range(length)
    )
    return element("path", class_="inked", d=d)


def _legend(canvas: Canvas) -> Iterator[Legend]:
    """Each sign of the map that is not a colour, as large as a space, and what it means."""
    if any(canvas.has_tunnel(route) for route in canvas.board.routes):
        yield sample_space(canvas, tunnel=True), canvas.say("word.tunnel")
    if any(canvas.has_ferry(route) for route in canvas.board.routes):
        yield sample_space(canvas, ferry=True), canvas.say("word.ferry")
    if any(canvas.is_attraction(city) for city in canvas.board.cities):
        yield element("use", href=canvas.ref("attraction")), canvas.say("word.attraction")


def _compass(canvas: Canvas, box: Box) -> Markup:
    radius = min(box.width, box.height) / 2
    x, y = box.x + box.width / 2, box.y + box.height / 2
    return group(_rose(), class_="compass", transform=placed(x, y, north(canvas), radius / 20))


def _rose() -> Iterator[Markup]:
    """Eight points, each half in light and half in shade, within a ring of degrees; twenty units to the tip of N."""
    yield element("circle", class_="rose-ring", r=13.2)
    yield element("circle", class_="rose-degrees", r=12.1)
    yield element("path", class_="rose-shade", d=_points_of_rose(45, 11.5, 3.2, light=False))
    yield element("path", class_="rose-light", d=_points_of_rose(45, 11.5, 3.2, light=True))
    yield element("path", class_="rose-shade", d=_points_of_rose(0, 15.8, 3.9, light=False))
    yield element("path", class_="rose-light", d=_points_of_rose(0, 15.8, 3.9, light=True))
    yield element("path", class_="brass", d=polygon(corners(8, 1.5)))
    yield _words("N", 0, -16.4, 5.2, "head middle")


def _points_of_rose(turn: float, tip: float, waist: float, *, light: bool) -> str:
    paths = []
    for quarter in range(4):
        angle = math.radians(90 * quarter + turn - 90)
        side = angle + math.radians(-45 if light else 45)
        paths.append(
            polygon(
                [
                    (0.0, 0.0),
                    (waist * math.cos(side), waist * math.sin(side)),
                    (tip * math.cos(angle), tip * math.sin(angle)),
                ]
            )
        )
    return "".join(paths)


def north(canvas: Canvas) -> float:
    """Where north is on this map: degrees clockwise from straight up, 0 where it is nearly that."""
    cities = canvas.board.cities
    known = np.array([(1.0, city.lat, city.lon) for city in cities])
    places = np.array([canvas.layout.cities[city.id] for city in cities])
    solution = np.linalg.lstsq(known, places, rcond=None)[0]
    angle = math.degrees(math.atan2(solution[1, 0], -solution[1, 1]))
    return 0.0 if abs(angle) < 8.0 or len(cities) < 3 else angle
