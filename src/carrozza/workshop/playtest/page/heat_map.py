"""The board's drawing with its routes coloured by how often they are claimed."""

import math
from collections.abc import Iterator
from typing import Final

from carrozza.atlas.drawing import draw
from carrozza.atlas.drawing.svg import Markup, element, escaped, group, joined, number, placed
from carrozza.atlas.layout_model import Layout
from carrozza.atlas.sizes import SPACE_WIDTH
from carrozza.boards import Board, Route
from carrozza.words import say
from carrozza.workshop.plane import flattened
from carrozza.workshop.playtest.model import PlaytestReport, RouteFigures
from carrozza.workshop.playtest.wording import percent, route_name

STEPS: Final = 10
RARE: Final = 0.1
MARKED: Final = 3
"""So many of the worst bottlenecks have a ring."""
WIDTH: Final = 1000.0
EDGE: Final = 60.0
LANE: Final = 9.0
CITIES: Final = '<g class="cities">'
"""What the drawing lays over the routes."""


def heat_map(board: Board, report: PlaytestReport, layout: Layout | None, language: str) -> Markup:
    """On the board's drawing; without a layout, straight lines between the places of the cities."""
    if layout is None:
        return _plain(board, report, language)
    drawn = draw(board, theme="auto", layout=layout, language=language, prefix="heat-").svg
    rows = [_on_spaces(board, figures, layout, language) for figures in report.routes]
    rings = [_ring(layout, figures) for figures in worst(report)]
    return Markup(drawn.replace(CITIES, group([*rows, *rings], class_="heat") + CITIES, 1))


def worst(report: PlaytestReport) -> list[RouteFigures]:
    """The routes whose claim cuts most plans."""
    ranked = sorted(report.routes, key=lambda figures: -figures.cuts)
    return [figures for figures in ranked[:MARKED] if figures.cuts > 0]


def _on_spaces(board: Board, figures: RouteFigures, layout: Layout, language: str) -> Markup:
    spaces = [
        element(
            "rect",
            x=-space.length / 2,
            y=-SPACE_WIDTH / 2,
            width=space.length,
            height=SPACE_WIDTH,
            rx=1.8,
            transform=placed(space.x, space.y, space.angle),
        )
        for space in layout.routes[figures.id]
    ]
    return group([_title(board, figures, language), *spaces], class_=_classes(figures))


def _title(board: Board, figures: RouteFigures, language: str) -> Markup:
    claimed = say("playtest.report.claimed_in", language, share=percent(figures.claimed, language))
    return element("title", escaped(f"{route_name(board, figures.id)}: {claimed}"))


def _classes(figures: RouteFigures) -> str:
    step = min(STEPS - 1, int(figures.claimed * STEPS))
    return f"step-{step} rare" if figures.either < RARE else f"step-{step}"


def _ring(layout: Layout, figures: RouteFigures) -> Markup:
    spaces = layout.routes[figures.id]
    middle = spaces[len(spaces) // 2]
    return element("circle", cx=middle.x, cy=middle.y, r=2.2 * SPACE_WIDTH, class_="ring")


def _plain(board: Board, report: PlaytestReport, language: str) -> Markup:
    places, height = _places(board)
    marked = {figures.id for figures in worst(report)}
    lines = []
    for route, figures in zip(board.routes, report.routes, strict=True):
        x1, y1, x2, y2 = _line(board, route, places)
        parts = [_title(board, figures, language), element("line", x1=x1, y1=y1, x2=x2, y2=y2)]
        if figures.id in marked:
            parts.append(element("circle", cx=(x1 + x2) / 2, cy=(y1 + y2) / 2, r=14.0, class_="ring"))
        lines.append(group(parts, class_=_classes(figures)))
    return element(
        "svg",
        element("title", escaped(say("playtest.report.heat_label", language))),
        group(lines, class_="heat lines"),
        joined(_cities(board, places)),
        viewBox=f"0 0 {number(WIDTH)} {number(height)}",
        role="img",
        class_="plain",
    )


def _places(board: Board) -> tuple[dict[str, tuple[float, float]], float]:
    """Everything to the same width, north up."""
    plane = flattened([(city.lat, city.lon) for city in board.cities]).tolist()
    flat = {city.id: (east, -north) for city, (east, north) in zip(board.cities, plane, strict=True)}
    left, top = (min(place[axis] for place in flat.values()) for axis in (0, 1))
    right, bottom = (max(place[axis] for place in flat.values()) for axis in (0, 1))
    scale = (WIDTH - 2 * EDGE) / max(right - left, (bottom - top) / 2, 1e-6)
    places = {city: (EDGE + (x - left) * scale, EDGE + (y - top) * scale) for city, (x, y) in flat.items()}
    return places, 2 * EDGE + (bottom - top) * scale


def _line(board: Board, route: Route, places: dict[str, tuple[float, float]]) -> tuple[float, float, float, float]:
    """Parallel routes lie side by side."""
    lanes = sorted((route.id, *(other.id for other in board.parallel(route))))
    (x1, y1), (x2, y2) = (places[city] for city in sorted(route.ends))
    aside = LANE * (lanes.index(route.id) - (len(lanes) - 1) / 2) / max(math.hypot(x2 - x1, y2 - y1), 1e-6)
    return x1 - aside * (y2 - y1), y1 + aside * (x2 - x1), x2 - aside * (y2 - y1), y2 + aside * (x2 - x1)


def _cities(board: Board, places: dict[str, tuple[float, float]]) -> Iterator[Markup]:
    for city in board.cities:
        x, y = places[city.id]
        yield element("circle", cx=x, cy=y, r=6.0, class_="city")
        yield element("text", escaped(city.name), x=x, y=y - 10, class_="name")
