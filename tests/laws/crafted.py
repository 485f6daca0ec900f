"""Positions made by hand."""

import numpy as np

from carrozza.kernel.board import Board
from carrozza.kernel.cards import settle_cards
from carrozza.kernel.layout import LOCOMOTIVE
from carrozza.kernel.setup import clear_table
from carrozza.kernel.state import TURN, State, blank_state
from tests.laws.play import new_state
from tests.laws.positions import plain


def table_with(board: Board, seats: int, hands: dict[int, dict[int, int]], deck: list[int]) -> State:
    """A table in the middle of a turn: hands and deck as given, every other card in the discards."""
    state = blank_state()
    clear_table(board, state, seats, np.uint64(0))
    state.phase = TURN
    left = plain(board.cards)
    for kind in deck:
        left[kind] -= 1
    for seat, hand in hands.items():
        for kind, number in hand.items():
            state.hand[seat, kind] = number
            left[kind] -= number
    state.hand_size[:] = state.hand.sum(axis=1)
    state.deck[: len(deck)] = deck
    state.deck_size = len(deck)
    state.deck_bound[:] = board.cards
    state.discard[:] = left
    state.discard_size = left.sum()
    state.ticket_deck[: board.tickets] = np.arange(int(board.tickets))
    state.ticket_deck_size = board.tickets
    return state


def deal_blind(state: State, seat: int, kind: int) -> None:
    """Give a card that has left the deck to a seat, as if drawn unseen."""
    state.hand[seat, kind] += 1
    state.hand_size[seat] += 1
    state.blind[seat, kind] += 1
    state.blind_size[seat] += 1


def with_few_cards(board: Board, seats: int, seed: int, left: int, locomotives: int) -> State:
    """A new game in which the seats have drawn the deck down to a few cards, many of them locomotives."""
    state = new_state(board, seats, seed)
    chance = np.random.default_rng(seed)
    deck = chance.permutation(state.deck[: state.deck_size])
    first = np.flatnonzero(deck == LOCOMOTIVE)[: min(left, locomotives)]
    rest = np.setdiff1d(np.arange(len(deck)), first)
    bottom = chance.permutation(np.concatenate([first, rest[: left - len(first)]]))
    for index in rest[max(0, left - len(first)) :]:
        deal_blind(state, int(chance.integers(seats)), int(deck[index]))
    state.deck[:] = 0
    state.deck[: len(bottom)] = deck[bottom]
    state.deck_size = len(bottom)
    settle_cards(state)
    return state
