"""`carrozza arena`, as people and programs meet it."""

import json
import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from carrozza.arena import arena_command
from carrozza.arena.commands import console
from carrozza.arena.reporting import progress
from carrozza.game.records.record import Record
from carrozza.interrupts import InterruptFlag, interrupt_flag
from tests.arena.arena_process import children_of, fork_arena, wait_until
from tests.arena.class_bots import FILE
from tests.arena.own_process import without_workers
from tests.arena.test_game_store import games_in
from tests.interrupting import with_ctrl_c_after

pytestmark = pytest.mark.slow

PROMISED = {"name", "games", "wins", "win_rate", "interval", "mean_score", "rating", "seconds_per_move"}


def run(**asked: Any) -> int:
    return arena_command(**{"board": "usa", "players": 2, "games": 40, "bots": ["greedy", "random"], **asked})


def test_json_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(as_json=True, games=39) == 0
    out, err = capsys.readouterr()
    assert err == "" or "Compiling" in err
    told = json.loads(out)
    assert all(set(bot) >= PROMISED for bot in told["bots"])
    assert told["plan"]["games_asked"] == 39
    assert told["games"] == told["plan"]["games"] == 40
    assert {bot["name"]: bot["games"] for bot in told["bots"]} == {"greedy": 40, "random": 40}


def test_a_report_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(board="old-west", players=3, games=31, bots=["greedy", "random", "planner"], variants=["alvin"]) == 0
    out = capsys.readouterr().out
    begins = "Old West with alvin, 3 players, seed 1: 33 games of 11 deals (31 asked for; a deal is 3 games)"
    assert " ".join(out.split()).startswith(begins)
    for words in ("Rating", "Wins", "Points, routes", "Tickets failed", "Time a move", "greedy – random", "seat 3"):
        assert words in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"board": "mars"}, "no board 'mars'"),
        ({"players": 9}, "players 9: the board usa is for 2 to 5"),
        ({"bots": ["rnd"]}, "no bot 'rnd'"),
        ({"bots": ["planner(speed=9)"]}, "no parameter 'speed'"),
        ({"threads": 0}, "threads 0: ask for 1"),
        ({"margin": 0.7}, "margin 0.7: it must be"),
        ({"plot": Path("picture.bmp")}, "must end in .svg, .png or .pdf"),
        ({"plot": Path("nowhere/picture.svg")}, "there is no folder nowhere"),
        ({"out": Path("nowhere/r.sqlite")}, "cannot be used for results"),
        ({"cluster": "127.0.0.1:1"}, "no Ray cluster at 127.0.0.1:1: [Errno 111] Connection refused; start one"),
        ({"cluster": "somewhere:here"}, "no Ray cluster at somewhere:here: an address is written host:port"),
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


def test_until_sure_stops_early_and_tells_the_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(games=100_000, until_sure=True, as_json=True) == 0
    told = json.loads(capsys.readouterr().out)
    (verdict,) = told["verdicts"]
    assert (verdict["first"], verdict["other"], verdict["answer"]) == ("greedy", "random", "stronger")
    assert told["games"] == 2 * verdict["deals"] < 1000
    assert told["interrupted"] is False
    assert run(games=100_000, until_sure=True, threads=1) == 0
    out = capsys.readouterr().out
    assert f"greedy is stronger than random: sure after {verdict['deals']} deals" in out, "whatever the threads"
    assert run(games=20, until_sure=True) == 0
    assert "greedy or random: not sure after 10 deals" in capsys.readouterr().out


def test_records_of_every_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with without_workers():
        assert run(games=4, records=tmp_path / "kept", threads=1, as_json=True) == 0
    files = sorted(path.name for path in (tmp_path / "kept").iterdir())
    assert files == [f"deal00000{deal}-lineup1-rotation{rotation}.txt" for deal in (0, 1) for rotation in (1, 2)]
    told = json.loads(capsys.readouterr().out)
    games = [Record.load(tmp_path / "kept" / file).replay() for file in files]
    mean = sum(game.scores()["greedy"].total for game in games) / 4
    assert told["bots"][0]["mean_score"] == pytest.approx(mean)


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_a_picture(kind: str, tmp_path: Path) -> None:
    assert run(plot=tmp_path / f"picture.{kind}") == 0
    drawn = (tmp_path / f"picture.{kind}").read_bytes()
    begins = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}
    assert drawn.startswith(begins[kind])
    if kind == "svg":
        text = drawn.decode()
        assert all(words in text for words in ("greedy", "random", "Rating", "Score", "% won"))


