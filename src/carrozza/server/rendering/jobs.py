"""What can be rendered. A job is a pure function of its values: the same job gives the same bytes."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, ClassVar, Final

from carrozza import boards
from carrozza.server.rendering.new_board_job import NewBoardJob
from carrozza.server.views.replays import replay_record
from carrozza.server.workshop.jobs import KINDS as WORKSHOP_KINDS
from carrozza.server.workshop.jobs import WorkshopJob

PREFIX_MARK: Final = "\ue000"
"""Stands in a drawing where its prefix goes; no text of ours has this character."""


@dataclass(frozen=True)
class ReplayJob:
    """A record, frame by frame, as one seat saw it."""

    kind: ClassVar[str] = "replay"
    kept: ClassVar[bool] = True
    record: str
    seat: str | None
    language: str

    def pieces(self) -> Iterable[bytes]:
        return replay_record(self.record, self.seat, self.language)


@dataclass(frozen=True)
class DrawingJob:
    """A board's drawing, with a prefix in all its ids."""

    kind: ClassVar[str] = "drawing"
    board: str
    theme: Any
    language: str
    prefix: str = ""

    @property
    def kept(self) -> bool:
        """Whoever chooses prefixes could fill the cache with one drawing."""
        return not self.prefix

    def pieces(self) -> Iterable[bytes]:
        yield _marked(self.board, self.theme, self.language).replace(PREFIX_MARK.encode(), self.prefix.encode())


@lru_cache(maxsize=64)
def _marked(board: str, theme: Any, language: str) -> bytes:
    """Drawn once, whatever the prefix."""
    from carrozza.atlas.drawing import draw

    return draw(boards.load(board), theme=theme, language=language, prefix=PREFIX_MARK, pieces=True).svg.encode()


Job = ReplayJob | DrawingJob | NewBoardJob | WorkshopJob
_KINDS: Final[Mapping[str, Callable[..., Job]]] = {
    kind.kind: kind for kind in (ReplayJob, DrawingJob, NewBoardJob, *WORKSHOP_KINDS)
}


def message_of(job: Job) -> dict[str, Any]:
    return {"kind": job.kind, **asdict(job)}


def read_job(message: Mapping[str, Any]) -> Job:
    values = dict(message)
    return _KINDS[values.pop("kind")](**values)


def key_of(job: Job) -> str:
    """The same for the same job; it holds nothing of a record but a digest."""
    return f"{job.kind} {hashlib.sha256(repr(job).encode('utf-8', 'surrogatepass')).hexdigest()}"
