"""The arrays of an environment on the CPU: the games, what a step writes, and what each thread computes in."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from carrozza.bots.compiled.board_graph import BOARD_GRAPH, graph_of
from carrozza.bots.compiled.bot import configure
from carrozza.bots.compiled.memory import MEMORY, blank_memories
from carrozza.bots.compiled.scratch import SCRATCH
from carrozza.bots.specs.notation import Spec
from carrozza.envs.vectorised.hidden import hidden_cells
from carrozza.envs.vectorised.slots import EPISODE, SLOT, Options
from carrozza.kernel.actions import ACTIONS, WORDS
from carrozza.kernel.board import Board
from carrozza.kernel.layout import Grid, blank
from carrozza.kernel.paths import Workings
from carrozza.kernel.scoring import Scores
from carrozza.kernel.state import STATE
from carrozza.observation.declaration import Plan
from carrozza.observation.distances import Search
from carrozza.observation.recall import Recall
from carrozza.observation.spec import ObservationSpec


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

    def __init__(
        self,
        board: Board,
        options: Options,
        specs: Sequence[Spec],
        observed: ObservationSpec | None,
        games: int,
        threads: int,
    ) -> None:
        seats = options.seats
        plan, runs = (observed.plan, observed.runs) if observed else (Plan(), np.zeros((1, 4), np.int32))
        self.shared = (board, graphs_of(board), plan, runs, options, plain(blank(STATE, 1)), bots_of(specs))
        self.states = plain(blank(STATE, games))
        self.slots = plain(blank(SLOT, games))
        self.memories = plain(blank(MEMORY, games if specs else 1, seats))
        self.recalls = plain(blank(Recall.dtype, games if observed else 1, seats))
        self.games: tuple[Grid, ...] = (self.states, self.slots, self.memories, self.recalls)
        self.rooms = [_room(observed.words if observed else 1) for _ in range(threads)]

        self.mask_words: Grid = np.zeros((games, WORDS), np.uint64)
        mask = np.zeros((games, ACTIONS // 8), np.uint64)
        self.mask: Grid = mask.view(np.bool_)
        form = observed.form if observed else None
        flat = np.zeros((games, observed.words) if observed and form == "flat" else (1, 1), np.uint64)
        tokens = np.zeros((games, observed.size) if observed and form == "tokens" else (1, 1), np.int8)
        self.observations = {"flat": flat.view(np.int8), "tokens": tokens, None: None}[form]
        self.hidden: Grid = np.zeros((games, hidden_cells(board, seats)) if options.hidden else (1, 1), np.int8)
        self.seat: Grid = np.zeros(games, np.int8)
        self.acted: Grid = np.zeros(games, np.int8)
        self.rewards: Grid = np.zeros((games, seats), np.float32)
        self.terminations: Grid = np.zeros(games, np.bool_)
        self.truncations: Grid = np.zeros(games, np.bool_)
        self.episodes = plain(blank(EPISODE, games))
        self.results: tuple[Grid, ...] = (
            self.mask_words,
            mask,
            flat,
            tokens,
            self.hidden,
            self.seat,
            self.acted,
            self.rewards,
            self.terminations,
            self.truncations,
            self.episodes,
        )

    def of_thread(self, thread: int) -> tuple[Any, ...]:
        return (*self.shared, *self.games, *self.rooms[thread], *self.results)


def _room(words: int) -> tuple[Any, ...]:
    flat = np.zeros(words, np.uint64)
    return plain(blank(STATE, 1)), plain(blank(SCRATCH, 1)), Scores(), Workings(), Search(), flat
