"""The sheets of a board at its true size: tiles to be glued, or one page as large as the board."""

import re
from dataclasses import dataclass
from typing import Final

from carrozza.atlas.drawing.palette import LIGHT
from carrozza.atlas.drawing.svg import Markup, element, group, joined, number
from carrozza.atlas.fonts import text_width
from carrozza.atlas.layout_model import Box, Layout
from carrozza.atlas.press.pages import MARK_GAP, MARK_LENGTH, RULER, cut_marks, line, page, ruler, written
from carrozza.atlas.press.papers import MARGIN, Paper
from carrozza.atlas.press.tiles import FOOT, OVERLAP, Tile, Tiling, tiling
from carrozza.atlas.render import Page, Plate, View
from carrozza.atlas.sizes import SPACE_LENGTH, SPACE_WIDTH
from carrozza.words import say

ROOT: Final = re.compile(r"<svg\b[^>]*>")
SIZES: Final = re.compile(r"""\s(?:x|y|width|height|viewBox)=("[^"]*"|'[^']*')""")
OVERVIEW_HEIGHT: Final = 10.0
SLUG: Final = 12.0
"""The room for cut marks and words around a full page with bleed."""


@dataclass(frozen=True)
class Sheets:
    """A drawn board on its way to paper: the drawing, what it is called, its version, what lies beyond its edge."""

    svg: str
    layout: Layout
    title: str
    version: str
    language: str
    bleed: float

    @property
    def whole(self) -> Box:
        """All that is printed: the board and its bleed."""
        bleed = self.bleed
        return Box(-bleed, -bleed, self.layout.width + 2 * bleed, self.layout.height + 2 * bleed)

    def say(self, key: str, **values: object) -> str:
        return say(key, self.language, **values)

    @property
    def imprint(self) -> str:
        """The version, and the size that a space must have."""
        space = self.say("print.space", length=number(SPACE_LENGTH), width=number(SPACE_WIDTH))
        return f"{self.say('print.version', version=self.version)} · {space}"


def board_pages(sheets: Sheets, paper: Paper | None) -> list[Page]:
    """The pages of a board on that paper; without one, a single page."""
    if paper is None:
        return [_full_page(sheets)]
    whole = sheets.whole
    plate = Plate(page(whole.width, whole.height, _printed(sheets, 0.0)).svg, whole.width, whole.height)
    cut = tiling(whole, paper)
    return [_sheet(sheets, cut, tile, plate) for tile in cut.tiles]


def window(svg: str, seen: Box, x: float, y: float) -> Markup:
    """A part of a drawing at its own scale, its upper left corner at (x, y)."""
    box = " ".join(number(value, 3) for value in seen)
    size = f'width="{number(seen.width, 3)}" height="{number(seen.height, 3)}"'
    place = f'<svg x="{number(x, 3)}" y="{number(y, 3)}" {size} viewBox="{box}"'
    return Markup(ROOT.sub(lambda root: SIZES.sub("", root[0]).replace("<svg", place, 1), svg, count=1))


def _printed(sheets: Sheets, at: float) -> Markup:
    """The board and its bleed, so far from the upper left corner of the page."""
    whole = sheets.whole
    ground = element("rect", x=at, y=at, width=whole.width, height=whole.height, fill=LIGHT["page"])
    return joined((ground, window(sheets.svg, whole, at, at)))


def _full_page(sheets: Sheets) -> Page:
    layout, bleed, whole = sheets.layout, sheets.bleed, sheets.whole
    slug = SLUG if bleed else 0.0
    content = [_printed(sheets, slug)]
    width, height = whole.width + 2 * slug, whole.height + 2 * slug
    if bleed:
        edge = slug + bleed
        right, bottom = edge + layout.width, edge + layout.height
        content.append(cut_marks(Box(slug, slug, whole.width, whole.height), (edge, right), (edge, bottom)))
        words = f"{sheets.title} · {sheets.imprint}"
        content.append(written(words, edge + 4, height - SLUG / 2 + 1, 3.0, "p-sans p-soft"))
    return page(width, height, *content)


def _sheet(sheets: Sheets, cut: Tiling, tile: Tile, plate: Plate) -> Page:
    seen, whole = tile.window, sheets.whole
    x = (cut.paper.width - seen.width) / 2
    y = (cut.paper.height - FOOT - seen.height) / 2
    area = Box(x, y, seen.width, seen.height)
    board = Box(x - seen.x, y - seen.y, sheets.layout.width, sheets.layout.height)
    return page(
        cut.paper.width,
        cut.paper.height,
        _glue(sheets, cut, tile, area),
        _marks(area, board),
        _foot(sheets, cut, tile, cut.paper.height - MARGIN - FOOT),
        beneath=View(plate, seen.x - whole.x, seen.y - whole.y, area),
    )


