"""Hints: legal moves, the search's own choice first, made of nothing but the seat's view."""

import numpy as np
import pytest

import carrozza
from carrozza.bots.analysis import Analysis, Candidate
from carrozza.bots.hints.hint import CLOSE, FEWEST_VISITS, HintSearch, hints, hints_from, worth_considering
from carrozza.game import Game, Move, parse_move
from tests.bots.hint_truth import Truth
from tests.bots.test_fairness import exchanged, played, seen
from tests.setups import BOARDS

pytestmark = pytest.mark.slow

GAMES = 30


@pytest.mark.parametrize(("board", "variants"), BOARDS)
def test_hints_are_legal_true_and_made_of_the_view_alone(board: str, variants: tuple[str, ...]) -> None:
    differ = 0
    for number, game in enumerate(played(board, variants, seed=4)):
        if number % 2:
            continue
        view = game.view(game.to_move)
        found = hints(view, games=GAMES)
        assert 1 <= len(found) <= 3
        for hint in found:
            assert hint.move in view.legal_moves
            assert hint.reasons
            for reason in hint.reasons:
                assert reason.kind == "outcome" or Truth(view).holds(hint.move, reason), f"{hint.move}: {reason}"
            assert len(hint.tickets) == len(hint.ways)
        seat = int(game.state.actor)
        other = exchanged(game, seat, seed=1)
        differ += bool(np.any(other.state.hand != game.state.hand))
        assert hints(seen(other, seat), games=GAMES) == found
    assert differ > 0, "nothing was exchanged, so nothing was tested"


def test_the_first_hint_is_what_the_search_would_play() -> None:
    game = Game("europe", 3, seed=2)
    view = game.view("Ada")
    with HintSearch(game.names, 7, GAMES) as search:
        assert hints(view, seed=7, games=GAMES)[0].move == search.choose(view)


def candidate(move: str, value: float, visits: int = FEWEST_VISITS) -> Candidate:
    return Candidate(parse_move(move), visits, value, win_probability=value, margin=0.0)


def considered(game: Game, *candidates: Candidate) -> list[Move]:
    view = game.view(game.to_move)
    return [one.move for one in worth_considering(view, Analysis("Ada", candidates, 100, 0.1))]


def test_only_what_comes_close_and_is_known_well_is_named() -> None:
    game = Game("usa", 4, seed=1)
    best = candidate("draw red", 0.6)
    assert considered(game, best, candidate("draw blue", 0.6 - 2 * CLOSE)) == [best.move]
    assert considered(game, best, candidate("draw blue", 0.6, visits=1)) == [best.move]
    close = [
        candidate(f"draw {colour}", 0.6 - CLOSE * place / 10) for place, colour in enumerate(("blue", "green", "white"))
    ]
    assert considered(game, best, *reversed(close)) == [best.move, close[0].move, close[1].move]


def test_two_routes_between_the_same_cities_are_named_once() -> None:
    game = Game("usa", 4, seed=1)
    both = (
        candidate("claim denver-salt-lake-city-red 3 red", 0.6),
        candidate("claim denver-salt-lake-city-yellow 3 yellow", 0.6),
    )
    assert considered(game, *both) == [both[0].move]


def test_where_nothing_else_can_be_said_the_games_speak() -> None:
    game = Game("old-west", 2, seed=1)
    while game.phase in ("opening", "start"):
        game.play(game.legal_moves[0])
    view = game.view(game.to_move)
    move = parse_move("draw deck")
    game.state.tickets[:] = 0
    view = game.view(game.to_move)
    found = hints_from(view, Analysis("Ada", (Candidate(move, 40, 0.5, 0.625, 1.0),), 40, 0.1))
    assert [reason.as_json() for reason in found[0].reasons] == [{"kind": "outcome", "games": 40, "won": 62}]


def test_a_user_of_the_library_reads_them() -> None:
    game = carrozza.Game("new-york", seats=2, seed=1)
    hint = carrozza.hints(game.view("Ada"), games=GAMES)[0]
    assert hint.in_words().startswith("Keep ")
    assert hint.in_words("it").startswith("Tieni ")
