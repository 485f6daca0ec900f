"""What can be rendered."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from carrozza import boards
from carrozza.boards import Board
from carrozza.server.own_boards.served_board import OwnBoard
from carrozza.server.refusals import Refused
from carrozza.server.rendering.new_board_job import NewBoardJob
from carrozza.server.rendering.own_board_jobs import CheckJob, LayoutJob, no_layout
from carrozza.server.views.replays import replay_record
from carrozza.server.workshop.jobs import KINDS as WORKSHOP_KINDS
from carrozza.server.workshop.jobs import WorkshopJob
from carrozza.server.workshop.render_job import RenderJob
from carrozza.words.phrases import Phrase

if TYPE_CHECKING:
    from carrozza.atlas.layout_model import Layout

PREFIX_MARK: Final = "\ue000"
"""Stands in a drawing where its prefix goes; no text of ours has this character."""
RENDER_SECONDS: Final = 120.0
"""For one job: the longest takes about four on a machine with nothing else to do."""
CHECK_SECONDS: Final = 20.0
LAYOUT_SECONDS: Final = 90.0


@dataclass(frozen=True)
class ReplayJob(RenderJob, kind="replay", keeps=True):
    """A record, frame by frame, as one seat saw it."""

    record: str
    seat: str | None
    language: str
    own: OwnBoard | None = None

    def pieces(self) -> Iterable[bytes]:
        return replay_record(self.record, self.seat, self.language, None if self.own is None else board_of(self.own))


@dataclass(frozen=True)
class DrawingJob(RenderJob, kind="drawing"):
    """A board's drawing, with a prefix in all its ids."""

    board: str
    theme: Any
    language: str
    prefix: str = ""
    own: OwnBoard | None = None

    @property
    def kept(self) -> bool:
        """Whoever chooses prefixes could fill the cache with one drawing."""
        return not self.prefix

    def pieces(self) -> Iterable[bytes]:
        marked = _marked(self.board, self.theme, self.language, self.own)
        yield marked.replace(PREFIX_MARK.encode(), self.prefix.encode())


@lru_cache(maxsize=64)
def _marked(board: str, theme: Any, language: str, own: OwnBoard | None) -> bytes:
    """Drawn once, whatever the prefix."""
    from carrozza.atlas.drawing import draw

    subject = boards.load(board) if own is None else board_of(own)
    layout = None if own is None else _layout(own)
    try:
        drawn = draw(subject, theme=theme, language=language, prefix=PREFIX_MARK, pieces=True, layout=layout)
    except (ArithmeticError, ValueError, LookupError):
        if own is None:
            raise
        raise no_layout(Phrase("layout_fault.not_drawn")) from None
    return drawn.svg.encode()


@lru_cache(maxsize=16)
def board_of(own: OwnBoard) -> Board:
    """One object for all its drawings and replays, by which caches know it again."""
    return own.read()


def _layout(own: OwnBoard) -> "Layout":
    from carrozza.atlas.layout_model import Layout

    assert own.layout is not None, "the server has it before it asks for a drawing"
    return Layout.from_json(json.loads(own.layout))


def seconds_for(job: "Job") -> float:
    """How long a job may take."""
    if isinstance(job, CheckJob):
        return CHECK_SECONDS
    return LAYOUT_SECONDS if isinstance(job, LayoutJob) else RENDER_SECONDS


def too_slow(job: "Job") -> Refused | None:
    """The refusal of a job that takes longer than it may; none where that is no fault of the job's."""
    if isinstance(job, LayoutJob):
        return Refused("layout", 422, "server.layout_too_slow", number=int(LAYOUT_SECONDS))
    if isinstance(job, CheckJob):
        return Refused("board", 422, "server.board_too_slow", number=int(CHECK_SECONDS))
    return None


Job = ReplayJob | DrawingJob | NewBoardJob | CheckJob | LayoutJob | WorkshopJob
_JOBS: Final = (ReplayJob, DrawingJob, NewBoardJob, CheckJob, LayoutJob, *WORKSHOP_KINDS)
_KINDS: Final[Mapping[str, Callable[..., Job]]] = {kind.kind: kind for kind in _JOBS}


def message_of(job: Job) -> dict[str, Any]:
    return {"kind": job.kind, **asdict(job)}


def read_job(message: Mapping[str, Any]) -> Job:
    values = dict(message)
    if values.get("own") is not None:
        values["own"] = OwnBoard(**values["own"])
    return _KINDS[values.pop("kind")](**values)


def key_of(job: Job) -> str:
    """The same for the same job; it holds nothing of a record but a digest."""
    return f"{job.kind} {hashlib.sha256(repr(job).encode('utf-8', 'surrogatepass')).hexdigest()}"
