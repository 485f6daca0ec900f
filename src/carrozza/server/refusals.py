"""Refusals: an error word for programs, a sentence for people, and the rule where there is one."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from carrozza.game import IllegalMove
from carrozza.game.errors import GameError
from carrozza.game.positions.flaws import FlawedInput
from carrozza.words.phrases import Phrase, said


class Refused(Exception):
    """A request or move that is turned down; nothing has changed."""

    def __init__(self, error: str, status: int, key: str, **values: object) -> None:
        self.error = error
        self.status = status
        self.key = key
        self.values = values
        self.rule: str | None = None
        self.more: dict[str, Any] = {}
        """Further fields of the answer."""
        super().__init__(error)

    def sentence(self, language: str) -> str:
        return said(self.key, self.values, language)

    def with_fields(self, **more: Any) -> "Refused":
        self.more.update(more)
        return self

    def as_json(self, language: str) -> dict[str, Any]:
        return {"error": self.error, "message": self.sentence(language), "rule": self.rule, **self.more}


class RefusedByGame(Refused):
    """A move that the game turns down, in its own words."""

    def __init__(self, error: str, refused: GameError) -> None:
        super().__init__(error, 422, refused.key)
        self._refused = refused

    def sentence(self, language: str) -> str:
        return self._refused.sentence(language)


class AgainstTheRules(RefusedByGame):
    """The rules refuse a move."""

    def __init__(self, refused: IllegalMove) -> None:
        super().__init__("illegal", refused)
        self.rule = refused.rule


class FlawedTable(Refused):
    """A position that cannot be: everything that is wrong with it, each with its place."""

    def __init__(self, flawed: FlawedInput, language: str) -> None:
        super().__init__("flawed", 422, "")
        self._flawed = flawed
        flaws = [{"path": flaw.path, "message": flaw.reason.in_words(language)} for flaw in flawed.flaws]
        self.with_fields(places=[flaw["path"] for flaw in flaws], flaws=flaws)

    def sentence(self, language: str) -> str:
        return self._flawed.sentence(language)


def message_of(refused: Refused) -> list[Any]:
    """A refusal as JSON, for another process; its phrases have plain values."""
    values = {name: _plain(value) for name, value in refused.values.items()}
    return [refused.error, refused.status, refused.key, values, refused.more]


def read_refusal(message: Sequence[Any]) -> Refused:
    """What `message_of` wrote."""
    error, status, key, values, more = message
    return Refused(error, status, key, **{name: _worded(value) for name, value in values.items()}).with_fields(**more)


def _plain(value: object) -> object:
    return {"phrase": value.key, "values": value.values} if isinstance(value, Phrase) else value


def _worded(value: Any) -> object:
    return Phrase(value["phrase"], **value["values"]) if isinstance(value, Mapping) else value


def unknown_game() -> Refused:
    return Refused("unknown", 404, "server.unknown_game")


def not_yours() -> Refused:
    """A token that does not open this."""
    return Refused("forbidden", 403, "server.not_yours")


def no_token() -> Refused:
    return Refused("token", 401, "server.not_yours")


def unknown_token() -> Refused:
    return Refused("token", 401, "server.unknown_token")


def refused_for(error: str, status: int, key: str, seconds: float) -> Refused:
    """Try again after so many seconds."""
    number = max(1, math.ceil(seconds))
    return Refused(error, status, key, number=number).with_fields(retry_after=number)


def too_fast(seconds: float) -> Refused:
    """The limits of this client are used up."""
    return refused_for("rate", 429, "guard.too_fast", seconds)


def begun() -> Refused:
    """Seats no longer pass from one person to another."""
    return Refused("begun", 409, "server.begun")
