"""The course of a game: who acts, what follows what, and that it always ends (S5, S6, T1-T3, E1, E5)."""

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import HealthCheck, given, settings

from carrozza.kernel import actions as a
from carrozza.kernel.board import compile_board
from carrozza.kernel.layout import CITIES, KINDS, LOCOMOTIVE, ROUTES
from carrozza.kernel.state import (
    MARKER,
    MOVE_ALVIN,
    NOBODY,
    OPENING,
    OVER,
    PAY_MARKER,
    PAY_ROUTE,
    PAY_STATION,
    SECOND,
    START,
    TICKETS_DRAWN,
    TUNNEL,
    TURN,
)
from tests.laws.play import LONGEST_GAME, STYLES, Game, bits_of, played
from tests.laws.positions import plain
from tests.laws.strategies import games, house_games, scarce_games, with_rules
from tests.samples import samples
from tests.setups import SETUPS, Setup, everywhere

GAMES_OF_A_STYLE = 20

CLAIMS = range(a.CLAIM, a.CLAIM + ROUTES)
ANY_CITY = range(a.CITY, a.CITY + CITIES)
PAYMENTS = (*range(a.PAY, a.MISC), a.PAY_LOCOMOTIVES)
KEEPS = range(a.KEEP + 1, a.ACTIONS)
COLOURS = range(a.DRAW, a.DRAW + LOCOMOTIVE)
CARDS = range(a.DRAW, a.DRAW + KINDS)

BELONGS: dict[int, tuple[int, ...]] = {
    OPENING: (*KEEPS,),
    START: (*ANY_CITY,),
    TURN: (*CLAIMS, *ANY_CITY, *CARDS, a.DRAW_BLIND, a.DRAW_TICKETS, a.PASS),
    SECOND: (*COLOURS, a.DRAW_BLIND),
    PAY_ROUTE: PAYMENTS,
    TUNNEL: (*PAYMENTS, a.DECLINE),
    TICKETS_DRAWN: (*KEEPS,),
    PAY_STATION: PAYMENTS,
    MOVE_ALVIN: (*ANY_CITY,),
    MARKER: (*ANY_CITY, a.SKIP),
    PAY_MARKER: PAYMENTS,
    OVER: (),
}
"""The actions that belong to each phase."""

TURN_OVER = (TURN, OVER)
FOLLOWS: dict[int, tuple[int, ...]] = {
    OPENING: (OPENING, START, TURN),
    START: (START, TURN),
    TURN: (SECOND, PAY_ROUTE, TICKETS_DRAWN, PAY_STATION, *TURN_OVER),
    SECOND: TURN_OVER,
    PAY_ROUTE: (TUNNEL, MOVE_ALVIN, MARKER, *TURN_OVER),
    TUNNEL: (MOVE_ALVIN, MARKER, *TURN_OVER),
    TICKETS_DRAWN: TURN_OVER,
    PAY_STATION: TURN_OVER,
    MOVE_ALVIN: (MARKER, *TURN_OVER),
    MARKER: (PAY_MARKER, *TURN_OVER),
    PAY_MARKER: TURN_OVER,
}
"""The phases that may come next."""


def allowed(game: Game) -> npt.NDArray[np.bool_]:
    """For each phase, the actions that belong to it on this board."""
    table = np.zeros((len(BELONGS), a.ACTIONS), np.bool_)
    for phase, belonging in BELONGS.items():
        table[phase, list(belonging)] = True
    table[:, game.board.routes : CLAIMS.stop] = False
    table[:, ANY_CITY.start + int(game.board.cities) : ANY_CITY.stop] = False
    if game.board.stations == 0:
        table[TURN, ANY_CITY.start : ANY_CITY.stop] = False
    return table


def assert_ends(game: Game) -> None:
    assert len(game) < LONGEST_GAME
    assert game.states.phase[-1] == OVER
    assert (game.states.phase[:-1] != OVER).all()


def assert_something_is_legal(game: Game) -> None:
    """E5: until the end there is something to do, after it nothing; and only what belongs to the phase."""
    legal = bits_of(game.masks)
    np.testing.assert_array_equal(legal.any(axis=1), game.states.phase != OVER)
    assert not (legal & ~allowed(game)[plain(game.states.phase)]).any()


def assert_passing_is_the_last_resort(game: Game) -> None:
    """T2."""
    legal = bits_of(game.masks)
    assert (legal[legal[:, a.PASS]].sum(axis=1) == 1).all()


