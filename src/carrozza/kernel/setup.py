"""Setting the table (S1-S5)."""

import numpy as np

from carrozza.kernel.board import Board
from carrozza.kernel.cards import fill_deck, settle_cards, take_blind
from carrozza.kernel.chance import below, mixed, start_over
from carrozza.kernel.compiled import entry
from carrozza.kernel.layout import OFFERED, ROUTE_WORDS, SEATS, TICKETS, whole
from carrozza.kernel.seeds import SHORT, check_seed
from carrozza.kernel.state import EVERYTHING, NOBODY, OPENING, State, blank_state
from carrozza.kernel.tickets import deal_tickets


@entry
def clear_table(board: Board, state: State, seats: int, seed: np.uint64) -> None:
    """An empty table: every piece in its box, no card dealt. `state` must be zeroed."""
    start_over(state, mixed(seed))
    state.viewer = EVERYTHING
    state.seats = seats
    state.turns_left = -1
    state.route = NOBODY
    state.city = NOBODY
    state.alvin_city = board.alvin_city
    state.alvin_holder = NOBODY
    for seat in range(SEATS):
        state.start[seat] = NOBODY
        for i in range(OFFERED):
            state.offered[seat, i] = NOBODY
    for place in range(TICKETS):
        state.ticket_deck[place] = NOBODY
        state.ticket_returner[place] = NOBODY
    for seat in range(seats):
        state.trains[seat] = board.trains
        for word in range(ROUTE_WORDS):
            state.free[seat, word] = board.all_routes[word]
            if not board.network:
                state.reach[seat, word] = board.all_routes[word]


@entry
def set_up(board: Board, state: State, seats: int, seed: np.uint64, first: int) -> None:
    """S1-S5: cards, row, opening tickets. `first` is the seat that starts; -1 for a random one (S5)."""
    clear_table(board, state, seats, seed)
    deal(board, state, first)


@entry
def deal(board: Board, state: State, first: int) -> None:
    """S1-S5, on an empty table."""
    seats = whole(state.seats)
    state.first = first if first >= 0 else below(state, seats)
    fill_deck(board, state)
    for seat in range(seats):
        for _ in range(board.opening_hand):
            take_blind(state, seat)
    settle_cards(state)
    deal_tickets(board, state)
    for seat in range(seats):
        state.chosen[seat] = -1
    state.phase = OPENING
    state.actor = 0


def empty_table(board: Board, seats: int, seed: int) -> State:
    """`clear_table` in a state of its own, for any seed: a long one is the key of the generator."""
    check_seed(seed)
    state = blank_state()
    clear_table(board, state, seats, np.uint64(seed % SHORT))
    if seed >= SHORT:
        state.rng, state.key_low = np.uint64(0), np.uint64(seed % SHORT)
        state.key_high = np.uint64(seed // SHORT)
    return state


def new_game(board: Board, seats: int, seed: int, first: int) -> State:
    """`set_up` in a state of its own, for any seed."""
    state = empty_table(board, seats, seed)
    deal(board, state, first)
    return state
