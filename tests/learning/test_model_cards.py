"""What is measured of a network, and the cards of those that come with the game."""

from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.learning.contest_list import GENERAL_BOARDS, OWN_NETWORK, general_contests
from benchmarks.learning.contests import Run
from benchmarks.learning.results_file import ResultsFile, read_results
from carrozza.bots.neural.tokens.untrained import untrained_token_weights
from carrozza.bots.neural.weights import read_about, write_weights
from carrozza.bots.specs.networks import FOLDER
from carrozza.interrupts import InterruptFlag
from carrozza.learning.boards.mixture import training_boards
from carrozza.learning.boards.varied import VariedBoards
from carrozza.learning.calibration import calibration_of
from carrozza.learning.config.reading import config_tree, make_config
from carrozza.learning.proof import is_held_out, met_in_training
from docs import models
from tests.bots.neural.networks import random_weights
from tests.bots.neural.tokens.reference import SMALL

TASMANIA = "examples/boards/tasmania.toml"


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("networks") / "new-york.npz"
    write_weights(file, random_weights("new-york"))
    return file


def asked(network: Path, out: Path, **options: object) -> Namespace:
    usual = {"only": ["greedy"], "quick": True, "again": False, "seconds": 1.0, "threads": 1}
    usual |= {"response": None, "board": None}
    return Namespace(networks=[network], out=out, **{**usual, **options})


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.npz")), ids=lambda file: file.name)
def test_every_network_that_comes_with_the_game_has_a_card(file: Path) -> None:
    """To renew them: `python -m docs.models`."""
    assert read_about(file).digest in models.PAGE.read_text(encoding="utf-8")


