"""What can be wrong with what people ask for."""

from typing import Self

from carrozza.game.cards import Cards
from carrozza.words import say


class IllegalMove(ValueError):
    """A move the rules refuse: the rule's id, and a sentence for the player."""

    def __init__(self, rule: str) -> None:
        self.rule = rule
        self.key = f"refusal.{rule}"
        self.values: dict[str, object] = {}
        super().__init__(rule)

    def because(self, key: str, **values: object) -> Self:
        """Say it with the particulars of the case."""
        self.key = f"refusal.{key}"
        self.values = values
        return self

    def sentence(self, language: str = "en") -> str:
        return say(self.key, language, **{name: in_words(value, language) for name, value in self.values.items()})

    def __str__(self) -> str:
        return self.sentence()


class Colour(str):
    """A colour's name, to be said in the reader's language."""

    __slots__ = ()


def in_words(value: object, language: str) -> object:
    if isinstance(value, Cards):
        return cards_in_words(value, language)
    if isinstance(value, Colour):
        return say(f"card.{value}", language)
    return value


def cards_in_words(cards: Cards, language: str = "en") -> str:
    """Such as '3 white, 1 locomotive'."""
    counted = (
        say("card.counted", language, number=number, colour=say(f"card.{kind}", language, number=number))
        for kind, number in cards.items()
    )
    return ", ".join(counted) or "0"


class UnknownName(ValueError):
    """A city, route, ticket, colour or seat that the board or table does not have."""
