"""What a vector refuses: arguments, actions, and calls out of order. Every message says what can be."""

import re
from typing import Any, ClassVar

import numpy as np
import pytest

from carrozza import envs
from carrozza.envs.vectorised import cpu


class OnGpu:
    __cuda_array_interface__: ClassVar = {"shape": (2,), "typestr": "<i8", "data": (0, False), "version": 3}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seats": 9}, "2"),
        ({"seats": 2.5}, "seats=2.5: it must be a whole number from 2 to 5"),
        ({"seats": 0}, "usa is for 2 to 5 players, not 0"),
        ({"seats": True}, "seats=True: it must be a whole number"),
        ({"board": "usaa"}, "usa"),
        ({"variants": ("alvin",)}, "alvin"),
        ({"variants": "alvin"}, "variants='alvin': it must be a list, such as ['alvin']"),
        ({"variants": None}, "variants=None: it must be a list"),
        ({"reward": ["win"]}, "reward=['win'] (did you mean 'win'?); choose win, margin"),
        ({"opponents": 3}, "opponents=3: it must be a list, such as ['planner']"),
        ({"opponents": [3]}, "opponent 3: it must be the spec of a bot, such as 'planner'"),
        ({"games": 0}, "games=0: it must be from 1 to"),
        ({"games": "many"}, "games='many': it must be a whole number"),
        ({"reward": "wins"}, "reward='wins' (did you mean 'win'?); choose win, margin, points, shaped"),
        ({"observation": "flats"}, "observation='flats' (did you mean 'flat'?); choose flat, tokens, None"),
        ({"illegal": "ignore"}, "illegal='ignore'; choose error, lose"),
        ({"seed": -1}, "seed=-1: it must be from 0 to"),
        ({"seed": 2**64}, "it must be from 0 to 18446744073709551615"),
        ({"threads": 0}, "threads=0: it must be from 1 to 1024"),
        ({"device": "gpu"}, "device='gpu' (did you mean 'cpu'?); choose cpu, cuda"),
        ({"opponents": ["planner", "random"]}, "2 opponents for 2 seats: name 1, one for each seat but the learner's"),
        ({"opponents": "plannr"}, "did you mean 'planner'?"),
        ({"opponents": "search:10ms"}, "'search:10ms' cannot play inside an environment of many games"),
        ({"opponents": ["hard"]}, "only compiled bots can (random, greedy, planner)"),
        ({"opponents": "planner(speed=3)"}, "planner has no parameter 'speed'"),
    ],
    ids=str,
)
def test_arguments_that_cannot_be(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        envs.vector(**{"board": "usa", "games": 2, **arguments})


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        (np.zeros(3, np.int64), "actions of shape (3,) and type int64: give 2 whole numbers, one for each game"),
        (np.zeros((2, 1), np.int64), "actions of shape (2, 1)"),
        (np.zeros(2), "actions of shape (2,) and type float64"),
        (np.zeros(2, np.bool_), "type bool"),
        (5, "actions of shape ()"),
        ([[1], [2, 3]], "the actions are no array of whole numbers"),
        (OnGpu(), "the actions lie on a GPU and the games on the CPU"),
    ],
    ids=lambda value: "" if isinstance(value, str) else type(value).__name__,
)
def test_actions_of_another_shape_type_or_device(actions: Any, message: str) -> None:
    with envs.vector("new-york", games=2, threads=1) as vector:
        vector.reset()
        with pytest.raises(envs.EnvError, match=re.escape(message)):
            vector.step(actions)


@pytest.mark.parametrize("kind", [np.int16, np.int32, np.uint16, np.int64, list])
def test_whole_numbers_of_any_size_are_actions(kind: Any) -> None:
    with envs.vector("new-york", games=2, threads=1) as vector:
        vector.reset()
        actions = vector.mask.argmax(axis=1)
        vector.step(actions.tolist() if kind is list else actions.astype(kind))


@pytest.mark.parametrize(("action", "rule"), [(0, "S3"), (-1, "T1"), (384, "T1"), (10**12, "T1")])
def test_an_illegal_action_is_an_error_and_nothing_is_played(action: int, rule: str) -> None:
    with envs.vector("new-york", games=3, threads=1) as vector:
        vector.reset()
        before = vector.states.tobytes()
        actions = vector.mask.argmax(axis=1)
        actions[2] = action
        with pytest.raises(
            envs.IllegalAction, match=rf"action {action} of game 2 is illegal \(rule {rule}\)"
        ) as caught:
            vector.step(actions)
        assert (caught.value.game, caught.value.action, caught.value.rule) == (2, action, rule)
        assert vector.states.tobytes() == before
        vector.step(vector.mask.argmax(axis=1))


def test_calls_out_of_order() -> None:
    vector = envs.vector("new-york", games=2, threads=2)
    with pytest.raises(envs.EnvError, match=r"call reset\(\) before the first step"):
        vector.step(np.zeros(2, np.int64))
    with pytest.raises(envs.EnvError, match=r"call reset\(\) before the first step"):
        vector.step_random(1)
    vector.reset()
    with pytest.raises(envs.EnvError, match="steps=0: it must be from 1 to"):
        vector.step_random(0)
    with pytest.raises(envs.EnvError, match="seed=-5: it must be from 0 to"):
        vector.reset(seed=-5)
    vector.close()
    vector.close()
    for call in (vector.reset, lambda: vector.step(np.zeros(2, np.int64)), lambda: vector.step_random(1)):
        with pytest.raises(envs.EnvError, match="this environment has been closed"):
            call()


@pytest.mark.parametrize("slots", [0, -2, "2", 5])
def test_a_deal_is_for_so_many_slots_as_there_are(slots: Any) -> None:
    with envs.vector("new-york", games=4, threads=1) as vector:
        vector.reset()
        with pytest.raises(envs.EnvError, match=f"slots={slots!r}: it must be .*from 1 to 4"):
            vector.deal_alike(slots)


@pytest.mark.parametrize("other", [{"games": 3}, {"seats": 3}, {"board": "usa"}, {"opponents": "random"}], ids=str)
def test_games_of_another_environment_are_not_restored(other: dict[str, Any]) -> None:
    arguments: dict[str, Any] = {"board": "new-york", "seats": 2, "games": 2, "threads": 1}
    with envs.vector(**arguments) as vector, envs.vector(**arguments | other) as another:
        for games in (vector, another):
            games.reset()
        before = vector.states.tobytes()
        for saved in (another.saved(), []):
            with pytest.raises(envs.EnvError, match="saved by an environment with other arguments"):
                vector.restore(saved)
        assert vector.states.tobytes() == before


def test_what_does_not_fit_into_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(cpu, "Arrays", full)
    with pytest.raises(envs.EnvError, match="games=9 do not fit into this machine's memory: ask for fewer"):
        envs.vector("usa", games=9)
