"""The documentation is true: its examples run, its generated pages are fresh, its links lead somewhere.

A fenced block opens with its language and, where it has one, a name:

- `sh` and `python` are run, all of them, page by page in their order: a page is one folder and one run of Python;
- `text output` is what the block before it prints; a line `...` in it stands for any lines;
- `python` with the name of another library is code for that one, which must be Python and is not run;
- any other name is that of a file, written for the blocks that follow;
- `text` and `json` without a name are only read, the JSON must at least be JSON.
"""

import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, get_args

import pytest
import typer
from typer.testing import CliRunner

import carrozza
from carrozza.boards import Rules
from carrozza.boards.folders import VARIABLE
from carrozza.cli import app
from carrozza.game import moves
from carrozza.game.positions import Pending, PlayerPosition, PositionDocument
from carrozza.game.records import record
from carrozza.game.referee.expectations import UNORDERED
from carrozza.game.referee.model import CHOICES, Case, Verdict
from carrozza.game.scores import Score
from carrozza.kernel import actions
from carrozza.server import prices
from carrozza.server.guard import Limits
from carrozza.server.serve import LONGEST_MESSAGE
from docs.make import generated
from tests.arena.own_process import without_workers
from tools import fork_server

runner = CliRunner()

DOCS = Path(__file__).parents[1] / "docs"
PAGES = sorted(DOCS.glob("*.md"))
RUN = ("sh", "python")
READ = ("json", "text", "toml")
OUTPUT = "output"
COMMAND = """#!/bin/sh
case "$1$CARROZZA_INTERPRET" in
    serve | *1) exec '{python}' -m carrozza "$@" ;;
    *) exec '{python}' -I -S '{forked}' '{address}' "$@" ;;
esac
"""
"""A program, not a function of the shell: one that is sent into the background can then be ended by its number. What
runs as a server or interpreted is started; all else is forked, as starting takes longer than most commands."""
FORKED_COMMAND = Path(__file__).parent / "forked_carrozza.py"
OTHER_LIBRARIES = ("duckdb", "pandas", "polars", "python-chess")
NOT_IN_VERDICTS = ("ways", "longest_path_routes")
WIDTH = "100"
_NEEDS_A_SHELL = re.compile(r"^(?!carrozza |\Z)|[|<>&;$]", re.MULTILINE)
_FENCE = re.compile(r"^```(.*)\n((?:.*\n)*?)^```$", re.MULTILINE)
_LINK = re.compile(r"\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class Block:
    page: str
    line: int
    language: str
    name: str
    text: str

    @property
    def place(self) -> str:
        return f"docs/{self.page}:{self.line}"


def blocks_of(page: str, text: str) -> list[Block]:
    blocks = []
    for found in _FENCE.finditer(text):
        language, _, name = found[1].partition(" ")
        blocks.append(Block(page, text.count("\n", 0, found.start()) + 2, language, name, found[2]))
    return blocks


class Reader:
    """Somebody who follows a page from top to bottom and tries everything, in this folder and with this program."""

    def __init__(self, folder: Path, program: Path) -> None:
        self.folder = folder
        self.program = program
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self.printed: str | None = None

    def follow(self, block: Block) -> None:
        if block.name == OUTPUT:
            self._compare(block)
        elif block.language in RUN and not block.name:
            self.printed = self._python(block) if block.language == "python" else self._command(block)
        elif block.language == "python" and block.name in OTHER_LIBRARIES:
            self._check_other_library(block)
        elif block.language not in READ:
            pytest.fail(f"{block.place}: no way to read a block of {block.language!r} {block.name!r}")
        elif block.name:
            (self.folder / block.name).write_text(block.text, encoding="utf-8")
        elif block.language == "json":
            json.loads(block.text)

    def _check_other_library(self, block: Block) -> None:
        compile(block.text, block.place, "exec")
        assert "carrozza" not in block.text, f"{block.place}: our own examples are run"
        self.printed = None

    def _compare(self, block: Block) -> None:
        assert self.printed is not None, f"{block.place}: output of nothing"
        assert matches(block.text, self.printed), f"{block.place}: this came out instead:\n{self.printed}"

    def _python(self, block: Block) -> str:
        source = compile("\n" * (block.line - 1) + block.text, str(DOCS / block.page), "exec")
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(source, self.names)
        return printed.getvalue()

    def _command(self, block: Block) -> str:
        return self._shell(block) if _NEEDS_A_SHELL.search(block.text) else self._carrozza(block)

    def _carrozza(self, block: Block) -> str:
        """Commands alone, one a line: run in this process, as starting another takes longer than most of them. Of those
        that take long, standard error says how far they are."""
        printed = ""
        for line in block.text.splitlines():
            with without_workers():
                done = runner.invoke(app, shlex.split(line, comments=True)[1:], env={"COLUMNS": WIDTH})
            printed += done.stdout
            assert done.exit_code == 0, f"{block.place}: exit status {done.exit_code}:\n{done.output}{done.exception}"
        return printed

    def _shell(self, block: Block) -> str:
        home = str(Path(carrozza.__file__).parents[1])
        environment = {
            **os.environ,
            "PATH": os.pathsep.join([str(self.program.parent), os.environ["PATH"]]),
            "PYTHONPATH": os.pathsep.join([home, *filter(None, [os.environ.get("PYTHONPATH")])]),
            "COLUMNS": WIDTH,
        }
        done = subprocess.run(
            ["bash", "-e", "-c", block.text],
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, f"{block.place}: exit status {done.returncode}:\n{done.stdout}"
        return done.stdout


def matches(expected: str, printed: str) -> bool:
    """Line by line, blanks at the ends of lines aside; a line `...` stands for any lines.

    >>> matches("a", "a  "), matches("a", "b"), matches("a\\n...\\nd", "a\\nb\\nc\\nd"), matches("...\\nb", "a\\nbc")
    (True, False, True, False)
    """
    wanted = (r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line) + r"\n" for line in _lines(expected))
    return re.fullmatch("".join(wanted), "".join(f"{line}\n" for line in _lines(printed))) is not None


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip("\n").splitlines()]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("bin") / "carrozza"
    address = fork_server.fork_server(several=False).address.removeprefix("\0") if fork_server.AVAILABLE else ""
    command = COMMAND if address else '#!/bin/sh\nexec "{python}" -m carrozza "$@"\n'
    made.write_text(command.format(python=sys.executable, forked=FORKED_COMMAND, address=address), encoding="utf-8")
    made.chmod(0o755)
    return made


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_example_of_a_page_runs(
    page: Path, program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(VARIABLE, "")  # an example that sets it sets it for that page alone
    text = page.read_text(encoding="utf-8")
    blocks = blocks_of(page.name, text)
    assert 2 * len(blocks) == sum(line.lstrip().startswith("```") for line in text.splitlines()), "a fence is astray"
    reader = Reader(tmp_path, program)
    for block in blocks:
        reader.follow(block)


@pytest.mark.parametrize("page", ["boards.md", "kernel.md", "python.md", "records.md", "referee.md"])
def test_the_pages_have_examples_and_show_what_they_print(page: str) -> None:
    blocks = blocks_of(page, (DOCS / page).read_text(encoding="utf-8"))
    assert sum(block.language in RUN for block in blocks) >= 3
    assert sum(block.name == OUTPUT for block in blocks) >= 2


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("boards.md", Rules.model_fields),
        ("referee.md", [*CHOICES, *UNORDERED]),
        (
            "referee.md",
            [key for model in (Case, PositionDocument, PlayerPosition, Pending, Verdict) for key in model.model_fields],
        ),
        ("referee.md", [field.name for field in fields(Score) if field.name not in NOT_IN_VERDICTS]),
        ("records.md", record.HEADERS),
    ],
)
def test_every_key_of_a_format_is_explained(page: str, names: Iterable[str]) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    assert [name for name in names if not re.search(rf'`"?{name}\b', text)] == []


