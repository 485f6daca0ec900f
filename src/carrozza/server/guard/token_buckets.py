"""Token buckets: a burst at once, then so many a second."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

LONGEST_WAIT: Final = 60.0
"""Seconds, for what is not refused but made to wait."""


@dataclass(frozen=True)
class Rate:
    burst: float
    per_second: float


@dataclass(slots=True)
class _Level:
    left: float
    at: float
    unshared: float = 0.0
    """How many were taken here that other processes do not know of."""


class TokenBuckets:
    """One bucket a client; beyond `most` clients, those unused for longest are dropped.

    Several processes keep the same buckets: each tells the others what clients with less than half left have taken.

    >>> moment = [0.0]
    >>> buckets = TokenBuckets(Rate(burst=2, per_second=0.5), clock=lambda: moment[0])
    >>> [buckets.take("ada") for _ in range(3)]
    [0.0, 0.0, 2.0]
    >>> [buckets.take("bruno", price=1.5), buckets.take("bruno", price=1.5)]
    [0.0, 2.0]
    """

    def __init__(self, rate: Rate, most: int = 100_000, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.most = most
        self._clock = clock
        self._levels: OrderedDict[str, _Level] = OrderedDict()
        self._half_empty: dict[str, None] = {}
        """Clients to be shared, in order."""

    def take(self, who: str, price: float = 1.0) -> float:
        """Take so many and return 0; or take nothing and return the seconds until there are as many.

        What costs more than a burst takes a whole one.
        """
        level, price = self._level(who), min(price, self.rate.burst)
        if level.left < price:
            return (price - level.left) / self.rate.per_second
        self._take(who, level, price)
        return 0.0

    def reserve(self, who: str) -> float:
        """Take one in any case, and return the seconds until it would have been there: each waits behind the last.

        Nobody waits for longer than `LONGEST_WAIT`.
        """
        level = self._level(who)
        self._take(who, level, 1.0)
        level.left = max(level.left, -LONGEST_WAIT * self.rate.per_second)
        return max(0.0, -level.left / self.rate.per_second)

    def _take(self, who: str, level: _Level, price: float) -> None:
        level.left -= price
        level.unshared += price
        if level.left < self.rate.burst / 2:
            self._half_empty[who] = None

    def to_share(self, most: int) -> dict[str, float]:
        """What clients with less than half left have taken here, each amount once."""
        shared: dict[str, float] = {}
        while self._half_empty and len(shared) < most:
            who = next(iter(self._half_empty))
            del self._half_empty[who]
            level = self._levels.get(who)
            if level is not None and level.unshared:
                shared[who], level.unshared = level.unshared, 0.0
        return shared

    def taken_elsewhere(self, who: str, number: float) -> None:
        """Deduct what another process gave, down to minus one burst."""
        level = self._level(who)
        level.left = max(level.left - number, -self.rate.burst)

    def _level(self, who: str) -> _Level:
        now = self._clock()
        level = self._levels.setdefault(who, _Level(self.rate.burst, now))
        level.left += (now - level.at) * self.rate.per_second
        level.at = now
        if level.left >= self.rate.burst:
            level.left, level.unshared = self.rate.burst, 0.0
        self._levels.move_to_end(who)
        if len(self._levels) > self.most:
            self._levels.popitem(last=False)
        return level
