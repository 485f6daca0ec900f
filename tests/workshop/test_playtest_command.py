"""`carrozza board playtest`, as people and programs meet it."""

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from typer.testing import CliRunner

from carrozza import boards, cli
from carrozza.boards.bundle import SUFFIX
from carrozza.workshop.playtest import PlaytestReport, command
from carrozza.workshop.playtest.fixing import suggested_values, write_fixed

runner = CliRunner()


def run(*arguments: str, code: int = 0) -> str:
    ended = runner.invoke(cli.app, ["board", "playtest", *arguments])
    assert ended.exit_code == code, ended.output
    return ended.output


def test_a_report_for_people_and_one_for_a_browser(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    told = run("new-york", "--games", "300", "--players", "2,3", "-o", str(page))
    assert told.startswith("Playtest: New York\n300 games with 2, 3 players, seed 1.\n")
    for words in ("Minutes", "Fair", "Attractions", "this board"):
        assert words in told
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert run("new-york", "--games", "30", "--language", "it").startswith("Prova: New York")


def test_json_for_programs(tmp_path: Path) -> None:
    out = tmp_path / "report.json"
    told = run("new-york", "--games", "30", "--bots", "planner,builder", "--json", "-o", str(out))
    report = PlaytestReport.model_validate_json(told)
    assert (report.games, [style.style for style in report.styles]) == (30, ["planner", "builder"])
    assert PlaytestReport.model_validate_json(out.read_text(encoding="utf-8")) == report


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (["mars"], "no board 'mars'"),
        (["usa", "--games", "0"], "games 0: ask for 1"),
        (["usa", "--players", "9"], "players 9: the board usa is for 2 to 5"),
        (["usa", "--players", "two"], "write numbers separated by commas"),
        (["usa", "--bots", "plnner"], "no bot 'plnner' (did you mean 'planner'?)"),
        (["usa", "-o", "report.pdf"], "report.pdf: end the name with .html or .json"),
        (["usa", "-o", "usa.toml"], "a board is written with --fix"),
        (["usa", "-o", "/nowhere/report.html"], "there is no folder"),
        (["usa", "--fix"], "usa comes with the game and stays as it is"),
        (["usa", "--language", "xx"], "no language 'xx'"),
    ],
)
def test_bad_input_is_told_before_anything_is_played(
    wrong: list[str], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "playtest_plan", lambda *_: pytest.fail("it was played"))
    monkeypatch.setattr("sys.argv", ["carrozza", "board", "playtest", *wrong])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert said.out == "" and message in said.err and "Traceback" not in said.err


def test_ctrl_c_reports_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def press(games: int, quiet: bool) -> Iterator[Callable[[int], None]]:
        calls = count(1)
        yield lambda done: signal.raise_signal(signal.SIGINT) if next(calls) == 5 else None

    monkeypatch.setattr(command, "_progress_bar", press)
    told = json.loads(run("new-york", "--games", "50000", "--json", code=130))
    assert told["interrupted"] and 0 < told["games"] < 50_000


def spoiled_board(folder: Path) -> Path:
    """New York with one ticket that is worth far too much, and remarks of the map maker."""
    file = folder / "mine.toml"
    original = Path(boards.__file__ or "").parent / "files" / "new-york.toml"
    text = original.read_text(encoding="utf-8").replace('id    = "new-york"', 'id    = "mine"', 1)
    board = boards.load("new-york")
    assert 'id    = "mine"' in text
    file.write_text(text, encoding="utf-8")
    write_fixed(boards.load(file), {board.tickets[3].id: 30}, file)
    return file


@pytest.mark.slow
def test_fix_changes_the_values_and_nothing_else(tmp_path: Path) -> None:
    file = spoiled_board(tmp_path)
    before = file.read_text(encoding="utf-8").splitlines()
    told = json.loads(run(str(file), "--games", "1500", "--fix", "--json"))
    ticket = boards.load("new-york").tickets[3].id
    assert told["values"][ticket] < 25
    assert told["after"]["figures"]["unfairness"] < told["before"]["figures"]["unfairness"]
    after = file.read_text(encoding="utf-8").splitlines()
    differing = [(was, now) for was, now in zip(before, after, strict=True) if was != now]
    assert len(differing) == len(told["values"])
    assert all("points" in was for was, _ in differing)
    fixed = boards.load(file)
    assert {ticket.id: ticket.points for ticket in fixed.tickets if ticket.id in told["values"]} == told["values"]


@pytest.mark.slow
def test_fix_writes_another_file_where_one_is_named(tmp_path: Path) -> None:
    out, page = tmp_path / "mine.toml", tmp_path / "report.html"
    told = run("new-york", "--games", "600", "--fix", "-o", str(out), "-o", str(page))
    assert str(out) in told.replace("\n", "")
    assert boards.load(out).id == "my-new-york"
    assert "Before and after" in page.read_text(encoding="utf-8")


def test_a_bundle_stays_a_bundle(tmp_path: Path) -> None:
    board = boards.load("new-york")
    values = {board.tickets[0].id: 42}
    bundle, text = tmp_path / f"mine{SUFFIX}", tmp_path / "mine.toml"
    write_fixed(board, values, bundle)
    fixed = boards.load(bundle)
    assert (fixed.id, fixed.tickets[0].points) == ("my-new-york", 42)
    write_fixed(fixed, {fixed.tickets[1].id: 41}, text)
    assert [ticket.points for ticket in boards.load(text).tickets[:2]] == [42, 41]


def test_nothing_to_fix_changes_nothing() -> None:
    report = PlaytestReport.model_validate_json(run("new-york", "--games", "20", "--json"))
    assert suggested_values(report) == {}
