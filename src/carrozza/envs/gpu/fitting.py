"""Records no larger than a board and its number of seats need.

The kernel's records have room for six seats and 192 routes. The smaller the state of a game, the more games have
theirs in a multiprocessor's cache. The rules take their sizes from constants; so the process that compiles for a GPU
sets these first, and imports the rules then.
"""

import sys
from dataclasses import dataclass
from importlib import import_module
from math import prod
from typing import Any, Final, Self

import numpy as np

SWEEP_STATES: Final = 512
"""Room for the sweep of E3, where the CPU has 8192: a core that needs more is searched to the end instead, which gives
the same length. So a thread computes in 25 kB rather than in 367."""


@dataclass(frozen=True)
class Fit:
    """The sizes that a GPU's records have."""

    seats: int
    route_words: int
    script: int
    """Room for the cards of a real table and for the record of a game (`State.script`, `State.taken`)."""

    @classmethod
    def parse(cls, text: str) -> Self:
        return cls(*map(int, text.split("-")))

    def __str__(self) -> str:
        return f"{self.seats}-{self.route_words}-{self.script}"

    @classmethod
    def of(cls, routes: int, seats: int) -> Self:
        """The smallest for a board with so many routes."""
        return cls(seats, (routes + 63) // 64, 0)


FULL: Final = Fit(6, 3, 64)
"""The CPU's records."""


def fit_records(fit: Fit) -> None:
    """Set the sizes. No rule may have been imported."""
    if "carrozza.kernel.state" in sys.modules:
        raise RuntimeError("the rules have been imported with the sizes of the CPU")
    layout: Any = import_module("carrozza.kernel.layout")
    import_module("carrozza.kernel.actions")  # actions keep their numbers
    layout.SEATS = fit.seats
    layout.ROUTE_WORDS = fit.route_words
    state: Any = import_module("carrozza.kernel.state")
    state.SCRIPT = fit.script
    _resize(state.State, script=(fit.script,), taken=(fit.script,))
    state.STATE = state.State.dtype
    paths: Any = import_module("carrozza.kernel.paths")
    paths.STATES, paths.BUCKETS = SWEEP_STATES, 2 * SWEEP_STATES
    by_state = {"state": (2, SWEEP_STATES), "state_trail": (2, SWEEP_STATES), "state_length": (2, SWEEP_STATES)}
    _resize(paths.Workings, **by_state, bucket=(2 * SWEEP_STATES,), bucket_of=(SWEEP_STATES,))
    paths.WORKINGS = paths.Workings.dtype


def _resize(record: Any, **shapes: tuple[int, ...]) -> None:
    """Give some fields of a record other shapes."""
    fields = []
    for name, (kind, *_) in record.dtype.fields.items():
        base, shape = kind.subdtype or (kind, ())
        if name != "filler":
            fields.append((name, base, shapes.get(name, shape)))
    size = sum(base.itemsize * prod(shape) for _, base, shape in fields)
    fields.append(("filler", np.dtype(np.uint8), (-size % 8 + 8,)))
    record.dtype = np.dtype((np.record, np.dtype(fields, align=True)))
