"""The deck, the discards and the row (S1, S2, D1-D9)."""

from carrozza.kernel.board import Board
from carrozza.kernel.chance import has_key, siphash_below, splitmix_below
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import KINDS, LOCOMOTIVE, ROW, whole
from carrozza.kernel.state import SCRIPT, State

TOO_MANY = 3
"""Face-up locomotives that have the row swept (D6)."""


@entry
def shuffle_deck(state: State) -> None:
    keyed = has_key(state)  # asked in each step, as `below` does, it would take half as long again
    for i in range(whole(state.deck_size) - 1, 0, -1):
        j = siphash_below(state, i + 1) if keyed else splitmix_below(state, i + 1)
        card = state.deck[i]
        state.deck[i] = state.deck[j]
        state.deck[j] = card


@rule
def fill_deck(board: Board, state: State) -> None:
    """S1: all cards, shuffled."""
    size = 0
    for kind in range(KINDS):
        state.deck_bound[kind] = board.cards[kind]
        for _ in range(board.cards[kind]):
            state.deck[size] = kind
            size += 1
    state.deck_size = size
    shuffle_deck(state)


@rule
def renew_deck(state: State) -> None:
    """D5: the discards become the new deck, at once."""
    if state.deck_size > 0 or state.discard_size == 0:
        return
    size = 0
    for kind in range(KINDS):
        state.deck_bound[kind] = state.discard[kind]
        for _ in range(state.discard[kind]):
            state.deck[size] = kind
            size += 1
        state.discard[kind] = 0
    state.deck_size = size
    state.discard_size = 0
    for seat in range(state.seats):
        state.blind_size[seat] = 0
        for kind in range(KINDS):
            state.blind[seat, kind] = 0
    shuffle_deck(state)


@rule
def bring_scripted_card_up(state: State) -> None:
    """Swap the card that was written down to the top of the deck; one that is not there is passed over."""
    kind = state.script[state.script_at]
    state.script_at += 1
    top = whole(state.deck_size) - 1
    for i in range(top, -1, -1):
        if state.deck[i] == kind:
            state.deck[i] = state.deck[top]
            state.deck[top] = kind
            return


@rule
def take_top(state: State) -> int:
    """Take the top card off a deck that has one. The caller renews the deck."""
    if state.script_at < state.script_size:
        bring_scripted_card_up(state)
    state.deck_size -= 1
    kind = whole(state.deck[state.deck_size])
    state.deck[state.deck_size] = 0
    if state.taken_size < SCRIPT:
        state.taken[state.taken_size] = kind
        state.taken_size += 1
    return kind


@rule
def turn_up(state: State) -> int:
    """Take the top card in the open."""
    kind = take_top(state)
    state.deck_bound[kind] -= 1
    renew_deck(state)
    return kind


@rule
def discard_card(state: State, kind: int, number: int) -> None:
    state.discard[kind] += number
    state.discard_size += number


@rule
def locomotives_in_deck(state: State) -> int:
    number = 0
    for i in range(state.deck_size):
        if state.deck[i] == LOCOMOTIVE:
            number += 1
    return number


@rule
def can_sweep(state: State) -> bool:
    """D6: sweeping stops where the cards outside the hands cannot make a row with under three locomotives, and where
    row and deck are two such rows, which would only take each other's place for ever."""
    in_deck = locomotives_in_deck(state)
    if state.deck_size == ROW and state.discard_size == 0 and in_deck >= TOO_MANY:
        return False
    total = whole(state.deck_size) + whole(state.discard_size) + whole(state.row_size)
    others = total - whole(state.discard[LOCOMOTIVE]) - whole(state.row[LOCOMOTIVE]) - in_deck
    return others > min(ROW, total) - TOO_MANY


@rule
def discard_row(state: State) -> None:
    for kind in range(KINDS):
        discard_card(state, kind, whole(state.row[kind]))
        state.row[kind] = 0
    state.row_size = 0


@rule
def fill_row(state: State) -> None:
    while state.row_size < ROW and state.deck_size > 0:
        state.row[turn_up(state)] += 1
        state.row_size += 1


@entry
def settle_cards(state: State) -> None:
    """Bring deck and row in order after any change: D5, then D1's refill, then D6 as often as needed."""
    renew_deck(state)
    if state.row_size < ROW:
        fill_row(state)
    while state.row[LOCOMOTIVE] >= TOO_MANY and can_sweep(state):
        discard_row(state)
        renew_deck(state)
        fill_row(state)


@rule
def take_from_row(state: State, seat: int, kind: int) -> None:
    """D1: a face-up card, replaced at once. Everybody has seen it."""
    state.row[kind] -= 1
    state.row_size -= 1
    state.hand[seat, kind] += 1
    state.hand_size[seat] += 1
    state.known[seat, kind] += 1
    settle_cards(state)


@rule
def take_blind(state: State, seat: int) -> None:
    """D1: the top card of the deck, unseen by the others."""
    kind = take_top(state)
    state.hand[seat, kind] += 1
    state.hand_size[seat] += 1
    state.blind[seat, kind] += 1
    state.blind_size[seat] += 1
    renew_deck(state)


@rule
def leave_hand(state: State, seat: int, kind: int, number: int) -> None:
    """Play cards in the open: what everybody knew of the hand shrinks with it."""
    state.hand[seat, kind] -= number
    state.hand_size[seat] -= number
    state.known[seat, kind] = max(0, whole(state.known[seat, kind]) - number)


@rule
def second_card_exists(state: State) -> bool:
    """D8: something to draw blind, or a face-up card that is no locomotive."""
    return state.deck_size > 0 or state.row_size > state.row[LOCOMOTIVE]
