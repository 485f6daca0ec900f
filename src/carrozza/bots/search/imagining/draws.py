"""The same draws for every candidate: what comes off the deck in a turn depends on the world and the turn alone.

Two games that differ in one decision would soon draw different cards from the same deck, and be as different as any two
games. Nobody knows the order of the deck, so it may as well be decided anew in every turn, by the same random
numbers in both games: then they differ by the decision and little else, and few games show what it is worth.
"""

from typing import Final

import numpy as np

from carrozza.kernel.chance import below, stream
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import KINDS, Grid, whole
from carrozza.kernel.state import State

CARDS_OF_A_TURN: Final = 4
"""Seldom do more come off the deck in one turn."""


@rule
def count_deck(state: State, counts: Grid) -> None:
    for kind in range(KINDS):
        counts[kind] = 0
    for i in range(state.deck_size):
        counts[state.deck[i]] += 1


@rule
def kind_at(counts: Grid, place: int) -> int:
    """The kind of the card at this place of a deck in order."""
    kind = 0
    while place >= counts[kind]:
        place -= whole(counts[kind])
        kind += 1
    return kind


@rule
def bring_up(state: State, kind: int, place: int) -> None:
    """Swap a card of this kind to the place, from there or below."""
    for i in range(place, -1, -1):
        if state.deck[i] == kind:
            state.deck[i] = state.deck[place]
            state.deck[place] = kind
            return


@rule
def deal_turn(state: State, seed: np.uint64, counts: Grid) -> None:
    """Decide what comes next off the deck."""
    state.rng = stream(seed, whole(state.turns))
    count_deck(state, counts)
    top = whole(state.deck_size) - 1
    for place in range(top, max(-1, top - CARDS_OF_A_TURN), -1):
        kind = kind_at(counts, below(state, place + 1))
        counts[kind] -= 1
        bring_up(state, kind, place)
