"""What one thread searches with: made once, used for every decision."""

from typing import Final, NamedTuple

import numpy as np

from carrozza.bots.compiled.board_graph import BoardGraph
from carrozza.bots.compiled.decide import Buffers
from carrozza.bots.compiled.memory import blank_memories
from carrozza.bots.compiled.scratch import Scratch
from carrozza.bots.search.settings import Settings
from carrozza.bots.search.ticket_inference import Inference, blank_inference
from carrozza.bots.search.tree import blank_nodes
from carrozza.kernel.actions import WORDS
from carrozza.kernel.board import Board
from carrozza.kernel.layout import KINDS, SEATS, Grid, blank, cell, record_dtype
from carrozza.kernel.paths import Workings, blank_workings
from carrozza.kernel.scoring import Scores, blank_scores
from carrozza.kernel.state import STATE, State

CANDIDATES: Final = 32
WORLDS: Final = 1 << 15
"""Imagined worlds for one decision and thread, at most."""
KEPT_WORLDS: Final = 1 << 10
REFERENCE: Final = 0
"""The planner's choice is the first candidate: the others are measured against it, in the same worlds."""


class Candidate:
    prior_mean: float = cell(np.float64)
    prior_deviation: float = cell(np.float64)
    """How far the prior mean may be off: a standard deviation."""
    edge: float = cell(np.float64)
    """The sum of its values less the reference's in the same worlds; and of the squares."""
    edge_squared: float = cell(np.float64)
    value: float = cell(np.float64)
    margin: float = cell(np.float64)
    wins: float = cell(np.float64)
    visits: int = cell(np.int32)
    node: int = cell(np.int32)
    action: int = cell(np.int16)


CANDIDATE = record_dtype(Candidate)


class Proposal:
    """Tickets another seat may hold."""

    held: np.uint64 = cell(np.uint64)
    long: int = cell(np.int8)
    """The long ticket it was dealt, held or not; -1 where none is dealt apart."""


PROPOSAL = record_dtype(Proposal)


class Progress:
    """How far a search has come."""

    seed: np.uint64 = cell(np.uint64)
    world_seed: np.uint64 = cell(np.uint64)
    """The seed of the world that is being played."""
    value: float = cell(np.float64)
    """What the last game was worth, with its margin and share of the win."""
    margin: float = cell(np.float64)
    win: float = cell(np.float64)
    worlds: int = cell(np.int32)
    """How many are kept."""
    candidates: int = cell(np.int32)
    nodes: int = cell(np.int32)
    seat: int = cell(np.int8)
    settled: int = cell(np.int8)
    """Whether more games would hardly change the choice."""


PROGRESS = record_dtype(Progress)


class Root:
    """The decision to make: all threads read it."""

    def __init__(self) -> None:
        self.views: Grid = blank(STATE, 1)
        self.view: State = self.views[0]
        self.mask: Grid = np.zeros(WORDS, np.uint64)
        self.memories = blank_memories(SEATS)
        self.inference = blank_inference()


class Workspace(NamedTuple):
    board: Board
    graph: BoardGraph
    settings: Settings
    root: State
    root_mask: Grid
    root_memories: Grid
    inference: Inference
    progress: Progress
    candidates: Grid
    nodes: Grid
    reference: Grid
    """What the reference was worth in each world."""
    worlds: Grid
    """The first worlds, kept: every candidate meets them."""
    proposals: Grid
    counts: Grid
    states: Grid
    views: Grid
    mask: Grid
    memories: Grid
    scratch: Scratch
    scores: Scores
    workings: Workings


def make_workspace(board: Board, graph: BoardGraph, settings: Settings, root: Root) -> Workspace:
    """Of NumPy's records and arrays alone: Numba recognises a tuple of them by its fingerprint, and would derive the
    type of any other anew on each call."""
    buffers = Buffers()
    return Workspace(
        board=board.record,
        graph=graph,
        settings=settings,
        root=root.view,
        root_mask=root.mask,
        root_memories=root.memories,
        inference=root.inference,
        progress=blank(PROGRESS),
        candidates=blank(CANDIDATE, CANDIDATES),
        nodes=blank_nodes(),
        reference=np.zeros(WORLDS, np.float64),
        worlds=blank(STATE, KEPT_WORLDS),
        proposals=blank(PROPOSAL, 2),
        counts=np.zeros(KINDS, np.int64),
        states=blank(STATE, 1),
        views=buffers.views,
        mask=buffers.mask,
        memories=buffers.memories,
        scratch=buffers.scratch,
        scores=blank_scores().record,
        workings=blank_workings().record,
    )