def _marks(area: Box, board: Box) -> Markup:
    """Where to cut: the edges of the tile, or of the board where that ends before its bleed."""
    left, top = max(area.x, board.x), max(area.y, board.y)
    right = min(area.x + area.width, board.x + board.width)
    bottom = min(area.y + area.height, board.y + board.height)
    return cut_marks(area, (left, right), (top, bottom))


def _glue(sheets: Sheets, cut: Tiling, tile: Tile, area: Box) -> Markup:
    """The strips that come to lie under the next sheets, faint, with the line where those begin."""
    right, bottom = area.x + area.width, area.y + area.height
    strips: list[Markup] = []
    if tile.column + 1 < cut.columns:
        x = right - OVERLAP
        words = sheets.say("print.glue", sheet=cut.number(tile.row, tile.column + 1))
        strips += (
            _veil(Box(x, area.y, OVERLAP, area.height)),
            line(x, area.y, x, bottom, stroke_dasharray="2 1.5"),
            written(words, x + OVERLAP / 2 - 1, area.y + area.height / 2, 3.0, anchor="middle", angle=90),
        )
    if tile.row + 1 < cut.rows:
        y = bottom - OVERLAP
        across = area.width - (OVERLAP if strips else 0.0)
        words = sheets.say("print.glue", sheet=cut.number(tile.row + 1, tile.column))
        strips += (
            _veil(Box(area.x, y, across, OVERLAP)),
            line(area.x, y, right, y, stroke_dasharray="2 1.5"),
            written(words, area.x + area.width / 2, y + OVERLAP / 2 + 1, 3.0, anchor="middle"),
        )
    return group(strips)


def _veil(box: Box) -> Markup:
    return element("rect", x=box.x, y=box.y, width=box.width, height=box.height, fill="#fff", fill_opacity="0.6")


def _foot(sheets: Sheets, cut: Tiling, tile: Tile, top: float) -> Markup:
    y = top + (FOOT - OVERVIEW_HEIGHT)
    overview, width = _overview(sheets, cut, tile, MARGIN + MARK_GAP + MARK_LENGTH, y)
    x = MARGIN + MARK_GAP + MARK_LENGTH + width + 4
    right = cut.paper.width - MARGIN - MARK_GAP - MARK_LENGTH
    place = sheets.say(
        "print.place",
        row=tile.row + 1,
        rows=cut.rows,
        column=tile.column + 1,
        columns=cut.columns,
        sheet=cut.number(tile.row, tile.column),
        sheets=len(cut.tiles),
    )
    room = right - RULER - 6 - x
    return joined(
        (
            overview,
            _fitted(sheets.title, x, y + 3.2, 4.2, room, "p-serif p-bold p-ink"),
            _fitted(place, x, y + 6.6, 2.9, room, "p-sans p-ink"),
            _fitted(sheets.imprint, x, y + 9.8, 2.5, room, "p-sans p-soft"),
            ruler(right - RULER, y + 4, sheets.say("print.scale")),
        )
    )


def _fitted(text: str, x: float, y: float, size: float, room: float, classes: str) -> Markup:
    width = text_width(text, size, "serif" if "p-serif" in classes else "sans", "p-bold" in classes)
    return written(text, x, y, size * min(1.0, room / width), classes)


def _overview(sheets: Sheets, cut: Tiling, tile: Tile, x: float, y: float) -> tuple[Markup, float]:
    """The board, its cities and its tiles in small, this one marked; and how wide that is."""
    layout = sheets.layout
    scale = OVERVIEW_HEIGHT / layout.height
    width, height = layout.width * scale, OVERVIEW_HEIGHT
    across, down = width / cut.columns, height / cut.rows
    here = element(
        "path",
        d=f"M{number(x + tile.column * across, 2)} {number(y + tile.row * down, 2)}"
        f"h{number(across, 2)}v{number(down, 2)}h{number(-across, 2)}z",
        fill=LIGHT["accent"],
    )
    lines = [line(x + across * column, y, x + across * column, y + height) for column in range(cut.columns + 1)]
    lines += [line(x, y + down * row, x + width, y + down * row) for row in range(cut.rows + 1)]
    cities = "".join(
        f"M{number(x + place.x * scale, 2)} {number(y + place.y * scale, 2)}h0" for place in layout.cities.values()
    )
    dots = element("path", d=cities, stroke=LIGHT["ink"], stroke_width="0.4", stroke_linecap="round")
    return joined((here, dots, *lines)), width
