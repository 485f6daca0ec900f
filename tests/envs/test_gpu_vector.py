"""Games on a GPU, with its threads run on the CPU: the same games, whatever the device."""

from typing import Any

import pytest

from carrozza.envs.devices import vector
from carrozza.envs.gpu.vector import GpuVector
from carrozza.envs.vectorised.arguments import checked_arguments
from tests.envs.gpu_on_cpu import GpuOnCpu

SETUP: dict[str, Any] = {"board": "new-york", "seats": 2, "games": 3, "seed": 5}


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> GpuOnCpu:
    return GpuOnCpu(monkeypatch)


def on_gpu(gpu: GpuOnCpu, **more: Any) -> GpuVector:
    return GpuVector(checked_arguments(**{**SETUP, **more}), gpu)  # type: ignore[arg-type]


def test_a_gpu_plays_the_games_of_the_cpu(gpu: GpuOnCpu) -> None:
    there, here = on_gpu(gpu), vector(**SETUP, threads=1)
    there.reset(), here.reset()
    for _ in range(2):
        there.step_random(90), here.step_random(90)
        for name in ("observations", "mask", "mask_words", "seat", "acted", "rewards", "terminations"):
            assert (getattr(there, name) == getattr(here, name)).all(), name
        assert there.states.data.tobytes() == here.states.tobytes()
        assert (there.episode.total == here.episode.total).all()
        assert (there.episode.game == here.episode.game).all()
