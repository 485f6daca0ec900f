"""E3: the longest continuous path of one's own routes, exactly.

A path may pass a city again but uses a route once: a trail. Four steps keep the search small:

1. Dead ends are peeled off. A trail enters one only at its two ends, so each remaining city keeps just the depth of
   its two deepest dead ends (`deepest`, `second`); what lies entirely in them is settled on the way.
2. In what is left (the core) a set of routes is a trail exactly when it hangs together and no city, or two, have an
   odd number of them. So instead of walking trails, routes are *dropped* (`path_search`).
3. What cannot beat the length looked for, even by the cheapest conceivable repair, is cut (`path_bounds`).
4. A core that takes too many steps is swept from one side to the other instead (`path_sweep`), which remembers how
   little of a half-built trail matters to the rest. So the time stays within bounds on boards drawn to be slow.
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
LEVELS = EDGES + 4
"""Every level of the search drops a route, leaves a piece aside, or makes one of two cities an end."""
STATES = 8192
BUCKETS = 2 * STATES
SLOTS = 12


class Workings(Record):
    """Room for the computations of one scoring; nothing in it outlives one."""

    around: Grid = cell(np.uint64, CITIES)
    """The player's routes, numbered from 0, that end in this city."""
    of_length: Grid = cell(np.uint64, LENGTHS)
    end_a: Grid = cell(np.int8, EDGES)
    end_b: Grid = cell(np.int8, EDGES)
    length: Grid = cell(np.int8, EDGES)
    deepest: Grid = cell(np.int16, CITIES)
    second: Grid = cell(np.int16, CITIES)

    core: np.uint64 = cell(np.uint64)
    """What is left of the player's routes without their dead ends."""
    trail: np.uint64 = cell(np.uint64)
    """The longest trail found so far, as far as it lies in the core; dead ends continue it at its two ends."""
    trail_start: int = cell(np.int8)
    trail_end: int = cell(np.int8)
    next_target: int = cell(np.int16)
    """The greatest length that was not looked for because it is below the present target."""

    kept: Grid = cell(np.uint64, LEVELS)
    fixed: Grid = cell(np.uint64, LEVELS)
    wrong: Grid = cell(np.uint64, LEVELS)
    untried: Grid = cell(np.uint64, LEVELS)
    apart: Grid = cell(np.uint64, LEVELS)
    ends: Grid = cell(np.uint64, LEVELS)
    never_ends: Grid = cell(np.uint64, LEVELS)
    spare_ends: Grid = cell(np.int8, LEVELS)
    pivot: Grid = cell(np.int8, LEVELS)
    steps_left: int = cell(np.int32)
    fewer_steps: int = cell(np.int32)
    """How much sooner than usual a core is swept: for tests of the sweep."""

    beside: Grid = cell(np.uint64, CITIES)
    """The cities that a droppable route joins to this one."""
    partner: Grid = cell(np.int8, CITIES)
    served: Grid = cell(np.int8, CITIES)
    via: Grid = cell(np.int8, CITIES)

    order: Grid = cell(np.int8, CITIES)
    tried_order: Grid = cell(np.int8, CITIES)
    slot: Grid = cell(np.int8, CITIES)
    city_in: Grid = cell(np.int8, SLOTS)
    state: Grid = cell(np.uint64, 2, STATES)
    state_trail: Grid = cell(np.uint64, 2, STATES)
    state_length: Grid = cell(np.int16, 2, STATES)
    bucket: Grid = cell(np.int16, BUCKETS)
    """The number of the state there, plus one."""
    bucket_of: Grid = cell(np.int16, STATES)
    states: int = cell(np.int32)
    full: int = cell(np.int8)
    rest: np.uint64 = cell(np.uint64)
    rest_odd: np.uint64 = cell(np.uint64)
    rest_length: int = cell(np.int16)
    rest_deepest: int = cell(np.int16)
    rest_second: int = cell(np.int16)
    swept_length: int = cell(np.int16)
    swept_trail: np.uint64 = cell(np.uint64)

    label: Grid = cell(np.int8, CITIES)
    lendable: Grid = cell(np.int16, STATIONS, EDGES)
    lendable_size: Grid = cell(np.int8, STATIONS)
    borrowed: Grid = cell(np.int8, STATIONS)
    """By station, which of its lendable routes is used, counted from 1; 0 for none."""
    between: Grid = cell(np.int32, CITIES, CITIES)
    """What a seat's tickets between two networks are worth, and how many they are (`borrowing`)."""


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
def ends_bonus(work: Workings, start: int, end: int) -> int:
    """What the dead ends at its two ends add to a trail."""
    if start == end:
        return whole(work.deepest[start]) + whole(work.second[start])
    return whole(work.deepest[start]) + whole(work.deepest[end])
