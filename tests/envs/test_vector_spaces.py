"""Gymnasium's description of a vector fits what it returns."""

import builtins
from typing import Any

import numpy as np
import pytest

from carrozza import envs


def test_observations_and_actions_lie_in_their_spaces() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    with envs.vector("new-york", games=3, threads=1) as vector:
        vector.reset()
        assert vector.observation_space.contains(vector.observations)
        assert vector.single_observation_space.contains(vector.observations[0])
        assert vector.action_space.contains(vector.mask.argmax(axis=1))
        assert vector.single_action_space.n == vector.mask.shape[1]
        assert vector.num_envs == 3
        assert vector.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP


def test_a_masked_sample_is_legal() -> None:
    pytest.importorskip("gymnasium")
    with envs.vector("new-york", games=3, threads=1) as vector:
        vector.reset()
        vector.action_space.seed(1)
        vector.step(vector.action_space.sample(mask=tuple(vector.mask.astype(np.int8))))


def test_without_gymnasium_only_the_spaces_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    imported = builtins.__import__

    def without_gymnasium(name: str, *rest: Any) -> Any:
        if name.startswith("gymnasium"):
            raise ImportError(name)
        return imported(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_gymnasium)
    with envs.vector("new-york", games=3, threads=1) as vector:
        vector.reset()
        vector.step_random(3)
        with pytest.raises(envs.EnvError, match=r"pip install 'carrozza\[envs\]'"):
            vector.observation_space  # noqa: B018
