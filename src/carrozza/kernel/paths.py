"""E3: the longest continuous path of one's own routes, exactly.

A path may pass a city again but uses a route once: a trail. Three steps keep the search small:

1. Dead ends are peeled off. A trail enters one only at its two ends, so each remaining city keeps just the depth of
   its two deepest dead ends (`deep`, `deeper`); what lies entirely in them is settled on the way.
2. In what is left (the core) choose the trail's two ends. A set of routes is a trail between them exactly when it
   hangs together and every city has the right parity; so instead of walking trails, routes are *dropped*, one at a
   city of wrong parity, until all parities are right. Few need to be dropped, however tangled the network is.
3. A branch is cut when even the cheapest conceivable repair cannot beat the best trail found so far.
"""

import numpy as np

from carrozza.kernel.bits import NONE, bit, count, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import (
    CITIES,
    LENGTHS,
    ROUTE_WORDS,
    STATIONS,
    Grid,
    Record,
    cell,
    whole,
)
from carrozza.kernel.state import State

EDGES = 64
HOPELESS = 1 << 14


class Workings(Record):
    """Room for the computations of one scoring; nothing in it outlives one."""

    around: Grid = cell(np.uint64, CITIES)
    """The player's routes, numbered from 0, that end in this city."""
    of_length: Grid = cell(np.uint64, LENGTHS)
    kept: Grid = cell(np.uint64, EDGES + 1)
    fixed: Grid = cell(np.uint64, EDGES + 1)
    wrong: Grid = cell(np.uint64, EDGES + 1)
    untried: Grid = cell(np.uint64, EDGES + 1)
    end_a: Grid = cell(np.int8, EDGES)
    end_b: Grid = cell(np.int8, EDGES)
    length: Grid = cell(np.int8, EDGES)
    deepest: Grid = cell(np.int16, CITIES)
    second: Grid = cell(np.int16, CITIES)
    label: Grid = cell(np.int8, CITIES)
    merged: Grid = cell(np.int8, CITIES)
    lendable: Grid = cell(np.int16, STATIONS, EDGES)
    lendable_size: Grid = cell(np.int8, STATIONS)
    core: np.uint64 = cell(np.uint64)
    """What is left of the player's routes without their dead ends."""
    trail: np.uint64 = cell(np.uint64)
    """The longest trail found so far, as far as it lies in the core; dead ends continue it at its two ends."""
    trail_start: int = cell(np.int8)
    trail_end: int = cell(np.int8)


WORKINGS = Workings.dtype


def blank_workings() -> Workings:
    return Workings()


@rule
def gather_routes(board: Board, state: State, seat: int, work: Workings) -> np.uint64:
    """Number the seat's routes from 0; returns the set of them."""
    for city in range(board.cities):
        work.around[city] = NONE
        work.deepest[city] = 0
        work.second[city] = 0
    for length in range(LENGTHS):
        work.of_length[length] = NONE
    edges = 0
    for word in range(ROUTE_WORDS):
        routes = state.owned[seat, word]
        while routes != NONE:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            a, b = whole(board.city_a[route]), whole(board.city_b[route])
            work.end_a[edges], work.end_b[edges], work.length[edges] = a, b, board.length[route]
            work.around[a] |= bit(edges)
            work.around[b] |= bit(edges)
            work.of_length[board.length[route]] |= bit(edges)
            edges += 1
    return bit(edges) - bit(0) if edges < EDGES else ~NONE


@rule
def other_end(work: Workings, edge: int, city: int) -> int:
    return whole(work.end_a[edge]) + whole(work.end_b[edge]) - city


@rule
def weight(work: Workings, edges: np.uint64) -> int:
    total = 0
    for length in range(1, LENGTHS):
        total += length * count(edges & work.of_length[length])
    return total


@rule
def hang(work: Workings, city: int, depth: int) -> None:
    if depth > work.deepest[city]:
        work.second[city] = work.deepest[city]
        work.deepest[city] = depth
    elif depth > work.second[city]:
        work.second[city] = depth


@rule
def peel(board: Board, work: Workings, edges: np.uint64) -> np.uint64:
    """Take off dead ends until none is left; returns the core."""
    for first in range(board.cities):
        city = first
        while count(work.around[city] & edges) == 1:
            edge = lowest(work.around[city] & edges)
            edges &= ~bit(edge)
            inward = other_end(work, edge, city)
            hang(work, inward, whole(work.deepest[city]) + whole(work.length[edge]))
            city = inward
    return edges


@rule
def longest_in_dead_ends(board: Board, work: Workings) -> int:
    best = 0
    note_trail(work, NONE, 0, 0)
    for city in range(board.cities):
        length = whole(work.deepest[city]) + whole(work.second[city])
        if length > best:
            best = length
            note_trail(work, NONE, city, city)
    return best


@rule
def note_trail(work: Workings, trail: np.uint64, start: int, end: int) -> None:
    work.trail = trail
    work.trail_start = start
    work.trail_end = end


@rule
def connected(work: Workings, edges: np.uint64, city: int) -> np.uint64:
    """The edges that hang together with this city."""
    found = NONE
    seen = bit(city)
    waiting = seen
    while waiting != NONE:
        here = lowest(waiting)
        waiting = without_lowest(waiting)
        fresh = work.around[here] & edges & ~found
        found |= fresh
        while fresh != NONE:
            there = bit(other_end(work, lowest(fresh), here))
            fresh = without_lowest(fresh)
            if seen & there == NONE:
                seen |= there
                waiting |= there
    return found


