"""What the store keeps, as plain values. Times are seconds since 1970."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

Json = Mapping[str, Any]


class GameState(StrEnum):
    WAITING = "waiting"
    PLAYING = "playing"
    FINISHED = "finished"


class Role(StrEnum):
    SEAT = "seat"
    HOST = "host"
    WATCH = "watch"
    INVITE = "invite"


class Kind(StrEnum):
    """An undo is an event of its own: nothing is ever removed from the log."""

    MOVE = "move"
    UNDO = "undo"
    SEAT = "seat"
    REMATCH = "rematch"
    HALT = "halt"
    """The game ends without a result."""
    HINT = "hint"
    """A seat has asked for hints; the body is a digest of the view it asked about."""


@dataclass(frozen=True)
class NewGame:
    id: str
    board: str
    seats: Sequence[Json]
    seed: int = field(repr=False)
    engine: str
    variants: Sequence[str] = ()
    options: Json = field(default_factory=dict)
    state: GameState = GameState.WAITING
    listed: bool = False
    facts: Json | None = field(default=None, repr=False)
    """The board itself, where it is not one that comes with the program."""
    digest: str | None = None
    """Of the board's facts, so that a replay knows whether the board has changed since."""
    payer: str | None = None
    """A digest of the address that began the game."""
    own_board: str | None = None
    """The id of the stored board, where it is none of those that come with the program."""


@dataclass(frozen=True)
class BoardRow:
    id: str
    """32 hex digits of the bundle's digest."""
    facts: str
    """The digests of its boards, one for each ruleset, of the facts that matter to a game."""
    bundle: str = field(repr=False)
    size: int
    """Of the bundle in bytes."""
    listed: bool = False
    payer: str | None = None
    """A digest of the address that uploaded it; none for boards of the server's own folders."""
    layout: str | None = field(default=None, repr=False)
    """Computed here, where the bundle has none."""
    created: float = 0.0
    seen: float = 0.0
    """When it was last uploaded, opened or played."""


@dataclass(frozen=True)
class BoardLimits:
    """How many uploaded boards are stored."""

    of_one: int
    """Of one address."""
    number: int
    size: int
    """Of all, in bytes."""


@dataclass(frozen=True)
class GameRow(NewGame):
    created: float = 0.0
    begun_at: float | None = None
    """When the last seat was taken; none where no seat was free from the start."""
    finished_at: float | None = None


@dataclass(frozen=True)
class Event:
    game: str
    number: int
    kind: str
    seat: int | None
    body: str = field(repr=False)
    client_id: str | None
    """Chosen by the client for its move or undo, new for each. What the server itself appends has none."""
    at: float


@dataclass(frozen=True)
class TokenRow:
    hash: str = field(repr=False)
    game: str
    role: Role
    seat: int | None = None
    revoked: bool = False


@dataclass(frozen=True)
class Change:
    """Something of this game is new: its log goes up to `number`, or (0) its seats or state changed.

    Without a game: some notices may have been lost, so look again at every game. The same change may come twice.
    """

    game: str | None
    number: int = 0
    event: Event | None = field(default=None, compare=False)
    """The event of that number, where another process has sent it along."""


LOOK_AGAIN = Change(None)
