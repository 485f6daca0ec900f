"""E3: the longest trail of a core, by sweeping over it city by city.

The routes are taken in an order in which few cities are half-way at a time (the *frontier*). Of the routes kept so far
the rest needs to know only this much: for every city of the frontier its parity and what it hangs together with, and
how many ends the trail has already. That is a *state*, one 64-bit word; of all choices that lead to the same state the
longest is remembered. States that cannot reach the target any more are left out.

A slot of four bits for the piece of trail (0: none) and one for the parity stands for each city of the frontier.
"""

import numpy as np

from carrozza.kernel.bits import NONE, ONE, bit, count, lowest, without_lowest
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import whole
from carrozza.kernel.path_bounds import least_loss, list_beside
from carrozza.kernel.paths import (
    BUCKETS,
    SLOTS,
    STATES,
    Workings,
    cities_of,
    note_trail,
    odd_cities,
    other_end,
    weight,
)
from carrozza.kernel.state import NOBODY

SLOT_BITS = 5
SLOT = np.uint64(31)
PIECE = np.uint64(30)
ENDS_AT = np.uint64(SLOT_BITS * SLOTS)
SLOT_MASK = (ONE << ENDS_AT) - ONE
NEW_PIECE = 15
SPREAD = np.uint64(0x9E3779B97F4A7C15)
HALF, TOP = np.uint64(29), np.uint64(32)
BUCKET_MASK = np.uint64(BUCKETS - 1)
TOO_WIDE = 24
"""As wide a frontier as the estimate of an order's cost tells apart."""


@rule
def sweep(work: Workings, core: np.uint64, best: int, target: int) -> int:
    """The length of the longest trail through this connected core, dead ends included, and notes it; `best` where none
    is longer; -1 where there is not room enough to tell. No trail may be longer than the target."""
    cities = cities_of(work, core)
    list_beside(work, core, cities)
    arrange(work, cities)
    work.swept_length = best
    while target > work.swept_length:
        work.next_target = 0
        sweep_once(work, core, cities, target)
        if work.full:
            return NOBODY
        if work.swept_length < target:
            target = max(whole(work.next_target), whole(work.swept_length))
    if work.swept_length > best:
        note_swept(work)
    return whole(work.swept_length)


@rule
def note_swept(work: Workings) -> None:
    trail = work.swept_trail
    odd = odd_cities(work, trail)
    if odd != NONE:
        note_trail(work, trail, lowest(odd), lowest(without_lowest(odd)))
        return
    deepest, start = -1, 0
    cities = cities_of(work, trail)
    while cities != NONE:
        city = lowest(cities)
        cities = without_lowest(cities)
        depth = whole(work.deepest[city]) + whole(work.second[city])
        if depth > deepest:
            deepest, start = depth, city
    note_trail(work, trail, start, start)


@rule
def arrange(work: Workings, cities: np.uint64) -> None:
    """Choose the order of the cities: of those that start somewhere and go on greedily the one with the least cost."""
    cheapest = -1
    starts = cities
    while starts != NONE:
        start = lowest(starts)
        starts = without_lowest(starts)
        cost = try_order(work, cities, start)
        if cheapest < 0 or cost < cheapest:
            cheapest = cost
            for i in range(count(cities)):
                work.order[i] = work.tried_order[i]


@rule
def try_order(work: Workings, cities: np.uint64, start: int) -> int:
    """From here on always to the city of the frontier that brings the fewest new ones; returns what that costs."""
    left, frontier, city, cost = cities, NONE, start, 0
    for i in range(count(cities)):
        work.tried_order[i] = city
        left &= ~bit(city)
        frontier = (frontier | work.beside[city]) & left
        cost += whole(bit(2 * min(count(frontier), TOO_WIDE)))
        fewest = 1 << 14
        candidates = frontier
        while candidates != NONE:
            there = lowest(candidates)
            candidates = without_lowest(candidates)
            fresh = count(work.beside[there] & left & ~frontier)
            if fresh < fewest:
                fewest, city = fresh, there
    return cost


@rule
def sweep_once(work: Workings, core: np.uint64, cities: np.uint64, target: int) -> None:
    """Once over all cities, for trails that reach the target."""
    begin(work, core, cities)
    left = cities
    table = 0
    for i in range(count(cities)):
        city = whole(work.order[i])
        left &= ~bit(city)
        enter(work, city)
        edges = work.around[city] & work.rest
        if edges == NONE:
            list_rest(work, left)
            table = leave(work, table, city, target)
        while edges != NONE:
            edge = lowest(edges)
            edges = without_lowest(edges)
            enter(work, other_end(work, edge, city))
            if work.full:
                return
            take_out(work, edge)
            list_rest(work, left if edges == NONE else left | bit(city))
            table = branch(work, table, edge, city, edges == NONE, target)
            if work.full:
                return
        work.city_in[work.slot[city]] = NOBODY


