"""Shares with intervals over deals, calibration, and what is due when."""

from itertools import pairwise

import numpy as np

from carrozza.learning.config.model import Budget
from carrozza.learning.schedule import Progress, falling, is_due
from carrozza.learning.statistics import calibration_error, share_of_wins


def test_the_interval_is_over_deals() -> None:
    """Deals that the seat decides say nothing of the bot: each half won, with no spread between deals."""
    by_seat = share_of_wins(np.tile([1.0, 0.0], (100, 1)))
    assert (by_seat.share, by_seat.half_width, by_seat.games) == (0.5, 0.0, 200)
    by_deal = share_of_wins(np.repeat([[1.0, 1.0], [0.0, 0.0]], 50, axis=0))
    assert by_deal.share == 0.5
    assert 0.09 < by_deal.half_width < 0.11
    assert by_deal.interval == (0.5 - by_deal.half_width, 0.5 + by_deal.half_width)


def test_true_probabilities_are_calibrated_and_bold_ones_are_not() -> None:
    chance = np.random.default_rng(1)
    truth = chance.random(100_000)
    happened = (chance.random(100_000) < truth).astype(float)
    assert calibration_error(truth, happened) < 0.01
    assert calibration_error(np.where(truth > 0.5, 1.0, 0.0), happened) > 0.2


def test_whichever_budget_is_spent_first_counts() -> None:
    progress = Progress(rounds=10, decisions=500, seconds=60)
    assert progress.spent(Budget(minutes=10, decisions=1000)) == 0.5
    assert progress.spent(Budget(minutes=1, decisions=0)) == 1.0
    assert progress.spent(Budget(minutes=0, decisions=100)) == 1.0


def test_evaluations_are_spread_over_the_budget() -> None:
    moments = [i / 100 for i in range(101)]
    due = [now for before, now in pairwise(moments) if is_due(before, now, 4)]
    assert due == [0.25, 0.5, 0.75, 1.0]


def test_rates_fall_to_their_last_share() -> None:
    assert [falling(spent, 0.05) for spent in (0.0, 1.0)] == [1.0, 0.05]
