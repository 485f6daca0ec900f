"""Writing cells into an observation."""

from typing import TYPE_CHECKING

from carrozza.kernel.compiled import INTERPRETED, rule
from carrozza.kernel.layout import Grid
from carrozza.observation.cells.octets import in_octet

if INTERPRETED or TYPE_CHECKING:
    from carrozza.observation.cells.plain import write_numbers, write_set
else:
    from carrozza.observation.cells.vectors import write_numbers, write_set

__all__ = ["copy_words", "put", "write_numbers", "write_set"]


@rule
def copy_words(out: Grid, at: int, words: int, cells: Grid) -> None:
    for i in range(words):
        out[at + i] = cells[i]


@rule
def put(out: Grid, at: int, value: int) -> None:
    """Write a cell that is 0 so far."""
    out[at >> 3] |= in_octet(value, at & 7)
