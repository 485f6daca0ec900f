"""Phrases: sentences, and parts of them, that are put into words only when the reader's language is known."""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from carrozza.words.catalogue import say


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

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"Phrase({self.key!r}{values})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Phrase) and (self.key, self.values) == (other.key, other.values)

    def __hash__(self) -> int:
        return hash((self.key, str(self)))


class Alternatives(tuple[str, ...]):
    """Names of which one is meant: `'paris' or 'palermo'`."""

    __slots__ = ()

    def in_words(self, language: str = "en") -> str:
        return f" {say('word.or', language)} ".join(map(repr, self))


class Choices(tuple[str, ...]):
    """Values of which one is to be chosen: `'bottom', 'out' or 'shuffled'`."""

    __slots__ = ()

    def in_words(self, language: str = "en") -> str:
        *others, last = map(repr, self)
        return f"{', '.join(others)} {say('word.or', language)} {last}" if others else last


class Listed(tuple[object, ...]):
    """Phrases and texts with commas between."""

    __slots__ = ()

    def in_words(self, language: str = "en") -> str:
        return ", ".join(str(in_words(item, language)) for item in self)


class Figure(int):
    """A large number, with its thousands apart: `100,000`."""

    __slots__ = ()

    def in_words(self, language: str = "en") -> str:
        return f"{int(self):,}".replace(",", say("word.thousands", language))
