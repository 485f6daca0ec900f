"""Token buckets: so many at once, then so many a second."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Rate:
    burst: float
    per_second: float


class Buckets:
    """One bucket for each who asks; those unused for longest are forgotten where there are too many.

    >>> moment = [0.0]
    >>> buckets = Buckets(Rate(burst=2, per_second=0.5), clock=lambda: moment[0])
    >>> [buckets.wait("ada") for _ in range(3)]
    [0.0, 0.0, 2.0]
    """

    def __init__(self, rate: Rate, most: int = 100_000, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.most = most
        self._clock = clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, who: str) -> float:
        """Takes one, and 0; or takes nothing, and the seconds until there is one again."""
        now = self._clock()
        level, at = self._levels.get(who, (self.rate.burst, now))
        level = min(self.rate.burst, level + (now - at) * self.rate.per_second)
        wait = 0.0 if level >= 1 else (1 - level) / self.rate.per_second
        self._levels[who] = (level - 1 if level >= 1 else level), now
        self._levels.move_to_end(who)
        if len(self._levels) > self.most:
            self._levels.popitem(last=False)
        return wait
