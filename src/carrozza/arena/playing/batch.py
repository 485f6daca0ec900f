"""Playing a batch: the work of every worker, in a thread, a process or on another machine."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from carrozza.arena.playing.compiled_games import OUTCOME, Workspace, memories_of, play_deals
from carrozza.arena.playing.contest import Batch, Contest
from carrozza.arena.playing.single_game import GameDetails, play_single_game
from carrozza.bots.compiled.board_graph import BoardGraph, graph_of
from carrozza.kernel.board import Board, compile_board
from carrozza.kernel.layout import ROUTES, Grid, blank


@dataclass(frozen=True)
class BatchResult:
    """A played batch: one outcome per deal, and details where it was played move by move."""

    batch: Batch
    outcomes: Grid
    details: GameDetails | None = None


def play_batch(contest: Contest, batch: Batch) -> BatchResult:
    if batch.move_by_move:
        outcomes, details = play_single_game(contest, batch.seating, batch.first)
        return BatchResult(batch, outcomes, details)
    outcomes = blank(OUTCOME, batch.deals)
    board, graph = _compiled_board(contest)
    memories = memories_of([contest.specs[bot] for bot in contest.seatings[batch.seating]])
    play_deals(Workspace(board, graph, memories), contest.seed, batch.first, outcomes, np.zeros(ROUTES, np.int64))
    return BatchResult(batch, outcomes)


@lru_cache(maxsize=2)
def _compiled_board(contest: Contest) -> tuple[Board, BoardGraph]:
    board = compile_board(contest.board, contest.variants)
    return board, graph_of(board)
