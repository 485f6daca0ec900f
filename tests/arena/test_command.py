"""`carrozza simulate`, as people and programs meet it."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from carrozza.arena import simulate, simulate_command
from carrozza.arena.commands import simulate as command

WITH_READY = """
import signal, sys
from pathlib import Path
from carrozza.arena import simulate, simulate_command
signal.signal(signal.SIGINT, signal.default_int_handler)
simulate({board!r}, 2, 1)
print("ready", file=sys.stderr, flush=True)
sys.exit(simulate_command({board!r}, 2, 3_000_000, seed=1, threads=2, as_json={as_json}, out=Path({out!r})))
"""


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
    monkeypatch.setattr(command, "first_compile_ahead", lambda: True)
    assert run(as_json=True) == 0
    assert capsys.readouterr().err == "Compiling rules and bots, once, about a minute ...\n"


def test_ctrl_c_before_the_first_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "carry_out", interrupted)
    assert run(as_json=True) == 130
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["interrupted"], told["seats"][0]["mean_score"]) == (0, True, None)
    assert run() == 130
    assert capsys.readouterr().out == "USA: 0 games (interrupted), 2 players, seed 1\n"


def interrupt(as_json: bool, out: Path) -> subprocess.CompletedProcess[str]:
    """Start three million games in a process of its own and press Ctrl-C when they are under way."""
    code = WITH_READY.format(board="usa", as_json=as_json, out=str(out))
    child = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert child.stderr is not None
    assert child.stderr.readline() == "ready\n"
    time.sleep(1)
    child.send_signal(signal.SIGINT)
    output, errors = child.communicate(timeout=60)
    return subprocess.CompletedProcess(child.args, child.returncode, output, errors)


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    out = tmp_path / "games.csv"
    done = interrupt(as_json=True, out=out)
    assert (done.returncode, done.stderr) == (130, "")
    told = json.loads(done.stdout)
    assert told["interrupted"] is True
    assert 0 < told["games"] < 3_000_000
    assert told["routes"] == simulate("usa", 2, told["games"], seed=1).summary()["routes"], "the first games, no others"
    with out.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * told["games"]
    assert sum(int(row["total"]) for row in rows if row["seat"] == "1") / told["games"] == pytest.approx(
        told["seats"][0]["mean_score"]
    )


def test_ctrl_c_still_prints_the_report(tmp_path: Path) -> None:
    done = interrupt(as_json=False, out=tmp_path / "games.parquet")
    assert (done.returncode, done.stderr) == (130, "")
    assert "games (interrupted), 2 players, seed 1" in done.stdout
    assert "Seat 2" in done.stdout
    assert (tmp_path / "games.parquet").stat().st_size > 0
