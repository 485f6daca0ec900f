"""Moves as people make them: an action together with the action that pays for it, one number each."""

from typing import Final

from carrozza.kernel.actions import CITY, MISC_WORD, PAY, PAY_LOCOMOTIVES, PAY_WORD, WORDS
from carrozza.kernel.bits import NONE, has, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import CITIES, COLOURS, GRAY, LENGTHS, ROUTES, Grid, whole
from carrozza.kernel.legal import legal
from carrozza.kernel.markers import PAIR
from carrozza.kernel.payments import payments
from carrozza.kernel.state import MARKER, TURN, State
from carrozza.kernel.stations import station_price

ACTION_BITS: Final = 9
PAYMENT_AT: Final = ACTION_BITS
PRICE_AT: Final = PAYMENT_AT + ACTION_BITS
PHASE_AT: Final = PRICE_AT + 5
MOST_MOVES: Final = (ROUTES + CITIES) * (COLOURS * LENGTHS + 1) + 64
"""More than any moment has."""


@rule
def price_of(board: Board, state: State, action: int) -> int:
    """What must be paid right after this action (C2, B2, W3); for a tunnel, what is due; else 0."""
    if state.phase == TURN and action < CITY:
        return whole(board.length[action])
    if state.phase == TURN and action < PAY:
        return station_price(state, whole(state.actor))
    if state.phase == MARKER and action < PAY:
        return PAIR
    return whole(state.due)


@entry
def whole_move(board: Board, state: State, action: int, payment: int) -> int:
    """The number of a move; no payment is 0, which is no payment's number. The price and the phase are part of it: with
    them it means the same move at any moment."""
    price = price_of(board, state, action)
    return whole(state.phase) << PHASE_AT | price << PRICE_AT | payment << PAYMENT_AT | action


@rule
def list_paid(board: Board, state: State, action: int, room: Grid, moves: Grid, size: int) -> int:
    """Every way to pay for an action (C2); returns how many moves there are now."""
    route = action < CITY
    colour = whole(board.colour[action]) if route else GRAY
    ferry = whole(board.ferry[action]) if route else 0
    price = price_of(board, state, action)
    room[PAY_WORD] = NONE
    room[MISC_WORD] = NONE
    payments(board, state, whole(state.actor), colour, price, ferry, room)
    ways = room[PAY_WORD]
    while ways != NONE:
        moves[size] = whole_move(board, state, action, PAY + lowest(ways))
        ways = without_lowest(ways)
        size += 1
    if has(room[MISC_WORD], PAY_LOCOMOTIVES % 64):
        moves[size] = whole_move(board, state, action, PAY_LOCOMOTIVES)
        size += 1
    return size


@entry
def list_moves(board: Board, state: State, mask: Grid, room: Grid, moves: Grid) -> int:
    """Write every legal move in the order of the action space, and the mask of actions; returns how many there are.
    `room` is another mask to work in, `moves` has room for `MOST_MOVES`."""
    legal(board, state, mask)
    size = 0
    paid = state.phase == TURN or state.phase == MARKER
    for word in range(WORDS):
        actions = mask[word]
        while actions != NONE:
            action = word * 64 + lowest(actions)
            actions = without_lowest(actions)
            if paid and action < PAY:
                size = list_paid(board, state, action, room, moves, size)
            else:
                moves[size] = whole_move(board, state, action, 0)
                size += 1
    return size
