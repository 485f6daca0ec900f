"""What can be rendered. A job is a pure function of its values: the same job gives the same bytes."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Final

from carrozza import boards
from carrozza.server.rendering.rendered import Rendered, packed
from carrozza.server.views.replays import replay_record

PREFIX_MARK: Final = "\ue000"
"""Begins every id of a drawing that is to have a prefix; no text of ours has this character."""


@dataclass(frozen=True)
class ReplayJob:
    """A record, frame by frame, as one seat saw it."""

    kind: ClassVar[str] = "replay"
    record: str
    seat: str | None
    language: str

    def pieces(self) -> Iterable[bytes]:
        return replay_record(self.record, self.seat, self.language)


@dataclass(frozen=True)
class DrawingJob:
    """A board's drawing; where it is `marked`, with `PREFIX_MARK` in place of a prefix."""

    kind: ClassVar[str] = "drawing"
    board: str
    theme: Any
    language: str
    marked: bool = False

    def pieces(self) -> Iterable[bytes]:
        from carrozza.atlas.drawing import draw

        prefix = PREFIX_MARK if self.marked else ""
        drawing = draw(boards.load(self.board), theme=self.theme, language=self.language, prefix=prefix, pieces=True)
        yield drawing.svg.encode()


Job = ReplayJob | DrawingJob
_KINDS: Final[Mapping[str, Callable[..., Job]]] = {kind.kind: kind for kind in (ReplayJob, DrawingJob)}


def message_of(job: Job) -> dict[str, Any]:
    return {"kind": job.kind, **asdict(job)}


def read_job(message: Mapping[str, Any]) -> Job:
    values = dict(message)
    return _KINDS[values.pop("kind")](**values)


def key_of(job: Job) -> str:
    """The same for the same job; it holds nothing of a record but a digest."""
    return f"{job.kind} {hashlib.sha256(repr(job).encode('utf-8', 'surrogatepass')).hexdigest()}"


def with_prefix(drawing: Rendered, prefix: str) -> Rendered:
    """A marked drawing with the prefix in all its ids."""
    whole = b"".join(drawing.chunks())
    return packed([whole.replace(PREFIX_MARK.encode(), prefix.encode())])
