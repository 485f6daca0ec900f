"""What a network says of the end of the game."""

from typing import Any

import numpy as np

from carrozza.bots.neural.exponential import exp_of_negative
from carrozza.bots.neural.flat import MARGIN_UNIT
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import SEATS, whole

_MARGIN_UNIT = np.float32(MARGIN_UNIT)


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
    room.margin[slot] = outcome[SEATS] * _MARGIN_UNIT
