"""When something is due, and how far a training has come."""

from dataclasses import dataclass

from carrozza.learning.config.model import Budget


@dataclass
class Progress:
    """What a training has used of its budget. The seconds are those of playing and learning, over all runs."""

    rounds: int = 0
    decisions: int = 0
    seconds: float = 0.0

    def spent(self, budget: Budget) -> float:
        """From 0 to 1."""
        by_time = self.seconds / (60 * budget.minutes) if budget.minutes else 0.0
        by_decisions = self.decisions / budget.decisions if budget.decisions else 0.0
        return min(1.0, max(by_time, by_decisions))


def falling(spent: float, last: float) -> float:
    """1 at first, then less in a line, `last` in the end.

    >>> falling(0.0, 0.1), falling(0.5, 0.1), falling(1.0, 0.1)
    (1.0, 0.55, 0.1)
    """
    return (1.0 - spent) + last * spent


def is_due(before: float, now: float, times: int) -> bool:
    """Whether one of `times` even parts of the budget has been completed between two moments.

    >>> is_due(0.05, 0.12, 10), is_due(0.12, 0.15, 10)
    (True, False)
    """
    return int(now * times) > int(before * times)
