"""Standings: small contests whose results are known, counted by hand."""

import json
from typing import Any

import numpy as np
import pytest

from carrozza.arena import run_contest
from carrozza.arena.playing.batch import BatchResult
from carrozza.arena.playing.compiled_games import OUTCOME
from carrozza.arena.playing.contest import Batch, Contest, make_contest
from carrozza.arena.playing.results import PARTS
from carrozza.arena.playing.results_table import ResultsTable
from carrozza.arena.playing.single_game import GameDetails
from carrozza.arena.statistics.deal_sums import deal_shares
from carrozza.arena.statistics.standings import standings
from carrozza.bots import Fault
from carrozza.kernel.layout import blank

Game = tuple[list[int], list[int]]
"""Scores and winners, by seat."""

NO_CLAIMS = np.zeros(0, np.int16)


def results_of(contest: Contest, games: dict[tuple[int, int], Game]) -> ResultsTable:
    """A results with these games, by seating and deal."""
    results = ResultsTable(contest)
    for (seating, deal), (totals, winners) in games.items():
        outcomes = blank(OUTCOME, 1)
        outcomes["total"][0, : contest.seats] = totals
        outcomes["winner"][0, : contest.seats] = winners
        assert results.add(BatchResult(Batch(seating, deal, 1, move_by_move=False), outcomes))
    return results


def duel(games: int = 4) -> Contest:
    return make_contest("usa", 2, games, ["greedy", "random"], seed=1)


def test_wins_scores_pairs_and_seats_of_a_duel() -> None:
    """Table 1 seats greedy first, seating 2 random; greedy wins three of four, one of them shared."""
    found = standings(
        results_of(
            duel(),
            {
                (0, 0): ([10, 4], [1, 0]),
                (1, 0): ([5, 9], [0, 1]),
                (0, 1): ([7, 7], [1, 1]),
                (1, 1): ([8, 2], [1, 0]),
            },
        )
    )
    greedy, other = found.bots
    assert (greedy.games, greedy.wins, greedy.win_rate) == (4, 2.5, 0.625)
    assert (other.games, other.wins, other.win_rate) == (4, 1.5, 0.375)
    assert (greedy.mean_score, other.mean_score) == (7, 6)
    assert greedy.score_deviation == pytest.approx(np.std([10, 9, 7, 2], ddof=1))
    assert greedy.interval == (0.25, 1.0), "of two deals: one won altogether, one to a quarter"
    assert greedy.rating is not None
    assert greedy.rating > 1500
    (pair,) = found.pairs
    assert (pair.first, pair.second, pair.games, pair.share, pair.margin) == ("greedy", "random", 4, 0.625, 1)
    assert [seat.win_rate for seat in found.seats] == [0.625, 0.375]


def test_of_three_the_other_two_are_compared_by_points() -> None:
    contest = make_contest("usa", 3, 3, ["greedy", "random", "planner"], seed=1)
    results = results_of(contest, {(0, 0): ([50, 20, 30], [1, 0, 0]), (1, 0): ([10, 10, 40], [0, 0, 1])})
    found = {(pair.first, pair.second): pair for pair in standings(results).pairs}
    # Table 2 seats random, planner, greedy.
    assert found["greedy", "random"].share == 1.0
    assert found["random", "planner"].share == 0.25, "behind once, level once"
    assert found["random", "planner"].margin == -5


def test_a_bot_on_three_seats_counts_three_times() -> None:
    contest = make_contest("usa", 4, 4, ["greedy", "random", "random", "random"], seed=1)
    games: dict[tuple[int, int], Game] = {
        (seating, 0): (
            [40 if bot == 0 else 10 + seat for seat, bot in enumerate(seated)],
            [int(bot == 0) for bot in seated],
        )
        for seating, seated in enumerate(contest.seatings)
    }
    greedy, other = standings(results_of(contest, games)).bots
    assert (greedy.games, greedy.wins, other.games, other.wins) == (4, 4, 12, 0)
    assert greedy.interval == pytest.approx((0.025, 1))
    assert greedy.rating_interval is None, "who never lost has a rating without an upper end"


def test_games_of_unfinished_deals_count_but_do_not_decide() -> None:
    results = results_of(duel(6), {(0, 0): ([3, 1], [1, 0]), (1, 0): ([3, 1], [1, 0]), (0, 2): ([3, 1], [1, 0])})
    assert standings(results).games == 3
    assert deal_shares(results, 0, 1).tolist() == [0.5]


