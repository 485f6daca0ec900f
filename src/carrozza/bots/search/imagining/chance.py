"""Random numbers with a point."""

import numpy as np

from carrozza.kernel.chance import splitmix
from carrozza.kernel.compiled import rule
from carrozza.kernel.state import State

_11 = np.uint64(11)
_UNIT = 2.0**-53


@rule
def fraction(word: np.uint64) -> float:
    """A number from 0 up to 1 of 64 random bits."""
    return float(word >> _11) * _UNIT


@rule
def chance_of(state: State) -> float:
    """A number from 0 up to 1."""
    return fraction(splitmix(state))
