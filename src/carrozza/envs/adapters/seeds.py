"""The seeds of one game after another: those of the first slot of a vectorised environment."""

import secrets
from typing import Final

import numpy as np

from carrozza.envs.vectorised.arguments import SEEDS, checked_whole
from carrozza.kernel.chance import stream

_FIRST_SLOT: Final = 0


class GameSeeds:
    """`next(seed)` is the seed of the first game of that seed, `next(None)` that of the game after the last one.

    >>> seeds = GameSeeds()
    >>> first, second = seeds.next(7), seeds.next(None)
    >>> (seeds.next(7), seeds.next(None)) == (first, second)
    True
    """

    def __init__(self) -> None:
        self._slot: np.uint64 | None = None
        self.game = 0
        """The number of the game."""

    def next(self, seed: int | None) -> int:
        if seed is not None or self._slot is None:
            chosen = secrets.randbits(64) if seed is None else checked_whole("seed", seed, 0, SEEDS - 1)
            self._slot = np.uint64(stream(np.uint64(chosen), _FIRST_SLOT))
            self.game = 0
        else:
            self.game += 1
        return int(stream(self._slot, self.game))
