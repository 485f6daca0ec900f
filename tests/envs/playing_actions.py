"""Random play through an environment."""

from collections.abc import Iterator
from typing import Any

import numpy as np


def any_action(mask: Any, chance: np.random.Generator) -> int:
    return int(chance.choice(np.flatnonzero(mask)))


def decisions_of(env: Any, chance: np.random.Generator) -> Iterator[tuple[int, Any, int]]:
    """Play a PettingZoo environment to the end: the seat, what it is given, and its action, at each decision."""
    for agent in env.agent_iter():
        observed, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        action = any_action(observed["action_mask"], chance)
        yield env.possible_agents.index(agent), observed, action
        env.step(action)
