"""Playing a batch: what every worker does, in a thread, a process or on another machine."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from carrozza.arena.playing.compiled_games import OUTCOME, Table, memories_of, play_at
from carrozza.arena.playing.contest import Batch, Contest
from carrozza.arena.playing.single_game import Notes, watch
from carrozza.bots.compiled.board_graph import BoardGraph, graph_of
from carrozza.kernel.board import Board, compile_board
from carrozza.kernel.layout import ROUTES, Grid, blank


@dataclass(frozen=True)
class Sheet:
    """What came out of a batch: an outcome a deal, and notes where it was watched."""

    batch: Batch
    outcomes: Grid
    notes: Notes | None = None


def play_batch(contest: Contest, batch: Batch) -> Sheet:
    if batch.watched:
        outcomes, notes = watch(contest, batch.table, batch.first)
        return Sheet(batch, outcomes, notes)
    outcomes = blank(OUTCOME, batch.deals)
    board, graph = _ground(contest)
    memories = memories_of([contest.specs[bot] for bot in contest.tables[batch.table]])
    play_at(Table(board, graph, memories), contest.seed, batch.first, outcomes, np.zeros(ROUTES, np.int64))
    return Sheet(batch, outcomes)


@lru_cache(maxsize=2)
def _ground(contest: Contest) -> tuple[Board, BoardGraph]:
    board = compile_board(contest.board, contest.variants)
    return board, graph_of(board)
