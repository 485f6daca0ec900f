"""The levels are chosen by ratings from games of all candidates, so that they are spaced evenly."""

from pathlib import Path

import pytest

from carrozza.arena.statistics.standings import PairStanding
from carrozza.bots.specs.levels import resolve
from carrozza.bots.specs.notation import Spec
from docs import levels
from docs.levels import BEGINNER, Rated


def pair(first: str, second: str, share: float) -> PairStanding:
    return PairStanding(first, second, 10_000, share, None, None, None)


def candidate(bot: str, rating: float) -> Rated:
    return Rated(bot, rating, 100, None, 50.0, 1.0, 1.0)


def test_a_rating_is_above_the_planners_also_by_way_of_another() -> None:
    found = levels.rate([pair("planner", "greedy", 10 / 11), pair("neural", "planner", 10 / 11)])
    assert found["planner"] == 0
    assert found["neural"] == pytest.approx(400, abs=2) and found["greedy"] == pytest.approx(-400, abs=2)


def test_the_levels_with_the_evenest_gaps_are_proposed() -> None:
    points = (-500, -400, -250, -210, 0, 90, 250, 390)
    found = [candidate(f"bot {rating}", rating) for rating in points]
    proposed = levels.propose([*found[:2], candidate(BEGINNER, -200), *found[2:]], easy="bot -500")
    assert {level: one.rating for level, one in proposed.items()} == {
        "easy": -500,
        "medium": -210,
        "hard": 90,
        "expert": 390,
    }


def test_the_page_says_what_each_level_is_and_how_strong(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(levels, "FOLDER", tmp_path / "ratings")
    assert list(levels.section()) == []
    easy = str(resolve(Spec("easy"), "usa"))
    levels.keep("usa", [candidate(easy, -321), candidate(levels.SEARCH, 123)])
    told = "\n".join(levels.section())
    row = next(line for line in told.splitlines() if line.startswith("| USA |"))
    assert f"`{easy}` -321" in row and "+123 |" in row
    assert "python -m docs.levels usa\n" in told


def test_an_example_stands_for_boards_of_ones_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(levels, "FOLDER", tmp_path / "ratings")
    tasmania = next(file for file in levels.EXAMPLES if "tasmania" in file)
    assert levels.keep(tasmania, [candidate(levels.PLAIN_SEARCH, 77), candidate("planner", 0)]).stem == "tasmania"
    told = "\n".join(levels.section())
    row = next(line for line in told.splitlines() if line.startswith("| Tasmania, an example |"))
    bots = [str(resolve(Spec(level), "tasmania")) for level in ("medium", "hard", "expert")]
    assert bots[0] == "planner" and "`planner` +0 |" in row
    assert ("`search:200ms` +77" in row) == ("search:200ms" in bots)
    assert "python -m docs.levels examples/boards/tasmania.toml\n" in told


@pytest.mark.parametrize("board", ["usa", levels.EXAMPLES[0]])
def test_a_search_without_a_network_is_measured_where_a_board_has_none_of_its_own(
    board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[tuple[int, list[str]]] = []
    monkeypatch.setattr(levels, "can_play", lambda bot, board: True)
    monkeypatch.setattr(levels, "rated", lambda held: [])
    monkeypatch.setattr(levels, "run_contest", lambda board, seats, games, bots, options: held.append((games, bots)))
    levels.measure(board, games=10, search_games=4, threads=1)
    own = board == "usa"
    searches = [levels.SEARCH, levels.NETWORK] + ([] if own else [levels.PLAIN_SEARCH])
    assert held[1] == (4 if own else 12, searches)
