"""`carrozza simulate`, as people and programs meet it."""

import csv
import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from carrozza.arena import simulate, simulate_command
from carrozza.arena.commands import console
from carrozza.arena.commands import simulate as command
from tests.arena.own_process import without_workers
from tests.interrupting import with_ctrl_c_after


def run(**asked: Any) -> int:
    return simulate_command(**{"board": "usa", "players": 2, "games": 20, "seed": 1, **asked})


def test_json_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(board="europe", players=3, as_json=True) == 0
    out, err = capsys.readouterr()
    told, expected = json.loads(out), simulate("europe", 3, 20, seed=1).summary()
    timed = ("seconds", "games_per_second", "decisions_per_second")
    assert {key: told[key] for key in told if key not in timed} == {
        key: expected[key] for key in expected if key not in timed
    }
    assert told["games_per_second"] == pytest.approx(20 / told["seconds"])
    assert err == "" or "Compiling" in err


def test_a_report_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(board="old-west", players=6, games=300, variants=["alvin"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Old West with alvin: 300 games, 6 players, seed 1\n")
    for words in ("Seat 6", "Wins", "Alvin", "globetrotter", "Tickets completed", "Most claimed", "games and"):
        assert words in out
    assert "stations" not in out, "the board has none"
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"board": "mars"}, "no board 'mars'"),
        ({"players": 9}, "players 9: the board usa is for 2 to 5"),
        ({"games": 0}, "games 0: ask for 1 or more"),
        ({"games": 10**16}, "GB of memory"),
        ({"threads": 0}, "threads 0: ask for 1"),
        ({"seed": -5}, "seed -5: it must be"),
        ({"bots": ["rnd"]}, "no bot 'rnd'"),
        ({"bots": ["random"] * 4}, "4 bots for 2 players"),
        ({"variants": ["alvin"]}, "no variant 'alvin'"),
        ({"out": Path("games.xlsx")}, "must end in .parquet or .csv"),
        ({"out": Path("/nowhere/games.csv")}, "cannot be written"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    wrong: dict[str, Any], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(**wrong, as_json=True) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert err.startswith("carrozza: ")
    assert err.count("\n") == 1


def test_a_strict_simulation_stops_at_the_first_fault_with_its_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "breaks.py"
    lines = ["class Breaks:", "    def choose(self, view):", "        raise RuntimeError('the tea is cold')"]
    file.write_text("\n".join(lines), encoding="utf-8")
    with without_workers():
        assert run(bots=[f"{file}:Breaks", "random"], games=2, threads=1, strict=True) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" in err and "crash at decision 1: RuntimeError: the tea is cold" in err


def test_the_games_go_to_a_file(tmp_path: Path) -> None:
    out = tmp_path / "games.csv"
    assert run(out=out) == 0
    assert len(out.read_text(encoding="utf-8").splitlines()) == 1 + 20 * 2


def test_a_file_that_fails_in_the_end_leaves_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "check_writable", lambda path: None)
    assert run(out=tmp_path / "nowhere" / "games.csv", as_json=True) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["games"] == 20
    assert "cannot be written" in err


def test_the_first_compilation_is_announced(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(console, "first_compile_ahead", lambda: True)
    assert run(as_json=True) == 0
    assert capsys.readouterr().err == "Compiling rules and bots, once, about a minute ...\n"


def test_a_mistake_is_reported_before_anything_is_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(console, "first_compile_ahead", lambda: True)
    assert run(bots=["planner", "plnner"]) == 2
    assert capsys.readouterr().err.startswith("carrozza: no bot 'plnner' (did you mean 'planner'?)")


def test_ctrl_c_before_the_first_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(command, "announce_compilation", lambda: signal.raise_signal(signal.SIGINT))
    assert run(as_json=True) == 130
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["interrupted"], told["seats"][0]["mean_score"]) == (0, True, None)
    assert run() == 130
    assert capsys.readouterr().out == "USA: 0 games (interrupted), 2 players, seed 1\n"


@pytest.fixture
def interrupted_by_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C is pressed when the fifth batch of games is finished."""

    @contextmanager
    def press(games: int, quiet: bool) -> Iterator[Callable[[int], None]]:
        calls = count(1)
        yield lambda done: signal.raise_signal(signal.SIGINT) if next(calls) == 5 else None

    monkeypatch.setattr(command, "_progress_bar", press)


@pytest.mark.slow
@pytest.mark.usefixtures("interrupted_by_progress")
def test_ctrl_c_keeps_what_was_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "games.csv"
    assert run(games=200_000, threads=2, as_json=True, out=out) == 130
    told = json.loads(capsys.readouterr().out)
    assert told["interrupted"] is True
    assert 0 < told["games"] < 200_000
    assert told["routes"] == simulate("usa", 2, told["games"], seed=1).summary()["routes"], "the first games, no others"
    with out.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * told["games"]
    assert sum(int(row["total"]) for row in rows if row["seat"] == "1") / told["games"] == pytest.approx(
        told["seats"][0]["mean_score"]
    )


@pytest.mark.slow
@pytest.mark.usefixtures("interrupted_by_progress")
def test_ctrl_c_still_prints_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(games=200_000, threads=2, out=tmp_path / "games.parquet") == 130
    out = capsys.readouterr().out
    assert "games (interrupted), 2 players, seed 1" in out
    assert "Seat 2" in out
    assert (tmp_path / "games.parquet").stat().st_size > 0


@pytest.mark.parametrize("calls", [1, 30, 300, 1000, 2000])
def test_ctrl_c_at_any_moment_is_no_error(calls: int, capsys: pytest.CaptureFixture[str]) -> None:
    code = with_ctrl_c_after(calls, lambda: run(games=50, as_json=True))
    out, err = capsys.readouterr()
    assert code in (0, 130)
    assert json.loads(out)["interrupted"] is (code == 130) if out else "interrupted" in err
