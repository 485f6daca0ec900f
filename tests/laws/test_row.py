"""Row, deck and discards in every state of scarcity (D5, D6, D8)."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrozza.kernel.actions import DRAW_BLIND
from carrozza.kernel.cards import TOO_MANY, settle_cards
from carrozza.kernel.layout import LOCOMOTIVE, ROW
from carrozza.kernel.state import State, copied
from carrozza.kernel.turns import play
from tests.laws.crafted import table_with
from tests.laws.play import alone, raw
from tests.laws.positions import cards_are_kept, deck_is_renewed, plain, row_is_full, row_is_swept, sizes_are_told
from tests.samples import samples
from tests.setups import compiled

BOARD = compiled("usa", ())
RED, BLUE = 0, 1
LAWS = (cards_are_kept, sizes_are_told, deck_is_renewed, row_is_full, row_is_swept)


def table_of(row: list[int], deck: list[int], discards: list[int], seed: int = 0) -> State:
    """These cards outside the hands; all others are in seat 1's hand, drawn unseen."""
    state = table_with(BOARD, 2, {}, deck)
    state.rng = np.uint64(seed)
    for pile, cards in ((state.row, row), (state.discard, discards)):
        pile[:] = np.bincount(np.array(cards, np.int64), minlength=LOCOMOTIVE + 1)
    outside = np.bincount(np.array([*row, *deck, *discards], np.int64), minlength=LOCOMOTIVE + 1)
    state.hand[1] = state.blind[1] = plain(BOARD.cards) - outside
    state.hand_size[1] = state.blind_size[1] = state.hand[1].sum()
    state.deck_bound[:] = BOARD.cards - state.row - state.discard
    state.row_size, state.discard_size = len(row), len(discards)
    return state


@st.composite
def scarce_tables(draw: st.DrawFn) -> State:
    """Up to five cards in the row and seven each in deck and discards, half of them locomotives."""
    cards = draw(st.permutations([LOCOMOTIVE] * 10 + [RED] * 5 + [BLUE] * 4))
    row, deck, discards = (draw(st.integers(0, size)) for size in (ROW, 7, 7))
    return table_of(cards[:row], cards[5 : 5 + deck], cards[12 : 12 + discards], draw(st.integers(0, 2**64 - 1)))


@settings(max_examples=samples(500))
@given(state=scarce_tables())
def test_cards_settle(state: State) -> None:
    """Whatever the piles, they come to rest, and once at rest they stay."""
    settle_cards(state)
    for law in LAWS:
        law(BOARD, alone(state))
    at_rest = copied(state)
    settle_cards(state)
    assert raw(state) == raw(at_rest)


@settings(max_examples=samples(500))
@given(state=scarce_tables())
def test_cards_are_at_rest_after_a_blind_draw(state: State) -> None:
    settle_cards(state)
    if state.deck_size > 0:
        play(BOARD, state, DRAW_BLIND)
        for law in LAWS:
            law(BOARD, alone(state))


STUCK = [LOCOMOTIVE, LOCOMOTIVE, LOCOMOTIVE, RED, BLUE]


def test_two_rows_that_would_take_turns_for_ever_stay() -> None:
    state = table_of(STUCK, STUCK, [])
    before = raw(state)
    settle_cards(state)
    assert raw(state) == before


@pytest.mark.parametrize("drawn", [RED, LOCOMOTIVE])
def test_a_row_is_swept_as_soon_as_it_can_be(drawn: int) -> None:
    """D6: the same two rows, until a card is drawn blind from one of them."""
    state = table_of(STUCK, sorted(STUCK, key=lambda card: card == drawn), [])
    play(BOARD, state, DRAW_BLIND)
    assert state.hand[0, drawn] == 1
    assert state.row[LOCOMOTIVE] < TOO_MANY
