"""What `vectors.py` does, in words of eight bytes: for the interpreter and for a GPU."""

import numpy as np

from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import Grid
from carrozza.observation.cells.octets import (
    TOPS,
    in_all,
    in_octet,
    octets,
    smaller_octets,
    smallest_octet,
    zero_octets,
)

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


@rule
def tight_lanes(near: Grid, far: Grid, length: int) -> np.uint64:
    """A bit for each byte of two rows: whether the second is farther by just this length."""
    lanes = np.uint64(0)
    for word in range(4):
        lanes |= zero_octets((near[word] + in_all(length)) ^ far[word]) << np.uint64(word << 3)
    return lanes


@rule
def set_lane(row: Grid, byte: int, spaces: int) -> None:
    """Write one byte of a row."""
    others = ~in_octet(255, byte & 7)
    row[byte >> 3] = (row[byte >> 3] & others) | in_octet(spaces, byte & 7)


@rule
def lower_row(row: Grid, other: Grid, spaces: int) -> None:
    """Where the way by way of another row and on from there is shorter, take that."""
    for word in range(4):
        row[word] = smaller_octets(row[word], other[word] + in_all(spaces))


@rule
def least_way(a: Grid, b: Grid, shift: Grid, quiet: Grid) -> np.uint64:
    """Of the ways from first city to second that go from one node straight to the other, in either direction: what the
    least is, shifted by lane, without the lanes that are quiet (127)."""
    least = np.uint64(127)
    for word in range(2):
        way = smaller_octets(a[word] + b[word + 2], b[word] + a[word + 2])
        signed = shift[word] - ((shift[word] & TOPS) << _1)  # one sum for all bytes, some of them less than 0
        least = min(least, smallest_octet((way + signed) | quiet[word]))
    return least
