"""One seat of a game in Gymnasium's interface."""

import sys
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import carrozza.envs
from carrozza import boards
from carrozza.bots.registry import UnknownBot
from carrozza.envs import EnvError, IllegalAction, seat
from carrozza.kernel.actions import KEEP
from tests.envs.plain_games import PlainGame
from tests.envs.playing_actions import any_action


def play_game(env: Any, seed: int | None = None, chance: int = 1) -> tuple[float, dict[str, Any], list[int]]:
    """The sum of the rewards, the last info, and the actions."""
    generator, returned, actions = np.random.default_rng(chance), 0.0, []
    _, info = env.reset(seed=seed)
    ended = False
    while not ended:
        actions.append(any_action(info["action_mask"], generator))
        _, reward, terminated, truncated, info = env.step(actions[-1])
        returned += reward
        ended = terminated or truncated
    return returned, info, actions


def test_gymnasiums_checker_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make("carrozza/NewYork-v0", opponents=["easy"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


@pytest.mark.parametrize("board", boards.names())
def test_every_board_has_an_id(board: str) -> None:
    name = {"usa": "USA"}.get(board) or board.title().replace("-", "")
    env = gymnasium.make(f"carrozza/{name}-v0", opponents="random")
    assert env.unwrapped.one.game.names.board.id == board  # type: ignore[attr-defined]
    observed, _ = env.reset(seed=1)
    assert observed in env.observation_space


def test_own_boards_have_an_id_too() -> None:
    file = Path(__file__).parents[1] / "boards" / "isle.toml"
    env = gymnasium.make("carrozza/Board-v0", board=str(file), opponents="planner")
    assert env.reset(seed=1)[0] in env.observation_space


def test_the_mask_is_there_for_sb3() -> None:
    env = seat("new-york")
    _, info = env.reset(seed=1)
    mask = env.action_masks()
    assert mask.dtype == np.bool_
    assert (mask == info["action_mask"]).all()
    assert mask.any()


def test_the_learner_sits_elsewhere_in_the_next_game() -> None:
    env = seat("new-york", opponents="random,planner,greedy")
    seats = [play_game(env, seed=7)[1]["seat"], *(play_game(env)[1]["seat"] for _ in range(4))]
    assert seats == [0, 1, 2, 3, 0]
    fixed = seat("new-york", learner=1)
    assert [play_game(fixed)[1]["seat"] for _ in range(2)] == [1, 1]


def test_it_plays_the_game_of_a_vectorised_environments_first_slot() -> None:
    """Opponents are shown views, and have the same seeds."""
    env = seat("new-york", opponents="planner,greedy")
    plain = PlainGame("new-york", 3, 3, 0, opponents=("planner", "greedy"))
    for game in range(2):
        _, _, actions = play_game(env, seed=3 if game == 0 else None)
        for action in actions:
            plain.play(action)
        assert env.one.game.state.tobytes() == plain.state.tobytes()
        plain.next()


@pytest.mark.parametrize("reward", ["win", "shaped"])
def test_a_won_game_is_worth_one(reward: str) -> None:
    env = seat("new-york", opponents="random", reward=reward)
    for seed in range(4):
        returned, info, _ = play_game(env, seed=seed)
        assert returned == (1.0 if info["won"] else -1.0)


@pytest.mark.parametrize("reward", ["win", "shaped"])
def test_a_game_that_two_share_is_worth_nothing(reward: str) -> None:
    """Either of two winners has won half: as much as both could expect."""
    env = seat("new-york", opponents="random", reward=reward)
    returned, info, _ = play_game(env, seed=237)
    assert returned == 0.0 and info["won"]


def test_any_bot_can_be_an_opponent(tmp_path: Path) -> None:
    """Compiled, searching, or a class in a file, which names whole moves."""
    (tmp_path / "mine.py").write_text(
        "class First:\n    def choose(self, view):\n        return view.legal_moves[0]\n", encoding="utf-8"
    )
    env = seat("new-york", opponents=["search:2", f"{tmp_path}/mine.py:First"])
    _, info, actions = play_game(env, seed=1)
    assert info["seat"] == 0
    assert env.one.game.decisions > len(actions)
    env.close()


@pytest.mark.slow
def test_a_program_can_be_an_opponent() -> None:
    program = Path(__file__).parents[2] / "examples" / "bots" / "example.py"
    env = seat("new-york", opponents=f"exec:{sys.executable} {program}")
    play_game(env, seed=1)
    env.close()


def test_the_same_seed_and_actions_give_the_same_game() -> None:
    first, again = seat("europe", opponents="planner"), seat("europe", opponents="planner")
    assert play_game(first, seed=9)[0::2] == play_game(again, seed=9)[0::2]
    assert first.one.game.state.tobytes() == again.one.game.state.tobytes()


def test_an_illegal_action_loses_or_is_refused() -> None:
    env = seat("usa", learner=0)
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated, info["won"]) == (-1.0, True, False, False)
    assert not env.action_masks().any()
    strict = seat("usa", learner=0, illegal="error")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match="by rule S3"):
        strict.step(0)
    strict.step(KEEP + 3)


def test_stepping_at_the_wrong_time_is_told() -> None:
    env = gymnasium.make("carrozza/NewYork-v0")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    unwrapped = seat("new-york", render_mode="ansi")
    for call in (lambda: unwrapped.step(KEEP + 1), unwrapped.action_masks, unwrapped.render):
        with pytest.raises(EnvError, match=r"no game has begun: call reset\(\) first"):
            call()
    env.reset(seed=1)
    env.step(0)
    with pytest.raises(EnvError, match=r"the game is over: call reset\(\)"):
        env.step(0)


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ({"opponents": "plnner"}, UnknownBot, "did you mean 'planner'"),
        ({"opponents": ["planner"], "seats": 3}, EnvError, "1 opponents for 3 seats: name 2"),
        ({"opponents": None}, EnvError, "opponents=None: it must be a list"),
        ({"opponents": [3]}, EnvError, "opponent 3: it must be the spec of a bot"),
        ({"seats": "3"}, EnvError, "seats='3': it must be a whole number from 2 to 6"),
        ({"seats": 0}, EnvError, "seats=0: it must be from 2 to 6"),
        ({"learner": 2}, EnvError, "learner=2: it must be from 0 to 1"),
        ({"reward": "money"}, EnvError, "choose win, margin, points, shaped"),
    ],
)
def test_wrong_arguments_are_told(arguments: dict[str, Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        carrozza.envs.seat("usa", **arguments)
