"""Playing a batch: the work of every worker, in a thread, a process or on another machine."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from carrozza.arena.playing.compiled_games import OUTCOME, make_workspace, memories_of, play_deals
from carrozza.arena.playing.contest import Batch, Contest
from carrozza.arena.playing.noting.noted_games import play_noted_deals
from carrozza.arena.playing.noting.notes import Notes
from carrozza.arena.playing.single_game import GameDetails, play_single_game
from carrozza.bots.compiled.board_graph import BoardGraph, graph_of
from carrozza.game.names import Names
from carrozza.kernel.board import Board, compile_board
from carrozza.kernel.layout import ROUTES, Grid, blank


@dataclass(frozen=True)
class BatchResult:
    """A played batch: one outcome per deal, and details where it was played move by move."""

    batch: Batch
    outcomes: Grid
    details: GameDetails | None = None
    claims: Grid | None = None
    """How often each route was claimed."""
    notes: Notes | None = None


def play_batch(contest: Contest, batch: Batch) -> BatchResult:
    if batch.move_by_move:
        outcomes, details = play_single_game(contest, batch.seating, batch.first)
        claims = np.bincount(details.claims, minlength=ROUTES)
        return BatchResult(batch, outcomes, details, claims, details.notes)
    outcomes, claims = blank(OUTCOME, batch.deals), np.zeros(ROUTES, np.int64)
    specs = [contest.specs[bot] for bot in contest.seatings[batch.seating]]
    if not all(spec.compiled for spec in specs):
        from carrozza.arena.playing.network_games import NetworkGames

        NetworkGames(_names(contest), specs).play(contest.seed, batch.first, outcomes, claims)
        return BatchResult(batch, outcomes, None, claims)
    board, graph = _compiled_board(contest)
    workspace, notes = make_workspace(board, graph, memories_of(specs)), None
    if contest.noted:
        notes = play_noted_deals(workspace, contest.seed, batch.first, outcomes, claims, contest.decisions)
    else:
        play_deals(workspace, np.uint64(contest.seed), batch.first, outcomes, claims)
    return BatchResult(batch, outcomes, None, claims, notes)


@lru_cache(maxsize=2)
def _names(contest: Contest) -> Names:
    return Names(contest.board, [f"seat {seat + 1}" for seat in range(contest.seats)], contest.variants)


@lru_cache(maxsize=2)
def _compiled_board(contest: Contest) -> tuple[Board, BoardGraph]:
    board = compile_board(contest.board, contest.variants)
    return board, graph_of(board)
