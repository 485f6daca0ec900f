"""The numbers behind the standings: known cases, and that intervals and tests keep their promises."""

import numpy as np
import pytest

from carrozza.arena import ArenaError
from carrozza.arena.statistics.bootstrap import MOST_UNITS, interval, resampled, share_interval, unit_starts
from carrozza.arena.statistics.ratings import ratings, seats_by_bot
from carrozza.arena.statistics.sprt import EQUAL, FEWEST_DEALS, STRONGER, UNDECIDED, WEAKER, check_margin, compare
from carrozza.kernel.layout import Grid


def pairs_of_games(chance: float, deals: int, luck: np.random.Generator) -> Grid:
    """Two games a deal; the deal itself favours one side in half of the deals, so they are not independent."""
    favour = luck.choice([-0.3, 0.3], size=deals)
    first = luck.random(deals) < chance + favour
    second = luck.random(deals) < chance + favour
    shares: Grid = (first + second.astype(float)) / 2
    return shares


@pytest.mark.slow
def test_intervals_hold_the_truth_about_95_times_in_100() -> None:
    luck = np.random.default_rng(1)
    result = 0
    for trial in range(300):
        shares = pairs_of_games(0.6, 150, luck)
        drawn = resampled(shares[:, None], 400, seed=trial)[:, 0] / 150
        found = interval(drawn)
        assert found is not None
        result += found[0] <= 0.6 <= found[1]
    assert 0.91 <= result / 300 <= 0.985


def test_games_of_a_deal_are_not_taken_for_independent() -> None:
    """Resampled game by game, the same results would look surer than they are."""
    shares = pairs_of_games(0.5, 2000, np.random.default_rng(2))
    drawn = resampled(shares[:, None], 500)[:, 0] / 2000
    found = interval(drawn)
    assert found is not None
    as_if_independent = 2 * 1.96 * np.sqrt(0.25 / 4000)
    assert found[1] - found[0] > 1.1 * as_if_independent


def test_a_clean_sweep_is_not_certain() -> None:
    assert share_interval(1.0, np.ones(10), 100) == pytest.approx((0.025**0.01, 1))
    assert share_interval(0.0, np.zeros(10), 100) == pytest.approx((0, 1 - 0.025**0.01))
    assert share_interval(0.7, np.full(10, 0.7), 1) is None, "one deal tells nothing about others"


def test_very_many_deals_are_resampled_together() -> None:
    assert unit_starts(5).tolist() == [0, 1, 2, 3, 4]
    starts = unit_starts(10 * MOST_UNITS + 7)
    assert len(starts) == MOST_UNITS
    assert set(np.diff(starts)) <= {10, 11}


def test_ratings_of_two_are_their_odds() -> None:
    better, worse = ratings(np.array([9000.0, 1000.0]), np.array([10000.0]), np.array([[1.0, 1.0]]))
    expected = 400 * np.log10(9)
    assert better - worse == pytest.approx(expected, abs=1)
    assert better + worse == pytest.approx(3000)


def test_ratings_of_one_against_three_of_a_kind() -> None:
    """To win a third of the games against three others takes strengths of 1.5 to 1."""
    seats = seats_by_bot(((0, 1, 1, 1),), 2)
    one, three = ratings(np.array([33333.0, 66667.0]), np.array([100000.0]), seats)
    assert one - three == pytest.approx(400 * np.log10(1.5), abs=1)


def test_ratings_find_the_strengths_that_made_the_games() -> None:
    strengths, luck = np.array([4.0, 2.0, 1.0, 0.5]), np.random.default_rng(3)
    lineups = ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))
    wins, games = np.zeros(4), np.full(4, 20000.0)
    for lineup in lineups:
        chances = strengths[list(lineup)] / strengths[list(lineup)].sum()
        wins[list(lineup)] += luck.multinomial(20000, chances)
    found = ratings(wins, games, seats_by_bot(lineups, 4))
    expected = 400 * np.log10(strengths)
    assert found - found.mean() == pytest.approx(expected - expected.mean(), abs=6)


def test_who_never_loses_still_has_a_rating() -> None:
    best, worst = ratings(np.array([2000.0, 0.0]), np.array([2000.0]), np.array([[1.0, 1.0]]))
    assert 1000 < best - worst < 3000
    assert np.isfinite([best, worst]).all()


def test_many_cases_are_rated_each_by_itself() -> None:
    seats, games = np.array([[1.0, 1.0]]), np.array([100.0])
    cases = np.array([[50.0, 50.0], [75.0, 25.0], [100.0, 0.0]])
    together = ratings(cases, np.repeat(games[None], 3, axis=0), seats)
    for case, found in zip(cases, together, strict=True):
        assert found == pytest.approx(ratings(case, games, seats), abs=1e-6)


@pytest.mark.parametrize(("chance", "answer"), [(0.56, STRONGER), (0.5, EQUAL), (0.44, WEAKER)])
def test_the_comparison_is_nearly_always_right(chance: float, answer: str) -> None:
    luck = np.random.default_rng(4)
    answers = [compare("a", "b", pairs_of_games(chance, 6000, luck)).answer for _ in range(100)]
    assert answers.count(answer) >= 88
    assert UNDECIDED not in answers


def test_clear_cases_are_decided_early_and_near_ones_late() -> None:
    luck = np.random.default_rng(5)
    clear, near = (compare("a", "b", pairs_of_games(chance, 6000, luck)) for chance in (0.69, 0.56))
    assert FEWEST_DEALS <= clear.deals < near.deals
    assert compare("a", "b", np.ones(FEWEST_DEALS - 1)).answer == UNDECIDED


def test_a_comparison_stands_whatever_comes_later() -> None:
    shares = pairs_of_games(0.6, 500, np.random.default_rng(6))
    comparison = compare("a", "b", shares)
    assert comparison.answer == STRONGER
    later = np.concatenate([shares[: comparison.deals], np.zeros(400)])
    assert compare("a", "b", later) == comparison
    assert compare("a", "b", shares[: comparison.deals - 1]).answer == UNDECIDED


def test_of_no_deals_nothing_is_said() -> None:
    comparison = compare("a", "b", np.array([]))
    assert (comparison.answer, comparison.deals, comparison.share) == (UNDECIDED, 0, None)


@pytest.mark.parametrize("margin", [0, -0.1, 0.5, 7])
def test_margins_that_make_no_sense_are_refused(margin: float) -> None:
    with pytest.raises(ArenaError, match="it must be between 0 and"):
        check_margin(margin)
