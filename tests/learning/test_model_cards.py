"""What is measured of a network, and the cards of those that come with the game."""

from argparse import Namespace
from pathlib import Path

import pytest

from benchmarks.learning.contests import Run
from benchmarks.learning.results_file import ResultsFile, read_results
from carrozza.bots.neural.weights import read_about, write_weights
from carrozza.bots.specs.networks import FOLDER
from carrozza.interrupts import InterruptFlag
from carrozza.learning.calibration import calibration_of
from docs import models
from tests.bots.neural.networks import random_weights


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("networks") / "new-york.npz"
    write_weights(file, random_weights("new-york"))
    return file


def asked(network: Path, out: Path, **options: object) -> Namespace:
    usual = {"only": ["greedy"], "quick": True, "again": False, "seconds": 1.0, "threads": 1, "response": None}
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
