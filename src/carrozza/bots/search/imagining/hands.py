"""Hands by belief: cards fall to the others as often as weights say, instead of all alike."""

from carrozza.bots.search.imagining.chance import chance_of
from carrozza.kernel.board import Board
from carrozza.kernel.cards import shuffle_deck
from carrozza.kernel.chance import below
from carrozza.kernel.compiled import rule
from carrozza.kernel.imagine import cards_missing, deal_held_cards, most_in_deck, unseen
from carrozza.kernel.layout import KINDS, Grid, whole
from carrozza.kernel.state import State


@rule
def take_likely_card(state: State, counts: Grid, weights: Grid) -> int:
    """The kind of a random card, each as often as its weight says."""
    total = 0.0
    for kind in range(KINDS):
        total += counts[kind] * weights[kind]
    at = chance_of(state) * total
    last = 0
    for kind in range(KINDS):
        if counts[kind] > 0:
            last = kind
            at -= counts[kind] * weights[kind]
            if at < 0.0:
                break
    counts[last] -= 1
    return last


@rule
def fill_deck_with(state: State, counts: Grid) -> None:
    size = 0
    for kind in range(KINDS):
        for _ in range(counts[kind]):
            state.deck[size] = kind
            size += 1
    state.deck_size = size
    shuffle_deck(state)


@rule
def imagine_likely_hands(board: Board, view: State, weights: Grid, counts: Grid, state: State) -> None:
    """As `kernel.imagine.imagine_hands`: cards that cannot be in the deck are in hands first; the others by weight. The
    seats draw in an order of chance, so that none gets its likeliest cards always."""
    seats = whole(view.seats)
    for kind in range(KINDS):
        counts[kind] = min(unseen(board, view, kind), most_in_deck(view, kind))
        for seat in range(seats):
            if seat != view.viewer:
                state.hand[seat, kind] = view.known[seat, kind]
    deal_held_cards(board, view, state)
    first = below(state, seats)
    for i in range(seats):
        seat = (first + i) % seats
        if seat != view.viewer:
            for _ in range(cards_missing(view, state, seat)):
                state.hand[seat, take_likely_card(state, counts, weights[seat])] += 1
    fill_deck_with(state, counts)
