"""Measures: a worst value, a limit, and a sentence for whatever breaks it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from carrozza.atlas.layout.shapes import Array

ROUNDING = 0.2
"""What rounding to tenths of a millimetre may cost a distance."""


class Measure(NamedTuple):
    """One thing measured: its worst value and where that is, its limit, and a sentence for each that breaks it."""

    name: str
    unit: str
    worst: float
    where: str
    limit: float
    most: bool
    faults: tuple[str, ...]

    @property
    def kept(self) -> bool:
        """Does everything keep the limit?"""
        return not self.faults


@dataclass(frozen=True)
class Measures:
    """Everything measured on a layout."""

    board: str
    width: float
    height: float
    rows: tuple[Measure, ...]

    def __getitem__(self, name: str) -> Measure:
        return self._by_name[name]

    def __iter__(self) -> Iterator[Measure]:
        return iter(self.rows)

    @cached_property
    def _by_name(self) -> dict[str, Measure]:
        return {row.name: row for row in self.rows}

    def as_json(self) -> dict[str, Any]:
        """The measures as JSON values; what could not be measured is null."""
        rows = {row.name: _row_as_json(row) for row in self.rows}
        return {"board": self.board, "size": [self.width, self.height], "measures": rows, "faults": faults(self)}


def _row_as_json(row: Measure) -> dict[str, Any]:
    worst = round(row.worst, 3) if np.isfinite(row.worst) else None
    limit = {"most" if row.most else "least": round(row.limit, 3)}
    return {"worst": worst, **limit, "unit": row.unit, "where": row.where, "kept": row.kept}


def faults(measures: Measures) -> list[str]:
    """Whatever breaks a limit, in words."""
    return list(dict.fromkeys(fault for row in measures.rows for fault in row.faults))


def at_least(
    name: str, values: Array, limit: float, where: Callable[[int], str], tell: Callable[[int], str], unit: str = "mm"
) -> Measure:
    """A measure whose every value must be at least the limit, less what rounding costs."""
    values = np.asarray(values, dtype=float)
    slack = ROUNDING if unit == "mm" else 1e-9
    broken = [int(index) for index in np.argsort(values, kind="stable") if values[index] < limit - slack]
    worst = int(np.argmin(values)) if len(values) else None
    return Measure(
        name,
        unit,
        float("inf") if worst is None else float(values[worst]),
        "" if worst is None else where(worst),
        limit,
        most=False,
        faults=tuple(dict.fromkeys(tell(index) for index in broken)),
    )


def at_most(
    name: str, values: Array, limit: float, where: Callable[[int], str], tell: Callable[[int], str], unit: str = "mm"
) -> Measure:
    """A measure whose every value must be at most the limit, and what rounding costs."""
    row = at_least(name, -np.asarray(values, dtype=float), -limit, where, tell, unit)
    return row._replace(worst=-row.worst, limit=limit, most=True)


def clear(
    name: str,
    gaps: Array,
    limit: float,
    pair: Callable[[int], tuple[str, str]],
) -> Measure:
    """A measure of things in pairs that must not overlap, and keep a distance where there is a limit."""

    def tell(index: int) -> str:
        one, other = pair(index)
        if gaps[index] < 0:
            return f"{one} overlaps {other} by {-gaps[index]:.1f} mm"
        return f"{one} is {gaps[index]:.1f} mm from {other}, less than {limit:.1f} mm"

    return at_least(name, gaps, limit, lambda index: " and ".join(pair(index)), tell)


def worst_of_pairs(
    first: NDArray[np.intp], second: NDArray[np.intp], values: Array
) -> tuple[NDArray[np.intp], NDArray[np.intp], Array]:
    """The least value of each pair of names, so that each is told once."""
    order = np.lexsort((values, second, first))
    first, second, values = first[order], second[order], values[order]
    kept = np.ones(len(first), dtype=bool)
    kept[1:] = (first[1:] != first[:-1]) | (second[1:] != second[:-1])
    return first[kept], second[kept], values[kept]


def share(name: str, value: float, limit: float, what: str) -> Measure:
    message = f"{name} {value:.2f}, less than {limit}: too many {what}"
    return at_least(name, np.array([value]), limit, lambda _: "the whole map", lambda _: message, "")
