"""Who is at a table: connections and requests, and how long somebody has to be silent to be away."""

import asyncio
from collections.abc import Callable

from carrozza.server.games.live.attendance import Attendance


class Clock:
    """Time that passes when the test says so; the timers of the loop are turned by hand."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.changes: list[frozenset[int]] = []
        self.attendance = Attendance(self._note, now=lambda: self.now)

    def _note(self) -> None:
        self.changes.append(self.attendance.here())

    def passes(self, seconds: float) -> None:
        self.now += seconds
        for seat in self.attendance.here():
            if seat in self.attendance._asking:
                self.attendance._asking[seat].cancel()
                self.attendance._look_whether_away(seat)


def with_clock(use: Callable[[Clock, Attendance], None]) -> None:
    async def run() -> None:
        clock = Clock()
        use(clock, clock.attendance)
        clock.attendance.close()

    asyncio.run(run())


def test_who_hangs_up_is_gone_at_once_and_away_a_minute_later() -> None:
    def use(clock: Clock, attendance: Attendance) -> None:
        attendance.connect(1)
        clock.passes(500)
        assert attendance.is_here(1)
        attendance.disconnect(1)
        assert clock.changes == [{1}, set()]
        assert attendance.seconds_to_away(1) == 60
        clock.passes(59)
        assert attendance.seconds_to_away(1) == 1
        clock.passes(1)
        assert attendance.seconds_to_away(1) == 0

    with_clock(use)


def test_a_second_window_keeps_a_seat_here() -> None:
    def use(clock: Clock, attendance: Attendance) -> None:
        attendance.connect(1)
        attendance.connect(1)
        attendance.disconnect(1)
        assert attendance.is_here(1) and clock.changes == [{1}]

    with_clock(use)


def test_whoever_asks_by_http_is_here_until_a_minute_after_the_last_request() -> None:
    def use(clock: Clock, attendance: Attendance) -> None:
        for _ in range(10):
            attendance.hear_from(0)
            clock.passes(50)
            assert attendance.is_here(0)
        assert clock.changes == [{0}], "which is announced once"
        clock.passes(10)
        assert not attendance.is_here(0) and attendance.seconds_to_away(0) == 0
        assert clock.changes == [{0}, set()]

    with_clock(use)


def test_requests_beside_a_connection_count_as_the_connection_does() -> None:
    def use(clock: Clock, attendance: Attendance) -> None:
        attendance.hear_from(0)
        attendance.connect(0)
        attendance.hear_from(0)
        attendance.disconnect(0)
        assert not attendance.is_here(0)
        assert clock.changes == [{0}, set()]

    with_clock(use)


def test_nobody_is_away_before_the_process_has_looked_for_a_minute() -> None:
    def use(clock: Clock, attendance: Attendance) -> None:
        assert attendance.seconds_to_away(2) == 60
        clock.passes(60)
        assert attendance.seconds_to_away(2) == 0

    with_clock(use)


def test_who_was_at_another_process_has_a_minute_too() -> None:
    def use(clock: Clock, attendance: Attendance) -> None:
        attendance.note_elsewhere(frozenset({2}))
        clock.passes(500)
        attendance.note_elsewhere(frozenset())
        assert attendance.seconds_to_away(2) == 60

    with_clock(use)


def test_a_game_that_is_no_longer_held_has_nobody_here() -> None:
    def use(clock: Clock, attendance: Attendance) -> None:
        attendance.hear_from(0)
        attendance.close()
        assert clock.changes == [{0}, set()]

    with_clock(use)
