"""E3: the longest path of a seat. How it is found is told in `paths`."""

import numpy as np

from carrozza.kernel.bits import NONE, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import whole
from carrozza.kernel.path_search import find_trail
from carrozza.kernel.path_sweep import sweep
from carrozza.kernel.paths import (
    Workings,
    cities_of,
    connected,
    gather_routes,
    longest_in_dead_ends,
    peel,
    weight,
)
from carrozza.kernel.state import State

SEARCH_STEPS = 400
"""Before a core is swept instead: they take about 0.1 ms."""
UNLIMITED = (1 << 31) - 1


@rule
def longest_path(board: Board, state: State, seat: int, work: Workings) -> int:
    """E3: in trains."""
    edges = peel(board, work, gather_routes(board, state, seat, work))
    work.core = edges
    best = longest_in_dead_ends(board, work)
    while edges != NONE:
        core = connected(work, edges, whole(work.end_a[lowest(edges)]))
        edges &= ~core
        best = longest_in_core(work, core, best)
    return best


@rule
def longest_in_core(work: Workings, core: np.uint64, best: int) -> int:
    """The longest trail through one connected core, dead ends at its two ends included; `best` where none is longer.

    Lengths are looked for from the greatest conceivable one downwards. A core with no room to be swept is searched to
    the end, however long that takes."""
    work.steps_left = SEARCH_STEPS - whole(work.fewer_steps)
    target = most_conceivable(work, core)
    while target > best:
        found = find_trail(work, core, target)
        if found > 0:
            return found
        if work.steps_left > 0:
            target = whole(work.next_target)
            continue
        swept = sweep(work, core, best, target)
        if swept >= 0:
            return swept
        work.steps_left = UNLIMITED
    return best


@rule
def most_conceivable(work: Workings, core: np.uint64) -> int:
    """All of it, and the two deepest dead ends."""
    deepest, second = 0, 0
    cities = cities_of(work, core)
    while cities != NONE:
        city = lowest(cities)
        cities = without_lowest(cities)
        for depth in (whole(work.deepest[city]), whole(work.second[city])):
            second = max(second, min(deepest, depth))
            deepest = max(deepest, depth)
    return weight(work, core) + deepest + second
