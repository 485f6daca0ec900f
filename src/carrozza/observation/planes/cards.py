"""The planes of the cards: eight kinds are one word, and their numbers are added and taken away all at once."""

import numpy as np

from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import COLOURS, LOCOMOTIVE, Grid, whole
from carrozza.kernel.state import State
from carrozza.observation import declaration as slices
from carrozza.observation.cells.octets import in_octet, smaller_octets
from carrozza.observation.declaration import Plan, word_at


@rule
def colours_in(cards: Grid) -> np.uint64:
    """The numbers of the eight colours as the bytes of a word."""
    word = np.uint64(0)
    for colour in range(COLOURS):
        word |= np.uint64(np.uint8(cards[colour])) << np.uint64(8 * colour)
    return word


@rule
def write_kinds(board: Board, out: Grid, at: int, colours: np.uint64, locomotives: int) -> None:
    """The board's colours, then the locomotive."""
    if board.colours == COLOURS:
        out[at] = colours
        out[at + 1] = np.uint64(locomotives)
    else:
        out[at] = colours | in_octet(locomotives, whole(board.colours))


@rule
def write_pile(board: Board, out: Grid, at: int, cards: Grid) -> None:
    write_kinds(board, out, at, colours_in(cards), whole(cards[LOCOMOTIVE]))


@rule
def write_cards(board: Board, plan: Plan, state: State, seat: int, out: Grid) -> None:
    write_pile(board, out, word_at(plan, slices.CARD_HAND), state.hand[seat])
    write_pile(board, out, word_at(plan, slices.CARD_ROW), state.row)
    write_pile(board, out, word_at(plan, slices.CARD_DISCARD), state.discard)
    seen = colours_in(state.hand[seat]) + colours_in(state.row) + colours_in(state.discard)
    locomotives = whole(state.hand[seat, LOCOMOTIVE]) + whole(state.row[LOCOMOTIVE]) + whole(state.discard[LOCOMOTIVE])
    if plan.tunnels:
        write_pile(board, out, word_at(plan, slices.CARD_LAID), state.laid)
        write_pile(board, out, word_at(plan, slices.CARD_TURNED), state.turned)
        seen += colours_in(state.laid) + colours_in(state.turned)
        locomotives += whole(state.laid[LOCOMOTIVE]) + whole(state.turned[LOCOMOTIVE])
    at = word_at(plan, slices.CARD_KNOWN)
    other = seat
    for _ in range(1, plan.seats):
        other = other + 1 if other + 1 < plan.seats else 0
        write_pile(board, out, at, state.known[other])
        seen += colours_in(state.known[other])
        locomotives += whole(state.known[other, LOCOMOTIVE])
        at += plan.kind_words
    unseen = colours_in(board.cards) - seen
    unseen_locomotives = whole(board.cards[LOCOMOTIVE]) - locomotives
    write_kinds(board, out, word_at(plan, slices.CARD_UNSEEN), unseen, unseen_locomotives)
    most = smaller_octets(unseen, colours_in(state.deck_bound) - colours_in(state.blind[seat]))
    bound = whole(state.deck_bound[LOCOMOTIVE]) - whole(state.blind[seat, LOCOMOTIVE])
    write_kinds(board, out, word_at(plan, slices.CARD_DECK), most, min(unseen_locomotives, bound))
