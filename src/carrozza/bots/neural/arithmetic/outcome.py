"""What a network says of the end of the game."""

from typing import Any, Final

import numpy as np

from carrozza.bots.neural.arithmetic.exponential import exp_of_negative
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import SEATS, whole

OUTCOME: Final = SEATS + 1
"""Six win logits, and the margin."""
MARGIN_UNIT: Final = np.float32(64.0)
"""Points of a margin of 1."""


@rule
def write_outcome(network: Any, room: Any, slot: int) -> None:
    """The chance of each seat to win, by absolute seat, and the viewer's margin in points."""
    seats, viewer = whole(network.plan.seats), whole(room.seats[slot])
    outcome, win = room.outcome[slot], room.win[slot]
    highest = outcome[0]
    for relative in range(1, seats):
        highest = max(highest, outcome[relative])
    total = 0.0
    for relative in range(seats):
        total += exp_of_negative(np.float64(outcome[relative]) - np.float64(highest))
    for seat in range(SEATS):
        win[seat] = 0.0
    for relative in range(seats):
        chance = exp_of_negative(np.float64(outcome[relative]) - np.float64(highest)) / total
        win[(viewer + relative) % seats] = np.float32(chance)
    room.margin[slot] = outcome[SEATS] * MARGIN_UNIT
