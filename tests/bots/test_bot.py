"""`carrozza.bot`: a bot for a game, which closes itself and refuses views it has nothing to decide on."""

import pytest

from carrozza.bots import Analysis, Bot, Candidate, NoAnalysis, Step, UnknownBot
from carrozza.bots.registry import bot
from carrozza.game import Game, Move, UnknownName, View, parse_move


class Closing(Bot):
    closed = False

    def choose(self, view: View) -> Move:
        return view.legal_moves[0]

    def close(self) -> None:
        self.closed = True


def test_a_bot_is_made_for_a_game_a_view_or_its_names() -> None:
    game = Game("new-york", seats=2, seed=1)
    chosen = [bot("planner", at, seed=7).choose(game.view("Ada")) for at in (game, game.view("Ada"), game.names)]
    assert chosen[0] == chosen[1] == chosen[2]


def test_with_closes_a_bot_whatever_happens() -> None:
    with pytest.raises(KeyError), Closing() as made:
        raise KeyError
    assert made.closed


def test_without_a_seed_random_numbers_differ() -> None:
    view = Game("europe", seats=2, seed=1).view("Ada")
    assert len({str(bot("random", view).choose(view)) for _ in range(30)}) > 1


def test_a_bot_for_a_seat_refuses_the_views_of_others() -> None:
    game = Game("usa", ["Ada", "Bruno"], seed=1)
    made = bot("planner", game, seat=1)
    assert made.seat == "Bruno"
    assert made.choose(game.view("Bruno")) in game.view("Bruno").legal_moves, "in the opening all decide at once"
    with pytest.raises(ValueError, match="this bot plays for Bruno, and the view is Ada's"):
        made.choose(game.view("Ada"))


def test_a_view_without_a_decision_is_refused() -> None:
    game = Game("usa", ["Ada", "Bruno"], seed=1, first="Ada")
    for seat in game.seats:
        game.play(game.view(seat).legal_moves[0], seat)
    made = bot("planner", game)
    with pytest.raises(ValueError, match="Bruno has nothing to decide: the game waits for Ada; ask "):
        made.choose(game.view("Bruno"))
    with pytest.raises(ValueError, match="a watcher's view"):
        made.choose(game.view())
    game.finish()
    with pytest.raises(ValueError, match="the game is over"):
        made.choose(game.view("Ada"))


def test_wrong_names_are_refused() -> None:
    game = Game("usa", ["Ada", "Bruno"], seed=1)
    with pytest.raises(UnknownBot, match="did you mean 'planner'"):
        bot("plannr", game)
    with pytest.raises(UnknownName):
        bot("planner", game, seat="Carla")


@pytest.mark.parametrize("spec", ["random", "planner"])
def test_bots_without_an_analysis_say_so(spec: str) -> None:
    game = Game("usa", seats=2, seed=1)
    with pytest.raises(NoAnalysis, match="names a move without an analysis; search has one"):
        bot(spec, game).analyse(game.view("Ada"))


def test_an_analysis_is_plain_values() -> None:
    move = parse_move("draw deck")
    line = (Step("Ada", "draw deck", move), Step("Bruno", "keep 2 tickets", None))
    analysis = Analysis("Ada", (Candidate(move, 10, 0.6, 0.55, 3.5, line),), games=10, seconds=0.1)
    assert (analysis.best.move, analysis.win_probability, analysis.margin) == (move, 0.55, 3.5)
    assert analysis.as_json() == {
        "player": "Ada",
        "win_probability": 0.55,
        "margin": 3.5,
        "games": 10,
        "seconds": 0.1,
        "candidates": [
            {
                "move": "draw deck",
                "visits": 10,
                "value": 0.6,
                "win_probability": 0.55,
                "margin": 3.5,
                "line": [{"player": "Ada", "move": "draw deck"}, {"player": "Bruno", "move": "keep 2 tickets"}],
            }
        ],
    }
