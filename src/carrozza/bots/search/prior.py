"""What an action is worth before anything was tried, next to the planner's own choice.

Worth is in shares of a win. Claims, cards and tickets are near what long searches found in some two hundred positions,
but doubted less: good claims are soon taken, and what is then left is worse than the average. The rest is judgement.
"""

from typing import Final, NamedTuple

import numpy as np

from carrozza.bots.compiled.memory import Mind
from carrozza.kernel.actions import CITY, DRAW, DRAW_TICKETS, KEEP, PAY, PAY_LOCOMOTIVES
from carrozza.kernel.bits import has
from carrozza.kernel.compiled import rule
from carrozza.kernel.state import TURN, State


class Sort(NamedTuple):
    guess: float
    doubt: float


SORTS: Final = {
    "claim": Sort(-0.07, 0.05),
    "planned claim": Sort(0.0, 0.04),
    "station": Sort(-0.08, 0.04),
    "place": Sort(-0.03, 0.05),
    "payment": Sort(-0.01, 0.02),
    "card": Sort(-0.01, 0.015),
    "tickets": Sort(-0.08, 0.06),
    "refusal": Sort(-0.02, 0.04),
    "kept set": Sort(0.0, 0.08),
}
"""How much better than the planner's choice an action of each sort is, and how far that may be off (a standard
deviation)."""
_GUESSES: Final = np.array([sort.guess for sort in SORTS.values()])
_DOUBTS: Final = np.array([sort.doubt for sort in SORTS.values()])
_CLAIM, _PLANNED, _STATION, _PLACE, _PAYMENT, _CARD, _TICKETS, _REFUSAL, _KEPT = range(len(SORTS))


@rule
def sort_of(view: State, mind: Mind, action: int) -> int:
    if action < CITY:
        return _PLANNED if has(mind.plan[action // 64], action % 64) else _CLAIM
    if action < PAY:
        return _STATION if view.phase == TURN else _PLACE
    if action < DRAW or action == PAY_LOCOMOTIVES:
        return _PAYMENT
    if action < DRAW_TICKETS:
        return _CARD
    if action == DRAW_TICKETS:
        return _TICKETS
    return _REFUSAL if action < KEEP else _KEPT


@rule
def guess_of(sort: int) -> float:
    return float(_GUESSES[sort])


@rule
def doubt_of(sort: int) -> float:
    return float(_DOUBTS[sort])


@rule
def guess(view: State, mind: Mind, action: int) -> float:
    return guess_of(sort_of(view, mind, action))
