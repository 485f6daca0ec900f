"""Sets of bits as cells, eight at a time: for the interpreter and for a GPU. See `vectors.py`."""

import numpy as np

from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import Grid
from carrozza.observation.cells.octets import octets

_1, _2, _3 = np.uint64(1), np.uint64(2), np.uint64(3)


@rule
def write_set(out: Grid, at: int, words: int, bits: np.uint64) -> None:
    """A set of up to 64 as cells of 0 and 1."""
    for i in range(words):
        out[at + i] = octets(bits >> np.uint64(i << 3))


@rule
def write_numbers(
    out: Grid, at: int, words: int, ones: np.uint64, twos: np.uint64, fours: np.uint64, eights: np.uint64
) -> None:
    """Up to 64 numbers below 16 as cells, given as the sets of those with a one, a two, a four and an eight in them."""
    for i in range(words):
        place = np.uint64(i << 3)
        low = octets(ones >> place) | (octets(twos >> place) << _1)
        out[at + i] = low | (octets(fours >> place) << _2) | (octets(eights >> place) << _3)
