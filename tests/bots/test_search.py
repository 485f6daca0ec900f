"""The search bot: legal, lawful, repeatable, in time, and better than what it starts from."""

import json
import os
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from carrozza.bots import make_bot
from carrozza.bots.bot import Bot
from carrozza.bots.search import SearchBot
from carrozza.bots.search import bot as search_bot
from carrozza.bots.search.workspace import Workspace
from carrozza.game import Game, parse_move
from carrozza.game.move_actions import legal_actions
from carrozza.game.moves import Claim
from carrozza.kernel.compiled import INTERPRETED
from carrozza.kernel.imagine import imagine
from tests.bots.last_turns import last_turn
from tests.playing import Dice, play_on
from tests.setups import FULL_SETUPS, Setup

pytestmark = pytest.mark.slow

COURSE = """
from carrozza.bots.search import SearchBot
from carrozza.game.records.record import Record
from tests.golden.games import FOLDER
game = Record.load(FOLDER / "new-york-2.txt").replay(45)
bots = [SearchBot(game.names, seed, iterations=2, threads=1, network="none") for seed in (1, 2)]
for _ in range(5):
    seat = game.names.seat_number(game.to_move)
    game.play(bots[seat].choose(game.view(seat)))
print([str(played.move) for played in game.history[-5:]])
"""


@pytest.fixture(autouse=True)
def without_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_bot, "FOR_SEARCH", frozenset())


def play_to_the_end(game: Game, bots: list[Bot]) -> None:
    while not game.finished:
        assert game.to_move is not None
        seat = game.names.seat_number(game.to_move)
        game.play(bots[seat].choose(game.view(seat)))


@pytest.mark.parametrize("table", FULL_SETUPS, ids=str)
def test_it_plays_every_board_to_the_end(table: Setup) -> None:
    """At every other seat, against planners."""
    game = table.game(seed=3)
    bots: list[Bot] = [make_bot("planner", game.names, seed) for seed in range(table.seats)]
    bots[::2] = [SearchBot(game.names, seed, iterations=3, threads=1) for seed in range(0, table.seats, 2)]
    play_to_the_end(game, bots)
    assert game.winners


@pytest.mark.parametrize("threads", [1, 2])
def test_a_budget_of_games_gives_the_same_choices(threads: int) -> None:
    game = play_on(Game("europe", seats=3, seed=8), Dice(8), 30)
    assert game.to_move is not None
    view = game.view(game.to_move)
    found = []
    for _ in range(2):
        with SearchBot(game.names, seed=4, iterations=60, threads=threads) as bot:
            analysis = bot.analyse(view)
        found.append([(c.move, c.visits, c.value, c.margin, c.line) for c in analysis.candidates])
    assert found[0] == found[1]


def test_numba_recognises_a_workspace_by_its_fingerprint() -> None:
    """Anything but NumPy's own values in it, and each call would derive its type anew: a hundred times slower."""
    bot = SearchBot(Game("new-york", seed=1).names, 1, iterations=1, threads=1)
    assert all(isinstance(part, np.ndarray | np.void) for part in bot._workspaces[0])


def test_what_it_cannot_see_does_not_matter() -> None:
    game = play_on(Game("usa", seats=3, seed=2), Dice(2), 40)
    assert game.to_move is not None
    view = game.view(game.to_move)
    seat = game.names.seat_number(game.to_move)
    choices = set()
    for seed in range(5):
        other = game.copy()
        other.state = imagine(game.names.compiled, view.state, seed)
        choices.add(str(SearchBot(game.names, seed=1, iterations=30, threads=1).choose(other.view(seat))))
    assert len(choices) == 1


def test_a_single_choice_is_made_at_once() -> None:
    game = Game("usa", seats=2, seed=1)
    view = game.view(0)
    view.state.phase = 2
    view.state.deck_size = view.state.ticket_deck_size = 0
    view.state.hand[0] = 0
    view.state.hand_size[0] = 0
    assert len(legal_actions(game.names, view.state)) == 1
    bot = SearchBot(game.names, seed=1, seconds=5.0, threads=1)
    analysis = bot.analyse(view)
    assert str(analysis.best.move) == "pass"
    assert analysis.games == 0


