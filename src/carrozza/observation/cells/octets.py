"""Eight numbers at a time: a 64-bit word as eight bytes, the lowest first."""

import numpy as np

from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import whole

ONES = np.uint64(0x0101010101010101)
_DIAGONAL = np.uint64(0x8040201008040201)
_SEVENS = np.uint64(0x7F7F7F7F7F7F7F7F)
TOPS = np.uint64(0x8080808080808080)
_GATHER = np.uint64(0x0102040810204080)
_7, _8, _16, _32, _56, _255 = (np.uint64(number) for number in (7, 8, 16, 32, 56, 255))


@rule
def octets(bits: np.uint64) -> np.uint64:
    """The lowest eight bits as eight bytes of 0 or 1."""
    spread = ((bits & _255) * ONES) & _DIAGONAL
    return ((spread + _SEVENS) >> _7) & ONES


@rule
def in_octet(value: int, place: int) -> np.uint64:
    """A number from 0 to 255 as one of the eight bytes."""
    return np.uint64(value) << np.uint64(place << 3)


@rule
def octet(word: np.uint64, place: int) -> int:
    return whole((word >> np.uint64(place << 3)) & _255)


@rule
def in_all(value: int) -> np.uint64:
    """The same number in all eight bytes."""
    return np.uint64(value) * ONES


@rule
def smaller_octets(one: np.uint64, two: np.uint64) -> np.uint64:
    """Byte by byte the smaller one; all below 128."""
    more = (one | TOPS) - two
    not_less = more & TOPS
    return one - (more & (not_less - (not_less >> _7)))


@rule
def smallest_octet(word: np.uint64) -> np.uint64:
    """The smallest of the eight bytes, all below 128."""
    word = smaller_octets(word, word >> _32)
    word = smaller_octets(word, word >> _16)
    word = smaller_octets(word, word >> _8)
    return word & _255


@rule
def zero_octets(word: np.uint64) -> np.uint64:
    """A bit for each of the eight bytes, all below 128, that is 0."""
    zero = ((word + _SEVENS) & TOPS) ^ TOPS
    return ((zero >> _7) * _GATHER) >> _56
