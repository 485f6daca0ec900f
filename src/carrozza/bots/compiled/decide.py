"""One function that decides for any compiled bot, and whole games between compiled bots."""

import numpy as np

from carrozza.bots.compiled.board_graph import BoardGraph
from carrozza.bots.compiled.greedy import choose_longest
from carrozza.bots.compiled.memory import GREEDY, PLANNER, RANDOM, Memory, blank_memories
from carrozza.bots.compiled.planner import follow_plan
from carrozza.bots.compiled.random_bot import choose_any
from carrozza.bots.compiled.scratch import Scratch, blank_scratch
from carrozza.kernel.actions import WORDS
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import SEATS, Grid, blank, whole
from carrozza.kernel.legal import legal
from carrozza.kernel.state import NOBODY, OVER, STATE, State
from carrozza.kernel.turns import play
from carrozza.kernel.view import make_view


class Buffers:
    """The arrays that compiled bots compute in, one set for each thread. Only `memories` outlive a decision."""

    def __init__(self) -> None:
        self.memories = blank_memories(SEATS)
        self.views = blank(STATE, 1)
        self.mask: Grid = np.zeros(WORDS, np.uint64)
        self.scratch = blank_scratch()


@entry
def decide(board: Board, graph: BoardGraph, view: State, mask: Grid, memory: Memory, scratch: Scratch) -> int:
    """The legal action (of those in the mask) that the bot with this memory takes for the viewing seat."""
    if memory.kind == PLANNER:
        return follow_plan(board, graph, view, mask, memory, scratch)
    if memory.kind == GREEDY:
        return choose_longest(board, view, mask, memory)
    if memory.kind == RANDOM:
        return choose_any(mask, memory)
    return NOBODY


@rule
def step(
    board: Board, graph: BoardGraph, state: State, memories: Grid, views: Grid, mask: Grid, scratch: Scratch
) -> int:
    """Let the one to move decide from a view, and play it; returns the action."""
    seat = whole(state.actor)
    legal(board, state, mask)
    if memories[seat].kind == RANDOM:
        action = choose_any(mask, memories[seat])  # it looks at nothing, so no view is made
    else:
        make_view(state, seat, views[0])
        action = decide(board, graph, views[0], mask, memories[seat], scratch)
    play(board, state, action)
    return action


@rule
def play_out(
    board: Board, graph: BoardGraph, state: State, memories: Grid, views: Grid, mask: Grid, scratch: Scratch
) -> int:
    """Play to the end; returns the number of decisions."""
    decisions = 0
    while state.phase != OVER:
        step(board, graph, state, memories, views, mask, scratch)
        decisions += 1
    return decisions
