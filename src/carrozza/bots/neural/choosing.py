"""Choosing an action: the likeliest, or at random by the network's own mixture, sharper or flatter."""

import numpy as np

from carrozza.bots.neural.forward import Room, priors
from carrozza.kernel.actions import ACTIONS
from carrozza.kernel.chance import splitmix
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import Grid, Record, cell

_11 = np.uint64(11)
_UNIT = 2.0**-53


class Generator(Record):
    rng: np.uint64 = cell(np.uint64)
    """The bot's own: what bots draw leaves the game's deck as it is."""


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
