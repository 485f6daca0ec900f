"""Returns by seat, against the sums as one would write them down for one game."""

from types import SimpleNamespace
from typing import Any

import torch

from carrozza.learning.config.model import Reward
from carrozza.learning.training.playing.returns import add_outcomes, compute_returns

SEATS, MOST = 3, 6


def one_game(steps: int, ends: int | None, seed: int = 1) -> Any:
    """A rollout of one game of three seats, among tables for four."""
    chance = torch.Generator().manual_seed(seed)
    ended = torch.zeros(steps, 1, dtype=torch.bool)
    won, total = torch.zeros(steps, 1, 4), torch.zeros(steps, 1, 4)
    if ends is not None:
        ended[ends] = True
        won[ends, 0, 2] = 1.0
        total[ends, 0, :3] = torch.tensor([10.0, 74.0, 106.0])
    reward = torch.rand(steps, 1, 4, generator=chance)
    reward[..., SEATS:] = 0
    win = torch.zeros(steps + 1, 1, MOST)
    win[..., :SEATS] = torch.rand(steps + 1, 1, SEATS, generator=chance).softmax(-1)
    return SimpleNamespace(
        reward=reward,
        ended=ended,
        won=won,
        total=total,
        seats=torch.tensor([SEATS]),
        seat=torch.randint(0, SEATS, (steps + 1, 1), generator=chance),
        value=torch.rand(steps + 1, 1, generator=chance),
        win=win,
        margin=torch.rand(steps + 1, 1, generator=chance),
        learns=torch.ones(steps, 1, dtype=torch.bool),
        deciding=[torch.arange(1)] * steps,
    )


def at_pace(game: Any, pace: int) -> Any:
    """The same game, with steps between two decisions in which nothing is known and nobody decides."""
    steps = len(game.reward)

    def spread(rows: torch.Tensor, at: int, other: float) -> torch.Tensor:
        made = torch.full((pace * steps + len(rows) - steps, *rows.shape[1:]), other).to(rows.dtype)
        made[at::pace] = rows
        return made

    end, begin = pace - 1, 0
    return SimpleNamespace(
        **{name: spread(getattr(game, name), end, 0.0) for name in ("reward", "ended", "won", "total")},
        **{name: spread(getattr(game, name), begin, 1.0) for name in ("seat", "value", "win", "margin", "learns")},
        seats=game.seats,
        deciding=[torch.arange(1) if step % pace == 0 else torch.arange(0) for step in range(pace * steps)],
    )


def expected_advantage(game: Any, step: int, trace: float) -> float | None:
    """Of the decision at a step; none where its sequel is not in the rollout."""
    seat, steps = int(game.seat[step]), len(game.reward)
    gained = 0.0
    for later in range(step, steps):
        gained += float(game.reward[later, 0, seat])
        if game.ended[later]:
            return gained - float(game.value[step])
        if int(game.seat[later + 1]) == seat:
            surprise = gained + float(game.value[later + 1]) - float(game.value[step])
            after = expected_advantage(game, later + 1, trace) if later + 1 < steps else None
            return surprise + trace * (after or 0.0)
    return None


def test_advantages_are_those_of_each_seats_own_decisions() -> None:
    for seed, ends in ((1, None), (2, 11), (3, 5)):
        game = one_game(16, ends, seed)
        expected = [expected_advantage(game, step, 0.9) for step in range(16)]
        found = compute_returns(game, 0.9)
        for step, value in enumerate(expected):
            assert bool(game.learns[step]) == (value is not None)
            if value is not None:
                assert abs(float(found.advantage[step]) - value) < 1e-5


def test_the_outcome_is_told_from_the_deciders_side() -> None:
    game = one_game(12, 11)
    found = compute_returns(game, 0.95)
    for step in range(12):
        seat = int(game.seat[step])
        assert found.win[step, 0, (2 - seat) % SEATS] == 1
        assert found.win[step, 0].sum() == 1
        assert float(found.margin[step]) == {0: -96 / 64, 1: -32 / 64, 2: 32 / 64}[seat]


def test_a_game_that_goes_on_is_expected_to_end_as_the_network_says() -> None:
    game = one_game(12, None)
    found = compute_returns(game, 0.95)
    to_move = int(game.seat[12])
    for step in range(12):
        if int(game.seat[step]) == to_move:
            torch.testing.assert_close(found.win[step, 0], game.win[12, 0])


def test_a_game_earns_so_many_times_its_win_and_its_margin() -> None:
    game = one_game(4, 3)
    game.reward.zero_()
    game.reward[3, 0, :3] = torch.tensor([-0.5, -0.5, 1.0])  # the win, as the environment pays it
    add_outcomes(game, Reward(win=0.5, margin=1.0))
    torch.testing.assert_close(game.reward[3, 0], torch.tensor([-0.25 - 1.5, -0.25 - 0.5, 0.5 + 0.5, 0.0]))
    assert (game.reward[:3] == 0).all()


def test_at_a_slower_pace_decisions_are_worth_the_same() -> None:
    for seed, ends in ((1, None), (2, 11), (3, 5)):
        game = one_game(16, ends, seed)
        slower = at_pace(game, 4)
        plain, found = compute_returns(game, 0.9), compute_returns(slower, 0.9)
        for one, other in zip(plain, found, strict=True):
            torch.testing.assert_close(other[::4], one)
        assert slower.learns[::4].equal(game.learns)