def test_every_kind_of_move_is_in_the_notation() -> None:
    text = (DOCS / "records.md").read_text(encoding="utf-8")
    table = re.search(r"^\| move \|.*\n\|---.*\n((?:\|.*\n)*)", text, re.MULTILINE)
    assert table is not None
    shown = {type(moves.parse_move(written)) for written in re.findall(r"^\| `([^`]+)`", table[1], re.MULTILINE)}
    assert shown == set(get_args(moves.Move))


def test_the_numbers_of_the_actions_are_right() -> None:
    told = re.findall(r"`([A-Z_]+)[^`]*` = (\d+)", (DOCS / "kernel.md").read_text(encoding="utf-8"))
    assert len(told) == 11
    assert {name: int(number) for name, number in told} == {name: getattr(actions, name) for name, _ in told}


def test_every_option_of_the_server_is_explained() -> None:
    text = (DOCS / "server.md").read_text(encoding="utf-8")
    table = re.search(r"^\| option \|.*\n\|---.*\n((?:\|.*\n)*)", text, re.MULTILINE)
    assert table is not None
    serve = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]
    options = [{*option.opts, *option.secondary_opts} for option in serve.params]
    told = set(re.findall(r"`(--[a-z-]+)`", table[1]))
    assert told <= set().union(*options)
    assert [names for names in options if not names & told] == []


