"""Compile what the environments call: `python -m tests.envs.compile_ahead`."""

import numpy as np

from carrozza import envs
from tests.envs.playing_actions import decisions_of


def main() -> None:
    for form in ("flat", "tokens"):
        env = envs.aec("new-york", observation=form)
        env.reset(seed=1)
        for _ in decisions_of(env, np.random.default_rng(1)):
            pass
    with envs.vector("new-york", games=2, threads=1, opponents="planner", reward="shaped") as vector:
        vector.reset()
        vector.step(vector.mask.argmax(axis=1))


if __name__ == "__main__":
    main()
