"""What can be paid and how (C2, C7, C8, B2, U2, U3, W3): one colour, locomotives standing in."""

import numpy as np

from carrozza.kernel.actions import MISC_WORD, PAY, PAY_COUNTS, PAY_LOCOMOTIVES, PAY_WORD
from carrozza.kernel.bits import NONE, bit
from carrozza.kernel.board import Board
from carrozza.kernel.cards import discard_card, leave_hand
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import GRAY, LOCOMOTIVE, Grid, whole
from carrozza.kernel.state import State


@rule
def most_of_a_colour(board: Board, state: State, seat: int) -> int:
    most = 0
    for colour in range(board.colours):
        most = max(most, whole(state.hand[seat, colour]))
    return most


@rule
def can_pay(board: Board, state: State, seat: int, price: int) -> bool:
    """Whether the hand holds `price` cards of any one colour, locomotives standing in."""
    return most_of_a_colour(board, state, seat) + whole(state.hand[seat, LOCOMOTIVE]) >= price


@rule
def colour_payments(state: State, seat: int, colour: int, price: int, locomotives: int) -> np.uint64:
    """The ways to pay in one colour, at least one card of it, with at least so many locomotives."""
    fewest = max(locomotives, price - whole(state.hand[seat, colour]))
    most = min(whole(state.hand[seat, LOCOMOTIVE]), price - 1)
    if fewest > most:
        return NONE
    return (bit(most + 1) - bit(fewest)) << np.uint64(colour * PAY_COUNTS)


@rule
def payments(board: Board, state: State, seat: int, colour: int, price: int, ferry: int, mask: Grid) -> None:
    """C2: every legal mix, in the route's colour or, where it is gray, in any one colour. C7: ferries."""
    if colour == GRAY:
        for c in range(board.colours):
            mask[PAY_WORD] |= colour_payments(state, seat, c, price, ferry)
    elif colour >= 0:
        mask[PAY_WORD] |= colour_payments(state, seat, colour, price, ferry)
    if state.hand[seat, LOCOMOTIVE] >= price:
        mask[MISC_WORD] |= bit(PAY_LOCOMOTIVES % 64)


@rule
def paid_colour(action: int) -> int:
    return LOCOMOTIVE if action == PAY_LOCOMOTIVES else (action - PAY) // PAY_COUNTS


@rule
def paid_locomotives(action: int, price: int) -> int:
    return price if action == PAY_LOCOMOTIVES else (action - PAY) % PAY_COUNTS


@rule
def discard_payment(state: State, seat: int, action: int, price: int) -> None:
    """C4: the cards played are discarded."""
    locomotives = paid_locomotives(action, price)
    leave_hand(state, seat, LOCOMOTIVE, locomotives)
    discard_card(state, LOCOMOTIVE, locomotives)
    if locomotives < price:
        colour = paid_colour(action)
        leave_hand(state, seat, colour, price - locomotives)
        discard_card(state, colour, price - locomotives)
