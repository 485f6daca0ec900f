"""A view holds what its viewer may know, and nothing else."""

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from carrozza.kernel.actions import DRAW_BLIND, DRAW_TICKETS, KEEP
from carrozza.kernel.board import Board
from carrozza.kernel.cards import TOO_MANY
from carrozza.kernel.layout import KINDS, LOCOMOTIVE, SEATS, TICKETS
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
    copied,
)
from carrozza.kernel.turns import play
from carrozza.kernel.view import make_view
from tests.laws.loops import masks_seen
from tests.laws.play import STYLES, Game, bits_of, mask_of, played, raw
from tests.laws.positions import cards_are_kept, tickets_are_kept
from tests.laws.strategies import games, scarce_games, seeds
from tests.samples import samples
from tests.setups import Setup, everywhere

OPEN = {
    "seats", "first", "actor", "phase", "passes", "turns_left", "turns",
    "owned", "free", "reach", "stations", "markers", "start", "catches", "alvin_city", "alvin_holder",
    "points", "trains", "hand_size", "known", "blind_size",
    "deck_size", "deck_bound", "row", "row_size", "discard", "discard_size",
    "route", "city", "laid", "turned", "due",
    "ticket_count", "offered_size", "opening_kept", "gone_size", "drew_refused", "ticket_returner", "ticket_top",
    "ticket_deck_size",
}  # fmt: skip
"""What everybody sees: the same in every view as in the state."""

OWN = {"hand": 0, "blind": 0, "tickets": 0, "gone": 0, "refused": 0, "offered": NOBODY}
"""What each seat sees of itself alone, and what stands in its place for the others."""

HIDDEN = {
    "rng", "key_low", "key_high", "unused", "deck", "script", "script_at", "script_size", "taken", "taken_size",
    "filler",
}  # fmt: skip
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
        assert np.array_equal(getattr(view, name), getattr(state, name)), name
    for name in HIDDEN:
        assert not np.any(getattr(view, name)), name
    for name, blank_value in OWN.items():
        expected = np.full_like(getattr(state, name), blank_value)
        if viewer != WATCHER:
            expected[viewer] = getattr(state, name)[viewer]
        assert np.array_equal(getattr(view, name), expected), name


def assert_shows_its_share(state: Any, viewer: int, view: Any) -> None:
    assert view.viewer == viewer and state.viewer == EVERYTHING
    for seat in range(SEATS):
        told = state.chosen[seat] if seat == viewer else HIDDEN_CHOICE if state.chosen[seat] >= 0 else -1
        assert view.chosen[seat] == told
    own = (state.ticket_returner == viewer) & (viewer >= 0)
    np.testing.assert_array_equal(view.ticket_deck, np.where(own, state.ticket_deck, NOBODY))


@everywhere
def test_a_view_shows_what_its_viewer_may_know(setup: Setup) -> None:
    for style in STYLES:
        game = played(setup.compiled, setup.seats, 3, style)
        for state in map(State.of, game.states[::29]):
            for viewer in viewers(state):
                view = view_of(state, viewer)
                assert_shows_what_is_open(state, viewer, view)
                assert_shows_its_share(state, viewer, view)


def scrambled(state: State, viewer: int, seed: int) -> State:
    """The state with nonsense in every place the viewer may not look."""
    chance = np.random.default_rng(seed)
    spoilt: Any = copied(state)
    nonsense: Any = State.from_bytes(chance.bytes(STATE.itemsize))
    others = np.arange(SEATS) != viewer
    for name in HIDDEN:
        setattr(spoilt, name, getattr(nonsense, name))
    for name in OWN:
        getattr(spoilt, name)[others] = getattr(nonsense, name)[others]
    chosen = others & (spoilt.chosen >= 0)
    spoilt.chosen[chosen] = nonsense.chosen[chosen] & 31
    foreign = (spoilt.ticket_returner != viewer) | (viewer < 0)
    spoilt.ticket_deck[foreign] = nonsense.ticket_deck[foreign]
    made: State = spoilt
    return made


@settings(max_examples=samples(200))
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


def relabelled(tickets: Any, names: Any) -> Any:
    """The set of the tickets' new names."""
    bits = np.zeros(TICKETS, np.uint8)
    bits[names[np.flatnonzero(bits_of(tickets[None]))]] = 1
    return np.packbits(bits, bitorder="little").view(np.uint64)[0]


def own_tickets(state: State, viewer: int) -> set[int]:
    """The tickets the viewer can put a name to."""
    if viewer < 0:
        return set()
    held = np.flatnonzero(bits_of((state.tickets[viewer] | state.gone[viewer] | state.refused[viewer])[None]))
    returned = state.ticket_deck[state.ticket_returner == viewer]
    return {int(ticket) for ticket in (*held, *state.offered[viewer], *returned)}


def swap_hidden_tickets(board: Board, state: State, viewer: int, chance: np.random.Generator) -> None:
    """Exchange the tickets the viewer cannot see, wherever they are; long ones among themselves."""
    names, own = np.arange(TICKETS), own_tickets(state, viewer)
    longs = bits_of(board.long_tickets[None])  # type: ignore[index]
    for long in (True, False):
        unknown = [t for t in range(int(board.tickets)) if longs[t] == long and t not in own]
        names[unknown] = chance.permutation(unknown)
    for seat in range(SEATS):
        state.tickets[seat] = relabelled(state.tickets[seat], names)
        state.gone[seat] = relabelled(state.gone[seat], names)
        state.refused[seat] = relabelled(state.refused[seat], names)
    state.unused = relabelled(state.unused, names)
    for places in (state.offered, state.ticket_deck):
        places[:] = np.where(places >= 0, names[np.maximum(places, 0)], NOBODY)


