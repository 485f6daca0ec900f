"""Rewards by name, against the same computed from the scores of plain games."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from carrozza import envs
from carrozza.envs.vectorised.rewards import FORFEIT, REWARDS
from carrozza.kernel.actions import PASS
from carrozza.kernel.layout import Grid
from carrozza.kernel.state import OVER
from tests.envs.plain_games import PlainGame
from tests.envs.test_vector_games import any_legal
from tests.setups import Setup

SETUPS = (Setup("new-york", (), 2), Setup("new-york", (), 4), Setup("old-west", ("alvin",), 3), Setup("europe", (), 2))
UNIT = 64


def win(game: PlainGame) -> list[float]:
    scores, n = game.scores(), game.seats
    share = 1 / sum(scores.winner[:n])
    return [(n * share * winner - 1) / (n - 1) for winner in scores.winner[:n].tolist()]


def margins(points: list[int]) -> list[int]:
    return [own - max(points[:seat] + points[seat + 1 :]) for seat, own in enumerate(points)]


def potentials(game: PlainGame) -> list[float]:
    if game.state.phase == OVER:
        return [0.0] * game.seats
    points = game.state.points[: game.seats].tolist()
    state = game.state.copy()
    state.stations[:] = 0  # borrowed routes do not count
    game.state, whole = state, game.state
    tickets = game.scores().tickets[: game.seats].tolist()
    game.state = whole
    return [(ahead + own) / UNIT for ahead, own in zip(margins(points), tickets, strict=True)]


def expected(name: str, before: PlainGame, potential: list[float], points: list[int]) -> list[float]:
    """The rewards of the step after which the game is as given."""
    over = before.state.phase == OVER
    total = before.scores().total[: before.seats].tolist()
    none = [0.0] * before.seats
    if name == "win":
        return win(before) if over else none
    if name == "margin":
        return [ahead / UNIT for ahead in margins(total)] if over else none
    if name == "points":
        now = total if over else before.state.points[: before.seats].tolist()
        return [new - old for new, old in zip(now, points, strict=True)]
    at_end = win(before) if over else none
    return [now - old + end for now, old, end in zip(potentials(before), potential, at_end, strict=True)]


def steps_of(setup: Setup, name: str, steps: int) -> Iterator[tuple[Grid, list[float]]]:
    """The rewards of each step, and those expected."""
    chance = np.random.default_rng(2)
    game = PlainGame(setup.board, setup.seats, 5, 0, setup.variants)
    options: dict[str, Any] = {"variants": setup.variants, "reward": name, "seed": 5, "threads": 1}
    with envs.vector(setup.board, setup.seats, 1, **options) as vector:
        vector.reset()
        for _ in range(steps):
            potential, points = potentials(game), game.state.points[: game.seats].tolist()
            action = any_legal(vector.mask, chance)
            ended = game.play(int(action[0]))
            _, rewards, *_ = vector.step(action)
            yield rewards[0], expected(name, game, potential, points)
            if ended:
                game.next()


@pytest.mark.parametrize("name", REWARDS)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_rewards_are_what_their_names_say(setup: Setup, name: str) -> None:
    steps = 300 if setup.board == "new-york" else 60
    for rewards, wanted in steps_of(setup, name, steps):
        np.testing.assert_allclose(rewards, wanted, rtol=0, atol=1e-6)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_whole_games_return_what_they_should(setup: Setup) -> None:
    """The same games by each reward: points add up to the score, shaped rewards to the win, exactly."""
    returned, episodes = {}, {}
    for name in REWARDS:
        options: dict[str, Any] = {"variants": setup.variants, "reward": name, "seed": 5, "threads": 1}
        with envs.vector(setup.board, setup.seats, 16, **options) as vector:
            vector.reset()
            vector.step_random(600)
            assert vector.episode.decisions.all()
            returned[name] = vector.episode.returned.copy()
            episodes[name] = vector.episode.total.copy()
    np.testing.assert_array_equal(returned["points"], episodes["points"])
    np.testing.assert_allclose(returned["shaped"], returned["win"], rtol=0, atol=1e-6)
    np.testing.assert_allclose(returned["win"].sum(axis=1), 0, atol=1e-6)
    if setup.seats == 2:
        np.testing.assert_array_equal(returned["shaped"], returned["win"])
        np.testing.assert_array_equal(returned["margin"].sum(axis=1), 0)


@pytest.mark.parametrize("name", REWARDS)
def test_who_plays_an_illegal_action_loses(name: str) -> None:
    with envs.vector("new-york", 3, 2, illegal="lose", reward=name, threads=1) as vector:
        vector.reset()
        actions = vector.mask.argmax(axis=1)
        actions[1] = PASS
        loser = int(vector.seat[1])
        _, rewards, terminations, _, _ = vector.step(actions)
        assert terminations.tolist() == [False, True]
        episode = vector.episode
        assert episode.done.tolist() == [False, True]
        assert episode.illegal[1] == loser
        assert episode.winner[1].tolist() == [int(seat != loser) for seat in range(3)]
        assert episode.total[1, loser] <= -FORFEIT
        assert rewards[1].argmin() == loser
        assert (rewards[1][np.arange(3) != loser] >= 0).all()
        np.testing.assert_allclose(episode.returned[1], rewards[1])
        assert vector.mask.any(axis=1).all()


@pytest.mark.parametrize("action", [-1, 384, 2**40, -(2**40)])
def test_numbers_that_are_no_action_lose_too(action: int) -> None:
    with envs.vector("new-york", 2, 1, illegal="lose", threads=1) as vector:
        vector.reset()
        _, rewards, terminations, *_ = vector.step(np.array([action]))
        assert terminations.all()
        assert rewards[0].tolist() == [-1, 1]
