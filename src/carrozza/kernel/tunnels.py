"""Tunnels (U1-U6)."""

from carrozza.kernel.board import Board
from carrozza.kernel.cards import discard_card, leave_hand, turn_up
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import KINDS, LOCOMOTIVE, whole
from carrozza.kernel.payments import paid_colour, paid_locomotives
from carrozza.kernel.state import NOBODY, State


@rule
def laid_colour(state: State) -> int:
    """The colour that was laid; nobody's where only locomotives were (U3)."""
    for kind in range(LOCOMOTIVE):
        if state.laid[kind] > 0:
            return kind
    return NOBODY


@rule
def lay_cards(state: State, seat: int, action: int, price: int) -> None:
    """U1: the cards for the route's length, in the open, but not yet discarded (U5)."""
    locomotives = paid_locomotives(action, price)
    state.laid[LOCOMOTIVE] = locomotives
    leave_hand(state, seat, LOCOMOTIVE, locomotives)
    if locomotives < price:
        colour = paid_colour(action)
        state.laid[colour] = price - locomotives
        leave_hand(state, seat, colour, price - locomotives)


@rule
def turn_cards(board: Board, state: State) -> None:
    """U1: as many as the route says, or as there are. U2, U3: what they cost."""
    for _ in range(board.tunnel[state.route]):
        if state.deck_size > 0:
            state.turned[turn_up(state)] += 1
    state.due = state.turned[LOCOMOTIVE]
    colour = laid_colour(state)
    if colour != NOBODY:
        state.due += state.turned[colour]


@rule
def clear_turned(state: State) -> None:
    """U5: the turned cards are discarded."""
    for kind in range(KINDS):
        discard_card(state, kind, whole(state.turned[kind]))
        state.turned[kind] = 0
    state.due = 0


@rule
def discard_laid(state: State) -> None:
    for kind in range(KINDS):
        discard_card(state, kind, whole(state.laid[kind]))
        state.laid[kind] = 0


@rule
def take_back(state: State, seat: int) -> None:
    """U4: the laid cards go back to the hand; everybody has seen them."""
    for kind in range(KINDS):
        number = whole(state.laid[kind])
        state.hand[seat, kind] += number
        state.hand_size[seat] += number
        state.known[seat, kind] += number
        state.laid[kind] = 0