def test_a_picture_without_its_library_tells_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [])
    assert run(plot=tmp_path / "picture.svg") == 2
    assert "install 'carrozza[plots]'" in capsys.readouterr().err


def test_a_line_now_and_then_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "LINE_EVERY", 0.0)
    assert run(games=400, threads=1) == 0
    lines = capsys.readouterr().err.splitlines()
    assert lines
    assert all("of 400 games" in line and "greedy" in line for line in lines)


def test_a_running_table_at_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(progress, "TABLE_EVERY", 0.0)
    console = Console(stderr=True, force_terminal=True, width=90)
    with progress.show_progress(console, quiet=True) as on_progress:
        assert on_progress is not None
        run_games(on_progress)
    err = capsys.readouterr().err
    assert "Rating" in err
    assert "Ctrl-C finishes the games under way" in err


def run_games(on_progress: Any) -> None:
    from carrozza.arena import run_contest

    run_contest("usa", 2, 40, ["greedy", "random"], on_progress=on_progress)


@pytest.mark.parametrize("bots", ["greedy,random", "search:60,random"])
def test_ctrl_c_tells_what_was_played(bots: str, tmp_path: Path) -> None:
    out = tmp_path / "r.sqlite"
    arena = fork_arena(
        "--bots", bots, "--board", "new-york", "--games", 2_000_000, "--out", out, "--json", "--threads", 2
    )
    wait_until(lambda: games_in(out) >= 2, "no games were stored")
    started = children_of(arena.pid)
    os.kill(arena.pid, signal.SIGINT)
    output, errors = arena.communicate(timeout=600)
    assert arena.returncode == 130, errors
    told = json.loads(output)
    assert told["interrupted"] is True
    assert told["games"] == games_in(out) > 0
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in started), "processes are left")


@pytest.mark.parametrize("calls", [1, 30, 300, 3000, 10_000])
@pytest.mark.parametrize("presses", [1, 2])
def test_ctrl_c_at_any_moment_is_no_error(calls: int, presses: int, capsys: pytest.CaptureFixture[str]) -> None:
    code = with_ctrl_c_after(calls, lambda: run(games=12, as_json=True, threads=1), presses)
    out, err = capsys.readouterr()
    assert code in (0, 130)
    assert json.loads(out)["interrupted"] is (code == 130) if out else "interrupted" in err


@pytest.mark.parametrize("decision", [1, 20])
def test_ctrl_c_finishes_the_games_under_way(decision: int, capsys: pytest.CaptureFixture[str]) -> None:
    bots = [f"{FILE}:PressesCtrlC(decision={decision})", "random"]
    assert run(board="new-york", games=100, bots=bots, threads=1, as_json=True) == 130
    told = json.loads(capsys.readouterr().out)
    assert told["interrupted"] is True
    assert 1 <= told["games"] < 100
    assert told["bots"][0]["faults"]["number"] == 0


def test_a_second_ctrl_c_drops_the_games_under_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = tmp_path / "asked"

    def press_twice(flag: InterruptFlag) -> None:
        wait_until(asked.exists, "the bot was never asked")
        os.kill(os.getpid(), signal.SIGINT)
        wait_until(lambda: flag.presses == 1, "the first was not noticed")  # signals that come at once count as one
        os.kill(os.getpid(), signal.SIGINT)

    with interrupt_flag() as flag:
        threading.Thread(target=press_twice, args=(flag,), daemon=True).start()
        bots = [f"{FILE}:NeverDecides(marker='{asked}')", "random"]
        assert run(board="new-york", games=100, bots=bots, threads=1, as_json=True) == 130
    assert json.loads(capsys.readouterr().out)["interrupted"] is True


def test_a_typo_is_reported_before_anything_is_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(console, "first_compile_ahead", lambda: True)
    assert run(bots=["planner", "plnner"]) == 2
    assert capsys.readouterr().err.startswith("carrozza: no bot 'plnner' (did you mean 'planner'?)")