def test_a_game_is_counted_once() -> None:
    results = results_of(duel(), {(0, 0): ([10, 4], [1, 0])})
    outcomes = blank(OUTCOME, 2)
    assert not results.add(BatchResult(Batch(0, 0, 2, move_by_move=False), outcomes))
    assert results.games == 1


def test_times_and_faults_by_bot() -> None:
    contest, outcomes = duel(), blank(OUTCOME, 1)
    outcomes["winner"][0, 0] = 1
    results = ResultsTable(contest)
    slow, quick = np.full(100, 0.5, np.float32), np.full(50, 0.001, np.float32)
    slow[0] = 2
    fault = Fault("slow", 7, "no answer")
    first = GameDetails((slow, quick), ((fault,), ()), (1, 0), NO_CLAIMS)
    second = GameDetails((quick, slow), ((), (fault, fault)), (0, 2), NO_CLAIMS)
    results.add(BatchResult(Batch(0, 0, 1, move_by_move=True), outcomes, first))
    results.add(
        BatchResult(
            Batch(1, 0, 1, move_by_move=True),
            outcomes,
            second,
        )
    )
    greedy, other = standings(results).bots
    assert greedy.clock is not None
    assert (greedy.clock.moves, greedy.clock.slowest) == (200, 2)
    assert greedy.clock.mean == pytest.approx(0.515)
    assert 0.5 <= greedy.clock.slow < 2
    assert other.clock is not None
    assert other.clock.mean == pytest.approx(0.001)
    assert (greedy.faults.number, greedy.faults.by_kind, other.faults.number) == (3, {"slow": 3}, 0)
    assert greedy.faults.examples[0] == "slow at decision 7: no answer"
    assert (greedy.faults.replaced, greedy.faults.replaced_share) == (3, 3 / 200)
    assert (other.faults.replaced, other.faults.replaced_share) == (0, 0)


@pytest.mark.parametrize(("replaced", "rated"), [(0, True), (1, True), (2, False), (100, False)])
def test_a_bot_with_more_than_one_percent_replaced_decisions_has_no_rating(replaced: int, rated: bool) -> None:
    results, outcomes = ResultsTable(duel()), blank(OUTCOME, 1)
    outcomes["winner"][0, 0] = 1
    times = np.full(100, 0.001, np.float32)
    faults = ((Fault("crash", 1, "KeyError: 'x'"),) * bool(replaced), ())
    details = GameDetails((times, times), faults, (replaced, 0), NO_CLAIMS)
    results.add(BatchResult(Batch(0, 0, 1, True), outcomes, details))
    greedy, other = standings(results).bots
    assert (greedy.rating is not None) == rated
    assert (greedy.unrated is None) == rated
    assert other.rating is not None
    as_json = greedy.as_json()
    assert as_json["faults"]["replaced"] == replaced
    assert as_json["faults"]["replaced_share"] == replaced / 100
    if not rated:
        assert f"the planner made {replaced}.0% of its decisions" in as_json["unrated"]


def test_no_games_have_no_means() -> None:
    found = standings(ResultsTable(duel()))
    assert found.games == 0
    assert [(bot.win_rate, bot.interval, bot.mean_score, bot.clock) for bot in found.bots] == [(None,) * 4] * 2


@pytest.mark.parametrize(("board", "seats", "variants"), [("europe", 3, ()), ("old-west", 6, ("alvin",))])
def test_what_must_add_up_adds_up(board: str, seats: int, variants: tuple[str, ...]) -> None:
    told: dict[str, Any] = run_contest(board, seats, 60, ["planner", "greedy", "random"], variants=variants).summary()
    assert sum(bot["wins"] for bot in told["bots"]) == pytest.approx(told["games"])
    assert sum(bot["games"] for bot in told["bots"]) == told["games"] * seats
    assert sum(seat["win_rate"] for seat in told["seats"]) == pytest.approx(1)
    for bot in told["bots"]:
        assert sum(bot[part] for part in PARTS) == pytest.approx(bot["mean_score"])
        assert bot["win_rate"] == pytest.approx(bot["wins"] / bot["games"])
        assert bot["interval"][0] <= bot["win_rate"] <= bot["interval"][1]
        assert bot["score_interval"][0] <= bot["mean_score"] <= bot["score_interval"][1]
        assert 0 < bot["seconds_per_move"] <= bot["seconds_per_move_max"]
    assert json.loads(json.dumps(told))["bots"][0]["name"] == "planner"
