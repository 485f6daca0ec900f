"""The command `carrozza`: what it prints, how it ends, and that it never shows a traceback."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

import carrozza
from carrozza import boards, cli
from carrozza.game.records.record import Record
from carrozza.game.referee import json_schema
from tests.arena.own_process import without_workers
from tests.playing import played
from tests.setups import Setup

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
CASES = ROOT / "tests" / "cases"
SUB_COMMANDS = (
    *("boards", "board", "play", "serve", "terminal", "simulate"),
    *("referee", "record", "draw", "film", "arena", "schema"),
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
    assert "choose board, bundle, case or verdict" in " ".join(ended.output.replace("│", " ").split())


# Names of commands and options


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["drwa"], "draw"),
        (["simulte"], "simulate"),
        (["board", "drwa", "usa"], "draw"),
        (["board", "drwa"], "draw"),
        (["board", "prnt", "usa", "--paper", "a3"], "print"),
        (["board", "layuot", "usa"], "layout"),
    ],
)
def test_a_misspelt_command_is_answered_with_the_right_one(arguments: list[str], meant: str) -> None:
    ended = runner.invoke(cli.app, arguments)
    assert ended.exit_code == 2
    assert f"Did you mean '{meant}'?" in ended.output


def test_a_board_before_its_command_is_told_the_order(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = told(monkeypatch, capsys, "board", "usa", "draw")
    assert (code, said) == (2, "carrozza: the command comes first: write `carrozza board draw usa`\n")


def test_a_file_named_like_a_command_is_a_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = told(monkeypatch, capsys, "board", "drwa.toml")
    assert (code, "No such file" in said) == (2, True)
    (tmp_path / "drwa").write_bytes((ROOT / "tests" / "boards" / "isle.toml").read_bytes())
    monkeypatch.chdir(tmp_path)
    assert "Did you mean" not in runner.invoke(cli.app, ["board", "drwa"]).output


def commands_of(group: Any, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], Any]:
    found: dict[tuple[str, ...], Any] = {}
    for name, command in group.commands.items():
        nested = hasattr(command, "commands")
        found |= commands_of(command, (*path, name)) if nested else {(*path, name): command}
    return found


COMMANDS = commands_of(typer.main.get_command(cli.app))
OPTIONS_OF: dict[str, set[str]] = {
    "board": {"terminal", "simulate", "arena", "train evaluate"},
    "boards": {
        *("boards", "board show", "board layout", "board draw", "board print", "board pack", "play", "serve"),
        *("terminal", "simulate", "arena", "referee", "record", "draw", "film"),
        *("board check", "board suggest colors", "board suggest tickets", "board new", "board playtest"),
        "train evaluate",
    },
    "players": {"terminal", "simulate", "arena", "board new", "board playtest", "train evaluate"},
    "people": {"terminal"},
    "bots": {"terminal", "simulate", "arena", "board playtest"},
    "games": {"simulate", "arena", "board playtest", "train evaluate"},
    "seed": {
        *("terminal", "simulate", "arena"),
        *("board suggest colors", "board suggest tickets", "board new", "board playtest"),
    },
    "variant": {"terminal", "simulate", "arena", "train evaluate"},
    "threads": {"simulate", "arena", "board playtest", "train evaluate"},
    "out": {
        *("terminal", "simulate", "arena", "backup", "draw", "film"),
        *("board draw", "board layout", "board print", "board pack", "board unpack"),
        *("board suggest colors", "board suggest tickets", "board new", "board playtest"),
    },
    "json": {
        *("boards", "board show", "board layout", "simulate", "arena", "referee", "record"),
        *("board check", "board suggest colors", "board suggest tickets", "board playtest", "train evaluate"),
    },
    "strict": {"simulate", "arena"},
    "overwrite": {"simulate", "board new", "board unpack"},
    "browser": {"play", "serve"},
    "language": {"terminal", "record", "draw", "film", "board draw", "board print", "board check", "board playtest"},
    "move": {"record", "draw"},
    "theme": {"draw", "film", "board draw"},
    "width": {"draw", "film", "board draw"},
    "port": {"play", "serve"},
    "database": {"play", "serve", "backup", "restore"},
}
"""One name for one thing: the commands that have each option."""


@pytest.mark.parametrize("name", OPTIONS_OF)
def test_one_thing_has_one_name_in_every_command(name: str) -> None:
    having = {" ".join(path) for path, command in COMMANDS.items() if f"--{name}" in flags_of(command)}
    assert having == OPTIONS_OF[name]


def flags_of(command: Any, *, hidden: bool = False) -> set[str]:
    return {flag for option in command.params if hidden or not getattr(option, "hidden", False) for flag in option.opts}


def test_every_file_that_is_written_is_named_by_out_or_o() -> None:
    for path in OPTIONS_OF["out"]:
        assert {"--out", "-o"} <= flags_of(COMMANDS[tuple(path.split())])


def test_earlier_names_still_work_and_are_hidden() -> None:
    terminal = COMMANDS["terminal",]
    assert "--save" in flags_of(terminal, hidden=True)
    assert "--save" not in flags_of(terminal)
    assert "--open" in flags_of(COMMANDS["serve",])
    assert "--force" in flags_of(COMMANDS["board", "new"]) & flags_of(COMMANDS["board", "unpack"])


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["europe"], {"board": "europe"}),
        (["--board", "europe"], {"board": "europe"}),
        ([], {"board": "usa", "number": None, "players": None}),
        (["--players", "4"], {"number": 4, "players": None}),
        (["--players", "Ada,Bruno"], {"number": None, "players": ["Ada", "Bruno"]}),
        (["--people", "Ada,Bruno", "--players", "3"], {"number": 3, "players": ["Ada", "Bruno"]}),
        (["-o", "game.txt"], {"save": Path("game.txt")}),
        (["--save", "game.txt"], {"save": Path("game.txt")}),
        (["--bots", "planner(focus=2,hunger=1),random"], {"bots": ["planner(focus=2,hunger=1)", "random"]}),
    ],
)
def test_the_terminal_is_asked_for_in_old_and_new_ways(
    arguments: list[str], expected: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr("carrozza.terminal.play_command", lambda **options: asked.update(options) or 0)
    assert runner.invoke(cli.app, ["terminal", *arguments]).exit_code == 0
    assert {name: asked[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["usa", "--board", "europe"], "two boards: usa and --board europe; name one"),
        (["--players", "Ada", "--people", "Bruno"], "both name people; use --people alone"),
        (
            ["--players", "2", "--people", "Ada,Bruno", "--bots", "random"],
            "2 players, but 2 people and 1 bots are named",
        ),
        (["--bots", "planner,plnner"], "no bot 'plnner' (did you mean 'planner'?)"),
    ],
)
def test_what_the_terminal_cannot_be_asked_for(
    arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("carrozza.terminal.launch.first_compile_ahead", lambda: False)
    code, said = told(monkeypatch, capsys, "terminal", *arguments)
    assert code == 2
    assert message in said


def test_settings_in_parentheses_belong_to_one_bot() -> None:
    shown = json.loads(
        printed(
            "simulate", "--bots", "planner(focus=2,hunger=1),random", "--games", "2", "--json", "--board", "new-york"
        )
    )
    assert shown["bots"] == ["planner(focus=2,hunger=1)", "random"]


ONE_WORKER = ("--board", "new-york", "--threads", "1")
"""A bot in Python plays in one place for each thread; one is enough."""

CLASS_BOT = """
from carrozza.bots import Bot

