"""Files of games: one row a game and seat, with what the results hold."""

import csv
import sys
from pathlib import Path

import pytest
from pyarrow import parquet

from carrozza.arena import Results, simulate
from carrozza.arena.playing.results import COUNTS, PARTS
from carrozza.arena.reporting.export import ExportError, check_writable, export

COLUMNS = ["game", "seat", "bot", "winner", "win_share", "total", *PARTS, *COUNTS, "turns", "decisions"]


@pytest.fixture
def results() -> Results:
    return simulate("italy-advanced", 3, 40, seed=12)


def expected_rows(results: Results) -> list[list[object]]:
    """Row by row, from the outcomes."""
    return [
        [
            game,
            seat + 1,
            "random",
            int(outcome["winner"][seat]),
            outcome["winner"][seat] / outcome["winner"].sum(),
            *(int(outcome[name][seat]) for name in ("total", *PARTS, *COUNTS)),
            int(outcome["turns"]),
            int(outcome["decisions"]),
        ]
        for game, outcome in enumerate(results.outcomes)
        for seat in range(results.seats)
    ]


def test_a_parquet_file_holds_the_results(tmp_path: Path, results: Results) -> None:
    export(results, tmp_path / "games.parquet")
    seating = parquet.read_table(tmp_path / "games.parquet")
    assert seating.column_names == COLUMNS
    assert [list(row.values()) for row in seating.to_pylist()] == expected_rows(results)


def test_a_csv_file_holds_the_results(tmp_path: Path, results: Results) -> None:
    export(results, tmp_path / "games.csv")
    with (tmp_path / "games.csv").open(newline="", encoding="utf-8") as file:
        heading, *rows = csv.reader(file)
    assert heading == COLUMNS
    assert rows == [[str(value) for value in row] for row in expected_rows(results)]


def test_a_file_is_checked_without_a_trace(tmp_path: Path) -> None:
    check_writable(tmp_path / "games.csv")
    assert not list(tmp_path.iterdir())
    (tmp_path / "old.csv").write_text("old", encoding="utf-8")
    check_writable(tmp_path / "old.csv")
    assert (tmp_path / "old.csv").read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("games.txt", r"games.txt: the name must end in .parquet or .csv"),
        ("games", r"games: the name must end in"),
        ("nowhere/games.csv", "nowhere/games.csv: cannot be written: No such file or directory"),
        ("folder.csv", "folder.csv: cannot be written: Is a directory"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(ExportError, match=message):
        check_writable(tmp_path / name)


def test_parquet_without_its_library_tells_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "pyarrow"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [])
    with pytest.raises(ExportError, match=r"needs pyarrow; install 'carrozza\[data\]', or write .csv"):
        check_writable(tmp_path / "games.parquet")


def test_a_disk_that_fails_after_the_games_is_told(results: Results) -> None:
    with pytest.raises(ExportError, match=r"cannot be written"):
        export(results, Path("/nowhere/games.parquet"))
