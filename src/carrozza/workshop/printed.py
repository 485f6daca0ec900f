"""What the printed boards have in common: the range of each measure over all of them."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

from carrozza.boards import load
from carrozza.workshop.survey import Survey

PRINTED = ("usa", "europe", "new-york", "italy-advanced", "old-west")
"""One ruleset of each map."""


class Range(NamedTuple):
    """From the least to the greatest value on the printed boards."""

    low: float
    high: float


Measure = Callable[[Survey], Iterable[float]]


@cache
def surveys() -> tuple[Survey, ...]:
    """The printed boards, measured."""
    return tuple(Survey(load(name)) for name in PRINTED)


@cache
def printed_range(measure: Measure) -> Range:
    """The range of a measure that gives some values for each board."""
    values = [value for survey in surveys() for value in measure(survey)]
    return Range(min(values), max(values))


class Habit(NamedTuple):
    """The value of a ticket as printed boards have it: a share of the fewest trains, and a number more."""

    slope: float
    constant: float

    def value(self, trains: int) -> int:
        """The points for a ticket that takes at least so many trains."""
        return max(1, round(self.slope * trains + self.constant))


@cache
def value_habit() -> Habit:
    """The straight line that fits points against fewest trains over all tickets of the printed boards."""
    pairs = [(row.trains, row.points) for survey in surveys() for row in survey.facts.by_ticket]
    count = len(pairs)
    trains, points = sum(pair[0] for pair in pairs) / count, sum(pair[1] for pair in pairs) / count
    slope = sum((x - trains) * (y - points) for x, y in pairs) / sum((x - trains) ** 2 for x, _ in pairs)
    return Habit(slope, points - slope * trains)
