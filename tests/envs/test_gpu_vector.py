"""Games on a GPU, with its threads run on the CPU: the same games, whatever the device, and errors that help."""

from typing import Any

import numpy as np
import pytest

from carrozza.envs.devices import vector
from carrozza.envs.errors import EnvError, IllegalAction
from carrozza.envs.gpu import arrays
from carrozza.envs.gpu.vector import GpuVector
from carrozza.envs.vectorised.arguments import checked_arguments
from tests.envs.gpu_on_cpu import ArrayOnGpu, GpuOnCpu

SETUP: dict[str, Any] = {"board": "new-york", "seats": 2, "games": 3, "seed": 5}
SHOWN = ("mask", "mask_words", "seat", "acted", "rewards", "terminations", "truncations")


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> GpuOnCpu:
    return GpuOnCpu(monkeypatch)


def on_gpu(gpu: GpuOnCpu, **more: Any) -> GpuVector:
    made = GpuVector(checked_arguments(**{**SETUP, **more}), gpu)  # type: ignore[arg-type]
    made.reset()
    return made


def check_same(there: GpuVector, here: Any) -> None:
    for name in SHOWN:
        assert (getattr(there, name) == getattr(here, name)).all(), name
    assert there.states.data.tobytes() == here.states.tobytes()
    assert (there.episode.total == here.episode.total).all()
    assert (there.episode.game == here.episode.game).all()


@pytest.mark.slow
@pytest.mark.parametrize(
    "more", [{}, {"observation": "tokens"}, {"observation": None}, {"opponents": "planner"}], ids=str
)
def test_a_gpu_plays_the_games_of_the_cpu(gpu: GpuOnCpu, more: dict[str, Any]) -> None:
    there, here = on_gpu(gpu, **more), vector(**SETUP, threads=1, **more)
    here.reset()
    for _ in range(2):
        there.step_random(60)
        here.step_random(60)
        check_same(there, here)
        assert here.observations is None or (there.observations == here.observations).all()
    assert there.episode.game.max() >= 0


@pytest.mark.slow
@pytest.mark.parametrize("room", [0, 6])
@pytest.mark.parametrize(
    "setup", [{"board": "europe", "seats": 3}, {"board": "old-west", "variants": ["alvin"]}], ids=str
)
def test_a_gpu_measures_the_ways_of_the_cpu(
    gpu: GpuOnCpu, monkeypatch: pytest.MonkeyPatch, setup: dict[str, Any], room: int
) -> None:
    monkeypatch.setattr(arrays, "SEARCHES_OF_A_GAME", room)
    there, here = on_gpu(gpu, **setup), vector(**SETUP | setup, threads=1)
    here.reset()
    for games in (there, here):
        games.step_random(150)
    check_same(there, here)
    assert (there.observations == here.observations).all()


def test_it_deals_alike_as_the_cpu_does(gpu: GpuOnCpu) -> None:
    there, here = (
        on_gpu(gpu, games=4, opponents="planner"),
        vector(**SETUP | {"games": 4}, threads=1, opponents="planner"),
    )
    here.reset()
    for games in (there, here):
        games.deal_alike(2)
        games.step_random(30)
    check_same(there, here)


def test_it_plays_the_actions_of_another_library(gpu: GpuOnCpu) -> None:
    there, here = on_gpu(gpu), vector(**SETUP, threads=1)
    here.reset()
    for _ in range(20):
        actions = here.mask.argmax(axis=1)
        there.step(ArrayOnGpu(actions))
        here.step(actions)
        check_same(there, here)


def test_environments_that_begin_side_by_side_play_the_same_games(gpu: GpuOnCpu) -> None:
    side_by_side = [on_gpu(gpu), on_gpu(gpu, seed=6)]
    alone = [vector(**SETUP | {"seed": seed}, threads=1) for seed in (5, 6)]
    for games in alone:
        games.reset()
    for _ in range(10):
        for there, here in zip(side_by_side, alone, strict=True):
            there.actions[:] = here.mask.argmax(axis=1)
            there.begin()
        for there, here in zip(side_by_side, alone, strict=True):
            there.finish()
            here.step(here.mask.argmax(axis=1))
            check_same(there, here)


def test_an_illegal_action_is_named_and_nothing_is_played(gpu: GpuOnCpu) -> None:
    games = on_gpu(gpu)
    before = games.states.data.tobytes()
    actions = games.mask.argmax(axis=1)
    actions[1] = 0
    with pytest.raises(IllegalAction, match="action 0 of game 1 is illegal") as refused:
        games.step(ArrayOnGpu(actions))
    assert refused.value.game == 1 and games.states.data.tobytes() == before
    with pytest.raises(IllegalAction, match="action 9999 of game 0"):
        games.step(ArrayOnGpu([9999, 0, 0]))


@pytest.mark.parametrize(
    ("actions", "why"),
    [
        (np.zeros(3, np.int64), "lie on the CPU"),
        ([0, 0, 0], "lie on the CPU"),
        (ArrayOnGpu([0, 0, 0], gpu=1), "lie on GPU 1 and the games on GPU 0"),
        (ArrayOnGpu([0, 0]), r"shape \(2,\)"),
        (ArrayOnGpu([0.5, 0, 0]), "type float64"),
    ],
    ids=["numpy", "list", "other-gpu", "shape", "type"],
)
def test_other_arrays_are_refused(gpu: GpuOnCpu, actions: Any, why: str) -> None:
    with pytest.raises(EnvError, match=why):
        on_gpu(gpu).step(actions)


def test_what_does_not_fit_into_its_memory_is_refused(gpu: GpuOnCpu, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(GpuOnCpu, "records", full)
    with pytest.raises(EnvError, match="games=3 do not fit into the memory of a GPU in memory"):
        on_gpu(gpu)


def test_after_close_nothing_is_played(gpu: GpuOnCpu) -> None:
    games = on_gpu(gpu)
    games.close()
    with pytest.raises(EnvError, match="closed"):
        games.step_random(1)
