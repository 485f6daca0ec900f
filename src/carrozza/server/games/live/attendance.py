"""Who is at a table: which seats are connected to this process or ask it by HTTP, and when each was last heard of."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

AWAY_AFTER: Final = 60.0
"""Seconds without a connection or a request after which the host may let a bot play for a person."""


class Attendance:
    """The seats of one game. `changed` is called when one of them comes or goes."""

    def __init__(self, changed: Callable[[], None], now: Callable[[], float] = time.monotonic) -> None:
        self._changed = changed
        self._now = now
        self._connections: Counter[int] = Counter()
        self._asking: dict[int, asyncio.TimerHandle] = {}
        """Seats without a connection that have sent a request, until they have sent none for a while."""
        self._last: dict[int, float] = {}
        """When a seat was last heard of."""
        self._elsewhere: frozenset[int] = frozenset()
        self._began = now()
        """This process knows nothing of the time before, so it counts for nobody's absence."""

    def here(self) -> frozenset[int]:
        """The seats that are connected to this process, or ask it by HTTP."""
        return frozenset(+self._connections) | frozenset(self._asking)

    def is_here(self, seat: int) -> bool:
        return self._connections[seat] > 0 or seat in self._asking

    def seconds_to_away(self, seat: int) -> float:
        """How long a seat that is not here has to stay silent until it counts as away; 0 where it does."""
        return max(0.0, self._last.get(seat, self._began) + AWAY_AFTER - self._now())

    def connect(self, seat: int) -> None:
        came = not self.is_here(seat)
        self._connections[seat] += 1
        self._stop_asking(seat)
        if came:
            self._changed()

    def disconnect(self, seat: int) -> None:
        self._connections[seat] -= 1
        self._last[seat] = self._now()
        if not self.is_here(seat):
            self._changed()

    def hear_from(self, seat: int) -> None:
        """A request with the seat's token."""
        self._last[seat] = self._now()
        if not self.is_here(seat):
            self._expect_request(seat, AWAY_AFTER)
            self._changed()

    def note_elsewhere(self, seats: frozenset[int]) -> None:
        """These seats are at other processes; those who were are heard of for the last time now."""
        for seat in self._elsewhere - seats:
            self._last[seat] = self._now()
        self._elsewhere = seats

    def close(self) -> None:
        """The game is no longer held in memory."""
        for seat in list(self._asking):
            self._stop_asking(seat)
            self._changed()

    def _expect_request(self, seat: int, seconds: float) -> None:
        self._asking[seat] = asyncio.get_running_loop().call_later(seconds, self._look_whether_away, seat)

    def _look_whether_away(self, seat: int) -> None:
        left = self.seconds_to_away(seat)
        if left > 0:
            self._expect_request(seat, left)
        else:
            del self._asking[seat]
            self._changed()

    def _stop_asking(self, seat: int) -> None:
        timer = self._asking.pop(seat, None)
        if timer is not None:
            timer.cancel()