@rule
def begin(work: Workings, core: np.uint64, cities: np.uint64) -> None:
    """One state: nothing kept."""
    work.full = 0
    work.rest, work.rest_odd, work.rest_length = core, odd_cities(work, core), weight(work, core)
    for slot in range(SLOTS):
        work.city_in[slot] = NOBODY
    while cities != NONE:
        work.slot[lowest(cities)] = NOBODY
        cities = without_lowest(cities)
    work.state[0, 0], work.state_trail[0, 0], work.state_length[0, 0] = NONE, NONE, 0
    work.states = 1


@rule
def enter(work: Workings, city: int) -> None:
    """Give a city of the frontier its slot."""
    if work.slot[city] != NOBODY:
        return
    for slot in range(SLOTS):
        if work.city_in[slot] == NOBODY:
            work.slot[city] = slot
            work.city_in[slot] = city
            return
    work.full = 1


@rule
def take_out(work: Workings, edge: int) -> None:
    work.rest &= ~bit(edge)
    work.rest_odd ^= bit(whole(work.end_a[edge])) ^ bit(whole(work.end_b[edge]))
    work.rest_length -= whole(work.length[edge])


@rule
def list_rest(work: Workings, cities: np.uint64) -> None:
    """What the bounds of all next states have in common: the neighbours and the two deepest dead ends that are left."""
    list_beside(work, work.rest, cities)
    work.rest_deepest = 0
    work.rest_second = 0
    while cities != NONE:
        city = lowest(cities)
        cities = without_lowest(cities)
        note_depth(work, whole(work.deepest[city]))
        note_depth(work, whole(work.second[city]))


@rule
def note_depth(work: Workings, depth: int) -> None:
    if depth > work.rest_deepest:
        work.rest_second = work.rest_deepest
        work.rest_deepest = depth
    elif depth > work.rest_second:
        work.rest_second = depth


@rule
def leave(work: Workings, table: int, city: int, target: int) -> int:
    """A city with no route left goes out of every state; returns the table of the new states."""
    number = whole(work.states)
    work.states = 0
    for i in range(number):
        state, trail, length = work.state[table, i], work.state_trail[table, i], whole(work.state_length[table, i])
        settle(work, 1 - table, state, trail, length, city, target)
    empty_buckets(work)
    return 1 - table


@rule
def branch(work: Workings, table: int, edge: int, city: int, last: bool, target: int) -> int:
    """Every state without the route and with it; returns the table of the new states. After its last route the city
    goes out of them."""
    number = whole(work.states)
    work.states = 0
    for i in range(number):
        state, trail, length = work.state[table, i], work.state_trail[table, i], whole(work.state_length[table, i])
        longer, joined = trail | bit(edge), with_route(work, state, edge)
        if last:
            settle(work, 1 - table, state, trail, length, city, target)
            settle(work, 1 - table, joined, longer, length + whole(work.length[edge]), city, target)
        else:
            remember(work, 1 - table, state, trail, length, target)
            remember(work, 1 - table, joined, longer, length + whole(work.length[edge]), target)
    empty_buckets(work)
    return 1 - table


@rule
def shift_of(slot: int) -> np.uint64:
    return np.uint64(SLOT_BITS * slot)


@rule
def piece_in(state: np.uint64, slot: int) -> int:
    return whole((state >> shift_of(slot)) & SLOT) >> 1


@rule
def with_piece(state: np.uint64, slot: int, piece: int) -> np.uint64:
    return (state & ~(PIECE << shift_of(slot))) | (np.uint64(2 * piece) << shift_of(slot))


@rule
def ends_in(state: np.uint64) -> int:
    return whole(state >> ENDS_AT)


@rule
def with_ends(state: np.uint64, ends: int) -> np.uint64:
    return (state & SLOT_MASK) | (np.uint64(ends) << ENDS_AT)


