"""The summary adds up."""

import json

import numpy as np
import pytest

from carrozza import boards
from carrozza.arena import Results, simulate
from carrozza.arena.playing.compiled_games import OUTCOME
from carrozza.arena.playing.results import PARTS
from carrozza.kernel.layout import blank

BOARDS = [("usa", 2), ("europe", 4), ("new-york", 3), ("italy-advanced", 5), ("old-west", 6)]


@pytest.mark.parametrize(("board", "seats"), BOARDS)
def test_the_parts_make_the_score(board: str, seats: int) -> None:
    results = simulate(board, seats, 200, seed=2)
    parts = sum(results.by_seat(part).astype(int) for part in PARTS)
    assert np.array_equal(parts, results.by_seat("total"))
    for seat in results.summary()["seats"]:
        assert sum(seat[part] for part in PARTS) == pytest.approx(seat["mean_score"])
        assert seat["lowest_score"] < seat["mean_score"] < seat["highest_score"]


@pytest.mark.parametrize(("board", "seats"), BOARDS)
def test_every_game_is_won_once(board: str, seats: int) -> None:
    summary = simulate(board, seats, 200, seed=2).summary()
    assert sum(seat["win_rate"] for seat in summary["seats"]) == pytest.approx(1)
    assert sum(seat["wins"] for seat in summary["seats"]) >= 200


@pytest.mark.parametrize(("board", "seats"), BOARDS)
def test_claims_are_the_routes_of_all_seats(board: str, seats: int) -> None:
    results = simulate(board, seats, 200, seed=2)
    assert results.claims.sum() == results.by_seat("routes_claimed").sum()
    assert results.claims.max() <= 200, "nobody claims a route twice"
    named = {route["route"]: route["claimed"] for route in results.summary()["routes"]}
    assert list(named) == [route.id for route in boards.load(board).routes]
    assert list(named.values()) == results.claims.tolist()


def of_three_games() -> Results:
    """Two seats: a win of the first, a shared one, a win of the second."""
    outcomes = blank(OUTCOME, 3)
    outcomes["winner"][:, :2] = [(1, 0), (1, 1), (0, 1)]
    outcomes["total"][:, :2] = [(10, 4), (7, 7), (1, 4)]
    outcomes["decisions"] = 100, 110, 120
    outcomes["turns"] = 50, 60, 70
    board = boards.load("usa")
    return Results(board, (), ("random", "random"), 1, 2, outcomes, np.zeros(len(board.routes), int), 0.5, False)


def test_a_shared_win_is_part_of_a_win() -> None:
    first, second = of_three_games().summary()["seats"]
    assert (first["wins"], second["wins"]) == (2, 2)
    assert first["win_rate"] == second["win_rate"] == pytest.approx(0.5)
    assert of_three_games().win_shares.tolist() == [[1, 0], [0.5, 0.5], [0, 1]]


def test_means_deviations_and_rates() -> None:
    summary = of_three_games().summary()
    first, second = summary["seats"]
    assert (first["mean_score"], second["mean_score"]) == (6, 5)
    assert first["score_deviation"] == pytest.approx(np.sqrt(21))
    assert first["win_rate_margin"] == pytest.approx(1.96 * 0.5 / np.sqrt(3))
    assert (first["lowest_score"], first["highest_score"]) == (1, 10)
    assert (summary["decisions"], summary["turns"]) == (330, 180)
    assert (summary["games_per_second"], summary["decisions_per_second"]) == (6, 660)
    assert (summary["decisions_per_game"], summary["turns_per_game"]) == (110, 60)


def test_the_summary_holds_what_was_asked() -> None:
    summary = simulate("old-west", 2, 9, seed=11, threads=2, variants=["alvin"]).summary()
    asked = {key: summary[key] for key in ("board", "variants", "players", "bots", "seed", "threads", "games")}
    assert asked == {
        "board": "old-west",
        "variants": ["alvin"],
        "players": 2,
        "bots": ["random", "random"],
        "seed": 11,
        "threads": 2,
        "games": 9,
    }
    assert summary["interrupted"] is False
    assert summary["seconds"] > 0
    assert json.loads(json.dumps(summary)) == summary


def test_one_game_has_no_deviation() -> None:
    summary = simulate("usa", 2, 1, seed=1).summary()
    assert summary["seats"][0]["score_deviation"] is None
    assert summary["seats"][0]["win_rate_margin"] is None
