"""Groups on a GPU, with its threads run on the CPU: the rollouts of the CPU."""

from typing import Any

import pytest
import torch

from carrozza.envs import devices
from carrozza.envs.gpu.vector import GpuVector
from carrozza.envs.vectorised.arguments import checked_arguments
from tests.envs.gpu_on_cpu import GpuOnCpu
from tests.learning.with_torch.small import small_trainer

NOTED = ("observations", "mask", "seat", "action", "reward", "ended", "won", "total", "learner", "learns", "hidden")
SETTINGS = {
    "network": {"belief": True},
    "games": {"number": 12, "steps": 60},
    "players": [2, 3],
    "league": {"bots": ["planner"], "bots_share": 0.5},
}


def test_groups_on_a_gpu_play_the_rollouts_of_the_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    here = small_trainer(**SETTINGS)
    gpu = GpuOnCpu(monkeypatch)

    def on_gpu(board: Any, seats: int, games: int, device: str, **more: Any) -> GpuVector:
        return GpuVector(checked_arguments(board, seats, games, **more), gpu)  # type: ignore[arg-type]

    monkeypatch.setattr("carrozza.envs.vector", on_gpu)
    there = small_trainer(**SETTINGS)
    assert devices.vector is not on_gpu and isinstance(there.groups[0].env, GpuVector)
    for trainer in (here, there):
        trainer.rollout.play(trainer.network, {}, trainer.chance)
    for name in NOTED:
        assert torch.equal(getattr(there.rollout, name), getattr(here.rollout, name)), name
    assert here.rollout.ended.any() and (here.rollout.won[here.rollout.ended].sum(-1) == 1).all()
