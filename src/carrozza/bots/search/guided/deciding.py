"""Decisions inside the tree, once the network has looked at the position."""

import math
from typing import Final

import numpy as np

from carrozza.bots.neural.forward import Room, likeliest, priors
from carrozza.bots.search.guided.guidance import LIKELIEST, Guidance
from carrozza.bots.search.guided.slots import Descent, Slots
from carrozza.bots.search.imagining.chance import fraction
from carrozza.bots.search.tree import NO_NODE, NODES, add_child, find_child, seen_as
from carrozza.bots.search.workspace import Workspace
from carrozza.kernel.actions import WORDS
from carrozza.kernel.bits import NONE, bit, has, lowest, without_lowest
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
def choose_for_other(guidance: Guidance, room: Room, slots: Slots, slot: int) -> int:
    mask = slots.masks[slot]
    if guidance.others == LIKELIEST:
        return likeliest(room.logits[slot], mask)
    priors(room, slot, mask, guidance.temperature)
    return sampled(room.priors[slot], mask, chance_at(slots.descents[slot], slots.states[slot]))


@rule
def likeliest_left(room: Room, slot: int, mask: Grid, tried: Grid) -> int:
    """The likeliest of the legal actions that were not tried; -1 where all were."""
    best = NOBODY
    for word in range(WORDS):
        actions = mask[word] & ~tried[word]
        while actions != NONE:
            action = word * 64 + lowest(actions)
            actions = without_lowest(actions)
            if best == NOBODY or room.priors[slot, action] > room.priors[slot, best]:
                best = action
    return best


@rule
def choose_own(work: Workspace, guidance: Guidance, room: Room, slots: Slots, slot: int) -> int:
    """PUCT: what its visits were worth, near the node's own worth while they are few, and more the likelier the policy
    finds it and the less it was tried. Games under way count as visits."""
    nodes, mask, tried = work.nodes, slots.masks[slot], work.mask
    node = whole(slots.descents[slot].node)
    if slots.descents[slot].grown or nodes[node].visits == 0:
        return likeliest(room.logits[slot], mask)
    priors(room, slot, mask, guidance.temperature)
    usual = nodes[node].value / nodes[node].visits
    attraction = guidance.exploration * math.sqrt(nodes[node].visits + slots.pending[node])
    best, highest = NOBODY, -1000.0
    for word in range(WORDS):
        tried[word] = NONE
    child = whole(nodes[node].first)
    while child != NO_NODE:
        action = whole(nodes[child].action)
        if has(mask[action // 64], action % 64):
            tried[action // 64] |= bit(action % 64)
            visits = nodes[child].visits
            mean = (nodes[child].value + guidance.prior_visits * usual) / (visits + guidance.prior_visits)
            worth = mean + attraction * room.priors[slot, action] / (1 + visits + slots.pending[child])
            if worth > highest:
                best, highest = action, worth
        child = whole(nodes[child].following)
    fresh = likeliest_left(room, slot, mask, tried)
    if fresh != NOBODY and usual + attraction * room.priors[slot, fresh] > highest:
        return fresh
    return best


@rule
def follow_tree(work: Workspace, slots: Slots, slot: int, seat: int, action: int) -> None:
    """Go on to the node of a decision; where there is none, add it and leave the tree."""
    descent = slots.descents[slot]
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
        slots.pending[child] = 0
        work.progress.nodes += 1
    descent.node = child
    slots.pending[child] += 1
