"""Sets as bits of 64-bit words."""

import numpy as np

from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import whole

NONE = np.uint64(0)
ONE = np.uint64(1)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_FIVES = np.uint64(0x5555555555555555)
_THREES = np.uint64(0x3333333333333333)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x0101010101010101)
_1, _2, _4, _56 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)


@rule
def bit(index: int) -> np.uint64:
    return ONE << np.uint64(index)


@rule
def has(word: np.uint64, index: int) -> bool:
    return bool((word >> np.uint64(index)) & ONE != NONE)


@rule
def count(word: np.uint64) -> int:
    """How many bits are set (the compiler knows this pattern: one instruction)."""
    word = word - ((word >> _1) & _FIVES)
    word = (word & _THREES) + ((word >> _2) & _THREES)
    word = (word + (word >> _4)) & _NIBBLES
    return whole((word * _BYTES) >> _56)


@rule
def lowest(word: np.uint64) -> int:
    """The index of the lowest bit set; 64 where there is none."""
    return count((word & (~word + ONE)) - ONE) if word != NONE else 64


@rule
def without_lowest(word: np.uint64) -> np.uint64:
    return word & (word - ONE)


@rule
def nth(word: np.uint64, n: int) -> int:
    """The index of the n-th bit set, from 0."""
    for _ in range(n):
        word = without_lowest(word)
    return lowest(word)
