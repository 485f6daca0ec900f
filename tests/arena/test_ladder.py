"""The bots' page follows from the results kept beside it."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import pytest

from carrozza import boards
from carrozza.arena import run_contest
from docs import ladder
from tests.arena.own_process import without_workers

pytestmark = pytest.mark.slow


def test_the_page_is_what_the_kept_results_say() -> None:
    """To renew it: `python -m docs.ladder write`."""
    assert ladder.PAGE.read_text(encoding="utf-8") == ladder.page(ladder.summaries())


def kept(folder: Path, board: str, seats: int, bots: str, games: int = 12) -> dict[str, Any]:
    with without_workers():
        told: dict[str, Any] = json.loads(json.dumps(run_contest(board, seats, games, bots.split(",")).summary()))
    ladder.keep(told, folder)
    return told


def test_contests_become_tables_with_their_commands(tmp_path: Path) -> None:
    told = kept(tmp_path, "usa", 2, "planner,greedy,random")
    kept(tmp_path, "usa", 2, "planner")
    kept(tmp_path, "new-york", 4, "search:2,planner,planner,planner", games=4)
    page = ladder.page(ladder.summaries(tmp_path))
    for heading in (
        "## planner against random",
        "## planner against greedy",
        "## planner against planner",
        "## search against three planners",
        "### USA, 2 seats: planner",
        "### New York, 4 seats: ",
    ):
        assert heading in page
    assert "search against planner\n" not in page, "nothing is said of what was not played"
    assert "carrozza arena --board usa --players 2 --bots planner,greedy,random --games 12 --seed 1" in page
    assert "--players 4 --bots search:2,planner,planner,planner --games 4" in page
    pair = next(pair for pair in told["pairs"] if (pair["first"], pair["second"]) == ("planner", "random"))
    assert f"| USA | planner – random | 4 | {pair['share']:.1%}" in page
    for bot in told["bots"]:
        assert f"| {bot['name']} | {bot['win_rate']:.1%}" in page
        assert f"| {bot['tickets_completed']:.2f} | {bot['tickets_failed']:.2f} |" in page


def test_a_share_is_told_from_the_side_that_is_claimed(tmp_path: Path) -> None:
    told = kept(tmp_path, "usa", 2, "random,planner", games=40)
    (pair,) = told["pairs"]
    assert f"| USA | planner – random | 40 | {1 - pair['share']:.1%} " in ladder.page(ladder.summaries(tmp_path))


def test_a_contest_played_again_replaces_its_summary(tmp_path: Path) -> None:
    kept(tmp_path, "usa", 2, "greedy,random", games=4)
    kept(tmp_path, "usa", 2, "greedy,random", games=8)
    (found,) = ladder.summaries(tmp_path)
    assert found["games"] == 8


def test_what_is_no_result_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no results of an arena"):
        ladder.keep({"cats": 3}, tmp_path)


def test_all_boards_are_on_the_ladder() -> None:
    asked = [ladder.add_contest(ArgumentParser()).parse_args(options) for options in ladder.contests()]
    for board in boards.names():
        for seats in (2, 4):
            bots = {contest.bots for contest in asked if (contest.board, contest.players) == (board, seats)}
            assert len(bots) >= 2
            assert any("search" in names for names in bots)
    assert {contest.board for contest in asked if contest.players == 6} == {"old-west"}
    assert any(contest.variant == ["alvin"] for contest in asked)