@rule
def cities_of(work: Workings, edges: np.uint64) -> np.uint64:
    cities = NONE
    while edges != NONE:
        edge = lowest(edges)
        edges = without_lowest(edges)
        cities |= bit(whole(work.end_a[edge])) | bit(whole(work.end_b[edge]))
    return cities


@rule
def odd_cities(work: Workings, edges: np.uint64) -> np.uint64:
    odd = NONE
    while edges != NONE:
        edge = lowest(edges)
        edges = without_lowest(edges)
        odd ^= bit(whole(work.end_a[edge])) ^ bit(whole(work.end_b[edge]))
    return odd


@rule
def shortest_at(work: Workings, edges: np.uint64, city: int) -> int:
    here = work.around[city] & edges
    for length in range(1, LENGTHS):
        if here & work.of_length[length] != NONE:
            return length
    return HOPELESS


@rule
def least_loss(work: Workings, droppable: np.uint64, wrong: np.uint64) -> int:
    """No repair costs less: every city of wrong parity loses a route, and a route serves two of them."""
    loss = 0
    while wrong != NONE:
        loss += shortest_at(work, droppable, lowest(wrong))
        wrong = without_lowest(wrong)
    return (loss + 1) // 2


@rule
def ends_bonus(work: Workings, start: int, end: int) -> int:
    if start == end:
        return whole(work.deepest[start]) + whole(work.second[start])
    return whole(work.deepest[start]) + whole(work.deepest[end])


@rule
def wrong_parity(odd: np.uint64, start: int, end: int) -> np.uint64:
    return odd if start == end else odd ^ bit(start) ^ bit(end)


@rule
def visit(work: Workings, depth: int, start: int, end: int, best: int) -> int:
    """Look at one choice of kept routes. Returns its weight where it is a trail, else 0; prepares what to drop next."""
    kept = connected(work, work.kept[depth], start)
    work.kept[depth] = kept
    work.untried[depth] = NONE
    if kept == NONE or (start != end and work.around[end] & kept == NONE):
        return 0
    wrong = work.wrong[depth] & cities_of(work, kept)
    work.wrong[depth] = wrong
    total = weight(work, kept)
    if wrong == NONE:
        return total
    droppable = kept & ~work.fixed[depth]
    if total - least_loss(work, droppable, wrong) > best:
        work.untried[depth] = narrowest(work, droppable, wrong)
    return 0


@rule
def visit_and_note(work: Workings, depth: int, start: int, end: int, best: int) -> int:
    found = visit(work, depth, start, end, best)
    if found <= best:
        return best
    note_trail(work, work.kept[depth], start, end)
    return found


@rule
def narrowest(work: Workings, droppable: np.uint64, wrong: np.uint64) -> np.uint64:
    """What can be dropped at the city of wrong parity that leaves the fewest choices."""
    fewest = NONE
    while wrong != NONE:
        here = work.around[lowest(wrong)] & droppable
        wrong = without_lowest(wrong)
        if fewest == NONE or count(here) < count(fewest):
            fewest = here
    return fewest


@rule
def longest_between(work: Workings, core: np.uint64, odd: np.uint64, start: int, end: int, best: int) -> int:
    """The heaviest trail of the core from start to end that beats `best`, else `best`."""
    depth = 0
    work.kept[0], work.fixed[0], work.wrong[0] = core, NONE, wrong_parity(odd, start, end)
    best = visit_and_note(work, 0, start, end, best)
    while depth >= 0:
        if work.untried[depth] == NONE:
            depth -= 1
            continue
        edge = lowest(work.untried[depth])
        work.untried[depth] = without_lowest(work.untried[depth])
        a, b = whole(work.end_a[edge]), whole(work.end_b[edge])
        work.kept[depth + 1] = work.kept[depth] & ~bit(edge)
        work.wrong[depth + 1] = work.wrong[depth] ^ bit(a) ^ bit(b)
        work.fixed[depth + 1] = work.fixed[depth]
        work.fixed[depth] |= bit(edge)
        depth += 1
        best = visit_and_note(work, depth, start, end, best)
    return best


@rule
def most_between(work: Workings, core: np.uint64, odd: np.uint64, total: int, start: int, end: int) -> int:
    return total - least_loss(work, core, wrong_parity(odd, start, end)) + ends_bonus(work, start, end)


@rule
def longest_in_core(work: Workings, core: np.uint64, best: int) -> int:
    """The longest trail through one connected core, dead ends at its two ends included; `best` where none is longer."""
    odd, total, cities = odd_cities(work, core), weight(work, core), cities_of(work, core)
    promising_start, promising_end, most = 0, 0, 0
    starts = cities
    while starts != NONE:
        start = lowest(starts)
        ends = starts
        starts = without_lowest(starts)
        while ends != NONE:
            end = lowest(ends)
            ends = without_lowest(ends)
            bound = most_between(work, core, odd, total, start, end)
            if bound > most:
                promising_start, promising_end, most = start, end, bound
    if most <= best:
        return best
    best = try_ends(work, core, odd, promising_start, promising_end, best)
    starts = cities
    while starts != NONE and best < most:
        start = lowest(starts)
        ends = starts
        starts = without_lowest(starts)
        while ends != NONE:
            end = lowest(ends)
            ends = without_lowest(ends)
            if most_between(work, core, odd, total, start, end) > best:
                best = try_ends(work, core, odd, start, end, best)
    return best


@rule
def try_ends(work: Workings, core: np.uint64, odd: np.uint64, start: int, end: int, best: int) -> int:
    bonus = ends_bonus(work, start, end)
    return longest_between(work, core, odd, start, end, best - bonus) + bonus


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