@pytest.mark.parametrize("a_game", [1e-5, 3e-4, 0.02])
def test_it_keeps_to_its_time(a_game: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock of the test's own: it goes on until the time is up, and hardly longer, however long a game takes."""
    clock = SimpleNamespace(now=0.0)

    def pretend(work: object, games: int) -> int:
        clock.now += games * a_game
        return games

    monkeypatch.setattr(search_bot, "iterate", pretend)
    monkeypatch.setattr(search_bot, "time", SimpleNamespace(perf_counter=lambda: clock.now))
    unsettled = SimpleNamespace(progress=SimpleNamespace(settled=0))
    search_bot._think(cast(Workspace, unsettled), deadline=0.2, games=None)
    assert 0.2 <= clock.now <= 0.2 + max(2 * search_bot.CHUNK_SECONDS, a_game)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_by_time_plays_too(threads: int) -> None:
    game = Game("old-west", seats=6, seed=1)
    bot = SearchBot(game.names, seed=1, seconds=0.1, threads=threads)
    for seat in range(4):
        game.play(bot.choose(game.view(seat)), seat)
    bot.close()


def test_its_analysis_tells_of_every_candidate() -> None:
    game = play_on(Game("europe", seats=2, seed=5), Dice(5), 40)
    assert game.to_move is not None
    with SearchBot(game.names, seed=1, iterations=400, threads=2) as bot:
        analysis = bot.analyse(game.view(game.to_move))
    assert analysis.player == game.to_move
    assert analysis.games == sum(candidate.visits for candidate in analysis.candidates)
    assert (analysis.win_probability, analysis.margin) == (analysis.best.win_probability, analysis.best.margin)
    for candidate in analysis.candidates:
        assert candidate.move in game.legal_moves
        assert 0 <= candidate.win_probability <= 1 and 0 <= candidate.value <= 1
        assert (candidate.line[0].player, candidate.line[0].move) == (game.to_move, candidate.move)
    assert max(len(candidate.line) for candidate in analysis.candidates) > 1
    read = json.loads(json.dumps(analysis.as_json()))
    assert read["candidates"][0]["move"] == str(analysis.best.move)
    assert read["candidates"][0]["line"][0] == {"player": game.to_move, "move": str(analysis.best.move)}


@pytest.mark.parametrize("table", FULL_SETUPS, ids=str)
def test_candidates_and_lines_are_whole_moves(table: Setup) -> None:
    """A claim has its payment, also where the search has not looked into how to pay; lines parse move by move."""
    game = play_on(table.game(seed=4), Dice(4), 45)
    assert game.to_move is not None
    with SearchBot(game.names, seed=1, iterations=120, threads=1) as bot:
        analysis = bot.analyse(game.view(game.to_move))
    for candidate in analysis.candidates:
        assert candidate.move in list(game.legal_moves)
        for step in candidate.line:
            assert step.move is None or parse_move(step.text) == step.move
            assert step.move is not None or step.text.startswith(("keep ", "choose "))


def test_analysing_and_choosing_agree() -> None:
    game = play_on(Game("europe", seats=2, seed=5), Dice(5), 40)
    assert game.to_move is not None
    view = game.view(game.to_move)
    chosen = SearchBot(game.names, seed=1, iterations=40, threads=1).choose(view)
    assert SearchBot(game.names, seed=1, iterations=40, threads=1).analyse(view).best.move == chosen


def test_more_games_tell_a_good_position_from_a_bad_one() -> None:
    """A seat with forty points more is told that it leads, and the other that it trails."""
    game = Game("usa", seats=2, seed=7, first=0)
    for _ in range(2):
        game.play(game.legal_moves[-1])
    game.state.points[0] += 40
    ahead = SearchBot(game.names, seed=1, iterations=300, threads=1).analyse(game.view(0)).best
    assert ahead.margin > 15 and ahead.win_probability > 0.6


def test_on_the_last_turn_it_completes_the_ticket() -> None:
    """Ada has one turn left, and cards for one route: the one that her ticket wants, or a longer one."""
    game = Game("usa", seats=2, seed=3, first=0)
    last_turn(game)
    bot = SearchBot(game.names, seed=1, iterations=50, threads=1)
    move = bot.choose(game.view(0))
    assert isinstance(move, Claim)
    assert move.route == "nashville-pittsburgh"


@pytest.mark.parametrize(
    ("budget", "told"),
    [
        ({"seconds": 1.0, "iterations": 5}, "not by both"),
        ({"seconds": 0.0}, "more than 0 seconds"),
        ({"iterations": 0}, "1 iteration or more"),
        ({"threads": 0}, "threads 0"),
    ],
)
def test_a_budget_that_makes_no_sense_is_refused(budget: dict[str, int], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        SearchBot(Game("usa").names, seed=1, **budget)  # type: ignore[arg-type]


def test_interpreted_it_chooses_the_same() -> None:
    path = os.pathsep.join(folder for folder in sys.path if folder)
    environment = {**os.environ, "PYTHONPATH": path, "CARROZZA_INTERPRET": "0" if INTERPRETED else "1"}
    other = subprocess.run(
        [sys.executable, "-c", COURSE], env=environment, stdout=subprocess.PIPE, check=True, text=True
    )
    with redirect_stdout(StringIO()) as here:
        exec(COURSE, {})
    assert here.getvalue() == other.stdout
    assert other.stdout.count("'") == 10
