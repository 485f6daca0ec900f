"""The decisions of a bot in the games of environments, which are then replayed there.

They are computed on the CPU, as a table of actions: an environment on a GPU plays the same games from the same seed, so
replaying them gives it observations and labels without a bot of its own.
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from carrozza.bots.compiled.bot import configure, graph_at
from carrozza.bots.compiled.decide import Buffers
from carrozza.bots.cores import cores
from carrozza.bots.specs.checked import parse_spec
from carrozza.bots.specs.levels import resolve
from carrozza.game.names import Names
from carrozza.kernel.layout import Grid, blank
from carrozza.kernel.state import STATE
from carrozza.learning.training.imitation.teacher_loop import teach


def taught_actions(names: Names, bot: str, games: int, steps: int, seed: int, threads: int | None = None) -> Grid:
    """(steps, games) int16: what the bot plays at all seats in `envs.vector(..., games=games, seed=seed)`."""
    spec = resolve(parse_spec(bot), names.board.id)
    actions = np.zeros((steps, games), np.int16)
    graph = graph_at(names)

    def work(first: int, last: int) -> None:
        buffers = Buffers()
        memories = buffers.memories[: len(names.seats)]
        for memory in memories:
            configure(spec, memory)
        states = blank(STATE, 2)
        teach(
            names.compiled, graph, states, memories, buffers.views, buffers.mask, buffers.scratch, np.uint64(seed),
            first, last, actions,
        )  # fmt: skip

    number = min(threads or cores(), games)
    if number == 1:
        work(0, games)
        return actions
    with ThreadPoolExecutor(number) as pool:
        for done in [pool.submit(work, games * i // number, games * (i + 1) // number) for i in range(number)]:
            done.result()
    return actions
