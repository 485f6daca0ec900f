"""The imagined games that go on together, one in each slot: the first so many are under way."""

from typing import NamedTuple

import numpy as np

from carrozza.bots.search.guided.guidance import BATCH
from carrozza.bots.search.workspace import CANDIDATE, CANDIDATES
from carrozza.kernel.actions import WORDS
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import Grid, blank, cell, record_dtype
from carrozza.kernel.state import STATE


class Descent:
    """Where one game has got to."""

    world_seed: np.uint64 = cell(np.uint64)
    node: int = cell(np.int32)
    number: int = cell(np.int32)
    """Its place in the round: where its result goes."""
    turns: int = cell(np.int32)
    """How many own turns have begun."""
    grown: int = cell(np.int8)
    """Whether it has left the tree: its node is a new one."""
    leaf: int = cell(np.int8)
    """Whether the value is to be asked."""


class Result:
    """A game of a round: what is tried where, and what came of it."""

    value: float = cell(np.float64)
    margin: float = cell(np.float64)
    win: float = cell(np.float64)
    candidate: int = cell(np.int32)
    world: int = cell(np.int32)


DESCENT = record_dtype(Descent)
RESULT = record_dtype(Result)


class Slots(NamedTuple):
    """Of NumPy's arrays alone, as a workspace is."""

    states: Grid
    masks: Grid
    seats: Grid
    """Who decides in each."""
    descents: Grid
    results: Grid
    candidates: Grid
    """The candidates as they were before a round was allotted."""


def make_slots() -> Slots:
    return Slots(
        states=blank(STATE, BATCH),
        masks=np.zeros((BATCH, WORDS), np.uint64),
        seats=np.zeros(BATCH, np.int64),
        descents=blank(DESCENT, BATCH),
        results=blank(RESULT, BATCH),
        candidates=blank(CANDIDATE, CANDIDATES),
    )


@rule
def move_slot(slots: Slots, source: int, target: int) -> None:
    if source == target:
        return
    slots.states[target] = slots.states[source]
    slots.descents[target] = slots.descents[source]
    slots.seats[target] = slots.seats[source]
    for word in range(WORDS):
        slots.masks[target, word] = slots.masks[source, word]