@rule
def with_route(work: Workings, state: np.uint64, edge: int) -> np.uint64:
    """The state after a route is kept: its two ends change parity and hang together."""
    a, b = whole(work.slot[work.end_a[edge]]), whole(work.slot[work.end_b[edge]])
    first, second = piece_in(state, a), piece_in(state, b)
    state ^= (ONE << shift_of(a)) ^ (ONE << shift_of(b))
    if first == second and first > 0:
        return state
    if first > 0 and second > 0:
        for slot in range(SLOTS):
            if piece_in(state, slot) == second:
                state = with_piece(state, slot, first)
    else:
        piece = max(first, second) if max(first, second) > 0 else NEW_PIECE
        state = with_piece(with_piece(state, a, piece), b, piece)
    return renumbered(state)


@rule
def renumbered(state: np.uint64) -> np.uint64:
    """Pieces are numbered as they first appear, so that equal states are equal words."""
    names = NONE
    pieces = 0
    left = state & SLOT_MASK
    slot = 0
    while left != NONE:
        piece = whole(left & SLOT) >> 1
        if piece > 0:
            name = whole((names >> np.uint64(4 * piece)) & np.uint64(15))
            if name == 0:
                pieces += 1
                name = pieces
                names |= np.uint64(name) << np.uint64(4 * piece)
            state = with_piece(state, slot, name)
        left >>= np.uint64(SLOT_BITS)
        slot += 1
    return state


@rule
def settle(work: Workings, table: int, state: np.uint64, trail: np.uint64, length: int, city: int, target: int) -> None:
    """Take a city out of a state: where its parity is odd it is an end; the last city of a piece completes it."""
    slot = whole(work.slot[city])
    piece = piece_in(state, slot)
    if piece == 0:
        remember(work, table, state, trail, length, target)
        return
    ends = ends_in(state)
    round_trip = 0
    if (state >> shift_of(slot)) & ONE != NONE:
        ends += 1
        length += whole(work.deepest[city])
    elif ends == 0:
        round_trip = whole(work.deepest[city]) + whole(work.second[city])
    if ends > 2:
        return
    state = with_ends(state & ~(SLOT << shift_of(slot)), ends)
    if not has_piece(state, piece):
        if state & SLOT_MASK == NONE and length + round_trip > work.swept_length:
            work.swept_length = length + round_trip
            work.swept_trail = trail
        return
    state = renumbered(state)
    remember(work, table, state, trail, length, target)
    if round_trip > 0:
        remember(work, table, with_ends(state, 2), trail, length + round_trip, target)


@rule
def has_piece(state: np.uint64, piece: int) -> bool:
    left = state & SLOT_MASK
    while left != NONE:
        if whole(left & SLOT) >> 1 == piece:
            return True
        left >>= np.uint64(SLOT_BITS)
    return False


@rule
def wrong_in(work: Workings, state: np.uint64) -> np.uint64:
    """The cities that would be odd with all the rest."""
    wrong = work.rest_odd
    left = state & SLOT_MASK
    slot = 0
    while left != NONE:
        if left & ONE != NONE:
            wrong ^= bit(whole(work.city_in[slot]))
        left >>= np.uint64(SLOT_BITS)
        slot += 1
    return wrong


@rule
def remember(work: Workings, table: int, state: np.uint64, trail: np.uint64, length: int, target: int) -> None:
    """Enter a state that can still reach the target, with the longest trail that leads to it."""
    spare_ends = 2 - ends_in(state)
    most = length + whole(work.rest_length)
    if spare_ends > 0:
        most += whole(work.rest_deepest)
    if spare_ends > 1:
        most += whole(work.rest_second)
    most -= least_loss(work, work.rest, wrong_in(work, state), spare_ends, most - target, True)
    if most < target:
        work.next_target = max(whole(work.next_target), most)
        return
    bucket = bucket_of(state)
    while work.bucket[bucket] != 0:
        i = whole(work.bucket[bucket]) - 1
        if work.state[table, i] == state:
            if length > work.state_length[table, i]:
                work.state_length[table, i], work.state_trail[table, i] = length, trail
            return
        bucket = (bucket + 1) % BUCKETS
    i = whole(work.states)
    if i == STATES:
        work.full = 1
        return
    work.state[table, i], work.state_trail[table, i], work.state_length[table, i] = state, trail, length
    work.states = i + 1
    work.bucket[bucket] = i + 1
    work.bucket_of[i] = bucket


@rule
def bucket_of(state: np.uint64) -> int:
    mixed = (state ^ (state >> HALF)) * SPREAD
    return whole((mixed ^ (mixed >> TOP)) & BUCKET_MASK)


@rule
def empty_buckets(work: Workings) -> None:
    for i in range(work.states):
        work.bucket[work.bucket_of[i]] = 0
