"""The planes of the routes."""

import numpy as np

from carrozza.envs.observation import declaration as slices
from carrozza.envs.observation.declaration import Plan, word_at
from carrozza.envs.observation.octets import copy_words, octets, write_set
from carrozza.envs.observation.recall import Recall
from carrozza.kernel.bits import NONE, bit, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.claims import LONGEST
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import GRAY, LOCOMOTIVE, Grid, whole
from carrozza.kernel.payments import most_of_a_colour
from carrozza.kernel.state import State

_1, _2, _3, _8 = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(8)


@rule
def payable_with(board: Board, state: State, seat: int, word: int, most: int, more: int) -> np.uint64:
    """Routes (a word of them) that the hand pays for with so many more cards of the right kinds (C2, C7)."""
    locomotives = whole(state.hand[seat, LOCOMOTIVE]) + more
    routes = board.affordable[GRAY, min(most + locomotives, LONGEST), word]
    for colour in range(board.colours):
        routes |= board.affordable[colour, min(whole(state.hand[seat, colour]) + locomotives, LONGEST), word]
    return routes & board.ferries_within[min(locomotives, LONGEST), word]


@rule
def write_prices(
    board: Board, plan: Plan, state: State, seat: int, word: int, words: int, most: int, out: Grid
) -> None:
    """Payable now, and the cards missing: counted route by route in four digits of one bit each."""
    free = state.free[seat, word]
    payable = payable_with(board, state, seat, word, most, 0)
    missing = free & ~payable
    payable &= free & state.reach[seat, word] & board.within[min(whole(state.trains[seat]), LONGEST), word]
    write_set(out, word_at(plan, slices.ROUTE_PAYABLE) + word * 8, words, payable)
    ones, twos, fours, eights = missing, NONE, NONE, NONE
    more = 1
    while missing != NONE:
        missing &= ~payable_with(board, state, seat, word, most, more)
        more += 1
        carry = ones & missing
        ones ^= missing
        eights |= fours & twos & carry
        fours ^= twos & carry
        twos ^= carry
    at = word_at(plan, slices.ROUTE_MISSING) + word * 8
    for i in range(words):
        low = octets(ones) | (octets(twos) << _1)
        out[at + i] = low | (octets(fours) << _2) | (octets(eights) << _3)
        ones >>= _8
        twos >>= _8
        fours >>= _8
        eights >>= _8


@rule
def borrowable(board: Board, plan: Plan, state: State, seat: int, word: int) -> np.uint64:
    """B5: the others' routes that end in a city with a station of this seat."""
    routes, cities = NONE, state.stations[seat]
    while cities != NONE:
        routes |= board.routes_of[lowest(cities), word]
        cities = without_lowest(cities)
    others = NONE
    for other in range(plan.seats):
        if other != seat:
            others |= state.owned[other, word]
    return routes & others


@rule
def write_routes(board: Board, plan: Plan, state: State, seat: int, recall: Recall, out: Grid) -> None:
    most = most_of_a_colour(board, state, seat)
    for word in range(plan.route_sets):
        words = min(8, whole(plan.route_words) - 8 * word)
        at = 8 * word
        write_set(out, word_at(plan, slices.ROUTE_MINE) + at, words, state.owned[seat, word])
        write_set(out, word_at(plan, slices.ROUTE_FREE) + at, words, state.free[seat, word])
        write_prices(board, plan, state, seat, word, words, most, out)
        write_set(out, word_at(plan, slices.ROUTE_ON_WAY) + at, words, recall.on_way[word])
        write_set(out, word_at(plan, slices.ROUTE_OFFERED_WAY) + at, words, recall.offered_way[word])
        adjacent = state.reach[seat, word] if board.network else recall.adjacent[word]
        write_set(out, word_at(plan, slices.ROUTE_ADJACENT) + at, words, adjacent)
        write_set(out, word_at(plan, slices.ROUTE_CONTESTED) + at, words, recall.contested[word])
        claiming = bit(whole(state.route) & 63) if whole(state.route) >> 6 == word else NONE
        write_set(out, word_at(plan, slices.ROUTE_CLAIMING) + at, words, claiming)
        if board.stations:
            routes = borrowable(board, plan, state, seat, word)
            write_set(out, word_at(plan, slices.ROUTE_BORROWABLE) + at, words, routes)
        write_theirs(plan, state, seat, word, words, out)
    copy_words(out, word_at(plan, slices.ROUTE_DETOUR), whole(plan.route_words), recall.detour)


@rule
def write_theirs(plan: Plan, state: State, seat: int, word: int, words: int, out: Grid) -> None:
    at = word_at(plan, slices.ROUTE_THEIRS) + 8 * word
    other = seat
    for _ in range(1, plan.seats):
        other = other + 1 if other + 1 < plan.seats else 0
        write_set(out, at, words, state.owned[other, word])
        at += plan.route_words
