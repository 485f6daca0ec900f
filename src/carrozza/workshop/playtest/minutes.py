"""How long people would play: estimated from the turns that bots take."""

from typing import Final

TABLE_MINUTES: Final = 10.0
"""To lay out the board, to choose tickets, and to count at the end."""
SECONDS_A_TURN: Final = 18.0
"""Set so that USA, whose box promises 30 to 60 minutes, takes 30 with two players and 60 with five."""


def minutes_of(turns: float) -> float:
    return TABLE_MINUTES + turns * SECONDS_A_TURN / 60
