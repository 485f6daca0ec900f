"""States whose cells are read several times as fast: a view is read hundreds of times while it is written as JSON."""

from typing import Any

import numpy as np

from carrozza.game import View
from carrozza.kernel.state import STATE, State


class QuickState(np.void):  # type: ignore[misc]
    """A state by another class: NumPy's own records look every name up anew, and with much ado."""


def _cell(name: str) -> property:
    def read(state: QuickState) -> Any:
        return state[name]

    def write(state: QuickState, value: Any) -> None:
        state[name] = value

    return property(read, write)


for _name in STATE.names or ():
    setattr(QuickState, _name, _cell(_name))

QUICK = np.dtype((QuickState, STATE))


def quickly_read(view: View) -> View:
    """The same view of the same memory."""
    state: State = np.frombuffer(view.state.data, QUICK)[0]  # type: ignore[attr-defined]
    return View(view.names, state, view.seat)
