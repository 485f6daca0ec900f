"""The compiled bots, one at a time: for games that are played move by move."""

from functools import lru_cache
from typing import Final

import numpy as np

from carrozza import boards
from carrozza.boards.faults import did_you_mean
from carrozza.bots.bot import ActionBot
from carrozza.bots.compiled import planner
from carrozza.bots.compiled.board_graph import Roads, roads_of
from carrozza.bots.compiled.decide import decide
from carrozza.bots.compiled.memory import Mind, blank_minds, wake
from carrozza.bots.compiled.scratch import blank_work
from carrozza.bots.specs.notation import COMPILED, BadSpec, Spec
from carrozza.game import View
from carrozza.game.names import Names
from carrozza.kernel.board import compile_board
from carrozza.kernel.layout import Grid

WEIGHTS: Final[dict[str, tuple[tuple[str, float], ...]]] = {"planner": planner.PARAMETERS}
"""What can be set of each bot, and to what it is set: in the order of a mind's weights."""
SEEDS: Final = 1 << 64


class CompiledBot(ActionBot):
    """`random`, `greedy` or `planner`: plays exactly as in the compiled loop, given the same seed."""

    def __init__(self, spec: Spec, names: Names, seed: int) -> None:
        self.names = names
        self.roads = roads_at(names)
        self.work = blank_work()
        self.mind: Mind = blank_minds(1)[0]
        prepare(spec, self.mind)
        wake(self.mind, np.uint64(seed % SEEDS))

    def decide(self, view: View, mask: Grid) -> int:
        return int(decide(self.names.compiled, self.roads, view.state, mask, self.mind, self.work))


def roads_at(names: Names) -> Roads:
    """The roads of a table's board, made once for all games on it."""
    return _roads(names.board, names.variants)


@lru_cache(maxsize=32)
def _roads(board: boards.Board, variants: tuple[str, ...]) -> Roads:
    return roads_of(compile_board(board, variants))


def check_compiled(spec: Spec) -> Spec:
    """The same spec, where the bot can be set so; else a `BadSpec` says what it has to set."""
    if spec.budget is not None:
        raise BadSpec(f"'{spec}': {spec.name} takes no budget; leave ':{spec.budget}' out")
    known = dict(WEIGHTS.get(spec.name, ()))
    for name, value in spec.settings:
        if name not in known:
            choice = f"it has {', '.join(known)}" if known else "it has none"
            raise BadSpec(f"'{spec}': {spec.name} has no parameter '{name}'{did_you_mean(name, known)}; {choice}")
        if isinstance(value, str):
            raise BadSpec(f"'{spec}': {name} is a number, such as {known[name]:g}, and not '{value}'")
    return spec


def prepare(spec: Spec, mind: Mind) -> None:
    """Give a mind the kind and the weights of a compiled bot; it has yet to `wake`."""
    if not spec.compiled:
        raise BadSpec(f"'{spec}' is not compiled: only {', '.join(COMPILED)} are")
    check_compiled(spec)
    mind.kind = COMPILED[spec.name]
    mind.weights[:] = 0
    for place, (name, usual) in enumerate(WEIGHTS.get(spec.name, ())):
        mind.weights[place] = spec.parameters.get(name, usual)
