"""Faults: what is wrong with a board, where, and what to do about it."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from carrozza.boards.naming import nearest
from carrozza.words import say
from carrozza.words.phrases import Alternatives, Phrase


class Fault(NamedTuple):
    """One thing wrong in a board file: where, and what to do about it."""

    place: str
    reason: Phrase
    name: str | None = None
    """The city, route or ticket of the place, where there is one."""

    @property
    def message(self) -> str:
        return str(self.reason)

    def sentence(self, language: str = "en") -> str:
        named = f" ({self.name})" if self.name else ""
        return f"{place_in_words(self.place, language)}{named}: {self.reason.in_words(language)}"

    def __str__(self) -> str:
        return self.sentence()


class BoardError(ValueError):
    """A board that cannot be used, with every fault found in it."""

    def __init__(self, source: str, faults: Iterable[Fault]) -> None:
        self.source = source
        self.faults = tuple(faults)
        super().__init__(source, self.faults)

    def __str__(self) -> str:
        if len(self.faults) == 1:
            return f"{self.source}: {self.faults[0]}"
        return "\n".join([f"{self.source} has {len(self.faults)} faults:", *(f"  {fault}" for fault in self.faults)])


class UnknownBoard(BoardError):
    """No board has that name."""

    def __str__(self) -> str:
        return str(self.faults[0].message)


def reason(code: str, **values: object) -> Phrase:
    """Why a board cannot be used, by a key of `[board_fault]`."""
    return Phrase(f"board_fault.{code}", **values)


def guessing(code: str, wrong: str, known: Iterable[str], **values: object) -> Phrase:
    """The same, with the nearest known name where there is one (`CODE_near`)."""
    near = nearest(wrong, known)
    return reason(f"{code}_near", names=Alternatives(near), **values) if near else reason(code, **values)


def did_you_mean(wrong: str, known: Iterable[str]) -> str:
    """A hint at the nearest known name, or nothing.

    >>> did_you_mean("pariss", ["paris", "roma"])
    " (did you mean 'paris'?)"
    """
    near = nearest(wrong, known)
    return f" (did you mean {' or '.join(map(repr, near))}?)" if near else ""


_WORDED_PLACES = {
    "file": re.compile(r"file"),
    "byte": re.compile(r"byte (?P<byte>\d+)"),
    "line": re.compile(r"line (?P<line>\d+), column (?P<column>\d+)"),
}


def place_in_words(place: str, language: str = "en") -> str:
    """Keys of the file are the same in every language; a line and a column are not.

    >>> place_in_words("line 2, column 9", "it"), place_in_words("routes[3].length", "it")
    ('riga 2, colonna 9', 'routes[3].length')
    """
    for kind, pattern in _WORDED_PLACES.items():
        if found := pattern.fullmatch(place):
            return say(f"board_fault.place.{kind}", language, **found.groupdict())
    return place
