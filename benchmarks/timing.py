"""Measures: what was timed, several times over."""

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True)
class Effort:
    """How much time to spend."""

    runs: int
    seconds: float
    """What one run should take, where that can be chosen."""
    cold_runs: int


FULL: Final = Effort(runs=5, seconds=0.5, cold_runs=2)
QUICK: Final = Effort(runs=3, seconds=0.1, cold_runs=1)


@dataclass(frozen=True)
class Measure:
    """One line of the report: a number for each run."""

    group: str
    name: str
    unit: str
    values: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    def as_json(self) -> dict[str, Any]:
        return {
            "group": self.group,
            "name": self.name,
            "unit": self.unit,
            "median": self.median,
            "lowest": min(self.values),
            "highest": max(self.values),
            "runs": len(self.values),
        }


Measures = Iterator[Measure]
Clock = Callable[[], float]


def rate(effort: Effort, do: Callable[[int], None], clock: Clock = time.perf_counter) -> tuple[float, ...]:
    """How often a second `do(times)` does it, one number a run. The first call, which may compile, is not timed."""
    do(1)
    times = 1
    while (taken := seconds_of(do, times, clock=clock)) < effort.seconds / 10:
        times *= 4
    times = max(1, int(times * effort.seconds / taken))
    return tuple(times / seconds_of(do, times, clock=clock) for _ in range(effort.runs))


def seconds_of(do: Callable[..., object], *parameters: object, clock: Clock = time.perf_counter) -> float:
    started = clock()
    do(*parameters)
    return clock() - started
