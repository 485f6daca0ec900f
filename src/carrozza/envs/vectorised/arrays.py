"""The arrays of an environment on the CPU: the games, what a step writes, and what each thread computes in."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from carrozza.bots.compiled.board_graph import BOARD_GRAPH, graph_of
from carrozza.bots.compiled.bot import configure
from carrozza.bots.compiled.memory import MEMORY, blank_memories
from carrozza.bots.compiled.scratch import SCRATCH
from carrozza.bots.specs.notation import Spec
from carrozza.envs.vectorised.masks import OCTETS
from carrozza.envs.vectorised.slots import EPISODE, SLOT, Options
from carrozza.kernel.actions import WORDS
from carrozza.kernel.board import Board
from carrozza.kernel.layout import Grid, blank
from carrozza.kernel.paths import Workings
from carrozza.kernel.scoring import Scores
from carrozza.kernel.state import STATE


def plain(records: Any) -> Grid:
    """An array of records that compiled code recognises at once: of no subclass."""
    found: Grid = records.view(np.ndarray)
    return found


def graphs_of(board: Board) -> Grid:
    """The board's graph, in an array: a record by itself would be described anew at each call."""
    graphs = blank(BOARD_GRAPH, 1)
    graphs[0] = graph_of(board)
    return plain(graphs)


def bots_of(specs: Sequence[Spec]) -> Grid:
    """The memory of each opponent before a game. At least one, as an array without rows has no place in memory."""
    memories = blank_memories(max(1, len(specs)))
    for memory, spec in zip(memories, specs, strict=False):
        configure(spec, memory)
    return plain(memories)


class Arrays:
    """In the order in which the loops take them: `shared`, `games`, the room of a thread, `results`."""

    def __init__(self, board: Board, options: Options, specs: Sequence[Spec], games: int, threads: int) -> None:
        self.options = options
        self.board = board
        seats = options.seats
        self.shared = (board, graphs_of(board), options, plain(blank(STATE, 1)), bots_of(specs))
        self.states = plain(blank(STATE, games))
        self.slots = plain(blank(SLOT, games))
        self.memories = plain(blank(MEMORY, games if specs else 1, seats))
        self.games = (self.states, self.slots, self.memories)
        self.rooms = [_room() for _ in range(threads)]

        self.mask_words: Grid = np.zeros((games, WORDS), np.uint64)
        mask = np.zeros((games, OCTETS), np.uint64)
        self.mask: Grid = mask.view(np.bool_)
        self.seat: Grid = np.zeros(games, np.int8)
        self.acted: Grid = np.zeros(games, np.int8)
        self.rewards: Grid = np.zeros((games, seats), np.float32)
        self.terminations: Grid = np.zeros(games, np.bool_)
        self.truncations: Grid = np.zeros(games, np.bool_)
        self.episodes = plain(blank(EPISODE, games))
        self.results = (
            self.mask_words,
            mask,
            self.seat,
            self.acted,
            self.rewards,
            self.terminations,
            self.truncations,
            self.episodes,
        )

    def of_thread(self, thread: int) -> tuple[Any, ...]:
        return (*self.shared, *self.games, *self.rooms[thread], *self.results)


def _room() -> tuple[Any, ...]:
    return plain(blank(STATE, 1)), plain(blank(SCRATCH, 1)), Scores(), Workings()
