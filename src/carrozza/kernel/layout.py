"""The sizes everything has to fit in, and records of arrays declared like classes.

A class with `cell(...)` attributes is at once the type a reader (and mypy) sees and the layout of one NumPy
record: `state.hand[seat, colour]` reads well and compiles well.
"""

import math
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import numpy.typing as npt

SEATS = 6
ROUTES = 192
ROUTE_WORDS = ROUTES // 64
CITIES = 64
TICKETS = 64
CARDS = 110
COLOURS = 8
LOCOMOTIVE = COLOURS
KINDS = COLOURS + 1
GRAY = COLOURS
ROW = 5
LENGTHS = 9
OFFERED = 5
STATIONS = 3

Grid = npt.NDArray[Any]

whole = cast("Callable[[Any], int]", np.int64)
"""A plain number out of a record's small ones: what compiled code computes with. (Compiled `int` would keep the small
type, and every function would be compiled once for each.)"""


class _Cell:
    def __init__(self, kind: type[np.generic], shape: tuple[int, ...]) -> None:
        self.kind = kind
        self.shape = shape


def cell(kind: type[np.generic], *shape: int) -> Any:
    """Declare one field of a record: a number, or an array of them."""
    return _Cell(kind, shape)


def record_dtype(declared: type) -> np.dtype[Any]:
    """Large numbers first and the end filled up: no byte is left between fields, so equal records are equal bytes."""
    fields = [(name, np.dtype(c.kind), c.shape) for name, c in vars(declared).items() if isinstance(c, _Cell)]
    fields.sort(key=lambda field: -field[1].itemsize)
    size = sum(kind.itemsize * math.prod(shape) for _, kind, shape in fields)
    fields.append(("filler", np.dtype(np.uint8), (-size % 8 + 8,)))
    return np.dtype((np.record, np.dtype(fields, align=True)))


def blank(dtype: np.dtype[Any], *shape: int) -> Any:
    """A zeroed record, or an array of them."""
    records = np.zeros(shape or (1,), dtype=dtype).view(np.recarray)
    return records if shape else records[0]
