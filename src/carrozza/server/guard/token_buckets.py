"""Token buckets: so many at once, then so many a second."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Rate:
    burst: float
    per_second: float


@dataclass(slots=True)
class _Level:
    left: float
    at: float
    untold: float = 0.0
    """How many were taken here of which other processes do not know."""


class Buckets:
    """One bucket for each who asks; those unused for longest are forgotten where there are too many.

    Several processes keep the same buckets: what is taken at one the others hear, as soon as it is much.

    >>> moment = [0.0]
    >>> buckets = Buckets(Rate(burst=2, per_second=0.5), clock=lambda: moment[0])
    >>> [buckets.wait("ada") for _ in range(3)]
    [0.0, 0.0, 2.0]
    """

    def __init__(self, rate: Rate, most: int = 100_000, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.most = most
        self._clock = clock
        self._levels: OrderedDict[str, _Level] = OrderedDict()
        self._hasty: dict[str, None] = {}
        """Who has less than half left: of others there is nothing to tell."""

    def wait(self, who: str) -> float:
        """Takes one, and 0; or takes nothing, and the seconds until there is one again."""
        level = self._level(who)
        if level.left < 1:
            return (1 - level.left) / self.rate.per_second
        level.left -= 1
        level.untold += 1
        if level.left < self.rate.burst / 2:
            self._hasty[who] = None
        return 0.0

    def told(self, most: int) -> dict[str, float]:
        """What the hasty have taken here, for the other processes; each is told once."""
        told: dict[str, float] = {}
        while self._hasty and len(told) < most:
            who = next(iter(self._hasty))
            del self._hasty[who]
            level = self._levels.get(who)
            if level is not None and level.untold:
                told[who], level.untold = level.untold, 0.0
        return told

    def take(self, who: str, number: float) -> None:
        """As many were taken elsewhere: even more than were left, which must then be made up for."""
        level = self._level(who)
        level.left = max(level.left - number, -self.rate.burst)

    def _level(self, who: str) -> _Level:
        now = self._clock()
        level = self._levels.setdefault(who, _Level(self.rate.burst, now))
        level.left += (now - level.at) * self.rate.per_second
        level.at = now
        if level.left >= self.rate.burst:
            level.left, level.untold = self.rate.burst, 0.0
        self._levels.move_to_end(who)
        if len(self._levels) > self.most:
            self._levels.popitem(last=False)
        return level
