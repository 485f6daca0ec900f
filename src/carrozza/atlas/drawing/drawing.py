"""Boards and positions as pictures."""

import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from zlib import crc32

from carrozza.atlas.drawing import shapes
from carrozza.atlas.drawing.canvas import Canvas
from carrozza.atlas.drawing.cities import city_group
from carrozza.atlas.drawing.description import describe_board, describe_position
from carrozza.atlas.drawing.furniture import furniture
from carrozza.atlas.drawing.ground import definitions as ground_definitions
from carrozza.atlas.drawing.ground import frame, ground, page
from carrozza.atlas.drawing.palette import THEMES, Theme
from carrozza.atlas.drawing.pieces import Owner, Pieces, pieces_of
from carrozza.atlas.drawing.routes import definitions as route_definitions
from carrozza.atlas.drawing.routes import route_group
from carrozza.atlas.drawing.style import style_sheet
from carrozza.atlas.drawing.svg import Markup, element, escaped, group, joined, number
from carrozza.atlas.fonts import Face, font_css
from carrozza.atlas.layout_model import Layout
from carrozza.boards import Board, Route
from carrozza.folders import write_whole
from carrozza.game.moves import PlayedMove
from carrozza.game.position import Position
from carrozza.game.sentences.rulebook import board_title

SUFFIXES = (".svg", ".png", ".pdf")
NAMES: Face = ("sans", True)
TITLES: Face = ("serif", True)
KEPT = 8
"""How many sheets are kept ready for the next position."""
KEPT_ROUTES = 2000


_OWN_NAME = re.compile(r'(?<= id=")|(?<= href="#)|(?<="url\(#)')
_LABELLED = re.compile(r'( aria-labelledby=")(\S+) (\S+)')


@dataclass(frozen=True)
class Drawing:
    """A finished picture: its text, and how large it is in millimetres at full size."""

    svg: str
    width: float
    height: float

    def _repr_svg_(self) -> str:
        """For a notebook, which shows many drawings on one page: with ids that no other one has."""
        own = f"d{crc32(self.svg.encode()):08x}-"
        named = _OWN_NAME.sub(own, self.svg)
        return _LABELLED.sub(lambda found: f"{found[1]}{own}{found[2]} {own}{found[3]}", named, count=1)

    def save(self, path: str | Path, width_px: int = 2800) -> Path:
        """Write it as .svg, .png (so many pixels wide) or .pdf (at full size)."""
        path = Path(path)
        match path.suffix.lower():
            case ".svg":
                write_whole(path, self.svg.encode())
            case ".png":
                from carrozza.atlas.render import to_png

                write_whole(path, to_png(self.svg, width_px))
            case ".pdf":
                from carrozza.atlas.render import to_pdf

                write_whole(path, to_pdf(self.svg, self.width, self.height))
            case other:
                known = ", ".join(SUFFIXES)
                raise ValueError(f"{path}: a drawing cannot be saved as '{other or path.name}'; choose {known}")
        return path


def draw(
    subject: Board | Position,
    *,
    theme: Theme = "light",
    layout: Layout | None = None,
    language: str = "en",
    prefix: str = "",
    fonts: bool = False,
    pieces: bool = False,
    history: Sequence[PlayedMove] | None = None,
) -> Drawing:
    """Draw a board, or a game or view with all that everybody sees on the map.

    `prefix` begins every id, so that several drawings can share a page; `fonts` puts ours inside, for a file that
    stands alone; `pieces` defines those of every seat, for a page that puts them on the board itself; `history`
    tells the last turn of a view, which does not know it.
    """
    if theme not in THEMES:
        raise ValueError(f"no theme {theme!r}: choose {', '.join(THEMES)}")
    board = subject if isinstance(subject, Board) else subject.board
    if layout is None:
        from carrozza.atlas.layout.store import layout_of

        layout = layout_of(board)
    sheet = _sheet(board, layout, theme, language, prefix)
    if isinstance(subject, Board):
        seats = board.rules.max_seats if pieces else 0
        return sheet.drawing(Pieces(), sheet.board_description, seats=seats, fonts=fonts)
    message = describe_position(sheet.canvas, subject)
    return sheet.drawing(pieces_of(subject, history), message, seats=len(subject.seats), fonts=fonts)


