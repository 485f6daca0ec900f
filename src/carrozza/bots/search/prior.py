"""What an action is worth before anything was tried, next to the planner's own choice.

Worth is in shares of a win. Claims, cards and tickets are near what long searches found in some two hundred positions,
but deviation less: good claims are soon taken, and what is then left is worse than the average. The rest is judgement.
"""

from typing import Final, NamedTuple

import numpy as np

from carrozza.bots.compiled.memory import Memory
from carrozza.kernel.actions import CITY, DRAW, DRAW_TICKETS, KEEP, PAY, PAY_LOCOMOTIVES
from carrozza.kernel.bits import has
from carrozza.kernel.compiled import rule
from carrozza.kernel.state import TURN, State


class Prior(NamedTuple):
    mean: float
    deviation: float


PRIORS: Final = {
    "claim": Prior(-0.07, 0.05),
    "planned claim": Prior(0.0, 0.04),
    "station": Prior(-0.08, 0.04),
    "place": Prior(-0.03, 0.05),
    "payment": Prior(-0.01, 0.02),
    "card": Prior(-0.01, 0.015),
    "tickets": Prior(-0.08, 0.06),
    "refusal": Prior(-0.02, 0.04),
    "kept set": Prior(0.0, 0.08),
}
"""How much better than the planner's choice an action of each kind is, and how far that may be off (a standard
deviation)."""
_MEANS: Final = np.array([prior.mean for prior in PRIORS.values()])
_DEVIATIONS: Final = np.array([prior.deviation for prior in PRIORS.values()])
_CLAIM, _PLANNED, _STATION, _PLACE, _PAYMENT, _CARD, _TICKETS, _REFUSAL, _KEPT = range(len(PRIORS))


@rule
def prior_kind(view: State, memory: Memory, action: int) -> int:
    if action < CITY:
        return _PLANNED if has(memory.plan[action // 64], action % 64) else _CLAIM
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
def mean_of(kind: int) -> float:
    return float(_MEANS[kind])


@rule
def deviation_of(kind: int) -> float:
    return float(_DEVIATIONS[kind])


@rule
def prior_mean(view: State, memory: Memory, action: int) -> float:
    return mean_of(prior_kind(view, memory, action))
