"""Who has which seat: people, bots, or nobody yet."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, Self

from carrozza.game.seating import LONGEST_NAME, check_name
from carrozza.server.refusals import Refused
from carrozza.words import say

_NAME = re.compile(r"[^\W_][\w .'’\-]*")

SeatKind = Literal["person", "open", "bot"]
StandIn = Literal["host", "clock"]


@dataclass(frozen=True)
class Seat:
    name: str
    """Of a free seat: of whom it is reserved for, or empty."""
    kind: SeatKind
    bot: str | None = None
    person: bool = False
    """Whether somebody holds the token of this seat, even while a bot plays for them."""
    left: bool = False
    """Whether that somebody has gone away."""
    stand_in: StandIn | None = None
    """Why a bot plays for a person until they act again: the host said so, or the clock ran out."""

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Self:
        return cls(**written)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def free(self) -> bool:
        return self.kind == "open"

    @property
    def reserved(self) -> bool:
        """Whether a free seat of a rematch waits for the person who had it in the game before."""
        return self.free and self.name != ""

    def taken_by(self, name: str) -> "Seat":
        return Seat(name, "person", person=True)

    def cleared(self) -> "Seat":
        """Free, without the name of whoever had it."""
        return Seat("", "open")

    def played_by(self, bot: str, because: StandIn = "host") -> "Seat":
        return replace(self, kind="bot", bot=bot, stand_in=because if self.person else None)

    def given_back(self) -> "Seat":
        return replace(self, kind="person", bot=None, left=False, stand_in=None)

    def after_leaving(self) -> "Seat":
        return replace(self, left=True)

    def after_acting(self) -> "Seat":
        """Its person is back, from absence or from a bot that played for them."""
        return self.given_back() if self.left or self.kind != "person" else self

    def after_connecting(self) -> "Seat":
        """Its person is back from absence; a bot that plays meanwhile stays."""
        return self.given_back() if self.left and self.kind == "person" else self


def checked_name(name: str, others: Iterable[str] = ()) -> str:
    """The name with single spaces; refused where it cannot be a name, or another player has it."""
    tidy = " ".join(name.split())
    if len(tidy) > LONGEST_NAME or not _NAME.fullmatch(tidy):
        raise Refused("name", 422, "server.bad_name", number=LONGEST_NAME)
    try:
        check_name(tidy)
    except ValueError:
        raise Refused("name", 422, "server.bad_name", number=LONGEST_NAME) from None
    if tidy.casefold() in {other.casefold() for other in others}:
        raise Refused("name", 409, "server.name_taken", name=tidy)
    return tidy


def default_name(kind: SeatKind, others: Sequence[str], language: str) -> str:
    """A name for a bot, or for a person who gave none."""
    taken = {other.casefold() for other in others}
    if kind == "bot":
        for name in say("server.bot_names", language).split(", "):
            if name.casefold() not in taken:
                return name
    number = 1
    while (name := say("server.somebody", language, number=number)).casefold() in taken:
        number += 1
    return name
