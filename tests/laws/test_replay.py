"""A seed and the decisions make the game: nothing else does."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from carrozza.kernel.chance import stream
from carrozza.kernel.layout import blank
from carrozza.kernel.state import OPENING, STATE, State, copied
from carrozza.kernel.turns import call_on, play
from tests.laws.loops import play_through
from tests.laws.play import STYLES, Game, bits_of, mask_of, new_state, played, played_from, raw
from tests.laws.strategies import games, seeds, setups
from tests.samples import samples
from tests.setups import SETUPS, Setup, everywhere

SEEDS = range(samples(6))


def assert_replays(game: Game, state: State) -> None:
    states = blank(STATE, len(game) + 1)
    play_through(game.board, state, game.actions, states.view(np.ndarray))
    assert raw(states) == raw(game.states)


@everywhere
def test_a_seed_and_the_decisions_make_the_game(setup: Setup) -> None:
    for style in STYLES:
        for seed in SEEDS:
            assert_replays(
                played(setup.compiled, setup.seats, seed, style), new_state(setup.compiled, setup.seats, seed)
            )


@given(game=games(), data=st.data(), seed=seeds)
def test_a_copy_goes_on_as_the_original(game: Game, data: st.DataObject, seed: int) -> None:
    """From any position: a copied record, its bytes read back, and one among many in an array."""
    i = data.draw(st.integers(0, len(game)), "position")
    state = game.states[i]
    read_back = np.frombuffer(bytearray(raw(state)), STATE).view(np.recarray)[0]
    among_many = blank(STATE, 3)
    among_many[1] = state
    expected = played_from(game.board, state, seed)
    for twin in (copied(state), read_back, among_many[1]):
        assert_replays(expected, twin)
    assert raw(among_many[0]) == raw(among_many[2]) == bytes(STATE.itemsize)


@given(game=games(), data=st.data())
def test_a_copy_played_on_leaves_the_original_alone(game: Game, data: st.DataObject) -> None:
    state = game.states[data.draw(st.integers(0, len(game) - 1), "position")]
    before = raw(state)
    played_from(game.board, state, 0)
    assert raw(state) == before


@everywhere
def test_other_seeds_make_other_games(setup: Setup) -> None:
    dealt = {raw(new_state(setup.compiled, setup.seats, seed, first=0).hand) for seed in range(50)}
    assert len(dealt) > 45


def test_every_game_of_a_stream_has_its_own_seed() -> None:
    made = {int(stream(np.uint64(seed), number)) for seed in range(10) for number in range(1000)}
    assert len(made) == 10_000


@given(setup=setups, seed=seeds, first=st.integers(0, 5))
def test_the_table_may_name_who_starts(setup: Setup, seed: int, first: int) -> None:
    """S5."""
    state = new_state(setup.compiled, setup.seats, seed, first % setup.seats)
    assert state.first == first % setup.seats


@everywhere
def test_every_seat_may_start(setup: Setup) -> None:
    starters = [int(new_state(setup.compiled, setup.seats, seed).first) for seed in range(200)]
    assert min(starters.count(seat) for seat in range(setup.seats)) > 100 / setup.seats


@settings(max_examples=samples(150))
@given(setup=setups, seed=seeds, data=st.data())
def test_the_opening_has_no_order(setup: Setup, seed: int, data: st.DataObject) -> None:
    """S3: all choose at the same time, so the order in which they say so makes no difference."""
    in_order = new_state(setup.compiled, setup.seats, seed)
    in_any_order = copied(in_order)
    keepable = np.flatnonzero(bits_of(mask_of(setup.compiled, in_order))).tolist()
    chosen = [data.draw(st.sampled_from(keepable), f"seat {seat}") for seat in range(setup.seats)]
    for seat in range(setup.seats):
        assert in_order.phase == OPENING
        play(setup.compiled, in_order, chosen[seat])
    for seat in data.draw(st.permutations(range(setup.seats)), "order"):
        call_on(in_any_order, seat)
        assert in_any_order.actor == seat
        play(setup.compiled, in_any_order, chosen[seat])
    assert raw(in_order) == raw(in_any_order)
    assert in_order.phase != OPENING


@given(game=games(), data=st.data())
def test_nobody_is_called_on_twice_or_out_of_turn(game: Game, data: st.DataObject) -> None:
    state = copied(game.states[data.draw(st.integers(0, len(game)), "position")])
    seat = data.draw(st.integers(0, int(state.seats) - 1), "seat")
    before = raw(state)
    call_on(state, seat)
    waiting = state.phase == OPENING and state.chosen[seat] < 0
    assert raw(state) == before or (waiting and state.actor == seat)


def test_a_deal_never_changes() -> None:
    """The first game of the first board, card by card: where it changes, old records no longer replay."""
    state = new_state(SETUPS[0].compiled, 2, seed=1)
    assert state.first == 1
    assert state.hand[:2].tolist() == [[0, 1, 0, 2, 0, 0, 0, 0, 1], [0, 1, 1, 0, 0, 1, 0, 0, 1]]
    assert state.row.tolist() == [0, 0, 0, 0, 2, 0, 0, 2, 1]
    assert state.deck[:10].tolist() == [0, 8, 0, 7, 6, 6, 1, 6, 6, 6]
    assert state.offered[:2, :3].tolist() == [[29, 21, 7], [2, 8, 15]]
