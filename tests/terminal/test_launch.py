"""`carrozza terminal`: how it starts, how it is left, and what it refuses; as a process where that matters."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest

from carrozza.game.records.record import Record
from carrozza.terminal import play_command
from tests.playing import played
from tests.setups import SETUPS
from tools.local_server import PATIENCE, wait_for

pytestmark = pytest.mark.slow

PROGRAM = """
import sys
from pathlib import Path
from carrozza.terminal import play_command

board, players, language, save = sys.argv[1:5]
names = [name for name in players.split(",") if name]
sys.exit(play_command(board, names or None, [], 3, [], language, Path(save) if save else None))
"""
FAREWELL = "  Goodbye.\n"


def arguments(
    board: str = "new-york",
    *,
    players: str = "",
    language: str = "en",
    save: Path | str = "",
) -> list[str]:
    return [sys.executable, "-c", PROGRAM, board, players, language, str(save)]


def run(command: list[str], typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    settings = {**os.environ, "COLUMNS": "80", **environment}
    return subprocess.run(command, input=typed, capture_output=True, text=True, env=settings, check=False)


class Ended(NamedTuple):
    code: int
    out: str
    err: str


Terminal = Callable[..., Ended]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    """A game in this process: what is typed goes in, and how it ended and what it printed comes out."""

    def play(typed: str, *, columns: int = 80, load: Path | None = None, save: Path | None = None) -> Ended:
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setattr("sys.stdin", StringIO(typed))
        code = play_command("new-york", seed=3, load=load, save=save)
        return Ended(code, *capsys.readouterr())

    return play


def test_the_end_of_a_pipe_leaves_in_peace_and_no_escape_sequences_are_written_into_one() -> None:
    ended = run(arguments(players="Ada,Bruno"), "\n1 2\n\n\n1 2\n\n\n")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.endswith(FAREWELL)
    assert "\x1b" not in ended.stdout


def test_the_end_of_the_input_tells_where_the_game_is_saved(terminal: Terminal, tmp_path: Path) -> None:
    ended = terminal("1 2\n\n", save=tmp_path / "game.txt")
    saved = f"The game has been saved in {tmp_path}/game.txt. {FAREWELL}"
    assert "".join(ended.out.split()).endswith("".join(saved.split())), "whatever way a long path is broken"
    assert len(Record.load(tmp_path / "game.txt").moves) >= 3


def test_a_saved_game_goes_on_where_it_was_left(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    terminal("1 2\n\n", save=file)
    left = Record.load(file)
    ended = terminal("describe\ndraw deck\n", load=file, save=file)
    assert (ended.code, ended.err) == (0, "")
    assert f"The game goes on after {len(left.moves)} moves." in ended.out
    assert Record.load(file).moves[: len(left.moves)] == left.moves
    assert len(Record.load(file).moves) == len(left.moves) + 1


def test_a_game_from_a_real_table_goes_on_and_is_saved_without_a_seed(terminal: Terminal, tmp_path: Path) -> None:
    file, again = tmp_path / "game.txt", tmp_path / "again.txt"
    game = played(next(table for table in SETUPS if table.board == "new-york" and table.seats == 2), 1, 20)
    position = json.dumps(game.position().model_dump(mode="json", exclude_defaults=True))
    file.write_text(f"Carrozza record 1\nBoard: new-york\nSeat: Ada\nSeat: Bruno\nPosition: {position}\n\n")
    ended = terminal("\ndraw deck\n", load=file, save=again)
    assert (ended.code, ended.err) == (0, "")
    record = Record.load(again)
    assert record.seed is None
    assert str(record.moves[-1].move) == "draw deck"
    record.replay()


def test_a_finished_record_is_scored(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    terminal("1 2\n\nfinish\ny\n\n", save=file)
    ended = terminal("\n", load=file)
    assert "The end" in ended.out and "wins" in ended.out


def test_ctrl_c_leaves_with_130_and_the_game_saved(tmp_path: Path) -> None:
    """At a real terminal, where Ctrl-C is a key."""
    master, slave = pty.openpty()
    command = arguments(save=tmp_path / "game.txt")
    running = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, start_new_session=True)
    os.close(slave)
    told = _read_until(master, "Ada> ")
    os.write(master, b"1 2\n")
    told += _read_until(master, "take the move back. ")
    os.write(master, b"\n")
    told += _read_until(master, "Ada> ")
    wait_for(lambda: _waits(running.pid))  # a prompt that is only just being written does not hear it
    running.send_signal(signal.SIGINT)
    told += _read_until(master, "Goodbye.")
    assert running.wait(PATIENCE) == 130
    assert "Traceback" not in told
    assert len(Record.load(tmp_path / "game.txt").moves) >= 3


def _read_until(master: int, text: str) -> str:
    told = [""]

    def read() -> bool:
        told[0] += _read_for(master, 1)
        return text in told[0]

    wait_for(read)
    return told[0]


def _waits(process: int) -> bool:
    """Whether it does nothing but wait, here for a key."""
    state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    return state == "S"


def _read_for(master: int, seconds: float) -> str:
    try:
        return os.read(master, 65536).decode(errors="replace") if select.select([master], [], [], seconds)[0] else ""
    except OSError:  # the other end is closed
        return ""


def test_a_closed_output_leaves_no_traceback() -> None:
    command = f"yes describe | {' '.join(map(_quoted, arguments()))} | head -3"
    ended = run(["bash", "-c", command])
    assert ended.stderr == ""


def _quoted(word: str) -> str:
    return "'" + word.replace("'", "'\\''") + "'"


def test_a_terminal_that_knows_only_ascii_is_enough() -> None:
    ended = run(arguments("italy-advanced", language="it"), "1 2\n\n?\n", PYTHONIOENCODING="ascii")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.isascii()
    assert "Nell'elenco delle linee" in ended.stdout


def test_bytes_that_are_no_text_do_no_harm() -> None:
    command = arguments()
    ended = subprocess.run(command, input=b"\xff\xfe 1\n1 2\n", capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_a_narrow_terminal_is_no_hindrance(terminal: Terminal) -> None:
    ended = terminal("1 2\n\n?\nboard\n", columns=40)
    assert (ended.code, ended.err) == (0, "")
    assert max(map(len, ended.out.splitlines())) <= 40 + len(
        "Press Enter to continue, or type “undo” to take the move back. "
    )


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"board": "europ"}, "no board 'europ' (did you mean 'europe'?)"),
        ({"board": "usa", "bots": ["random"] * 7}, "usa is for 2 to 5 players, not 8"),
        ({"board": "usa", "bots": ["randm"]}, "no bot 'randm' (did you mean 'random'?)"),
        ({"board": "usa", "language": "fr"}, "no language 'fr'; choose en or it"),
        ({"board": "usa", "variants": ["alvin"]}, "usa has no variant 'alvin'"),
        ({"board": "usa", "players": ["Ada", "Ada"]}, "two players have the same name"),
        ({"board": "usa", "players": ["A;B"]}, "'A;B' is no name for a player"),
        ({"load": "nothing.txt"}, "nothing.txt cannot be read: No such file or directory"),
        ({"load": "letter.txt"}, "letter.txt: line 1: a record begins with the line 'Carrozza record 1'"),
        ({"load": "wrong.txt"}, "wrong.txt: line 6: "),
        ({"load": "good.txt", "players": ["Bruna"]}, "good.txt: no seat 'Bruna' in the record (did you mean 'Bruno'?)"),
        ({"save": "letter.txt"}, "letter.txt exists already"),
        ({"save": "nowhere/game.txt"}, "nowhere/game.txt cannot be written: No such file or directory"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    asked: dict[str, object],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    headers = "Carrozza record 1\nBoard: usa\nSeat: Ada\nSeat: Bruno\n"
    Path("letter.txt").write_text("Dear Bruno\n")
    Path("good.txt").write_text(headers)
    Path("wrong.txt").write_text(f"{headers}\n1 Ada: draw red\n")
    options = {name: Path(str(value)) if name in ("load", "save") else value for name, value in asked.items()}
    assert play_command(**options) == 2  # type: ignore[arg-type]
    printed = capsys.readouterr()
    assert printed.out == ""
    assert told in printed.err and printed.err.count("\n") == 1
    assert Path("letter.txt").read_text() == "Dear Bruno\n"


def test_the_first_compilation_is_announced(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("carrozza.terminal.launch.first_compile_ahead", lambda: True)
    monkeypatch.setattr("sys.stdin", StringIO())
    assert play_command() == 0
    out = capsys.readouterr().out
    assert out.index("Compiling the rules") < out.index("USA: Ada, Medium 1, Medium 2")
