"""Turn clocks, by the server's time. When a clock runs out, a bot plays the seat until its person acts again."""

import time
from typing import Final

from carrozza.server.games.live_game import LiveGame
from carrozza.server.games.seats import Seat

STAND_IN: Final = "medium"
GRACE: Final = 0.25
"""Seconds added for a move that is on its way when the clock runs out."""


def seconds_to_timeout(live_game: LiveGame, began: float, now: float | None = None) -> float | None:
    """Seconds until a person's clock runs out (0 or less: it has); none where no person has a clock running.

    Time before the server `began` does not count.
    """
    if live_game.clock is None or not live_game.people_to_move():
        return None
    since = max(live_game.folded.asked_since, began)
    return since + live_game.clock + GRACE - (time.time() if now is None else now)


def with_stand_in(live_game: LiveGame, number: int, seat: Seat) -> Seat:
    """The seat as a bot plays it, unless its person has moved meanwhile."""
    return seat.played_by(STAND_IN, "clock") if number in live_game.people_to_move() else seat
