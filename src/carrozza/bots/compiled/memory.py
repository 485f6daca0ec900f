"""What a compiled bot carries from one decision to the next, and nothing else: its character, its luck and its plan.

A bot is shown views, never states. Its mind is its own: nothing of another seat ever enters it but by a view.
"""

from typing import Final

import numpy as np

from carrozza.kernel.bits import NONE
from carrozza.kernel.compiled import entry
from carrozza.kernel.layout import ROUTE_WORDS, Grid, blank, cell, record_dtype
from carrozza.kernel.state import NOBODY

RANDOM: Final = 0
GREEDY: Final = 1
PLANNER: Final = 2
WEIGHTS: Final = 32


class Mind:
    rng: np.uint64 = cell(np.uint64)
    """The bot's own generator: what bots draw leaves the game's deck as it is."""
    plan: Grid = cell(np.uint64, ROUTE_WORDS)
    """The routes it means to claim."""
    borrowed: Grid = cell(np.uint64, ROUTE_WORDS)
    """Routes of the plan that are another's, and are to be used from a station."""
    planned_for: np.uint64 = cell(np.uint64)
    """The tickets the plan was made for."""
    served: np.uint64 = cell(np.uint64)
    """Those of them it means to complete."""
    weights: Grid = cell(np.float32, WEIGHTS)
    kind: int = cell(np.int8)
    planned: int = cell(np.int8)
    """Whether there is a plan."""
    wish: int = cell(np.int16)
    """The route outside the plan that it would like best; -1 without any."""
    pondered: int = cell(np.int16)
    """How many trains were on the board when it last thought about drawing tickets."""
    claimed: int = cell(np.int16)
    """How many trains were on the board when the plan was made."""


MIND = record_dtype(Mind)


def blank_minds(number: int) -> Grid:
    minds: Grid = blank(MIND, number)
    return minds


@entry
def wake(mind: Mind, rng: np.uint64) -> None:
    """Forget the last game; kind and weights stay."""
    mind.rng = rng
    mind.planned = 0
    mind.wish = NOBODY
    mind.pondered = 0
    mind.planned_for = NONE
    mind.served = NONE
    for word in range(ROUTE_WORDS):
        mind.plan[word] = NONE
