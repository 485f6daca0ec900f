"""Whole games of random bots on a GPU: how fast the rules run there, and whether they are the same."""

from typing import Any, Final, NamedTuple

import numpy as np

from carrozza.envs.gpu.device import BLOCK, Gpu, Records
from carrozza.envs.gpu.fitting import Fit
from carrozza.kernel.board import Board

THREADS_OF_A_PROCESSOR: Final = 512
"""With more of them the states no longer fit into the caches, with fewer too little is under way."""


class Played(NamedTuple):
    decisions: Any
    """Of each game, on the GPU."""
    states: Records
    scores: Records


class RandomPlay:
    """Random bots at all seats of a board. Game n of a seed is the arena's game n of that seed."""

    def __init__(self, gpu: Gpu, board: Board, seats: int, games: int, fit: Fit | None = None) -> None:
        fit = fit or Fit.of(board.routes, seats)
        self._play = gpu.kernel("play_random", fit)
        self._score = gpu.kernel("score_games", fit)
        self._seats = seats
        threads = min(games, gpu.processors * THREADS_OF_A_PROCESSOR)
        self._threads = -(-threads // BLOCK) * BLOCK
        records = self._play.records
        self._boards = gpu.records(records["Board"], 1)
        self._boards.fill(board.data.view(board.dtype))
        self._blank = gpu.records(records["State"], 1)
        self._workings = gpu.records(records["Workings"], self._threads)
        self.played = Played(
            gpu.cupy.zeros(games, np.int32), gpu.records(records["State"], games), gpu.records(records["Scores"], games)
        )

    def play(self, seed: int, first: int = 0, key: int = 0) -> Played:
        """The games from `first` on; written into the same arrays by each call. With a `key` (the upper half of a
        seed of 128 bits) their cards come from SipHash."""
        numbers = (self._seats, np.uint64(seed), np.uint64(key), first)
        decisions, states, scores = self.played
        self._play(self._threads, self._boards, *numbers, self._blank, decisions, states)
        self._score(self._threads, self._boards, states, self._workings, scores)
        return self.played
