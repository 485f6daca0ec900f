"""What a compiled bot keeps from one decision to the next: its weights, its random generator and its plan.

A bot is shown views, never states: whatever a memory holds about other seats was read from a view.
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


class Memory:
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
    filler_route: int = cell(np.int16)
    """The best route outside the plan; -1 where there is none."""
    tickets_considered: int = cell(np.int16)
    """How many trains were on the board when it last considered drawing tickets."""
    built_when_planned: int = cell(np.int16)
    """How many trains were on the board when the plan was made."""


MEMORY = record_dtype(Memory)


def blank_memories(number: int) -> Grid:
    memories: Grid = blank(MEMORY, number)
    return memories


@entry
def reset_memory(memory: Memory, rng: np.uint64) -> None:
    """Begin a new game: the plan is forgotten, kind and weights stay."""
    memory.rng = rng
    memory.planned = 0
    memory.filler_route = NOBODY
    memory.tickets_considered = 0
    memory.planned_for = NONE
    memory.served = NONE
    for word in range(ROUTE_WORDS):
        memory.plan[word] = NONE
