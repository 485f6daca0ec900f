"""All seats of a game in PettingZoo's interface."""

import pickle
import sys
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.test.render_test import render_test

from carrozza import envs
from carrozza.boards import BoardError
from carrozza.envs import EnvError, IllegalAction, aec, carrozza_v0
from carrozza.game.errors import InvalidSeats, UnknownName
from carrozza.kernel.actions import ACTIONS, DRAW_BLIND, KEEP
from carrozza.observation.observer import Observer
from tests.envs.plain_games import PlainGame
from tests.envs.playing_actions import decisions_of
from tests.setups import FULL_SETUPS, Setup


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")  # said of any dictionary
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")  # after the end
def test_pettingzoos_own_tests_pass() -> None:
    api_test(aec("new-york", seats=3), num_cycles=60)
    seed_test(lambda: carrozza_v0.env("europe", 2), num_cycles=60)


@pytest.mark.slow
def test_every_way_of_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    def environment(render_mode: str) -> Any:
        return aec("new-york", render_mode=render_mode)

    render_test(environment, {"svg": lambda drawn: str(drawn).startswith("<svg")})
    assert "Ada to decide" in capsys.readouterr().out
    assert set(carrozza_v0.raw_env.metadata["render_modes"]) == {"human", "ansi", "rgb_array", "svg"}


def test_it_is_named_as_pettingzoo_names_environments() -> None:
    assert str(carrozza_v0.env("usa")) == "carrozza_v0"
    assert aec is carrozza_v0.env
    assert isinstance(aec("usa").unwrapped, carrozza_v0.raw_env)


@pytest.mark.parametrize("setup", FULL_SETUPS, ids=str)
def test_it_plays_the_kernels_own_game(setup: Setup) -> None:
    """Dealt by the seed as in the first slot of a vectorised environment, decision by decision."""
    env = aec(setup.board, setup.seats, variants=setup.variants)
    observer = Observer(setup.board, seats=setup.seats, variants=setup.variants)
    env.reset(seed=5)
    env.reset()
    plain = PlainGame(setup.board, setup.seats, 5, 0, setup.variants, number=1)
    for seat, observed, action in decisions_of(env, np.random.default_rng(1)):
        assert env.unwrapped.one.game.state.tobytes() == plain.state.tobytes()
        assert seat == plain.state.actor
        assert np.packbits(observed["action_mask"], bitorder="little").tobytes() == plain.mask.tobytes()
        assert (observed["observation"] == observer.flat(plain.state, seat)).all()
        plain.play(action)
    assert env.unwrapped.one.game.state.tobytes() == plain.state.tobytes()
    assert env.agents == []


def test_it_plays_the_game_of_a_vectorised_environments_first_slot() -> None:
    env, vector = aec("new-york", seats=3, reward="shaped"), envs.vector("new-york", 3, 1, reward="shaped", threads=1)
    env.reset(seed=8)
    vector.reset(seed=8)
    for seat, observed, action in decisions_of(env, np.random.default_rng(1)):
        assert seat == vector.seat[0]
        assert (observed["action_mask"] == vector.mask[0]).all()
        vector.step([action])
        if vector.terminations[0]:
            break
    env.step(action)
    assert list(env.rewards.values()) == vector.rewards[0].tolist()


def test_a_seed_gives_the_same_games_again() -> None:
    env = aec("new-york")

    def actions(seed: int | None) -> list[int]:
        env.reset(seed=seed)
        return [action for _, _, action in decisions_of(env, np.random.default_rng(2))]

    first, second = actions(3), actions(None)
    assert first != second
    assert [actions(3), actions(None)] == [first, second]
    assert actions(4) != first


def test_observations_may_be_tokens() -> None:
    env, observer = aec("new-york", observation="tokens"), Observer("new-york")
    env.reset(seed=3)
    for seat, observed, _ in decisions_of(env, np.random.default_rng(1)):
        assert observed in env.observation_space(f"seat_{seat}")
        assert (observed["observation"] == observer.tokens(env.unwrapped.one.game.state, seat)).all()


def test_the_mask_is_in_the_info_too_and_others_have_none() -> None:
    env = aec("usa", seats=3)
    env.reset(seed=1)
    observed, _, _, _, info = env.last()
    assert (info["action_mask"] == observed["action_mask"]).all()
    assert info["action_mask"].sum() == 4
    assert env.observe("seat_1")["action_mask"].sum() == 0
    assert env.infos["seat_2"]["action_mask"].sum() == 0


def test_what_was_observed_may_be_kept() -> None:
    env = aec("usa")
    env.reset(seed=1)
    kept, _, _, _, info = env.last()
    copies = kept["observation"].copy(), kept["action_mask"].copy(), info["action_mask"].copy()
    env.step(KEEP + 3)
    kept["action_mask"][:] = 0
    assert (kept["observation"] == copies[0]).all()
    assert (info["action_mask"] == copies[2]).all()
    assert copies[1].sum() > 0


