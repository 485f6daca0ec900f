"""What the rendering process does for the workshop. Jobs are values, and documents travel as JSON text."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic_core import to_json

from carrozza.server.workshop.drafts import SOURCE, board_of, whole_layout, with_some_tickets
from carrozza.server.workshop.ground import Window, ground_within


@dataclass(frozen=True)
class DraftCheckJob:
    """Every fault of a draft, and advice where it has none."""

    kind: ClassVar[str] = "draft-check"
    kept: ClassVar[bool] = False
    document: str
    language: str

    def pieces(self) -> Iterable[bytes]:
        from carrozza.workshop.advice import check

        yield to_json(check(json.loads(self.document), SOURCE, self.language))


@dataclass(frozen=True)
class DraftDrawingJob:
    """The drawing of a draft."""

    kind: ClassVar[str] = "draft-drawing"
    kept: ClassVar[bool] = False
    document: str
    layout: str
    theme: Any
    language: str
    prefix: str

    def pieces(self) -> Iterable[bytes]:
        from carrozza.atlas.drawing import draw

        board = board_of(json.loads(self.document), self.language)
        layout = whole_layout(json.loads(self.layout), board)
        drawing = draw(board, theme=self.theme, layout=layout, language=self.language, prefix=self.prefix)
        yield drawing.svg.encode()


@dataclass(frozen=True)
class DraftPrintJob:
    """The PDF of a draft: board, cards, rules."""

    kind: ClassVar[str] = "draft-print"
    kept: ClassVar[bool] = False
    document: str
    layout: str
    paper: str
    parts: tuple[str, ...]
    language: str

    def pieces(self) -> Iterable[bytes]:
        from carrozza.atlas.press.printing import print_board

        board = board_of(json.loads(self.document), self.language)
        layout = whole_layout(json.loads(self.layout), board)
        yield print_board(board, self.paper, parts=self.parts, language=self.language, layout=layout)


@dataclass(frozen=True)
class SuggestionJob:
    """A balanced set of tickets for a draft, or balanced colours for its routes."""

    kind: ClassVar[str] = "suggestion"
    kept: ClassVar[bool] = False
    document: str
    what: str
    seed: int
    language: str

    def pieces(self) -> Iterable[bytes]:
        from carrozza.workshop.suggest import suggest_colors, suggest_tickets

        board = board_of(with_some_tickets(json.loads(self.document)), self.language)
        if self.what == "tickets":
            yield to_json({"tickets": suggest_tickets(board, seed=self.seed)})
        else:
            yield to_json({"routes": suggest_colors(board, seed=self.seed)})


@dataclass(frozen=True)
class GroundJob:
    """The ground of a part of the world."""

    kind: ClassVar[str] = "ground"
    kept: ClassVar[bool] = True
    west: float
    south: float
    east: float
    north: float

    def pieces(self) -> Iterable[bytes]:
        yield to_json(ground_within(Window(self.west, self.south, self.east, self.north)))


WorkshopJob = DraftCheckJob | DraftDrawingJob | DraftPrintJob | SuggestionJob | GroundJob
KINDS = (DraftCheckJob, DraftDrawingJob, DraftPrintJob, SuggestionJob, GroundJob)
