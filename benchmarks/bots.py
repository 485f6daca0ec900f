"""Bots: whole games of the planner, compared with random play in the same run, and how much the search searches."""

from typing import Final

from benchmarks.play import games_a_second
from benchmarks.timing import Effort, Measure, Measures
from carrozza import boards
from carrozza.arena import simulate
from carrozza.bots.registry import make_bot
from carrozza.bots.search import SearchBot
from carrozza.game import Game

BOTS: Final = ("planner", "random")
SEATS: Final = 2
TRIAL: Final = 500
MOVES: Final = 20
"""Moves of the planner before the search is asked: the middle of a game."""


def measure_bots(effort: Effort) -> Measures:
    for board in boards.names():
        yield from _compiled(effort, board)
    for board in boards.names():
        yield _search(effort, board)


def _compiled(effort: Effort, board: str) -> Measures:
    """Turn and turn about, so that what else the machine does falls on both."""
    games = {bot: _games_for(board, bot, effort.seconds) for bot in BOTS}
    runs = [
        [simulate(board, SEATS, games[bot], bot, seed=run, threads=1) for bot in BOTS] for run in range(effort.runs)
    ]
    planner, random = (games_a_second(list(results)) for results in zip(*runs, strict=True))
    table = f"{board}, {SEATS} seats"
    yield Measure("Bots, one core", f"{table}: planner", "games/s", planner)
    ratios = tuple(one / other for one, other in zip(planner, random, strict=True))
    yield Measure("Bots, one core", f"{table}: planner to random", "ratio", ratios)


def _games_for(board: str, bot: str, seconds: float) -> int:
    simulate(board, SEATS, 1, bot, seed=1, threads=1)
    trial = simulate(board, SEATS, TRIAL, bot, seed=1, threads=1)
    return max(TRIAL, int(TRIAL / trial.seconds * seconds))


def _search(effort: Effort, board: str) -> Measure:
    """Games that one thread plays on a second, from the middle of a game."""
    game = Game(board, SEATS, seed=1, first=0)
    planners = [make_bot("planner", game.names, seat) for seat in range(SEATS)]
    while len(game.history) < MOVES or game.phase != "turn":
        seat = int(game.state.actor)
        game.play(planners[seat].choose(game.view(seat)))
    view = game.view(int(game.state.actor))
    rates = []
    for run in range(effort.runs):
        bot = SearchBot(game.names, run, seconds=effort.seconds, threads=1)
        analysis = bot.analyse(view)
        rates.append(analysis.games / analysis.seconds)
        bot.close()
    return Measure("Search, one thread", f"{board}, {SEATS} seats", "iterations/s", tuple(rates))
