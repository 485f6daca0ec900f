"""A view holds what its viewer may know, and nothing else."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrozza.kernel.actions import DRAW_BLIND, DRAW_TICKETS, KEEP
from carrozza.kernel.board import Board
from carrozza.kernel.cards import TOO_MANY
from carrozza.kernel.compiled import entry
from carrozza.kernel.layout import KINDS, LOCOMOTIVE, SEATS, TICKETS, Grid, whole
from carrozza.kernel.legal import legal
from carrozza.kernel.state import (
    EVERYTHING,
    HIDDEN_CHOICE,
    NOBODY,
    OPENING,
    STATE,
    TICKETS_DRAWN,
    WATCHER,
    State,
    blank_state,
)
from carrozza.kernel.turns import play
from carrozza.kernel.view import make_view
from tests.laws.play import STYLES, Game, bits_of, copied, mask_of, played, raw
from tests.laws.strategies import games, scarce_games, seeds
from tests.laws.tables import TABLES, Table

OPEN = {
    "seats", "first", "actor", "phase", "passes", "turns_left", "turns",
    "owned", "free", "reach", "stations", "markers", "start", "catches", "alvin_city", "alvin_holder",
    "points", "trains", "hand_size", "known", "blind_size",
    "deck_size", "deck_bound", "row", "row_size", "discard", "discard_size",
    "route", "city", "laid", "turned", "due",
    "ticket_count", "offered_size", "opening_kept", "gone_size", "ticket_returner", "ticket_top", "ticket_deck_size",
}  # fmt: skip
"""What everybody sees: the same in every view as in the state."""

OWN = {"hand": 0, "blind": 0, "tickets": 0, "gone": 0, "offered": NOBODY}
"""What each seat sees of itself alone, and what stands in its place for the others."""

HIDDEN = {"rng", "unused", "deck", "script", "script_at", "script_size", "taken", "taken_size", "filler"}
"""What nobody sees: zero in every view."""

PARTLY = {"viewer", "chosen", "ticket_deck"}
"""What needs a word of its own: who looks, the opening choices, and the tickets one put back oneself."""


def view_of(state: State, viewer: int) -> State:
    view = blank_state()
    make_view(state, viewer, view)
    return view


def viewers(state: State) -> tuple[int, ...]:
    return (*range(int(state.seats)), WATCHER)


def test_every_field_is_open_own_or_hidden() -> None:
    """A new field has to be thought about: who may see it?"""
    classes = (OPEN, set(OWN), HIDDEN, PARTLY)
    assert set(STATE.names or ()) == set.union(*classes)
    assert sum(len(names) for names in classes) == len(STATE.names or ())


def assert_shows_what_is_open(state: Any, viewer: int, view: Any) -> None:
    for name in OPEN:
        np.testing.assert_array_equal(view[name], state[name], err_msg=name)
    for name in HIDDEN:
        assert not np.any(view[name]), name
    for name, blank_value in OWN.items():
        for seat in range(SEATS):
            shown = state[name][seat] if seat == viewer else blank_value
            assert np.all(view[name][seat] == shown), name


def assert_shows_its_share(state: Any, viewer: int, view: Any) -> None:
    assert view.viewer == viewer and state.viewer == EVERYTHING
    for seat in range(SEATS):
        told = state.chosen[seat] if seat == viewer else HIDDEN_CHOICE if state.chosen[seat] >= 0 else -1
        assert view.chosen[seat] == told
    own = (state.ticket_returner == viewer) & (viewer >= 0)
    np.testing.assert_array_equal(view.ticket_deck, np.where(own, state.ticket_deck, NOBODY))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_view_shows_what_its_viewer_may_know(table: Table) -> None:
    for style in STYLES:
        game = played(table.board, table.seats, 3, style)
        for state in game.states[::29]:
            for viewer in viewers(state):
                view = view_of(state, viewer)
                assert_shows_what_is_open(state, viewer, view)
                assert_shows_its_share(state, viewer, view)


def scrambled(state: State, viewer: int, seed: int) -> State:
    """The state with nonsense in every place the viewer may not look."""
    chance = np.random.default_rng(seed)
    spoilt: Any = copied(state)
    nonsense: Any = np.frombuffer(chance.bytes(STATE.itemsize), STATE).view(np.recarray)[0]
    others = np.arange(SEATS) != viewer
    for name in HIDDEN:
        spoilt[name] = nonsense[name]
    for name in OWN:
        spoilt[name][others] = nonsense[name][others]
    chosen = others & (spoilt.chosen >= 0)
    spoilt.chosen[chosen] = nonsense.chosen[chosen] & 31
    foreign = (spoilt.ticket_returner != viewer) | (viewer < 0)
    spoilt.ticket_deck[foreign] = nonsense.ticket_deck[foreign]
    made: State = spoilt
    return made


@settings(max_examples=200, deadline=None)
@given(game=st.one_of(games(), scarce_games()), data=st.data(), seed=seeds)
def test_a_view_does_not_look_at_secrets(game: Game, data: st.DataObject, seed: int) -> None:
    state = game.states[data.draw(st.integers(0, len(game)), "position")]
    viewer = data.draw(st.sampled_from(viewers(state)), "viewer")
    spoilt = scrambled(state, viewer, seed)
    assert raw(spoilt) != raw(state)
    assert raw(view_of(spoilt, viewer)) == raw(view_of(state, viewer))


def swap_hidden_cards(state: State, viewer: int, chance: np.random.Generator) -> None:
    """Deal what the viewer cannot see anew: the deck, and the others' cards that nobody has seen them take."""
    others = [seat for seat in range(int(state.seats)) if seat != viewer]
    places = [(seat, kind) for seat in others for kind in range(KINDS) for _ in range(held_unseen(state, seat, kind))]
    deck = int(state.deck_size)
    cards = chance.permutation([*state.deck[:deck], *(kind for _, kind in places)])
    for seat in others:
        state.hand[seat] = state.known[seat]
    state.deck[:deck] = cards[:deck]
    for (seat, _), kind in zip(places, cards[deck:], strict=True):
        state.hand[seat, kind] += 1


def held_unseen(state: State, seat: int, kind: int) -> int:
    return int(state.hand[seat, kind]) - int(state.known[seat, kind])


def swap_hidden_tickets(state: State, viewer: int, chance: np.random.Generator) -> None:
    """Deal the tickets the viewer cannot see anew, each place as many as before."""
    held = bits_of(np.stack([state.tickets, state.gone], axis=1)[..., None])
    held[viewer if viewer >= 0 else SEATS :, :] &= np.arange(SEATS)[viewer if viewer >= 0 else SEATS :, None, None] != viewer
    sets = [(seat, part, int(ticket)) for seat, part, ticket in zip(*np.nonzero(held), strict=True)]
    offers = [(seat, i) for seat, i in zip(*np.nonzero(state.offered >= 0), strict=True) if seat != viewer]
    ring = [at for at in range(TICKETS) if state.ticket_deck[at] >= 0 and (viewer < 0 or state.ticket_returner[at] != viewer)]
    tickets = [ticket for _, _, ticket in sets] + [state.offered[at] for at in offers] + [state.ticket_deck[at] for at in ring]
