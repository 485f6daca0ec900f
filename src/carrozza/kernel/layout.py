"""The sizes everything has to fit in, and records of arrays declared like classes.

A class with `cell(...)` attributes is at once the type a reader (and mypy) sees and the layout of one NumPy
record: `state.hand[seat, colour]` reads well and compiles well.
"""

import math
from collections.abc import Callable
from typing import Any, ClassVar, Self, cast

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


class _CompiledType:
    """What compiled code takes a record for; made when it is first asked for, as Numba takes long to import."""

    def __get__(self, record: object, owner: "type[Record]") -> Any:
        import numba

        owner._numba_type_ = made = numba.from_dtype(owner.dtype)
        return made


class _MemoryOf:
    """The bytes of a NumPy record, to be written too: its own buffer is for reading alone."""

    def __init__(self, record: Any) -> None:
        self.record = record
        """Keeps the memory."""
        shown = np.frombuffer(record.data, np.int8).__array_interface__
        self.__array_interface__ = {**shown, "data": (shown["data"][0], False)}


class Record:
    """One record in Python's hands: fields by name over one array of bytes.

    NumPy's own records describe all their fields whenever one is read or compiled code is given them; this one is
    read in a tenth of the time, and compiled code is given its bytes.
    """

    __slots__ = ("__dict__", "data")

    dtype: ClassVar[np.dtype[Any]]
    memory: Grid
    """Another name of `data`, which NumPy's records do not have."""
    _numba_type_: ClassVar[Any] = _CompiledType()

    def __init__(self, data: Grid | None = None) -> None:
        """A zeroed record, or one over these bytes (int8), which it shares."""
        self.data: Grid = np.zeros(self.dtype.itemsize, np.int8) if data is None else data

    def __init_subclass__(cls) -> None:
        cls.dtype = record_dtype(cls)
        for name, (kind, offset, *_) in (cls.dtype.fields or {}).items():
            setattr(cls, name, _reader(name, kind, offset))

    @classmethod
    def of(cls, record: Any) -> Self:
        """The same memory, where it is one record of an array."""
        return record if isinstance(record, cls) else cls(np.asarray(_MemoryOf(record)))

    @classmethod
    def from_bytes(cls, raw: bytes) -> Self:
        """A record of its own; the inverse of `tobytes`."""
        return cls(np.frombuffer(bytearray(raw), np.int8))

    def copy(self) -> Self:
        return type(self)(self.data.copy())

    def tobytes(self) -> bytes:
        return self.data.tobytes()

    @property
    def record(self) -> Any:
        """The same memory as a NumPy record: `states[0] = state.record` writes it into an array."""
        return self.data.view(self.dtype)[0]

    def __reduce__(self) -> tuple[type[Self], tuple[Grid]]:
        return type(self), (self.data.copy(),)


Record.memory = Record.data  # type: ignore[misc]


def _reader(name: str, kind: np.dtype[Any], offset: int) -> property:
    """A field as it is read and written: small numbers as `int`, words as `np.uint64`, arrays as they lie."""
    base, shape = kind.subdtype or (kind, ())
    if kind == np.int8:
        return property(lambda record: record.data.item(offset), lambda record, new: _put(record.data, offset, new))

    def lying(record: Record) -> Grid:
        views = record.__dict__
        if name not in views:
            views[name] = np.ndarray(shape, base, record.data, offset)
        found: Grid = views[name]
        return found

    def write(record: Record, new: Any) -> None:
        lying(record)[...] = new

    if shape:
        return property(lying, write)
    if base == np.uint64:
        return property(lambda record: lying(record)[()], write)
    return property(lambda record: lying(record).item(), write)


def _put(data: Grid, offset: int, value: Any) -> None:
    data[offset] = value
