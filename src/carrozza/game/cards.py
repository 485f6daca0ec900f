"""A set of train cards, as people write it: `3 white 1 locomotive`."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Self

from carrozza.game.errors import NotationError
from carrozza.words import say, say_number

LOCOMOTIVE = "locomotive"
DECK = "deck"


class Cards(Mapping[str, int]):
    """Counts of cards by kind; prints and parses to itself.

    >>> Cards({"locomotive": 1, "white": 3})
    Cards('3 white 1 locomotive')
    >>> Cards.parse("3 white 1 locomotive") == {"white": 3, "locomotive": 1}
    True
    """

    __slots__ = ("_counts",)

    def __init__(self, counts: Mapping[str, int] | None = None) -> None:
        held = {kind: number for kind, number in (counts or {}).items() if number}
        if any(number < 0 for number in held.values()):
            raise ValueError(f"a number of cards below zero: {dict(held)}")
        self._counts = dict(sorted(held.items(), key=lambda item: (item[0] == LOCOMOTIVE, item[0])))

    @classmethod
    def parse(cls, text: str) -> Self:
        words = text.split()
        if len(words) % 2:
            raise NotationError("notation.cards", text=text)
        counts: dict[str, int] = {}
        for number, kind in zip(words[::2], words[1::2], strict=True):
            if not number.isdecimal() or not int(number):
                raise NotationError("notation.card_number", kind=kind, text=number)
            counts[kind] = counts.get(kind, 0) + int(number)
        return cls(counts)

    def __getitem__(self, kind: str) -> int:
        return self._counts[kind]

    def __iter__(self) -> Iterator[str]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    def __hash__(self) -> int:
        return hash(tuple(self._counts.items()))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Mapping):
            return self._counts == {kind: number for kind, number in other.items() if number}
        return NotImplemented

    @property
    def total(self) -> int:
        return sum(self._counts.values())

    @property
    def locomotives(self) -> int:
        return self._counts.get(LOCOMOTIVE, 0)

    @property
    def colours(self) -> tuple[str, ...]:
        return tuple(kind for kind in self._counts if kind != LOCOMOTIVE)

    def in_words(self, language: str = "en") -> str:
        """Such as '3 white, 1 locomotive'."""
        return ", ".join([_counted(kind, number, language) for kind, number in self._counts.items()]) or "0"

    def __str__(self) -> str:
        return " ".join(f"{number} {kind}" for kind, number in self._counts.items())

    def __repr__(self) -> str:
        return f"Cards({str(self)!r})"


@lru_cache(maxsize=4096)
def _counted(kind: str, number: int, language: str) -> str:
    return say("card.counted", language, number=number, colour=say_number(f"card.{kind}", language, number))