@pytest.mark.parametrize("reward", ["win", "shaped", "points", "margin"])
def test_rewards_add_up(reward: str) -> None:
    env = aec("new-york", seats=3, reward=reward)
    env.reset(seed=2)
    returned, totals, won = np.zeros(3), np.zeros(3), np.zeros(3)
    for agent in env.agent_iter():
        observed, gained, terminated, _, info = env.last()
        seat = env.possible_agents.index(agent)
        returned[seat] += gained
        if terminated:
            totals[seat], won[seat] = info["score"], info["won"]
        env.step(None if terminated else int(np.flatnonzero(observed["action_mask"])[-1]))
    if reward == "points":
        assert returned.tolist() == totals.tolist()
    elif reward == "margin":
        assert returned.tolist() == [(totals[seat] - max(np.delete(totals, seat))) / 64 for seat in range(3)]
    else:
        assert won.sum() == 1
        assert returned.tolist() == [1.0 if won[seat] else -0.5 for seat in range(3)]


def test_an_illegal_action_is_refused_with_its_rule() -> None:
    env = aec("usa")
    env.reset(seed=1)
    before = env.unwrapped.one.game.state.tobytes()
    with pytest.raises(IllegalAction, match=r"action 329 \(draw deck\) now, by rule S3: The opening"):
        env.step(DRAW_BLIND)
    with pytest.raises(IllegalAction, match="action 384 now, by rule T1") as refused:
        env.step(ACTIONS)
    assert (refused.value.action, refused.value.rule) == (ACTIONS, "T1")
    for far in (10**30, -(10**30)):
        with pytest.raises(IllegalAction, match=f"action {far} now, by rule T1"):
            env.step(far)
    for nonsense in (None, 0.5, "pass"):
        with pytest.raises(EnvError, match="it must be a whole number from 0 to 383"):
            env.step(nonsense)
    assert env.unwrapped.one.game.state.tobytes() == before
    env.step(np.int32(KEEP + 3))
    assert env.agent_selection == "seat_1"


def test_an_illegal_action_loses_where_that_is_asked_for() -> None:
    env = aec("usa", seats=3, illegal="lose")
    env.reset(seed=1)
    env.step(KEEP + 3)
    env.step(DRAW_BLIND)
    assert env.rewards == {"seat_0": 0.25, "seat_1": -0.5, "seat_2": 0.25}
    assert all(env.terminations.values())
    assert env.infos["seat_1"]["won"] is False


def test_after_the_end_agents_step_with_none_and_leave() -> None:
    env = aec("new-york")
    env.reset(seed=1)
    env.unwrapped.one.illegal = "lose"
    env.step(0)
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(KEEP + 1)
    env.step(None)
    env.step(None)
    assert env.agents == []


def test_max_cycles_cuts_a_game_off() -> None:
    env = aec("usa", seats=2, max_cycles=4)
    env.reset(seed=1)
    decisions = sum(1 for _ in decisions_of(env, np.random.default_rng(1)))
    assert decisions == 8
    env.reset()
    for _ in range(8):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert env.truncations == {"seat_0": True, "seat_1": True}
    assert not any(env.terminations.values())


def test_it_is_pickled_by_its_arguments() -> None:
    env = pickle.loads(pickle.dumps(carrozza_v0.raw_env("new-york", 3, reward="points")))
    env.reset(seed=1)
    assert env.possible_agents == ["seat_0", "seat_1", "seat_2"]


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ({"board": "uas"}, BoardError, "did you mean 'usa'"),
        ({"seats": 6}, InvalidSeats, "usa is for 2 to 5 players, not 6"),
        ({"seats": "2"}, EnvError, "seats='2': it must be a whole number from 2 to 5"),
        ({"variants": ["alvin"]}, UnknownName, "usa has no variant 'alvin'"),
        ({"variants": "alvin"}, EnvError, r"variants='alvin': it must be a list, such as \['alvin'\]"),
        ({"max_cycles": 0}, EnvError, "max_cycles=0: it must be from 1 to 5000"),
        ({"max_cycles": 9000}, EnvError, "max_cycles=9000: it must be from 1 to 5000"),
        ({"max_cycles": "9"}, EnvError, "max_cycles='9': it must be a whole number from 1 to 5000"),
        ({"observation": "pixels"}, EnvError, "choose flat, tokens"),
        ({"reward": "wins"}, EnvError, "did you mean 'win'"),
        ({"illegal": "ignore"}, EnvError, "choose error, lose"),
        ({"render_mode": "3d"}, EnvError, "choose human, ansi, rgb_array, svg"),
    ],
)
def test_wrong_arguments_are_told(arguments: dict[str, Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        aec(**arguments)


def test_a_missing_library_is_told_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "carrozza.envs.adapters.aec")
    with pytest.raises(ModuleNotFoundError, match=r"pettingzoo is not installed: pip install 'carrozza\[envs\]'"):
        envs.aec  # noqa: B018


def test_before_reset_it_says_so() -> None:
    with pytest.raises(AttributeError, match="cannot be accessed before reset"):
        aec("usa").agent_selection  # noqa: B018
    raw = carrozza_v0.raw_env("usa", render_mode="ansi")
    for call in (lambda: raw.step(KEEP + 3), raw.render):
        with pytest.raises(EnvError, match=r"no game has begun: call reset\(\) first"):
            call()