def test_a_result_is_kept_at_once_and_measured_once(
    network: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "results.json"
    Run(asked(network, out), InterruptFlag()).all()
    (entry,) = read_results(out)
    assert (entry["network"], entry["name"]) == (read_about(network).digest, "greedy")
    assert entry["games"] == 2 * entry["deals"] == 50
    assert entry["held_out"]
    capsys.readouterr()
    Run(asked(network, out), InterruptFlag()).all()
    assert not capsys.readouterr().out, "the file has it"


def test_a_result_replaces_an_earlier_one(tmp_path: Path) -> None:
    results = ResultsFile(tmp_path / "results.json")
    entry = {"network": "a", "board": "usa", "variants": [], "kind": "contest", "name": "greedy"}
    results.put({**entry, "share": 0.25})
    results.put({**entry, "name": "planner"})
    results.put({**entry, "share": 0.75})
    assert [other.get("share") for other in read_results(results.path)] == [None, 0.75]


def test_the_calibration_counts_every_decision(network: Path) -> None:
    found = calibration_of(f"neural(file={network})", "new-york", seats=3, games=4)
    assert found.games == 4
    assert found.decisions > 4 * 3 * 10
    assert 0 < found.error < 1


def test_a_card_says_what_was_measured_of_its_digest(network: Path) -> None:
    entry = {
        "network": read_about(network).digest, "board": "new-york", "variants": [], "kind": "contest",
        "name": "planner", "seats": 2, "opponents": ["planner"], "games": 4000, "deals": 2000, "share": 0.8,
        "interval": [0.74, 0.86], "asked": 0.75, "sure": True, "held_out": False,
    }  # fmt: skip
    page = models.page([models.Card(network, [entry, {**entry, "network": "another", "share": 0.3}])])
    assert f"`{read_about(network).digest}`" in page
    assert "| `planner` | yes | 4,000 | 80.0% (74.0–86.0) | 50% | 75% ✗ |" in page
    assert "It wins less than was asked against `planner`." in page
    assert "30.0%" not in page


# The network for any board


def general_training(named: list[str]) -> dict[str, Any]:
    varied = {"parts": 8, "synthetic": 12, "held_out": [TASMANIA]}
    config = make_config({"boards": named, "network": {"kind": "tokens"}, "varied": varied})
    return {"config": config_tree(config), "seconds": 1500.0, "decisions": 20_000_000, "machine": "GPU"}


@pytest.fixture(scope="module")
def general(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """It says that it was trained on New York, and has learned nothing."""
    file = tmp_path_factory.mktemp("networks") / "general.npz"
    weights = untrained_token_weights(SMALL)
    before = general_training(["part:usa:7"])
    training = {**general_training(["new-york"]), "before": before}
    write_weights(file, replace(weights, about=replace(weights.about, training=training)))
    return file


def test_bots_are_met_where_any_training_met_them_as_opponents_or_imitated_them(general: Path) -> None:
    first = {"imitation": {"seconds": 9.0, "bot": "planner", "networks": ["shipped"]}, "league": {"bots_share": 0.0}}
    second = {"imitation": {"seconds": 0.0, "bot": "random"}, "league": {"bots_share": 0.1, "bots": ["greedy"]}}
    training = {"config": second, "before": {"config": first}}
    about = replace(read_about(general), training=training)
    assert met_in_training(about) == {"greedy", "planner", "neural"}


def test_a_board_is_held_out_where_no_training_met_it_nor_a_part_of_it(general: Path) -> None:
    about = read_about(general)
    found = {board: is_held_out(about, board) for board in ("new-york", "usa", "europe", TASMANIA, "synthetic:1000001")}
    assert found == {"new-york": False, "usa": False, "europe": True, TASMANIA: True, "synthetic:1000001": True}


def test_another_ruleset_of_a_map_is_the_same_board(general: Path) -> None:
    about = replace(read_about(general), training=general_training(["italy-basic"]))
    assert not is_held_out(about, "italy-advanced") and is_held_out(about, "usa")


def test_it_is_tried_on_synthetic_boards_that_every_training_refuses() -> None:
    synthetic = [board for board in GENERAL_BOARDS if board.startswith("synthetic:")]
    assert len(synthetic) >= 2
    for board in synthetic:
        with pytest.raises(ValueError, match="for measuring alone"):
            training_boards([board], VariedBoards(held_out=[]), seed=1)


def test_its_contests_are_those_that_a_board_allows() -> None:
    europe, tasmania = (
        {one.name: one for one in general_contests(board, held_out=True)} for board in ("europe", TASMANIA)
    )
    assert list(europe) == ["planner", OWN_NETWORK, "planners-4"]
    assert list(tasmania) == ["planner"], "for two players, and without a network of its own"
    assert europe["planner"].asked == tasmania["planner"].asked == 0.6
    assert next(general_contests("europe", held_out=False)).asked is None


@pytest.mark.slow
def test_it_is_measured_on_each_board(general: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(models.HERE.parent)
    out, tried_on = tmp_path / "results.json", ["new-york", TASMANIA, "synthetic:1000001:8"]
    wanted = ["planner", "calibration-2"]
    Run(asked(general, out, board=tried_on, only=wanted, seconds=2000.0), InterruptFlag()).all()
    found = read_results(out)
    assert [(entry["board"], entry["kind"]) for entry in found] == [
        (board, kind) for board in tried_on for kind in ("calibration", "contest")
    ]
    assert {entry["network"] for entry in found} == {read_about(general).digest}
    contests = {entry["board"]: entry for entry in found if entry["kind"] == "contest"}
    assert [contests[board]["board_held_out"] for board in tried_on] == [False, True, True]
    assert [contests[board]["asked"] for board in tried_on] == [None, 0.6, 0.6]
    assert all(entry["games"] == 100 and entry["faults"] == 0 for entry in contests.values())


def measured(network: Path, board: str, name: str, share: float, **values: object) -> dict[str, Any]:
    usual = {"variants": [], "kind": "contest", "name": name, "seats": 2, "opponents": ["planner"], "games": 2000}
    ends = {"share": share, "interval": [share - 0.02, share + 0.02], "asked": None, "sure": False, "held_out": False}
    return {"network": read_about(network).digest, "board": board, **usual, **ends, **values}


def test_its_card_says_board_by_board_what_it_wins_beside_the_boards_own_network(network: Path, general: Path) -> None:
    seen = {"board_held_out": False}
    unseen = {"board_held_out": True, "asked": 0.6}
    results = [
        measured(network, "new-york", "planner", 0.8),
        measured(general, "new-york", "planner", 0.7, **seen),
        measured(general, "new-york", OWN_NETWORK, 0.4, opponents=["neural"], **seen),
        measured(general, "europe", "planner", 0.65, **unseen),
        measured(general, TASMANIA, "planner", 0.55, **unseen),
        measured(general, TASMANIA, "calibration-2", 0, kind="calibration", temperature=0, error=0.05, **unseen),
    ]
    page = models.page([models.Card(network, results), models.Card(general, results)])
    card = page[page.index("## Any board") :]
    own, beside = "80.0% (78.0–82.0)", "40.0% (38.0–42.0)"
    assert f"| New York | yes | 2,000 | 70.0% (68.0–72.0) |  | {own} | {beside} |  |" in card
    assert "| Europe | held out | 2,000 | 65.0% (63.0–67.0) | 60% ✓ |  |  |  |" in card
    assert f"| `{TASMANIA}` | held out | 2,000 | 55.0% (53.0–57.0) | 60% ✗ |  |  |  |" in card
    assert "Of 2 boards that it never saw it reaches what was asked on 1." in card
    assert "wins more against `planner` in 1 of 1 rows." in card
    assert f"It wins less than was asked against `planner` on `{TASMANIA}`." in card
    assert "up to 5.0% off" in card and "5.0% ✗" in card
    assert "`new-york`, `usa`; 8 parts of them; 12 synthetic ones" in card
    assert page.count("(#any-board)") == 1
    assert "any-board" not in models.page([models.Card(network, results)])
