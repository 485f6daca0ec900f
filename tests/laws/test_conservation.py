"""Nothing is made and nothing is lost: cards, trains, tickets, points."""

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from carrozza.kernel.actions import CITY
from carrozza.kernel.board import Board
from carrozza.kernel.state import OVER, State, copied
from carrozza.kernel.turns import finish
from tests.laws.play import STYLES, Game, alone, bits_of, played, raw
from tests.laws.positions import LAWS_OF_PLAY, cards_are_kept, keep, plain, tickets_are_kept, trains_are_kept
from tests.laws.strategies import games, house_games, scarce_games
from tests.samples import samples
from tests.setups import Setup, everywhere

GAMES_OF_A_STYLE = 8


@everywhere
def test_every_position_keeps_the_laws(setup: Setup) -> None:
    for style in STYLES:
        for seed in range(samples(GAMES_OF_A_STYLE)):
            keep(LAWS_OF_PLAY, setup.compiled, played(setup.compiled, setup.seats, seed, style).states)


@given(game=games())
def test_every_style_keeps_the_laws(game: Game) -> None:
    keep(LAWS_OF_PLAY, game.board, game.states)


@settings(max_examples=samples(300))
@given(game=scarce_games())
def test_scarce_cards_keep_the_laws(game: Game) -> None:
    keep(LAWS_OF_PLAY, game.board, game.states)


@settings(max_examples=samples(200), suppress_health_check=[HealthCheck.filter_too_much])
@given(game=house_games())
def test_other_rules_keep_the_laws(game: Game) -> None:
    keep(LAWS_OF_PLAY, game.board, game.states)


def claims_in(game: Game) -> list[tuple[int, int]]:
    """The decisions by which a route changed hands, with the route."""
    owned = bits_of(game.states.owned).reshape(len(game.states), -1)
    made, bits = np.nonzero(owned[1:] & ~owned[:-1])
    return [(int(i), int(at) % CITY) for i, at in zip(made, bits, strict=True)]


def points_for(board: Board, state: State, route: int) -> list[int]:
    """W4: what a claim by the actor pays to every seat."""
    ends = {int(board.city_a[route]), int(board.city_b[route])}
    marked = [len(ends & {int(city) for city in np.flatnonzero(bits_of(m[None]))}) for m in state.markers]
    if not any(marked[: state.actor] + marked[state.actor + 1 :]):
        marked[state.actor] = max(marked[state.actor], 1)
    return [int(board.route_points[board.length[route]]) * number for number in marked]


def assert_points_settled(game: Game) -> None:
    """C4, W4, A2: points come with a claim, and from nothing else."""
    expected = np.zeros((len(game), game.states.points.shape[1]), np.int64)
    for made, route in claims_in(game):
        before, after = game.states[made], game.states[made + 1]
        caught = plain(after.catches) - plain(before.catches)
        expected[made] = points_for(game.board, before, route) + caught * int(game.board.alvin_points)
    np.testing.assert_array_equal(np.diff(plain(game.states.points), axis=0), expected)


@everywhere
def test_points_come_from_claims_alone(setup: Setup) -> None:
    for style in STYLES:
        assert_points_settled(played(setup.compiled, setup.seats, 5, style))


@settings(max_examples=samples(50))
@given(game=games())
def test_points_are_those_of_the_own_routes(game: Game) -> None:
    """Without markers, what a seat has is what its routes are worth; with them, nothing is lost on the way."""
    worth = plain(game.board.route_points)[plain(game.board.length)]
    claimed = (bits_of(game.states.owned).reshape(len(game.states), -1, CITY) * worth).sum(axis=2)
    scored = plain(game.states.points) - plain(game.states.catches) * int(game.board.alvin_points)
    if game.board.markers:
        assert (scored.sum(axis=1) >= claimed.sum(axis=1)).all()
    else:
        np.testing.assert_array_equal(scored, claimed)


@given(game=games(), data=st.data())
def test_a_game_stopped_anywhere_loses_nothing(game: Game, data: st.DataObject) -> None:
    stopped = alone(game.states[data.draw(st.integers(0, len(game)), "position")])
    finish(stopped[0])
    assert stopped[0].phase == OVER
    for law in (cards_are_kept, trains_are_kept, tickets_are_kept):
        law(game.board, stopped)
    again = copied(stopped[0])
    finish(again)
    assert raw(again) == raw(stopped)
