"""Turn clocks: the server's own time counts. Whose clock runs out, a bot plays for until that person acts again."""

import time
from typing import Final

from carrozza.server.games.seats import Seat
from carrozza.server.games.sitting import Sitting

STAND_IN: Final = "medium"
GRACE: Final = 0.25
"""Seconds that a move may be under way when its clock runs out."""


def late(sitting: Sitting, began: float, now: float | None = None) -> float | None:
    """Seconds until a person's clock runs out (0 or less: it has); none where no clock runs for a person.

    Time in which there was no server, before it `began`, is nobody's.
    """
    if sitting.clock is None or not people_to_move(sitting):
        return None
    since = max(sitting.now.since, began)
    return since + sitting.clock + GRACE - (time.time() if now is None else now)


def people_to_move(sitting: Sitting) -> list[int]:
    """The people who have a decision to make."""
    return [seat for seat in sitting.now.undecided() if sitting.seats[seat].kind == "person"]


def stood_in_for(sitting: Sitting, number: int, seat: Seat) -> Seat:
    """Who moved in the last moment keeps the seat."""
    return seat.played_by(STAND_IN, "clock") if number in people_to_move(sitting) else seat
