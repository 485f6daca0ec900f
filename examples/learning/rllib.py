"""Train PPO of RLlib against a bot, on this machine or on a Ray cluster.

    pip install 'carrozza[envs]' 'ray[rllib]' torch
    python examples/learning/rllib.py --board new-york --opponent random --decisions 200000 --runners 2
    python examples/learning/rllib.py --address auto --runners 64 --decisions 50000000    # on a cluster

One seat learns, the bot plays the others. Every runner is a process that plays games and sends them to the learner;
after each round of training the learner's mean return is printed (of two seats, a win is worth 1 and a loss -1).
"""

import argparse
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import ray
from gymnasium.spaces import Box
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.algorithms.ppo.torch.default_ppo_torch_rl_module import DefaultPPOTorchRLModule
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.rl_module import RLModuleSpec

import carrozza.envs

FAR_BELOW = -1e9


class MaskBeforeObservation(gymnasium.Env):
    """One seat with its mask and its observation as one vector of floats: RLlib's modules are given nothing else."""

    def __init__(self, config: dict[str, Any]) -> None:
        self.inner = carrozza.envs.seat(
            config["board"], config["seats"], opponents=config["opponent"], reward=config["reward"], illegal="error"
        )
        self.action_space = self.inner.action_space
        size = self.action_space.n + self.inner.observation_space.shape[0]
        self.observation_space = Box(-128, 127, (size,), np.float32)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        observation, info = self.inner.reset(seed=seed)
        return self._joined(observation, info), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        observation, reward, terminated, truncated, info = self.inner.step(action)
        return self._joined(observation, info), reward, terminated, truncated, {}

    def _joined(self, observation: Any, info: dict[str, Any]) -> Any:
        return np.concatenate([info["action_mask"], observation], dtype=np.float32)


class MaskedPolicy(DefaultPPOTorchRLModule):
    """The usual network; illegal actions have no probability."""

    def _forward(self, batch: dict[str, Any], **options: Any) -> dict[str, Any]:
        return self._masked(batch, super()._forward(batch, **options))

    def _forward_train(self, batch: dict[str, Any], **options: Any) -> dict[str, Any]:
        return self._masked(batch, super()._forward_train(batch, **options))

    def _masked(self, batch: dict[str, Any], output: dict[str, Any]) -> dict[str, Any]:
        logits = output[Columns.ACTION_DIST_INPUTS]
        illegal = batch[Columns.OBS][..., : logits.shape[-1]] == 0
        return {**output, Columns.ACTION_DIST_INPUTS: logits.masked_fill(illegal, FAR_BELOW)}


def configuration(arguments: argparse.Namespace) -> PPOConfig:
    played = {name: getattr(arguments, name) for name in ("board", "seats", "opponent", "reward")}
    return (
        PPOConfig()
        .environment(MaskBeforeObservation, env_config=played)
        .env_runners(
            num_env_runners=arguments.runners,
            num_envs_per_env_runner=8,
            sample_timeout_s=600,  # the first time, the rules are compiled
        )
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=MaskedPolicy,
                model_config={"fcnet_hiddens": [256, 256], "fcnet_activation": "relu"},
            )
        )
        .training(
            train_batch_size_per_learner=arguments.batch,
            minibatch_size=min(1024, arguments.batch),
            num_epochs=4,
            lr=5e-4,
            gamma=1.0,
            lambda_=0.95,
            entropy_coeff=0.01,
            clip_param=0.2,
            grad_clip=0.5,
        )
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--board", default="new-york")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--opponent", default="random", help="the spec of a bot, such as planner or easy")
    parser.add_argument("--reward", default="shaped")
    parser.add_argument("--decisions", type=int, default=200_000, help="of the learner, to train with")
    parser.add_argument("--batch", type=int, default=8192, help="decisions between two updates")
    parser.add_argument("--runners", type=int, default=2, help="processes that play games")
    parser.add_argument("--address", default="local", help="of a Ray cluster; auto: the one of this machine")
    parser.add_argument("--save", help="a folder for the trained model")
    arguments = parser.parse_args()

    ray.init(address=arguments.address)
    algorithm = configuration(arguments).build_algo()
    decisions = 0
    while decisions < arguments.decisions:
        result = algorithm.train()["env_runners"]
        decisions = int(result["num_env_steps_sampled_lifetime"])
        reward = result["episode_return_mean"]
        wins = f"{(1 + reward) / 2:.1%} of games won" if arguments.seats == 2 else ""
        print(f"{decisions:10,} decisions  mean return {reward:+.2f}  {wins}")
    if arguments.save:
        algorithm.save_to_path(Path(arguments.save).resolve())
    algorithm.stop()


if __name__ == "__main__":
    main()
