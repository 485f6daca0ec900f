"""Train MaskablePPO of sb3-contrib against a bot, then play games that count.

    pip install 'carrozza[envs]' sb3-contrib
    python examples/learning/sb3.py --board new-york --opponent random --decisions 200000

One seat learns, the bot plays the others. Games are evaluated on deals that were not trained on, with the learner at
every seat in turn, and the share of wins is given with its 95% interval.
"""

import argparse
import math
import time

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

import carrozza.envs

TRAINED_ON, EVALUATED_ON = 1, 2
"""Seeds."""


class Progress(BaseCallback):
    """Tells how it goes after every rollout."""

    def __init__(self) -> None:
        super().__init__()
        self.won: list[bool] = []

    def _on_step(self) -> bool:
        self.won += [info["won"] for info in self.locals["infos"] if "won" in info]
        return True

    def _on_rollout_end(self) -> None:
        recent = self.won[-500:]
        seconds = time.process_time()
        print(f"{self.num_timesteps:9,} decisions  {seconds:5.0f} s of CPU time  {np.mean(recent):.1%} of games won")


def environments(arguments: argparse.Namespace) -> DummyVecEnv:
    """In one process: a decision takes less time than sending it to another."""

    def make() -> carrozza.envs.seat:
        return carrozza.envs.seat(
            arguments.board, arguments.seats, opponents=arguments.opponent, reward=arguments.reward, illegal="error"
        )

    made = DummyVecEnv([make] * arguments.environments)
    made.seed(TRAINED_ON)
    return made


def evaluate(model: MaskablePPO, arguments: argparse.Namespace) -> float:
    """The share of wins of the most likely actions, over whole rotations of the seats."""
    env = carrozza.envs.seat(arguments.board, arguments.seats, opponents=arguments.opponent, illegal="error")
    observation, info = env.reset(seed=EVALUATED_ON)
    games = arguments.games // arguments.seats * arguments.seats
    won = 0
    for game in range(games):
        ended = False
        while not ended:
            action, _ = model.predict(observation, action_masks=info["action_mask"], deterministic=True)
            observation, _, terminated, truncated, info = env.step(action)
            ended = terminated or truncated
        won += info["won"]
        if game + 1 < games:
            observation, info = env.reset()
    share = won / games
    margin = 1.96 * math.sqrt(share * (1 - share) / games)
    print(f"{share:.1%} ± {margin:.1%} of {games} games against {arguments.opponent} won")
    return share


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--board", default="new-york")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--opponent", default="random", help="the spec of a bot, such as planner or easy")
    parser.add_argument("--reward", default="shaped")
    parser.add_argument("--decisions", type=int, default=200_000, help="of the learner, to train with")
    parser.add_argument("--environments", type=int, default=16)
    parser.add_argument("--threads", type=int, default=1, help="of torch: for so small a network one is fastest")
    parser.add_argument("--games", type=int, default=1000, help="to evaluate with")
    parser.add_argument("--save", help="a file for the trained model")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)

    model = MaskablePPO(
        "MlpPolicy",
        environments(arguments),
        learning_rate=5e-4,
        n_steps=256,
        batch_size=1024,
        n_epochs=4,
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256], "activation_fn": torch.nn.ReLU},
        seed=TRAINED_ON,
    )
    print("before training:", end=" ")
    evaluate(model, arguments)
    model.learn(arguments.decisions, Progress())
    if arguments.save:
        model.save(arguments.save)
    evaluate(model, arguments)


if __name__ == "__main__":
    main()
