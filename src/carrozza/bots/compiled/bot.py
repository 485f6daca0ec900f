"""The compiled bots behind the `Bot` interface, for games that are played move by move."""

from functools import lru_cache
from typing import Final

import numpy as np

from carrozza import boards
from carrozza.bots.bot import ActionBot
from carrozza.bots.compiled.board_graph import BoardGraph, graph_of
from carrozza.bots.compiled.decide import decide
from carrozza.bots.compiled.memory import GREEDY, PLANNER, RANDOM, Memory, blank_memories, reset_memory
from carrozza.bots.compiled.scratch import blank_scratch
from carrozza.bots.specs.checked import check_compiled
from carrozza.bots.specs.notation import BadSpec, Spec
from carrozza.bots.specs.parameters import COMPILED
from carrozza.game import View
from carrozza.game.names import Names
from carrozza.kernel.board import compile_board
from carrozza.kernel.layout import Grid

KINDS: Final = {"random": RANDOM, "greedy": GREEDY, "planner": PLANNER}
"""The number that compiled code knows each bot by."""
SEEDS: Final = 1 << 64


class CompiledBot(ActionBot):
    """`random`, `greedy` or `planner`: plays exactly as in the compiled loop, given the same seed."""

    def __init__(self, spec: Spec, names: Names, seed: int) -> None:
        self.names = names
        self.graph = graph_at(names)
        self.scratch = blank_scratch()
        self.memory: Memory = blank_memories(1)[0]
        configure(spec, self.memory)
        reset_memory(self.memory, np.uint64(seed % SEEDS))

    def decide(self, view: View, mask: Grid) -> int:
        return int(decide(self.names.compiled, self.graph, view.state, mask, self.memory, self.scratch))


def graph_at(names: Names) -> BoardGraph:
    """The graph of the board, made once for all games on it."""
    return _graph(names.board, names.variants)


@lru_cache(maxsize=32)
def _graph(board: boards.Board, variants: tuple[str, ...]) -> BoardGraph:
    return graph_of(compile_board(board, variants))


def configure(spec: Spec, memory: Memory) -> None:
    """Write the kind and the weights of a compiled bot into its memory; `reset_memory` begins a game."""
    if not spec.compiled:
        raise BadSpec(f"'{spec}' is not compiled: only {', '.join(COMPILED)} are")
    check_compiled(spec)
    memory.kind = KINDS[spec.name]
    memory.weights[:] = 0
    for place, (name, usual) in enumerate(COMPILED[spec.name]):
        memory.weights[place] = spec.parameters.get(name, usual)
