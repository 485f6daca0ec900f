"""Decisions in imagined games, once the network has looked at the position."""

from typing import Final

import numpy as np

from carrozza.bots.neural.choosing import likeliest, priors
from carrozza.bots.neural.forward import Room
from carrozza.bots.search.guided.guidance import SAMPLED, Guidance
from carrozza.bots.search.guided.slots import Descent, Slots
from carrozza.bots.search.imagining.chance import fraction
from carrozza.bots.search.tree import NO_NODE, NODES, add_child, find_child, seen_as
from carrozza.bots.search.workspace import Workspace
from carrozza.kernel.actions import WORDS
from carrozza.kernel.bits import NONE, lowest, without_lowest
from carrozza.kernel.chance import stream
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import Grid, whole
from carrozza.kernel.state import NOBODY, State

PHASES: Final = 32
POLICY_STREAM: Final = 1 << 20
"""Where the random numbers of sampled decisions begin, among all that a world's seed gives."""


@rule
def chance_at(descent: Descent, state: State) -> float:
    """A number from 0 up to 1 that the world, the turn and the phase decide: the others answer two candidates as alike
    as they can."""
    place = POLICY_STREAM + whole(state.turns) * PHASES + whole(state.phase)
    return fraction(stream(descent.world_seed, place))


@rule
def sampled(probabilities: Grid, mask: Grid, at: float) -> int:
    """The action at which the probabilities, added up one after the other, exceed `at`."""
    action = NOBODY
    for word in range(WORDS):
        actions = mask[word]
        while actions != NONE:
            action = word * 64 + lowest(actions)
            actions = without_lowest(actions)
            at -= np.float64(probabilities[action])
            if at < 0.0:
                return action
    return action


@rule
def choose(work: Workspace, guidance: Guidance, room: Room, slots: Slots, slot: int) -> int:
    """As the policy does: its likeliest action, or for the others one by chance."""
    mask = slots.masks[slot]
    if guidance.others == SAMPLED and slots.seats[slot] != work.progress.seat:
        priors(room, slot, mask, guidance.temperature)
        return sampled(room.priors[slot], mask, chance_at(slots.descents[slot], slots.states[slot]))
    return likeliest(room.logits[slot], mask)


@rule
def note_decision(work: Workspace, descent: Descent, seat: int, action: int) -> None:
    """Go on to the node of a decision; where there is none, add it and leave the tree."""
    if descent.grown:
        return
    key = seen_as(action, seat == work.progress.seat)
    child = find_child(work.nodes, whole(descent.node), key)
    if child == NO_NODE:
        descent.grown = 1
        if work.progress.nodes == NODES:
            return
        child = whole(work.progress.nodes)
        add_child(work.nodes, child, whole(descent.node), key, seat)
        work.progress.nodes += 1
    descent.node = child
