"""Choosing an action: the likeliest, or at random by the network's own mixture, sharper or flatter."""

import numpy as np

from carrozza.bots.neural.arithmetic.exponential import exp_of_negative
from carrozza.bots.neural.flat.arrays import WORD, Room
from carrozza.kernel.actions import ACTIONS, WORDS
from carrozza.kernel.bits import NONE, lowest, without_lowest
from carrozza.kernel.chance import splitmix
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import Grid, Record, cell

_11 = np.uint64(11)
_UNIT = 2.0**-53


class Generator(Record):
    rng: np.uint64 = cell(np.uint64)
    """The bot's own: what bots draw leaves the game's deck as it is."""


@rule
def likeliest(logits: Grid, mask: Grid) -> int:
    """The legal action with the highest logit, the first of several."""
    best, highest = -1, np.float32(0.0)
    for word in range(WORDS):
        actions = mask[word]
        while actions != NONE:
            action = word * WORD + lowest(actions)
            actions = without_lowest(actions)
            if best < 0 or logits[action] > highest:
                best, highest = action, logits[action]
    return best


@entry
def priors(room: Room, slot: int, mask: Grid, temperature: float) -> int:
    """Write the probabilities of the legal actions into `room.priors[slot]`, 0 elsewhere; returns the likeliest action.
    Temperature 1 is the network's own mixture, 0 the likeliest action alone."""
    chances, logits = room.priors[slot], room.logits[slot]
    best = likeliest(logits, mask)
    for action in range(ACTIONS):
        chances[action] = 0.0
    if temperature <= 0.0:
        chances[best] = 1.0
        return best
    total = 0.0
    for word in range(WORDS):
        actions = mask[word]
        while actions != NONE:
            action = word * WORD + lowest(actions)
            actions = without_lowest(actions)
            below = np.float64(logits[action]) - np.float64(logits[best])
            chance = exp_of_negative(below / temperature)
            chances[action] = chance
            total += chance
    for action in range(ACTIONS):
        if chances[action] > 0.0:
            chances[action] = np.float32(np.float64(chances[action]) / total)
    return best


@rule
def drawn(chances: Grid, generator: Generator, likeliest: int) -> int:
    """An action, each as often as its chance says."""
    total = 0.0
    for action in range(ACTIONS):
        total += chances[action]
    at = float(splitmix(generator) >> _11) * _UNIT * total  # type: ignore[arg-type]  # any record with an `rng`
    for action in range(ACTIONS):
        if chances[action] > 0.0:
            at -= chances[action]
            if at < 0.0:
                return action
    return likeliest


@entry
def choose_from(room: Room, slot: int, mask: Grid, temperature: float, generator: Generator) -> int:
    """An action of the mask, by the logits in a slot: at random by their probabilities, or with temperature 0 the
    likeliest."""
    best = priors(room, slot, mask, temperature)
    return drawn(room.priors[slot], generator, best) if temperature > 0.0 else best
