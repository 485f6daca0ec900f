"""What can be wrong with what people ask for, said in the reader's language."""

from typing import Self

from carrozza.words import say
from carrozza.words.phrases import Phrase, said


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
