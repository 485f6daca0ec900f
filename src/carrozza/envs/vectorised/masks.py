"""The mask of legal actions with a byte for each action, as learning libraries take it."""

import numpy as np

from carrozza.kernel.actions import WORDS
from carrozza.kernel.bits import NONE
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import Grid

OCTETS = 8 * WORDS
_EACH = np.uint64(0x0101010101010101)
_OWN = np.uint64(0x8040201008040201)
_CARRY = np.uint64(0x7F7F7F7F7F7F7F7F)
_7, _8, _OCTET = np.uint64(7), np.uint64(8), np.uint64(0xFF)


@rule
def spread_octet(octet: np.uint64) -> np.uint64:
    """Eight bits as eight bytes, each 0 or 1: byte i keeps bit i, and a carry moves it to the byte's top."""
    return ((((octet * _EACH) & _OWN) + _CARRY) >> _7) & _EACH


@rule
def spread_mask(words: Grid, cells: Grid) -> None:
    """Write the mask's six words as 48 words of eight bytes."""
    for word in range(WORDS):
        rest = words[word]
        for octet in range(8):
            cells[word * 8 + octet] = spread_octet(rest & _OCTET) if rest != NONE else NONE
            rest >>= _8
