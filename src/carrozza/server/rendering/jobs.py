"""What can be rendered. A job is a pure function of its values: the same job gives the same bytes."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Final

from carrozza import boards
from carrozza.boards import Board, BoardError
from carrozza.boards.bundle import Bundle, read_bundle
from carrozza.server.own_boards.served_board import UPLOADED, OwnBoard
from carrozza.server.refusals import Refused
from carrozza.server.rendering.new_board_job import NewBoardJob
from carrozza.server.views.replays import replay_record
from carrozza.server.workshop.jobs import KINDS as WORKSHOP_KINDS
from carrozza.server.workshop.jobs import WorkshopJob

if TYPE_CHECKING:
    from carrozza.atlas.layout_model import Layout

PREFIX_MARK: Final = "\ue000"
"""Stands in a drawing where its prefix goes; no text of ours has this character."""
MOST_FAULTS: Final = 20
LONGEST_FAULT, LONGEST_PLACE = 250, 120
"""So many of an upload are told: they have to fit into one line of the process that finds them."""
RENDER_SECONDS: Final = 120.0
"""For one job: the longest takes about four on a machine with nothing else to do."""
CHECK_SECONDS: Final = 20.0
LAYOUT_SECONDS: Final = 90.0


@dataclass(frozen=True)
class ReplayJob:
    """A record, frame by frame, as one seat saw it."""

    kind: ClassVar[str] = "replay"
    kept: ClassVar[bool] = True
    record: str
    seat: str | None
    language: str
    own: OwnBoard | None = None

    def pieces(self) -> Iterable[bytes]:
        return replay_record(self.record, self.seat, self.language, None if self.own is None else board_of(self.own))


@dataclass(frozen=True)
class DrawingJob:
    """A board's drawing, with a prefix in all its ids."""

    kind: ClassVar[str] = "drawing"
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
        raise no_layout("its places cannot be drawn; move its cities, or upload it with another layout") from None
    return drawn.svg.encode()


@lru_cache(maxsize=16)
def board_of(own: OwnBoard) -> Board:
    """One object for all its drawings and replays, by which caches know it again."""
    return own.read()


def _layout(own: OwnBoard) -> "Layout":
    from carrozza.atlas.layout_model import Layout

    assert own.layout is not None, "the server has it before it asks for a drawing"
    return Layout.from_json(json.loads(own.layout))


@dataclass(frozen=True)
class CheckJob:
    """An uploaded bundle: every fault in it, or the bundle in its canonical form."""

    kind: ClassVar[str] = "check"
    kept: ClassVar[bool] = False
    uploaded: str

    def pieces(self) -> Iterable[bytes]:
        try:
            bundle = read_bundle(self.uploaded.encode(), UPLOADED)
            for ruleset in bundle.rulesets:
                bundle.board(ruleset)
        except BoardError as wrong:
            raise bad_board(wrong) from None
        return [bundle.to_bytes()]


@dataclass(frozen=True)
class LayoutJob:
    """The layout of an own board, computed."""

    kind: ClassVar[str] = "layout"
    kept: ClassVar[bool] = False
    bundle: str

    def pieces(self) -> Iterable[bytes]:
        from carrozza.atlas.layout.errors import LayoutError
        from carrozza.atlas.layout.optimise import compute
        from carrozza.atlas.layout.store import check_places, digest

        bundle = _bundle(self.bundle)
        board = bundle.board(bundle.rulesets[0])
        try:
            check_places(board)
            layout = replace(compute(board), digest=digest(board))
            return [json.dumps(layout.as_json(), separators=(",", ":")).encode()]
        except LayoutError as wrong:
            raise no_layout(str(wrong)[:LONGEST_FAULT]) from None


def _bundle(text: str) -> Bundle:
    return read_bundle(text.encode(), UPLOADED)


def bad_board(wrong: BoardError) -> Refused:
    """Every fault with its place and its remedy, up to a number of them."""
    flaws = [{"path": fault.place[:LONGEST_PLACE], "message": _message(fault)} for fault in wrong.faults[:MOST_FAULTS]]
    first = f"{flaws[0]['path']}: {flaws[0]['message']}" if flaws else ""
    refused = Refused("board", 422, "server.bad_board", fault=first.rstrip("."), number=len(wrong.faults))
    return refused.with_fields(flaws=flaws)


def _message(fault: Any) -> str:
    named = f"{fault.name[:80]}: " if fault.name else ""
    return f"{named}{fault.message}"[:LONGEST_FAULT]


def no_layout(reason: str) -> Refused:
    return Refused("layout", 422, "server.no_layout", reason=reason.rstrip("."))


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


Job = ReplayJob | DrawingJob | CheckJob | LayoutJob | NewBoardJob | WorkshopJob
_JOBS: Final = (ReplayJob, DrawingJob, CheckJob, LayoutJob, NewBoardJob, *WORKSHOP_KINDS)
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
