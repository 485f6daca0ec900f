"""What a GPU plays, compared with what was expected, and how fast it is."""

import statistics
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Final

import numpy as np

from benchmarks.gpu.digests import differing, digests
from benchmarks.gpu.environments import CHUNK, step_random
from benchmarks.gpu.reference import BOTS, ROUNDS, SLOTS, STEPS, environment, stepped
from benchmarks.gpu.setups import KEY, SEED, Setup
from carrozza.envs.gpu.device import Gpu, Records
from carrozza.envs.gpu.fitting import FULL
from carrozza.envs.gpu.random_play import RandomPlay
from carrozza.kernel.layout import Grid

RUNS: Final = 5
AT_ONCE: Final = 1 << 18


def copied(array: Any) -> Grid:
    found: Grid = array.data.get() if isinstance(array, Records) else array.get()
    return found


def compared(gpu: Gpu, setup: Setup, expected: dict[str, Any]) -> dict[str, int]:
    """How many hundreds of games, and how many rounds of steps, differ from the CPU's; by kind of comparison."""
    play = RandomPlay(gpu, setup.compiled, setup.seats, expected["games"], FULL)
    found = {}
    for kind, key in (("short", 0), ("long", KEY)):
        decisions, states, scores = play.play(SEED, key=key)
        made = digests(copied(decisions), copied(states), copied(scores))
        found[kind] = differing(expected[kind], made)
    with environment(setup, SLOTS, "cuda", reward="shaped") as slots:
        found["steps"] = differing(expected["steps"], stepped(slots, ROUNDS, STEPS, copied))
    if "bots" in expected:
        with environment(setup, SLOTS, "cuda", opponents=BOTS) as slots:
            found["bots"] = differing(expected["bots"], stepped(slots, ROUNDS, STEPS, copied))
    return found


def seconds_of(gpu: Gpu, work: Callable[[], object]) -> float:
    """The median of several runs, by the GPU's own clock."""
    work()
    times: list[float] = []
    for _ in range(RUNS):
        begin, end = gpu.cupy.cuda.Event(), gpu.cupy.cuda.Event()
        begin.record()
        work()
        end.record()
        end.synchronize()
        times.append(gpu.cupy.cuda.get_elapsed_time(begin, end) / 1000)
    return float(statistics.median(times))


def random_games(gpu: Gpu, setup: Setup) -> tuple[float, float]:
    """Games and decisions a second."""
    play = RandomPlay(gpu, setup.compiled, setup.seats, AT_ONCE)
    seconds = seconds_of(gpu, lambda: play.play(SEED))
    return AT_ONCE / seconds, int(play.played.decisions.sum()) / seconds


def random_steps(gpu: Gpu, setup: Setup, games: int, steps: int, several: int = 1, **options: Any) -> float:
    """Steps a second, with random actions chosen inside, from the middle of games on. `several` environments share the
    games, each on a stream of its own: while the slowest threads of one finish, the others go on."""
    with ExitStack() as closing:
        made = [closing.enter_context(environment(setup, games // several, "cuda", **options)) for _ in range(several)]
        for slots in made:
            slots.reset()
        step_random(made, 150)
        chunk = steps if several == 1 else CHUNK
        return games * steps / seconds_of(gpu, lambda: step_random(made, steps, chunk))


def steps_by_policy(gpu: Gpu, setup: Setup, games: int, illegal: str) -> float:
    """Steps a second where each action comes from outside: a random legal one, chosen by CuPy (its time included)."""
    chance = gpu.cupy.random.default_rng(1)
    with environment(setup, games, "cuda", illegal=illegal) as slots:
        slots.reset()

        def step() -> None:
            slots.step((chance.random(slots.mask.shape, np.float32) * slots.mask).argmax(axis=1))

        return float(games / seconds_of(gpu, step))
