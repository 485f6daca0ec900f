"""Environments of other projects, played at random on one core.

It imports nothing of this project, so that an interpreter of its own can run it: `PYTHON benchmarks/peers.py NAME`
plays for a while whenever it reads a line with a number of seconds, and answers with decisions a second of CPU time. A
first line says that it is ready, or why it cannot be.
"""

import json
import os
import random
import sys
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

Play = Callable[[float], float]
"""Plays for so many seconds of CPU time; returns decisions a second."""

BATCH = 64
"""Games of Pgx at once: on one core the fastest of 64, 256 and 1,024."""
STEPS = 100


def timed(play_some: Callable[[], int]) -> Play:
    def play(seconds: float) -> float:
        decisions, began = 0, time.process_time()
        while (taken := time.process_time() - began) < seconds:
            decisions += play_some()
        return decisions / taken

    return play


def pettingzoo(name: str) -> Play:
    """One game after another by the AEC interface: observation, mask, action."""
    from importlib import import_module

    import numpy as np

    env = import_module(f"pettingzoo.classic.{name}").env()
    env.reset(seed=1)
    chance = random.Random(1)

    def play_game() -> int:
        decisions = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            if isinstance(observation, dict):
                legal = np.flatnonzero(observation["action_mask"])
                action = legal[int(chance.random() * len(legal))]
            else:
                action = int(chance.random() * env.action_space(env.agent_selection).n)
            env.step(action)
            decisions += 1
        return decisions

    return timed(play_game)


def open_spiel(name: str) -> Play:
    """One game after another: observation tensor, legal actions, action; chance nodes are no decisions."""
    import pyspiel

    game = pyspiel.load_game(name)
    chance = random.Random(1)

    def play_game() -> int:
        decisions, state = 0, game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(chance.random() * len(outcomes))][0])
                continue
            state.observation_tensor()
            legal = state.legal_actions()
            state.apply_action(legal[int(chance.random() * len(legal))])
            decisions += 1
        return decisions

    return timed(play_game)


def pgx(name: str) -> Play:
    """Many games at once, the loop over steps compiled too; observation and mask at each."""
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import jax.numpy as jnp
    import pgx as pgx_package
    from pgx.experimental import auto_reset

    env = pgx_package.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one_step(carry: Any, key: Any) -> tuple[Any, Any]:
        state, seen = carry
        keys = jax.random.split(key, BATCH + 1)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        state = step(state, jax.random.categorical(keys[0], logits), keys[1:])
        return (state, seen + state.observation.astype(jnp.float32).sum()), None

    def many_steps(state: Any, key: Any) -> Any:
        carry, _ = jax.lax.scan(one_step, (state, jnp.float32(0)), jax.random.split(key, STEPS))
        return carry

    compiled_steps = jax.jit(many_steps)
    held = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), BATCH)), jax.random.PRNGKey(1)]

    def play_some() -> int:
        held[1], key = jax.random.split(held[1])
        held[0], seen = compiled_steps(held[0], key)
        seen.block_until_ready()
        return BATCH * STEPS

    play_some()
    return timed(play_some)


def best_of(names: tuple[str, ...], make: Callable[[str], Play]) -> tuple[str, Play]:
    """The fastest of several."""
    plays = {name: make(name) for name in names}
    fastest = max(plays, key=lambda name: plays[name](0.5))
    return fastest, plays[fastest]


def of_pettingzoo() -> tuple[str, Play]:
    names = ("tictactoe_v3", "connect_four_v3", "rps_v2", "chess_v6")
    fastest, play = best_of(names, pettingzoo)
    return f"PettingZoo {version('pettingzoo')}, {fastest} (the fastest of {', '.join(names)})", play


def of_open_spiel() -> tuple[str, Play]:
    return f"OpenSpiel {version('open_spiel')}, backgammon", open_spiel("backgammon")


def of_pgx() -> tuple[str, Play]:
    return f"Pgx {version('pgx')}, backgammon, {BATCH} games at once", pgx("backgammon")


PEERS = {"pettingzoo": of_pettingzoo, "open_spiel": of_open_spiel, "pgx": of_pgx}


def stay_on_one_core() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def main() -> None:
    stay_on_one_core()
    try:
        name, play = PEERS[sys.argv[1]]()
    except (ImportError, PackageNotFoundError) as error:
        print(json.dumps({"missing": str(error)}), flush=True)
        return
    print(json.dumps({"name": name}), flush=True)
    for line in sys.stdin:
        print(json.dumps({"rate": play(float(line))}), flush=True)


if __name__ == "__main__":
    main()
