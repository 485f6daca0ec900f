"""What an environment refuses, and why."""


class EnvError(ValueError):
    """An argument, an action or a call that an environment cannot take."""


class IllegalAction(EnvError):
    """An action that the mask does not have; nothing was played."""

    def __init__(self, message: str, game: int, action: int, rule: str) -> None:
        super().__init__(message)
        self.game = game
        """The index of the first game whose action is illegal."""
        self.action = action
        self.rule = rule
        """The id of the rule it breaks."""
