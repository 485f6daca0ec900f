"""What can be wrong with what people ask for."""

from carrozza.game.words import say


class IllegalMove(ValueError):
    """A move the rules refuse: the rule's id, and a sentence for the player."""

    def __init__(self, rule: str, **details: object) -> None:
        self.rule = rule
        self.details = details
        super().__init__(rule)

    def __str__(self) -> str:
        return self.sentence()

    def sentence(self, language: str = "en") -> str:
        return say(f"refusal.{self.rule}", language)


class UnknownName(ValueError):
    """A city, route, ticket, colour or seat that the board or table does not have."""