def test_the_limits_of_the_server_are_right() -> None:
    text = (DOCS / "server.md").read_text(encoding="utf-8")
    limits, kilobyte = Limits(), 1024
    rates = (
        f"{limits.requests.per_second:g} requests a second of one address ({limits.requests.burst:g} at once)",
        f"{limits.moves.per_second:g} moves a second of one player",
        f"{limits.new_games.per_second * 60:g} new games a minute and {limits.open_games.burst:g} a day of one address",
    )
    sizes = (
        f"{limits.body // kilobyte} kB a request",
        f"{limits.upload // kilobyte} kB a record",
        f"{LONGEST_MESSAGE // kilobyte} kB a WebSocket message",
    )
    assert [rate for rate in rates if rate not in text] == []
    assert ", ".join(sizes) in text


def test_the_prices_of_requests_are_right() -> None:
    text, cpu = (DOCS / "server.md").read_text(encoding="utf-8"), Limits().cpu
    assert f"{cpu.per_second:g} milliseconds of CPU time a second, and {cpu.burst / 1000:g} seconds" in text
    costs = {
        "a request": prices.REQUEST,
        "a move, or another change at a table": prices.MOVE,
        "a new game": prices.NEW_GAME,
        "hints that are not known yet": prices.HINTS,
        "a drawing": prices.DRAWING,
        "a drawing's `prefix`": prices.DRAWING_WITH_PREFIX,
        "a place looked up by its name": prices.PLACES,
    }
    assert [kind for kind, price in costs.items() if f"| {kind} | {price:g} |" not in text] == []
    scored = f"{prices.SCORE:g}, and {prices.A_MOVE_JUDGED:g} a move"
    assert f"| a real table that is [scored](score.md) | {scored} |" in text
    new_board = f"{prices.NEW_BOARD:g}, and {prices.A_CITY_OF_IT:g} a city"
    assert f"| a [new board](workshop.md) from lists | {new_board} |" in text
    playtested = f"{prices.PLAYTEST:g}, and {prices.A_GAME_OF_BOTS:g} a game"
    assert f"| [playtested](playtest.md) | {playtested} |" in text
    assert f"| a replay | {prices.RECORD:g}, and {prices.A_MOVE_REPLAYED:g} a move |" in text


def test_a_wrong_example_is_noticed(tmp_path: Path) -> None:
    reader = Reader(tmp_path, tmp_path / "carrozza")
    reader.follow(Block("x.md", 1, "sh", "", "echo one\n"))
    with pytest.raises(AssertionError, match="this came out instead"):
        reader.follow(Block("x.md", 5, "text", OUTPUT, "two\n"))
    with pytest.raises(AssertionError, match="exit status 3"):
        reader.follow(Block("x.md", 9, "sh", "", "exit 3\n"))
    with pytest.raises(pytest.fail.Exception, match="no way to read"):
        reader.follow(Block("x.md", 13, "pyhton", "", "1 / 0\n"))


@pytest.mark.parametrize("name", sorted(generated()))
def test_generated_files_are_fresh(name: str) -> None:
    """To renew them: `python -m docs.make`."""
    assert (DOCS / name).read_text(encoding="utf-8") == generated()[name]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in _LINK.findall(_FENCE.sub("", page.read_text(encoding="utf-8"))):
        if not link.startswith("https://"):
            target, _, heading = link.partition("#")
            file = page.parent / target if target else page
            assert file.exists(), link
            assert not heading or heading in headings_of(file), link


def headings_of(file: Path) -> set[str]:
    """The anchors of a page's headings, as they are made from them."""
    titles = re.findall(r"^#+ (.*)$", _FENCE.sub("", file.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
