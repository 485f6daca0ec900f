"""The random generator (SplitMix64), kept in the state: a seed and the decisions give the same game everywhere."""

import numpy as np

from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import whole
from carrozza.kernel.state import State

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_SPAN = np.uint64(1 << 32)


@rule
def mixed(word: np.uint64) -> np.uint64:
    word = (word ^ (word >> _30)) * _MIX_1
    word = (word ^ (word >> _27)) * _MIX_2
    return word ^ (word >> _31)


@entry
def stream(seed: np.uint64, number: int) -> np.uint64:
    """The seed of the `number`-th of many games that share one seed."""
    return mixed(mixed(seed + _STEP) + np.uint64(number) * _STEP)


@rule
def advance(state: State) -> np.uint64:
    state.rng += _STEP
    return mixed(state.rng)


@rule
def below(state: State, limit: int) -> int:
    """A number from 0 to limit - 1, each equally likely (Lemire's method: no bias, hardly ever a second try)."""
    span = np.uint64(limit)
    product = (advance(state) >> _32) * span
    if product & _LOW < span:
        unfair = (_SPAN - span) % span
        while product & _LOW < unfair:
            product = (advance(state) >> _32) * span
    return whole(product >> _32)