@dataclass(frozen=True)
class Sheet:
    """A board drawn in one theme and language: all that is the same in every position of it."""

    canvas: Canvas
    _changed: dict[tuple[str, Owner | None, bool], Markup] = field(default_factory=dict)

    @cached_property
    def board_description(self) -> str:
        return describe_board(self.canvas)

    @cached_property
    def _fonts(self) -> str:
        names = "".join(city.name for city in self.canvas.board.cities)
        return font_css([NAMES], names) + font_css([TITLES], self.canvas.title.upper())

    @cached_property
    def _under(self) -> Markup:
        return joined([page(self.canvas), ground(self.canvas), frame(self.canvas)])

    @cached_property
    def _furniture(self) -> Markup:
        return furniture(self.canvas)

    @cached_property
    def _definitions(self) -> Markup:
        return joined(
            [*ground_definitions(self.canvas), *shapes.definitions(self.canvas), *route_definitions(self.canvas)]
        )

    @cached_property
    def _routes(self) -> dict[str, Markup]:
        return {route.id: route_group(self.canvas, route) for route in self.canvas.board.routes}

    @cached_property
    def _cities(self) -> dict[str, Markup]:
        return {city.id: city_group(self.canvas, city) for city in self.canvas.board.cities}

    def _routes_with(self, pieces: Pieces) -> list[Markup]:
        changed = {
            route.id: self._changed_route(route, pieces.owners.get(route.id), route.id in pieces.last)
            for route in self.canvas.board.routes
            if route.id in pieces.owners or route.id in pieces.last
        }
        return list((self._routes | changed).values())

    def _changed_route(self, route: Route, owner: Owner | None, last: bool) -> Markup:
        """A route with trains; the next position has most of them, too."""
        key = (route.id, owner, last)
        if key not in self._changed:
            if len(self._changed) >= KEPT_ROUTES:
                self._changed.clear()
            self._changed[key] = route_group(self.canvas, route, owner, last=last)
        return self._changed[key]

    def _cities_with(self, pieces: Pieces) -> list[Markup]:
        changed = {
            city.id: city_group(self.canvas, city, pieces.cities[city.id])
            for city in self.canvas.board.cities
            if city.id in pieces.cities
        }
        return list((self._cities | changed).values())

    def drawing(self, pieces: Pieces, description: str, *, seats: int, fonts: bool) -> Drawing:
        canvas, layout = self.canvas, self.canvas.layout
        style = style_sheet(canvas.theme)
        definitions = [self._definitions, *shapes.piece_definitions(canvas, seats)]
        inside = [
            element("title", escaped(board_title(canvas.board, canvas.language)), id=canvas.id("title")),
            element("desc", escaped(description), id=canvas.id("description")),
            element("style", Markup((self._fonts if fonts else "") + style)),
            element("defs", *definitions),
            self._under,
            group(self._routes_with(pieces), class_="routes"),
            self._furniture,
            group(self._cities_with(pieces), class_="cities"),
        ]
        svg = element(
            "svg",
            *inside,
            xmlns="http://www.w3.org/2000/svg",
            id=canvas.id("board"),
            class_=f"carrozza {canvas.root_class}",
            viewBox=f"0 0 {number(layout.width)} {number(layout.height)}",
            role="img",
            aria_labelledby=f"{canvas.id('title')} {canvas.id('description')}",
            lang=canvas.language,
            data_board=canvas.board.id,
        )
        return Drawing(svg, layout.width, layout.height)


_sheets: OrderedDict[tuple[int, int, str, str, str], Sheet] = OrderedDict()


def _sheet(board: Board, layout: Layout, theme: Theme, language: str, prefix: str) -> Sheet:
    """The sheet from last time, where board and layout are the very same."""
    key = (id(board), id(layout), theme, language, prefix)
    sheet = _sheets.get(key)
    if sheet is None or sheet.canvas.board is not board or sheet.canvas.layout is not layout:
        _check(board, layout)
        sheet = _sheets[key] = Sheet(Canvas(board, layout, language, prefix, theme))
    _sheets.move_to_end(key)
    while len(_sheets) > KEPT:
        _sheets.popitem(last=False)
    return sheet


def forget() -> None:
    """Draw every sheet anew from now on."""
    _sheets.clear()


def _check(board: Board, layout: Layout) -> None:
    """A layout of another board, or of this one before it changed, has no place for everything."""
    for city in board.cities:
        if city.id not in layout.cities:
            raise ValueError(f"the layout has no place for the city {city.name}; compute it anew for {board.id}")
    for route in board.routes:
        if len(layout.routes.get(route.id, ())) != route.length:
            there = len(layout.routes.get(route.id, ()))
            message = f"the layout has {there} of the {route.length} spaces of the route {route.id}"
            raise ValueError(f"{message}; compute it anew for {board.id}")