def assert_phases_follow(game: Game) -> None:
    phases = plain(game.states.phase)
    for before, after in set(zip(phases[:-1].tolist(), phases[1:].tolist(), strict=True)):
        assert after in FOLLOWS[before]


def assert_turns_go_round(game: Game) -> None:
    """S5: clockwise from the first seat. S6: the start cities the other way round, the first seat last."""
    states = game.states
    phase, actor = plain(states.phase), plain(states.actor)
    playing = (phase >= TURN) & (phase < OVER)
    np.testing.assert_array_equal(actor[playing], ((plain(states.first) + plain(states.turns)) % states.seats)[playing])
    starting = phase == START
    if game.board.network:
        seats, first = int(states.seats[0]), int(states.first[0])
        assert actor[starting].tolist() == [(first - 1 - placed) % seats for placed in range(seats)]
    else:
        assert not starting.any()
    assert (actor[phase == OVER] == NOBODY).all()


def assert_last_round(game: Game) -> None:
    """E1: it begins when a turn first ends with few trains, and every seat has one turn in it. T3: or all pass."""
    states = game.states
    turns, left = plain(states.turns), plain(states.turns_left)
    few = int(game.board.last_round_trains)
    begun = np.flatnonzero(left >= 0)
    ends = np.flatnonzero(np.diff(turns))
    ending = plain(states.trains)[ends + 1, plain(states.actor)[ends]]
    early = np.flatnonzero(ending <= few)
    assert len(begun) == 0 or begun[0] == ends[early[0]] + 1
    assert len(early) == 0 or len(begun) > 0
    seats = int(states.seats[0])
    if len(begun) > 0:
        np.testing.assert_array_equal(left[begun], seats - (turns[begun] - turns[begun[0]]))
    if left[-1] != 0:
        assert states.passes[-1] == seats
        assert (game.actions[-seats:] == a.PASS).all()
    else:
        assert turns[-1] - turns[begun[0]] == seats
        assert sorted(plain(states.actor)[ends[-seats:]].tolist()) == list(range(seats))
        assert states.actor[ends[-1]] == states.actor[begun[0] - 1]


def assert_passes_are_counted(game: Game) -> None:
    """T3: passes in a row, and no more than there are seats."""
    passes, counted = 0, []
    for phase, action in zip(game.states.phase.tolist(), game.actions.tolist(), strict=False):
        if phase == TURN:
            passes = passes + 1 if action == a.PASS else 0
        counted.append(passes)
    assert game.states.passes[1:].tolist() == counted
    assert passes <= game.states.seats[0]


def assert_course(game: Game) -> None:
    for law in (
        assert_ends,
        assert_something_is_legal,
        assert_passing_is_the_last_resort,
        assert_phases_follow,
        assert_turns_go_round,
        assert_last_round,
        assert_passes_are_counted,
    ):
        law(game)


@everywhere
def test_games_run_their_course(setup: Setup) -> None:
    for style in STYLES:
        for seed in range(samples(GAMES_OF_A_STYLE)):
            assert_course(played(setup.compiled, setup.seats, seed, style))


@given(game=games())
def test_games_in_every_style_run_their_course(game: Game) -> None:
    assert_course(game)


@settings(max_examples=samples(300))
@given(game=scarce_games())
def test_games_with_scarce_cards_run_their_course(game: Game) -> None:
    assert_course(game)


@settings(max_examples=samples(200), suppress_health_check=[HealthCheck.filter_too_much])
@given(game=house_games())
def test_games_by_other_rules_run_their_course(game: Game) -> None:
    assert_course(game)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_without_a_last_round_end_when_all_pass(seats: int) -> None:
    """T3: with more trains than the map has spaces, nobody ever runs short of them."""
    board = compile_board(with_rules("new-york", trains=99))
    for style in STYLES:
        for seed in range(samples(GAMES_OF_A_STYLE)):
            game = played(board, seats, seed, style)
            assert_course(game)
            assert game.states.turns_left[-1] == -1


def test_random_play_sees_every_phase() -> None:
    """What these laws are tried on holds every phase, and every way out of one."""
    seen: set[int] = set()
    done: set[int] = set()
    for setup in SETUPS:
        for style in STYLES:
            game = played(setup.compiled, setup.seats, 1, style)
            seen |= set(game.states.phase.tolist())
            done |= set(game.actions.tolist())
    assert seen == set(BELONGS)
    assert {a.DECLINE, a.SKIP, a.DRAW_TICKETS, a.DRAW_BLIND, a.PAY_LOCOMOTIVES} <= done
