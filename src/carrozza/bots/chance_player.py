"""The random bot: every legal action is equally likely."""

import numpy as np

from carrozza.kernel.actions import WORDS
from carrozza.kernel.bits import count, nth
from carrozza.kernel.chance import below
from carrozza.kernel.compiled import entry
from carrozza.kernel.layout import Grid, blank, cell, record_dtype
from carrozza.kernel.state import NOBODY


class Luck:
    """A bot's own generator, kept outside the state: what bots draw leaves the game's deck as it is."""

    rng: np.uint64 = cell(np.uint64)


LUCK = record_dtype(Luck)


def blank_luck() -> Luck:
    luck: Luck = blank(LUCK)
    return luck


@entry
def choose_any(mask: Grid, luck: Luck) -> int:
    """One of the actions in the mask; -1 where it is empty."""
    actions = 0
    for word in range(WORDS):
        actions += count(mask[word])
    n = below(luck, actions)  # type: ignore[arg-type]  # any record with an `rng` will do
    for word in range(WORDS):
        here = count(mask[word])
        if n < here:
            return word * 64 + nth(mask[word], n)
        n -= here
    return NOBODY
