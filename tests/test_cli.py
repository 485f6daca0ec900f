"""The command `carrozza`: what it prints, how it ends, and that it never shows a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import carrozza
from carrozza import boards, cli
from carrozza.game.records.record import Record
from carrozza.game.referee.referee import json_schema
from tests.playing import played
from tests.setups import Setup

ROOT = Path(__file__).parents[1]
CASES = ROOT / "tests" / "cases"
SUB_COMMANDS = (
    *("boards", "board", "play", "serve", "terminal", "simulate"),
    *("referee", "record", "draw", "arena", "schema"),
)

runner = CliRunner()


def run(*arguments: str, given: bytes = b"", **environment: str) -> subprocess.CompletedProcess[str]:
    """The real command, as a person runs it."""
    ended = subprocess.run(
        [sys.executable, "-m", "carrozza", *arguments],
        input=given,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict", **environment},
        cwd=ROOT,
        timeout=300,
        check=False,
    )
    out, err = (said.decode("utf-8", "replace") for said in (ended.stdout, ended.stderr))
    return subprocess.CompletedProcess(ended.args, ended.returncode, out, err)


def printed(*arguments: str) -> str:
    """What a sub-command prints when all is well."""
    ended = runner.invoke(cli.app, list(arguments))
    assert ended.exit_code == 0, ended.output
    return ended.stdout


def told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """How `main` ends when something is wrong, and what it says."""
    monkeypatch.setattr(sys, "argv", ["carrozza", *arguments])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    assert said.out == ""
    assert isinstance(ended.value.code, int)
    return ended.value.code, said.err


# Help and version


def test_help_lists_every_sub_command() -> None:
    for flag in ("--help", "-h"):
        text = printed(flag)
        assert all(name in text for name in SUB_COMMANDS)


@pytest.mark.parametrize("name", SUB_COMMANDS)
def test_every_sub_command_has_help(name: str) -> None:
    assert "Usage" in printed(name, "--help")


def test_without_a_sub_command_there_is_help() -> None:
    ended = runner.invoke(cli.app, [])
    assert "referee" in ended.output


def test_the_version() -> None:
    assert printed("--version") == f"carrozza {carrozza.__version__}\n"


def test_the_module_is_the_command() -> None:
    ended = run("--version")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, f"carrozza {carrozza.__version__}\n", "")


@pytest.mark.parametrize("arguments", [["dance"], ["boards", "--dance"], ["board"], ["referee"], ["schema", "dance"]])
def test_a_wrong_command_line_ends_with_two(arguments: list[str]) -> None:
    assert runner.invoke(cli.app, arguments).exit_code == 2


def test_the_schema_of_nothing_is_told() -> None:
    ended = runner.invoke(cli.app, ["schema", "dance"])
    assert "there are those of board, case and verdict" in " ".join(ended.output.replace("│", " ").split())


# Nothing slow is imported before it is needed


@pytest.mark.parametrize(
    "code",
    [
        "import carrozza",
        "import carrozza.cli",
        "from carrozza.cli import app; app(['--help'], standalone_mode=False)",
        "from carrozza.cli import app; app(['boards'], standalone_mode=False)",
        "from carrozza.cli import app; app(['board', 'usa', '--json'], standalone_mode=False)",
    ],
)
def test_nothing_slow_is_imported_before_it_is_needed(code: str) -> None:
    asked = f"import sys\n{code}\nprint(sorted({{'numba', 'numpy', 'llvmlite'}} & set(sys.modules)), file=sys.stderr)"
    ended = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, cwd=ROOT, check=False)
    assert ended.stderr.splitlines()[-1] == "[]", ended.stderr


# Boards


def test_boards_are_listed() -> None:
    text = printed("boards")
    assert all(name in text for name in boards.names())
    listed = json.loads(printed("boards", "--json"))
    assert [board["id"] for board in listed] == list(boards.names())


@pytest.mark.parametrize("name", boards.names())
def test_a_board_is_shown(name: str) -> None:
    board = boards.load(name)
    assert board.title in printed("board", name)
    shown: dict[str, Any] = json.loads(printed("board", name, "--json"))
    assert {city["id"] for city in shown["cities"]} == {city.id for city in board.cities}
    assert {route["id"]: route["length"] for route in shown["routes"]} == {r.id: r.length for r in board.routes}
    assert {ticket["id"]: ticket["points"] for ticket in shown["tickets"]} == {t.id: t.points for t in board.tickets}
    assert shown["rules"]["trains"] == board.rules.trains
    assert shown["rules"]["max_seats"] == board.rules.max_seats


def test_a_board_of_ones_own_is_shown() -> None:
    assert "The Isle" in printed("board", str(ROOT / "tests" / "boards" / "isle.toml"))


def test_an_unknown_board_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = told(monkeypatch, capsys, "board", "europ")
    assert code == 2
    assert "no board 'europ' (did you mean 'europe'?)" in said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"cities = [", "not valid TOML"),
        (b"\xff\xfe", "is not UTF-8 text"),
        (b"title = 3", "faults"),
        (b"", "faults"),
    ],
    ids=["cut off", "binary", "wrong", "empty"],
)
def test_a_board_file_that_makes_no_sense_is_told(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    text: bytes,
    expected: str,
) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(text)
    code, said = told(monkeypatch, capsys, "board", str(file))
    assert code == 2
    assert str(file) in said
    assert expected in said


def test_a_board_file_that_is_not_there_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = told(monkeypatch, capsys, "board", str(tmp_path / "none.toml"))
    assert (code, "No such file" in said) == (2, True)


# The referee


def test_the_referee_ends_with_the_worst_status(tmp_path: Path) -> None:
    good = sorted(CASES.glob("usa-*.json"))[:3]
    case = {"board": "usa", "seats": ["Ada", "Bruno"], "expect": {"to_move": "Bruno"}}
    failing = tmp_path / "failing.json"
    failing.write_text(json.dumps(case), encoding="utf-8")
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    ended = run("referee", *map(str, good))
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.count("holds") == 3
    ended = run("referee", str(failing), *map(str, good))
    assert (ended.returncode, ended.stderr) == (1, "")
    assert "to_move: expected Bruno, found Ada" in ended.stdout
    ended = run("referee", "--json", str(broken), str(failing), str(good[0]), str(tmp_path / "none.json"))
    assert (ended.returncode, ended.stderr) == (2, "")
    assert [json.loads(line)["ok"] for line in ended.stdout.splitlines()] == [False, False, True, False]


def test_the_referee_reads_standard_input() -> None:
    file = CASES / "usa-opening-two-seats.json"
    ended = run("referee", "-", "--json", given=file.read_bytes())
    assert (ended.returncode, ended.stderr) == (0, "")
    assert json.loads(ended.stdout)["file"] == "-"


@pytest.mark.parametrize("given", [b"", b"{", b"\xff\xfe\x00", b'{"board": "\xe9"}', b"[" * 100_000])
def test_garbage_on_standard_input_is_malformed(given: bytes) -> None:
    ended = run("referee", "-", "--json", given=given)
    assert (ended.returncode, ended.stderr) == (2, "")
    verdict = json.loads(ended.stdout)
    assert verdict["file"] == "-"
    assert verdict["malformed"]


@pytest.mark.parametrize("encoding", ["utf-8:strict", "ascii", "latin-1"])
def test_a_case_is_utf8_whatever_the_terminal_writes(encoding: str) -> None:
    case = json.dumps({"board": "usa", "seats": ["Zoë", "黒"]}, ensure_ascii=False).encode()
    ended = run("referee", "-", "--json", given=case, PYTHONIOENCODING=encoding, PYTHONUTF8="0", LC_ALL="C")
    assert (ended.returncode, ended.stderr) == (0, "")


# Records


@pytest.fixture(scope="module")
def record_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "game.txt"
    file.write_text(str(Record.of(played(Setup("old-west", ("alvin",), 3), 5))), encoding="utf-8")
    return file


def test_a_record_is_replayed(record_file: Path) -> None:
    game = Record.load(record_file).replay()
    shown = json.loads(printed("record", str(record_file), "--json"))
    assert shown["moves"] == len(game.history)
    assert shown["winners"] == list(game.winners)
    assert {name: score["total"] for name, score in shown["scores"].items()} == {
        name: score.total for name, score in game.scores().items()
    }
    assert shown["position"] == game.position().model_dump(mode="json", exclude_none=True)


@pytest.mark.parametrize("moves", [0, 1, 17, 60])
def test_a_record_is_replayed_up_to_a_move(record_file: Path, moves: int) -> None:
    shown = json.loads(printed("record", str(record_file), "--move", str(moves), "--json"))
    assert shown["moves"] == moves
    assert shown["scores"] is None
    game = Record.load(record_file).replay(moves)
    assert shown["position"] == game.position().model_dump(mode="json", exclude_none=True)


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("moves", ["0", "5", "60", "10000"])
def test_a_record_is_described(record_file: Path, language: str, moves: str) -> None:
    text = printed("record", str(record_file), "--move", moves, "--language", language)
    assert "Ada" in text and "{" not in text
    assert text != printed(
        "record", str(record_file), "--move", moves, "--language", "it" if language == "en" else "en"
    )


def test_a_record_that_cannot_be_is_told_with_its_line(
    record_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = record_file.read_text(encoding="utf-8").splitlines()
    at = lines.index("") + 3
    lines[at - 1] = lines[at - 1].split(": ")[0] + ": dance"
    broken = tmp_path / "broken.txt"
    broken.write_text("\n".join(lines), encoding="utf-8")
    code, said = told(monkeypatch, capsys, "record", str(broken))
    assert code == 2
    assert f"line {at}: no move 'dance'" in said
    assert str(broken) in said, "which file it was"


def test_a_record_that_is_not_there_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for file, expected in ((tmp_path / "none.txt", "No such file"), (tmp_path, "directory")):
        code, said = told(monkeypatch, capsys, "record", str(file))
        assert (code, expected in said, str(file) in said) == (2, True, True)


def test_a_language_nobody_speaks_is_told(
    record_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = told(monkeypatch, capsys, "record", str(record_file), "--language", "eo")
    assert code == 2
    assert "no language 'eo'; choose en or it" in said


# Schemas


@pytest.mark.parametrize("of", ["board", "case", "verdict"])
def test_the_published_schema_is_the_one_that_is_printed(of: str) -> None:
    published = json.loads((ROOT / "docs" / f"{of}.schema.json").read_text(encoding="utf-8"))
    assert json.loads(printed("schema", of)) == published


def test_the_schema_of_cases_knows_every_key_of_the_cases() -> None:
    schema = json_schema("case")
    definitions = schema["$defs"]
    for file in CASES.glob("*.json"):
        case = json.loads(file.read_text(encoding="utf-8"))
        assert set(schema["required"]) <= set(case)
        if not case["expect"].get("malformed"):
            assert set(case) <= set(schema["properties"])
            assert set(case.get("position", {})) <= set(definitions["Position"]["properties"])
            for move in case.get("moves", []):
                assert set(move) <= set(definitions["CaseMove"]["properties"])


# When all else fails


def test_what_nobody_foresaw_is_said_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stumble(_: object) -> None:
        raise RuntimeError("the tea is cold")

    monkeypatch.delenv("CARROZZA_DEBUG", raising=False)
    monkeypatch.setattr("carrozza.boards.show.show_list", stumble)
    code, said = told(monkeypatch, capsys, "boards")
    assert code == 70
    assert "something unforeseen: RuntimeError: the tea is cold" in said
    assert "Please report it" in said
    monkeypatch.setenv("CARROZZA_DEBUG", "1")
    with pytest.raises(RuntimeError, match="the tea is cold"):
        cli.main()


def test_a_reader_who_leaves_early_does_no_harm() -> None:
    """As in `carrozza board usa --json | head -1`."""
    command = [sys.executable, "-m", "carrozza", "board", "europe", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