def change_choices(board: Board, state: State, viewer: int, chance: np.random.Generator) -> None:
    """S3: let the others have chosen something else in the opening."""
    if state.phase != OPENING:
        return
    allowed = np.flatnonzero(bits_of(mask_of(board, state))) - KEEP
    for seat in range(int(state.seats)):
        if seat != viewer and state.chosen[seat] >= 0:
            state.chosen[seat] = chance.choice(allowed)


def another_world(board: Board, state: State, viewer: int, seed: int) -> State:
    """A state that differs from this one in all that the viewer cannot know."""
    chance = np.random.default_rng(seed)
    other = copied(state)
    swap_hidden_cards(other, viewer, chance)
    swap_hidden_tickets(board, other, viewer, chance)
    change_choices(board, other, viewer, chance)
    other.rng, other.key_low, other.key_high = (np.uint64(seed + i) for i in range(3))
    return other


@everywhere
def test_worlds_that_differ_in_secrets_look_the_same(setup: Setup) -> None:
    for style in STYLES:
        game, others = played(setup.compiled, setup.seats, 4, style), []
        for i, state in enumerate(map(State.of, game.states[::61])):
            for viewer in viewers(state):
                other = another_world(setup.compiled, state, viewer, seed=i)
                assert raw(other) != raw(state)
                assert raw(view_of(other, viewer)) == raw(view_of(state, viewer))
                others.append(other.record)
        worlds = np.stack(others).view(np.recarray)
        cards_are_kept(setup.compiled, worlds)
        tickets_are_kept(setup.compiled, worlds)


def secret_decisions(board: Board, state: State, chance: np.random.Generator) -> tuple[int, int]:
    """Two decisions of the actor that look the same to everybody else: -1 where there are none."""
    legal_now = bits_of(mask_of(board, state))
    if state.phase == TICKETS_DRAWN or (state.phase == OPENING and (state.chosen[: state.seats] < 0).sum() > 1):
        kept = np.flatnonzero(legal_now)
        one = int(chance.choice(kept))
        alike = [int(k) for k in kept if state.phase == OPENING or (k - KEEP).bit_count() == (one - KEEP).bit_count()]
        return one, int(chance.choice(alike))
    for action in (DRAW_BLIND, DRAW_TICKETS):
        if legal_now[action]:
            return action, action
    return -1, -1


@everywhere
def test_what_is_done_in_secret_looks_the_same(setup: Setup) -> None:
    """Another's blind card, drawn tickets and kept ones: in two worlds a viewer cannot tell apart, and cannot after.
    (A row that cannot be swept tells something of the deck: D6.)"""
    tried = 0
    for style in STYLES:
        game = played(setup.compiled, setup.seats, 6, style)
        for i, state in enumerate(map(State.of, game.states[:-1:11])):
            chance = np.random.default_rng(i)
            viewer = int(chance.choice([viewer for viewer in viewers(state) if viewer != state.actor]))
            one, two = secret_decisions(setup.compiled, state, chance)
            if one >= 0 and state.row[LOCOMOTIVE] < TOO_MANY:
                here, there = copied(state), another_world(setup.compiled, state, viewer, seed=i)
                there.rng, there.key_low, there.key_high = here.rng, here.key_low, here.key_high
                play(setup.compiled, here, one)
                play(setup.compiled, there, two)
                assert raw(view_of(here, viewer)) == raw(view_of(there, viewer))
                tried += 1
    assert tried > 20


@given(game=games(), data=st.data())
def test_an_older_view_is_written_over(game: Game, data: st.DataObject) -> None:
    """Nothing of another seat, or of an earlier time, stays in a view that is used again."""
    before, after = (game.states[data.draw(st.integers(0, len(game)), "position")] for _ in range(2))
    view = view_of(before, data.draw(st.sampled_from(viewers(before)), "earlier viewer"))
    viewer = data.draw(st.sampled_from(viewers(after)), "viewer")
    make_view(after, viewer, view)
    assert raw(view) == raw(view_of(after, viewer))


@settings(max_examples=samples(50))
@given(game=games(), data=st.data())
def test_looking_changes_nothing(game: Game, data: st.DataObject) -> None:
    state = game.states[data.draw(st.integers(0, len(game)), "position")]
    before = raw(state)
    view_of(state, data.draw(st.sampled_from(viewers(state)), "viewer"))
    assert raw(state) == before


def assert_actor_sees_the_mask(game: Game) -> None:
    seen = np.zeros_like(game.masks)
    masks_seen(game.board, game.states[:-1].view(np.ndarray), blank_state(), seen[:-1])
    np.testing.assert_array_equal(seen, game.masks)


@everywhere
def test_the_actor_sees_what_is_legal(setup: Setup) -> None:
    for style in STYLES:
        for seed in range(samples(5)):
            assert_actor_sees_the_mask(played(setup.compiled, setup.seats, seed, style))


@given(game=scarce_games())
def test_the_actor_sees_what_is_legal_with_scarce_cards(game: Game) -> None:
    assert_actor_sees_the_mask(game)
