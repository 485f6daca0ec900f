"""How fast a network decides and plays, in CPU time."""

import time
from pathlib import Path

import numpy as np

from benchmarks.networks import POSITIONS, REPEATS, Positions, alone, microseconds
from carrozza.arena.playing.batch import play_batch
from carrozza.arena.playing.contest import Batch, make_contest
from carrozza.boards import Board
from carrozza.bots import make_bot
from carrozza.bots.neural.forward import make_network, make_room
from carrozza.bots.neural.weights import read_weights
from carrozza.bots.specs.notation import Spec
from carrozza.game import Game

SEATS = 2
GAMES = 3
DEALS = 200


def decision_times(file: Path, board: Board) -> dict[str, float]:
    """Microseconds of a decision, in compiled code and for a bot that is shown a view and names a move; and how many
    games a second against `planner` one core plays in compiled code."""
    return {
        "compiled": round(compiled_time(file, board), 1),
        "bot": round(bot_time(file, board), 1),
        "games_a_second": round(game_rate(file, board), 1),
    }


def compiled_time(file: Path, board: Board) -> float:
    at = Positions(board, SEATS)
    network = make_network(read_weights(file), at.names)
    room, nothing = make_room(network), np.zeros(0, np.int64)
    given = (at.names.compiled, network, at.states.view(np.ndarray), at.seats, at.masks, room, nothing, REPEATS)
    return microseconds(lambda: alone(*given), POSITIONS * REPEATS)


def bot_time(file: Path, board: Board) -> float:
    """The mean over all moves of some games of the bot with itself."""
    spent, moves = 0.0, 0
    for seed in range(GAMES):
        game = Game(board, SEATS, seed=seed + 1)
        bot = make_bot(Spec("neural", None, (("file", str(file)),)), game.names, seed)
        while game.to_move is not None:
            view = game.view(game.to_move)
            began = time.process_time()
            move = bot.choose(view)
            spent += time.process_time() - began
            moves += 1
            game.play(move)
    return spent / moves * 1e6


def game_rate(file: Path, board: Board) -> float:
    bot = str(Spec("neural", None, (("file", str(file)),)))
    contest = make_contest(board, SEATS, 1, [bot, "planner"], seed=1)
    play_batch(contest, Batch(0, 0, 0, move_by_move=False))
    began = time.process_time()
    play_batch(contest, Batch(0, 0, DEALS, move_by_move=False))
    return DEALS / (time.process_time() - began)
