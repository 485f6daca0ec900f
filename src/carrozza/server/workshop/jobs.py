"""What the rendering process does for the workshop. Jobs are values, and documents travel as JSON text."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from carrozza.atlas.layout_model import Layout
from carrozza.boards import Board
from carrozza.server.workshop.drafts import SOURCE, board_of, whole_layout, with_some_tickets
from carrozza.server.workshop.ground import Window, ground_within
from carrozza.server.workshop.render_job import JsonJob, RenderJob


@dataclass(frozen=True)
class DraftCheckJob(JsonJob, kind="draft-check"):
    """Every fault of a draft, and advice where it has none."""

    document: str
    language: str

    def answer(self) -> Any:
        from carrozza.workshop.advice import check

        return check(json.loads(self.document), SOURCE, self.language)


@dataclass(frozen=True)
class SuggestionJob(JsonJob, kind="suggestion"):
    """A balanced set of tickets for a draft, or balanced colours for its routes."""

    document: str
    language: str
    what: str
    seed: int

    def answer(self) -> Any:
        from carrozza.workshop.suggest import suggest_colors, suggest_tickets

        board = board_of(with_some_tickets(json.loads(self.document)), self.language)
        if self.what == "tickets":
            return {"tickets": suggest_tickets(board, seed=self.seed)}
        return {"routes": suggest_colors(board, seed=self.seed)}


@dataclass(frozen=True)
class _LaidDraftJob(RenderJob):
    document: str
    layout: str
    language: str

    def laid_out(self) -> tuple[Board, Layout]:
        board = board_of(json.loads(self.document), self.language)
        return board, whole_layout(json.loads(self.layout), board)


@dataclass(frozen=True)
class DraftDrawingJob(_LaidDraftJob, kind="draft-drawing"):
    """The drawing of a draft."""

    theme: Any
    prefix: str

    def pieces(self) -> Iterable[bytes]:
        from carrozza.atlas.drawing import draw

        board, layout = self.laid_out()
        drawn = draw(board, theme=self.theme, layout=layout, language=self.language, prefix=self.prefix)
        yield drawn.svg.encode()


@dataclass(frozen=True)
class DraftPrintJob(_LaidDraftJob, kind="draft-print"):
    """The PDF of a draft: board, cards, rules."""

    paper: str
    parts: tuple[str, ...]

    def pieces(self) -> Iterable[bytes]:
        from carrozza.atlas.press.printing import print_board

        board, layout = self.laid_out()
        yield print_board(board, self.paper, parts=self.parts, language=self.language, layout=layout)


@dataclass(frozen=True)
class GroundJob(JsonJob, kind="ground", keeps=True):
    """The ground of a part of the world."""

    west: float
    south: float
    east: float
    north: float

    def answer(self) -> Any:
        return ground_within(Window(self.west, self.south, self.east, self.north))


WorkshopJob = DraftCheckJob | DraftDrawingJob | DraftPrintJob | SuggestionJob | GroundJob
KINDS = (DraftCheckJob, DraftDrawingJob, DraftPrintJob, SuggestionJob, GroundJob)
