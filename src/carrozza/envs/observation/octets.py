"""Eight cells at a time: a 64-bit word as eight bytes, the lowest first."""

import numpy as np

from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import Grid

_ONES = np.uint64(0x0101010101010101)
_DIAGONAL = np.uint64(0x8040201008040201)
_SEVENS = np.uint64(0x7F7F7F7F7F7F7F7F)
_TOPS = np.uint64(0x8080808080808080)
_7, _8, _255 = np.uint64(7), np.uint64(8), np.uint64(255)


@rule
def octets(bits: np.uint64) -> np.uint64:
    """The lowest eight bits as eight bytes of 0 or 1."""
    spread = ((bits & _255) * _ONES) & _DIAGONAL
    return ((spread + _SEVENS) >> _7) & _ONES


@rule
def in_octet(value: int, place: int) -> np.uint64:
    """A number from 0 to 255 as one of the eight bytes."""
    return np.uint64(value) << np.uint64(place << 3)


@rule
def smaller_octets(one: np.uint64, two: np.uint64) -> np.uint64:
    """Byte by byte the smaller one; all below 128."""
    not_less = ((one | _TOPS) - two) & _TOPS
    chosen = (not_less >> _7) * _255
    return (two & chosen) | (one & ~chosen)


@rule
def write_set(out: Grid, at: int, words: int, bits: np.uint64) -> None:
    """A set of up to 64 as cells of 0 and 1."""
    for i in range(words):
        out[at + i] = octets(bits)
        bits >>= _8


@rule
def copy_words(out: Grid, at: int, words: int, cells: Grid) -> None:
    for i in range(words):
        out[at + i] = cells[i]


@rule
def clear_words(out: Grid, at: int, words: int) -> None:
    for i in range(words):
        out[at + i] = np.uint64(0)


@rule
def put(out: Grid, at: int, value: int) -> None:
    """Write a cell that is 0 so far."""
    out[at >> 3] |= in_octet(value, at & 7)
