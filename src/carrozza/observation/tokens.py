"""Writing tokens."""

import numpy as np

from carrozza.kernel.board import Board
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import Grid, whole
from carrozza.kernel.state import State
from carrozza.observation.declaration import Plan
from carrozza.observation.distances import Search
from carrozza.observation.flat import write_flat
from carrozza.observation.recall import Recall

_255 = np.uint64(255)


@entry
def write_tokens(
    board: Board,
    plan: Plan,
    runs: Grid,
    state: State,
    seat: int,
    recall: Recall,
    search: Search,
    flat: Grid,
    out: Grid,
) -> None:
    """Write what the seat observes as rows into `out`, int8. `flat` is room for the flat form (`plan.size // 8` words);
    `runs` says which cells of it go where."""
    write_flat(board, plan, state, seat, recall, search, flat)
    place_tokens(runs, flat, out)


@rule
def place_tokens(runs: Grid, flat: Grid, out: Grid) -> None:
    """Make tokens of the flat form."""
    for i in range(len(out)):
        out[i] = 0
    for run in range(len(runs)):
        at, to, step = whole(runs[run, 0]), whole(runs[run, 1]), whole(runs[run, 2])
        for _ in range(runs[run, 3]):
            out[to] = whole((flat[at >> 3] >> np.uint64((at & 7) << 3)) & _255)
            at += 1
            to += step
