"""What can be wrong with what people ask for, said in the reader's language."""

from collections.abc import Mapping
from typing import Protocol, Self, runtime_checkable

from carrozza.words import say


@runtime_checkable
class Worded(Protocol):
    """A value that each language says in its own words."""

    def in_words(self, language: str) -> str: ...


def said(key: str, values: Mapping[str, object], language: str) -> str:
    """The sentence of that key, with each value in the words of the language."""
    return say(key, language, **{name: in_words(value, language) for name, value in values.items()})


def in_words(value: object, language: str) -> object:
    return value.in_words(language) if isinstance(value, Worded) else value


class Phrase:
    """A part of a sentence: a key of the catalogue and its values."""

    __slots__ = ("key", "values")

    def __init__(self, key: str, **values: object) -> None:
        self.key = key
        self.values = values

    def in_words(self, language: str = "en") -> str:
        return said(self.key, self.values, language)

    def __str__(self) -> str:
        return self.in_words()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Phrase) and (self.key, self.values) == (other.key, other.values)

    def __hash__(self) -> int:
        return hash((self.key, str(self)))


class Alternatives(tuple[str, ...]):
    """Names of which one is meant: `'paris' or 'palermo'`."""

    __slots__ = ()

    def in_words(self, language: str = "en") -> str:
        return f" {say('word.or', language)} ".join(map(repr, self))


class Colour(str):
    """A colour's name, to be said in the reader's language."""

    __slots__ = ()

    def in_words(self, language: str) -> str:
        return say(f"card.{self}", language)


class GameError(ValueError):
    """Something that cannot be; `str` says it in English, `sentence` in any language of the catalogue."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values: dict[str, object] = values

    @property
    def phrase(self) -> Phrase:
        return Phrase(self.key, **self.values)

    def sentence(self, language: str = "en") -> str:
        return said(self.key, self.values, language)

    def __str__(self) -> str:
        return self.sentence()


class IllegalMove(GameError):
    """A move the rules refuse: the rule's id, and a sentence for the player."""

    def __init__(self, rule: str) -> None:
        super().__init__(f"refusal.{rule}")
        self.args = (rule,)
        self.rule = rule

    def because(self, key: str, **values: object) -> Self:
        """Say it with the particulars of the case."""
        self.key = f"refusal.{key}"
        self.values = values
        return self


class NotationError(GameError):
    """A text that is no move, or no set of cards."""


class UnknownName(GameError):
    """A city, route, ticket, colour, player or variant that the board or game does not have."""


class InvalidSeats(GameError):
    """Players who cannot sit down at a board: too many, too few, or with names that cannot be."""
