"""The shapes of a case and of a verdict."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from carrozza.game.positions.model import CardCounts, DocumentPart, PositionDocument
from carrozza.kernel.seeds import SEEDS

CHOICES = ("keep", "start", "draw", "claim", "draw_tickets", "station", "tunnel", "marker", "alvin", "pass", "finish")


class Payment(DocumentPart):
    pay: CardCounts


class MarkerChoice(DocumentPart):
    city: str
    cards: CardCounts | None = None


class KeepChoice(DocumentPart):
    keep: tuple[str, ...]


class CaseMove(DocumentPart):
    """One choice of one player."""

    player: str
    keep: tuple[str, ...] | None = None
    start: str | None = None
    draw: Annotated[tuple[str, ...], Field(min_length=1)] | None = None
    claim: str | None = None
    station: str | None = None
    cards: CardCounts | None = None
    tunnel: Payment | Literal["decline"] | None = None
    draw_tickets: Literal[True] | KeepChoice | None = None
    marker: MarkerChoice | None = None
    alvin: str | None = None
    passing: Literal[True] | None = Field(default=None, alias="pass")
    finish: Literal[True] | None = None

    @property
    def named(self) -> tuple[str, ...]:
        """The choices this move makes, `"marker": null` included."""
        given = {"pass" if name == "passing" else name for name in self.model_fields_set if self._chooses(name)}
        return tuple(name for name in CHOICES if name in given)

    def _chooses(self, name: str) -> bool:
        """Null is no choice, but for the marker, which it skips."""
        return name == "marker" or getattr(self, name) is not None

    @property
    def choice(self) -> str:
        """The one that names the move; a claim may carry tunnel, marker and Alvin along."""
        return "claim" if "claim" in self.named else self.named[0]


class RefusedMove(DocumentPart):
    move: CaseMove
    rule: str | None = None


class Case(DocumentPart):
    """A position, moves, and what is expected of them."""

    name: str | None = None
    rules: tuple[str, ...] = ()
    why: str | None = None
    board: str
    variants: tuple[str, ...] = ()
    seats: tuple[str, ...]
    seed: Annotated[int, Field(strict=True, lt=SEEDS)] = 0
    position: PositionDocument | None = None
    moves: tuple[CaseMove, ...] = ()
    expect: dict[str, Any] = Field(default_factory=dict)


class Illegal(DocumentPart):
    move: int
    rule: str
    message: str


class Failure(DocumentPart):
    path: str
    expected: Any
    found: Any


class Verdict(BaseModel):
    file: str
    ok: bool = True
    malformed: list[str] | None = None
    illegal: Illegal | None = None
    position: dict[str, Any] | None = None
    to_move: str | None = None
    finished: bool = False
    trains: dict[str, int] = Field(default_factory=dict)
    points: dict[str, int] = Field(default_factory=dict)
    scores: dict[str, dict[str, Any]] | None = None
    winners: list[str] | None = None
    failed: list[Failure] = Field(default_factory=list)

    @property
    def exit_status(self) -> int:
        """0 the case holds, 1 it does not, 2 it is malformed."""
        return 0 if self.ok else 2 if self.malformed else 1

    def as_json(self) -> dict[str, Any]:
        return self.model_dump(mode="json", exclude=None if self.malformed else {"malformed"})


def json_schema(of: str) -> dict[str, Any]:
    """The JSON Schema of a case or of a verdict."""
    return (Case if of == "case" else Verdict).model_json_schema(by_alias=True)