class First(Bot):
    def choose(self, view):
        return view.legal_moves[0]

class Broken(Bot):
    def choose(self, view):
        raise KeyError("a bug of this bot")
"""


@pytest.fixture
def class_bot(tmp_path: Path) -> str:
    (tmp_path / "my_bot.py").write_text(CLASS_BOT, encoding="utf-8")
    return str(tmp_path / "my_bot.py")


@pytest.fixture
def own_process() -> Iterator[None]:
    with without_workers():
        yield


@pytest.mark.usefixtures("own_process")
@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_a_class_in_a_file_plays(command: str, class_bot: str) -> None:
    bots = f"{class_bot}:First,random"
    shown = json.loads(printed(command, "--bots", bots, "--games", "2", *ONE_WORKER, "--json"))
    assert shown["games"] == 2


def test_a_class_in_a_file_plays_at_the_terminal(class_bot: str) -> None:
    arguments = ["terminal", "new-york", "--bots", f"{class_bot}:First", "--seed", "1"]
    ended = runner.invoke(cli.app, arguments, input="1\n\nquit\nyes\n\n")
    assert ended.exit_code == 0, ended.output
    assert "First" in ended.stdout


@pytest.mark.usefixtures("own_process")
def test_a_bot_that_crashes_gets_no_rating(class_bot: str) -> None:
    arguments = ("arena", "--bots", f"{class_bot}:Broken,random", "--games", "2", *ONE_WORKER)
    broken, other = json.loads(printed(*arguments, "--json"))["bots"]
    assert broken["faults"]["number"] >= 2
    assert broken["faults"]["replaced_share"] == 1.0
    assert broken["rating"] is None
    assert "the planner made 100.0% of its decisions" in broken["unrated"]
    assert (other["faults"]["number"], other["unrated"]) == (0, None)
    text = " ".join(printed(*arguments).split())
    assert "has no rating: the planner made 100.0% of its decisions" in text
    assert "Faults" in text and "replaced" in text


@pytest.mark.usefixtures("own_process")
def test_strict_stops_at_the_first_fault_with_its_traceback(class_bot: str) -> None:
    bots = f"{class_bot}:Broken,random"
    ended = runner.invoke(cli.app, ["arena", "--bots", bots, "--games", "2", *ONE_WORKER, "--strict"])
    assert ended.exit_code == 3
    assert 'raise KeyError("a bug of this bot")' in ended.stderr
    assert "crash at decision 1: KeyError: 'a bug of this bot'" in " ".join(ended.stderr.split())
    assert ended.stdout == ""


def test_a_program_that_does_not_exist_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = told(monkeypatch, capsys, "arena", "--bots", "exec:./nofile.py,random", "--games", "2")
    assert code == 2
    assert "nofile.py" in said
    assert len(said.splitlines()) == 1


DOG = ":dog:"


@pytest.mark.parametrize(
    "arguments",
    [
        [DOG],
        ["board", DOG],
        ["board", "draw", DOG],
        ["board", "layout", DOG],
        ["board", "print", DOG],
        ["record", DOG],
        ["draw", DOG],
        ["referee", DOG],
        ["schema", DOG],
        ["simulate", "--board", DOG],
        ["simulate", "--bots", DOG],
        ["arena", "--board", DOG],
        ["arena", "--bots", DOG],
        ["arena", "--plot", f"{DOG}.bmp"],
        ["terminal", DOG],
        ["terminal", "--bots", DOG],
        ["terminal", "--people", DOG],
        ["terminal", "--language", DOG],
    ],
    ids=" ".join,
)
def test_no_text_of_a_user_becomes_an_emoji(arguments: list[str]) -> None:
    ended = runner.invoke(cli.app, arguments)
    said = ended.output + str(ended.exception or "")
    assert ended.exit_code != 0
    assert DOG in said
    assert "🐶" not in said


def test_names_on_boards_are_printed_as_they_are(tmp_path: Path) -> None:
    text = (ROOT / "tests" / "boards" / "isle.toml").read_text(encoding="utf-8")
    file = tmp_path / "dogs.toml"
    file.write_text(text.replace('title = "The Isle"', f'title = "[b]{DOG}[/b]"'), encoding="utf-8")
    assert f"[b]{DOG}[/b]" in printed("board", str(file))
    shown = printed("simulate", "--board", str(file), "--games", "2")
    assert f"[b]{DOG}[/b]" in shown
    shown = printed("arena", "--board", str(file), "--games", "2", "--bots", "greedy,random")
    assert f"[b]{DOG}[/b]" in shown


# Nothing slow is imported before it is needed


QUICK_STEPS = (
    "import carrozza",
    "import carrozza.cli",
    "carrozza.cli.app(['--help'], standalone_mode=False)",
    "carrozza.cli.app(['boards'], standalone_mode=False)",
    "carrozza.cli.app(['board', 'usa', '--json'], standalone_mode=False)",
)


def test_nothing_slow_is_imported_before_it_is_needed() -> None:
    """After each step; what one of them imported would still be there after the next."""
    look = "print(sorted({'numba', 'numpy', 'llvmlite'} & set(sys.modules)), file=sys.stderr)"
    program = "\n".join(["import sys", *(line for step in QUICK_STEPS for line in (step, look))])
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False)
    assert dict(zip(QUICK_STEPS, ended.stderr.splitlines(), strict=True)) == dict.fromkeys(QUICK_STEPS, "[]")


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
    ended = runner.invoke(cli.app, ["referee", *map(str, good)])
    assert (ended.exit_code, ended.stderr) == (0, "")
    assert ended.stdout.count("holds") == 3
    ended = runner.invoke(cli.app, ["referee", str(failing), *map(str, good)])
    assert (ended.exit_code, ended.stderr) == (1, "")
    assert "to_move: expected Bruno, found Ada" in ended.stdout
    files = (broken, failing, good[0], tmp_path / "none.json")
    ended = runner.invoke(cli.app, ["referee", "--json", *map(str, files)])
    assert (ended.exit_code, ended.stderr) == (2, "")
    assert [json.loads(line)["ok"] for line in ended.stdout.splitlines()] == [False, False, True, False]


def test_the_referee_reads_standard_input() -> None:
    file = CASES / "usa-opening-two-seats.json"
    ended = runner.invoke(cli.app, ["referee", "-", "--json"], input=file.read_bytes())
    assert (ended.exit_code, ended.stderr) == (0, "")
    assert json.loads(ended.stdout)["file"] == "-"


@pytest.mark.parametrize("given", [b"", b"{", b"\xff\xfe\x00", b'{"board": "\xe9"}', b"[" * 100_000])
def test_garbage_on_standard_input_is_malformed(given: bytes) -> None:
    ended = runner.invoke(cli.app, ["referee", "-", "--json"], input=given)
    assert (ended.exit_code, ended.stderr) == (2, "")
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


@pytest.mark.parametrize("of", ["board", "bundle", "case", "verdict"])
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
            assert set(case.get("position", {})) <= set(definitions["PositionDocument"]["properties"])
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
    assert "unexpected error: RuntimeError: the tea is cold" in said
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
