"""Printing a board and its cards: everything as one PDF."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Final

from carrozza import __version__
from carrozza.atlas.drawing import draw
from carrozza.atlas.drawing.svg import Markup
from carrozza.atlas.layout.store import digest, layout_of
from carrozza.atlas.layout_model import Layout
from carrozza.atlas.press import backs, ticket_cards, train_cards
from carrozza.atlas.press.board_sheets import Sheets, board_pages
from carrozza.atlas.press.card_sheets import Caption, Card, card_pages, grid
from carrozza.atlas.press.papers import PAPERS, Paper, checked_bleed, paper_named
from carrozza.atlas.press.rules_sheet import rules_pages
from carrozza.atlas.press.ticket_cards import TicketCards
from carrozza.atlas.print_error import PrintError
from carrozza.atlas.render import Page, to_document
from carrozza.boards import Board
from carrozza.boards.faults import did_you_mean
from carrozza.boards.model import LOCOMOTIVE
from carrozza.folders import write_whole
from carrozza.game.sentences.rulebook import board_title, map_title
from carrozza.words import say

Progress = Callable[[str, float], None]
"""Told what is under way, and which share of all is done."""

PARTS: Final = ("board", "tickets", "trains", "backs", "rules")
"""What can be printed; `backs` puts a sheet of backs behind each sheet of cards."""

DEFAULT_PARTS: Final = ("board", "tickets", "trains")
ON_SHEETS: Final = (*DEFAULT_PARTS, "rules")
"""The parts that have sheets of their own, in the order in which they are printed."""

CARD_SHORT, CARD_LONG = 44.0, 68.0
"""The size of a card in millimetres; tickets lie on their side."""

CARDS_OF_FULL: Final = PAPERS["a4"]
"""The paper for the cards where the board has a page of its own size."""


def print_board(
    board: Board,
    paper: str = "a4",
    *,
    bleed: float = 0.0,
    parts: Sequence[str] = DEFAULT_PARTS,
    language: str = "en",
    layout: Layout | None = None,
    progress: Progress | None = None,
) -> bytes:
    """A PDF of the board at true size and of its cards, on sheets of that paper."""
    pages = _pages(board, paper, bleed, parts, language, layout, progress)
    return to_document(list(chain(*pages.values())), board_title(board, language))


def print_command(
    board: Board,
    paper: str,
    out: Path,
    bleed: float = 0.0,
    parts: Sequence[str] = DEFAULT_PARTS,
    language: str = "en",
    progress: Progress | None = None,
) -> str:
    """Print into a file; what came of it, in a line."""
    pages = _pages(board, paper, bleed, parts, language, None, progress)
    document = to_document(list(chain(*pages.values())), board_title(board, language))
    try:
        write_whole(out, document)
    except OSError as error:
        raise PrintError(f"{out} cannot be written: {error.strerror}; choose another file with -o") from None
    message = (
        say("print.on_sheets", language, what=_named(part, language), number=len(found))
        for part, found in pages.items()
    )
    return say("print.done", language, file=out, parts=", ".join(message))


def _pages(
    board: Board,
    paper: str,
    bleed: float,
    parts: Sequence[str],
    language: str,
    layout: Layout | None,
    progress: Progress | None,
) -> dict[str, list[Page]]:
    """The pages of every part, in the order in which they are printed."""
    sheet, bleed, parts = paper_named(paper), checked_bleed(bleed), _checked(parts)
    if layout is None:
        layout = layout_of(board, progress)
    press = Press(board, layout, sheet, bleed, language, "backs" in parts)
    wanted = [part for part in ON_SHEETS if part in parts]
    pages = {}
    for index, part in enumerate(wanted):
        if progress:
            progress(part, index / len(wanted))
        pages[part] = press.pages_of(part)
    if progress:
        progress("pdf", 1.0)
    return pages


def _named(part: str, language: str) -> str:
    return say("word.board" if part == "board" else f"print.{part}", language)


def _checked(parts: Sequence[str]) -> Sequence[str]:
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        message = did_you_mean(unknown[0], PARTS)
        raise PrintError(f"no part '{unknown[0]}' to print{message}; choose out of {', '.join(PARTS)}")
    if not set(parts) & set(ON_SHEETS):
        raise PrintError(f"nothing to print; choose at least one of {', '.join(ON_SHEETS)}")
    return parts


@dataclass(frozen=True)
class Press:
    """One board about to be printed, and how."""

    board: Board
    layout: Layout
    paper: Paper | None
    bleed: float
    language: str
    with_backs: bool

    @property
    def version(self) -> str:
        """Which map this is and what drew it."""
        return f"{digest(self.board)[:8]}, Carrozza {__version__}"

    def pages_of(self, part: str) -> list[Page]:
        return {"board": self._board, "tickets": self._tickets, "trains": self._trains, "rules": self._rules}[part]()

    def _board(self) -> list[Page]:
        drawing = draw(self.board, theme="print", layout=self.layout, language=self.language)
        sheets = Sheets(
            drawing.svg, self.layout, board_title(self.board, self.language), self.version, self.language, self.bleed
        )
        return board_pages(sheets, self.paper)

    def _tickets(self) -> list[Page]:
        faces = TicketCards(self.board, self.layout, self.language)
        separate = self.board.rules.opening_long > 0
        cards = [
            Card(faces.face(ticket), self._ticket_back(ticket.long and separate))
            for ticket in sorted(self.board.tickets, key=lambda ticket: not ticket.long)
        ]
        lies = grid(CARD_LONG, CARD_SHORT, self.bleed, self.paper or CARDS_OF_FULL)
        return card_pages(cards, lies, self._caption("tickets"), faces.defs(), backs=self.with_backs)

    def _ticket_back(self, long: bool) -> Markup:
        ground = backs.LONG_TICKETS if long else backs.TICKETS
        return backs.back(ticket_cards.WIDTH, ticket_cards.HEIGHT, ground, map_title(self.board, self.language))

    def _trains(self) -> list[Page]:
        rules = self.board.rules
        kinds = [colour for colour in rules.colors for _ in range(rules.copies)] + [LOCOMOTIVE] * rules.locomotives
        behind = backs.back(train_cards.WIDTH, train_cards.HEIGHT, backs.TRAINS, "Carrozza")
        train = self.board.drawing.train
        faces = {kind: train_cards.train_card(kind, self.language, train) for kind in dict.fromkeys(kinds)}
        lies = grid(CARD_SHORT, CARD_LONG, self.bleed, self.paper or CARDS_OF_FULL)
        cards = [Card(faces[kind], behind) for kind in kinds]
        return card_pages(cards, lies, self._caption("trains"), train_cards.train_defs(), backs=self.with_backs)

    def _rules(self) -> list[Page]:
        caption = self._caption("rules")
        paper = self.paper or CARDS_OF_FULL
        return rules_pages(self.board, paper, self.language, lambda sheet, sheets: caption(sheet, sheets, False))

    def _caption(self, part: str) -> Caption:
        def caption(sheet: int, sheets: int, back: bool) -> str:
            what = f"{board_title(self.board, self.language)}: {_named(part, self.language)}"
            what += f", {say('print.backs', self.language)}" if back else ""
            place = say("print.sheet", self.language, what=what, sheet=sheet, sheets=sheets)
            return f"{place} · {say('print.version', self.language, version=self.version)}"

        return caption
