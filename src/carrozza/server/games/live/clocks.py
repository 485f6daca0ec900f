"""Turn clocks, by the server's time. When one runs out, a bot plays the seat until its person acts in a later turn."""

from typing import Final

from carrozza.server.games.live.live_game import LiveGame
from carrozza.server.games.seating.seats import Seat

STAND_IN: Final = "medium"
GRACE: Final = 0.25
"""Seconds added for a move that is on its way when the clock runs out."""


def seconds_to_timeout(live_game: LiveGame) -> float | None:
    """Seconds until the clock of the present turn runs out (0 or less: it has); none where no clock is running."""
    left = live_game.time_left_of(live_game.folded.turn)
    return None if left is None or not live_game.seats_on_the_clock() else left + GRACE


def with_stand_in(live_game: LiveGame, number: int, seat: Seat) -> Seat:
    """The seat as a bot plays it, unless it has decided meanwhile."""
    timeout = seconds_to_timeout(live_game)
    late = timeout is not None and timeout <= 0 and number in live_game.seats_on_the_clock()
    return seat.played_by(STAND_IN, "clock") if late else seat
