"""What a compiled bot plays in the games of an environment, in one call of compiled code."""

import numpy as np

from carrozza.bots.compiled.board_graph import BoardGraph
from carrozza.bots.compiled.decide import step
from carrozza.bots.compiled.memory import reset_memory
from carrozza.bots.compiled.scratch import Scratch
from carrozza.kernel.board import Board
from carrozza.kernel.chance import stream
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import Grid, whole
from carrozza.kernel.setup import set_up
from carrozza.kernel.state import NOBODY, OVER


@rule
def begin(board: Board, states: Grid, memories: Grid, seed: np.uint64) -> None:
    states[0] = states[1]
    set_up(board, states[0], len(memories), seed, NOBODY)
    for seat in range(len(memories)):
        reset_memory(memories[seat], stream(seed, seat))


@entry
def teach(
    board: Board,
    graph: BoardGraph,
    states: Grid,
    memories: Grid,
    views: Grid,
    mask: Grid,
    scratch: Scratch,
    seed: np.uint64,
    first: int,
    last: int,
    actions: Grid,
) -> None:
    """Write the actions (steps, games) of slots `first` to `last`: those of an environment with this seed in which the
    bot has all seats. `states` are the one to play with and a blank one."""
    for at in range(first, last):
        slot_seed = stream(seed, at)
        game = 0
        begin(board, states, memories, stream(slot_seed, game))
        for number in range(len(actions)):
            actions[number, at] = step(board, graph, states[0], memories, views, mask, scratch)
            if whole(states[0].phase) == OVER:
                game += 1
                begin(board, states, memories, stream(slot_seed, game))
