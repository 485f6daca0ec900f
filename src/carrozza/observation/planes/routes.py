"""The planes of the routes."""

import numpy as np

from carrozza.kernel.bits import NONE, bit, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.claims import LONGEST
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import GRAY, KINDS, LOCOMOTIVE, Grid, whole
from carrozza.kernel.markers import paid_routes
from carrozza.kernel.payments import most_of_a_colour
from carrozza.kernel.state import State
from carrozza.observation import declaration as slices
from carrozza.observation.cells.writing import copy_words, write_numbers, write_set
from carrozza.observation.declaration import Plan, word_at
from carrozza.observation.recall import Recall


@rule
def write_prices(
    board: Board, plan: Plan, state: State, seat: int, word: int, words: int, most: int, out: Grid
) -> None:
    """Payable now, and the cards missing (C2, C7): what the hand pays for, what with one more card, with two, and so
    on, each a set of routes."""
    locomotives = whole(state.hand[seat, LOCOMOTIVE])
    by_0 = by_1 = by_2 = by_3 = by_4 = by_5 = by_6 = by_7 = NONE
    for colour in range(KINDS):
        cards = most if colour == GRAY else whole(state.hand[seat, colour])
        cards = min(cards + locomotives, LONGEST) & 15
        by_0 |= plan.affordable[word, colour, cards]
        by_1 |= plan.affordable[word, colour, cards + 1]
        by_2 |= plan.affordable[word, colour, cards + 2]
        by_3 |= plan.affordable[word, colour, cards + 3]
        by_4 |= plan.affordable[word, colour, cards + 4]
        by_5 |= plan.affordable[word, colour, cards + 5]
        by_6 |= plan.affordable[word, colour, cards + 6]
        by_7 |= plan.affordable[word, colour, cards + 7]
    ferries = min(locomotives, LONGEST) & 15
    by_0 &= plan.ferries_within[word, ferries]
    by_1 &= plan.ferries_within[word, ferries + 1]
    by_2 &= plan.ferries_within[word, ferries + 2]
    by_3 &= plan.ferries_within[word, ferries + 3]
    by_4 &= plan.ferries_within[word, ferries + 4]
    by_5 &= plan.ferries_within[word, ferries + 5]
    by_6 &= plan.ferries_within[word, ferries + 6]
    by_7 &= plan.ferries_within[word, ferries + 7]
    free = state.free[seat, word]
    payable = by_0 & free & state.reach[seat, word] & board.within[min(whole(state.trains[seat]), LONGEST), word]
    write_set(out, word_at(plan, slices.ROUTE_PAYABLE) + word * 8, words, payable)
    ones = free & ((by_1 & ~by_0) | (by_3 & ~by_2) | (by_5 & ~by_4) | (by_7 & ~by_6))
    twos = free & ((by_3 & ~by_1) | (by_7 & ~by_5))
    fours = free & by_7 & ~by_3
    eights = free & ~by_7
    write_numbers(out, word_at(plan, slices.ROUTE_MISSING) + word * 8, words, ones, twos, fours, eights)


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
        adjacent = state.reach[seat, word] if board.network else recall.adjacent[word]
        write_set(out, word_at(plan, slices.ROUTE_ADJACENT) + at, words, adjacent)
        write_set(out, word_at(plan, slices.ROUTE_CONTESTED) + at, words, recall.contested[word])
        if board.stations:
            routes = borrowable(board, plan, state, seat, word)
            write_set(out, word_at(plan, slices.ROUTE_BORROWABLE) + at, words, routes)
        if board.network:
            write_set(out, word_at(plan, slices.ROUTE_NETWORK_WAY) + at, words, recall.network_way[word])
        if board.markers:
            write_pays(board, plan, state, seat, word, words, out)
        write_theirs(plan, state, seat, word, words, out)
        claiming = bit(whole(state.route) & 63) if whole(state.route) >> 6 == word else NONE
        write_set(out, word_at(plan, slices.ROUTE_CLAIMING) + at, words, claiming)
        write_set(out, word_at(plan, slices.ROUTE_OFFERED_WAY) + at, words, recall.offered_way[word])
    copy_words(out, word_at(plan, slices.ROUTE_DETOUR), whole(plan.route_words), recall.detour)


@rule
def write_theirs(plan: Plan, state: State, seat: int, word: int, words: int, out: Grid) -> None:
    at = word_at(plan, slices.ROUTE_THEIRS) + 8 * word
    other = seat
    for _ in range(1, plan.seats):
        other = other + 1 if other + 1 < plan.seats else 0
        write_set(out, at, words, state.owned[other, word])
        at += plan.route_words


@rule
def write_pays(board: Board, plan: Plan, state: State, seat: int, word: int, words: int, out: Grid) -> None:
    """Whom a claim pays, and how often (W4)."""
    at = word_at(plan, slices.ROUTE_PAYS) + 8 * word
    free = state.free[seat, word]
    other = seat
    for _ in range(plan.seats):
        once, twice = paid_routes(board, state, seat, other, word)
        write_numbers(out, at, words, free & once & ~twice, free & twice, NONE, NONE)
        other = other + 1 if other + 1 < plan.seats else 0
        at += plan.route_words
