"""Cards on sheets: as many as fit, with marks to cut along; the backs, where wanted, on the sheet behind."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from carrozza.atlas.drawing.svg import Markup, element, group, number
from carrozza.atlas.layout_model import Box
from carrozza.atlas.press.pages import cut_marks, page, written
from carrozza.atlas.press.papers import MARGIN, Paper
from carrozza.atlas.print_error import PrintError
from carrozza.atlas.render import Page

FOOT: Final = 5.0

Caption = Callable[[int, int, bool], str]
"""What is written below the cards of a sheet, given its number, of how many, and whether it shows the backs."""


class Card(NamedTuple):
    """A card's two sides, drawn in tenths of a millimetre."""

    face: Markup
    back: Markup


@dataclass(frozen=True)
class Grid:
    """How cards of one size lie on a sheet."""

    paper: Paper
    width: float
    height: float
    bleed: float

    @property
    def columns(self) -> int:
        return int((self.paper.width - 2 * MARGIN) // (self.width + 2 * self.bleed))

    @property
    def rows(self) -> int:
        return int((self.paper.height - 2 * MARGIN - FOOT) // (self.height + 2 * self.bleed))

    @property
    def count(self) -> int:
        """How many cards a sheet has."""
        return self.columns * self.rows

    @property
    def area(self) -> Box:
        """What all cards with their bleed cover, in the middle of the sheet."""
        width = self.columns * (self.width + 2 * self.bleed)
        height = self.rows * (self.height + 2 * self.bleed)
        return Box((self.paper.width - width) / 2, (self.paper.height - FOOT - height) / 2, width, height)

    def left(self, column: int) -> float:
        return self.area.x + self.bleed + column * (self.width + 2 * self.bleed)

    def top(self, row: int) -> float:
        return self.area.y + self.bleed + row * (self.height + 2 * self.bleed)

    def marks(self) -> Markup:
        """Cut marks at the edges of the cards."""
        xs = {round(self.left(column) + side, 4) for column in range(self.columns) for side in (0, self.width)}
        ys = {round(self.top(row) + side, 4) for row in range(self.rows) for side in (0, self.height)}
        return cut_marks(self.area, sorted(xs), sorted(ys))


def grid(width: float, height: float, bleed: float, paper: Paper) -> Grid:
    """The grid for cards of that size, the paper upright or on its side, whichever takes more of them."""
    best = max((Grid(sheet, width, height, bleed) for sheet in (paper, paper.turned)), key=lambda grid: grid.count)
    if not best.count:
        raise PrintError(f"no card of {width:g} x {height:g} mm fits on {paper.name}")
    return best


def card_pages(
    cards: Sequence[Card], lies: Grid, caption: Caption, defs: Iterable[Markup], *, backs: bool
) -> list[Page]:
    """The sheets of all these cards."""
    sheets = [cards[start : start + lies.count] for start in range(0, len(cards), lies.count)]
    defs = (*defs, element("clipPath", element("path", d=_outline(lies)), id="card"))
    pages = []
    for number_, sheet in enumerate(sheets, 1):
        message = caption(number_, len(sheets), False)
        pages.append(_page([card.face for card in sheet], lies, message, defs, mirrored=False))
        if backs:
            message = caption(number_, len(sheets), True)
            pages.append(_page([card.back for card in sheet], lies, message, defs, mirrored=True))
    return pages


def _page(sides: Sequence[Markup], lies: Grid, caption: str, defs: Iterable[Markup], *, mirrored: bool) -> Page:
    drawn = {side: f"side-{index}" for index, side in enumerate(dict.fromkeys(sides))}
    sources = [group((side,), id=name, transform="scale(0.1)") for side, name in drawn.items()]
    placed = []
    for index, side in enumerate(sides):
        row, column = divmod(index, lies.columns)
        column = lies.columns - 1 - column if mirrored else column
        use = element("use", href=f"#{drawn[side]}")
        where = f"translate({number(lies.left(column), 3)} {number(lies.top(row), 3)})"
        placed.append(group((group((use,), clip_path="url(#card)"),), transform=where))
    foot = written(caption, lies.paper.width / 2, lies.paper.height - MARGIN, 2.8, "p-sans p-soft", "middle")
    return page(lies.paper.width, lies.paper.height, *placed, lies.marks(), foot, defs=(*defs, *sources))


def _outline(lies: Grid) -> str:
    """A card and its bleed, in its own millimetres."""
    bleed = lies.bleed
    width, height = number(lies.width + 2 * bleed, 2), number(lies.height + 2 * bleed, 2)
    return f"M{number(-bleed, 2)} {number(-bleed, 2)}h{width}v{height}h-{width}z"
