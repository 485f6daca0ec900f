"""What holds for the sources as a whole."""

import ast
import doctest
import importlib
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from configparser import ConfigParser
from functools import cache
from pathlib import Path

import pytest

import carrozza
from carrozza.kernel.rules import IDS

ROOT = Path(__file__).parents[1]
PACKAGE = Path(carrozza.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))
DATA = sorted(file for kind in ("*.toml", "*.json", "*.md", "*.txt") for file in PACKAGE.rglob(kind))
RULE_BOOK = PACKAGE / "kernel" / "rules.py"
RULES = IDS[1:]

ABSOLUTE = re.compile(r"(?<![\w.:/<-])/(?:[A-Za-z_.][\w.-]*/)+[\w.-]*|(?<!\w)[A-Z]:\\|(?<!\w)~/|\.\./")
ADDRESS = re.compile(r"/(?:api|assets|b|boards|games|playtest|replays|rules|seats|why)(?:/[\w.-]*)*$")
"""Of the server: no path on a disk."""
ID = re.compile(r"\b[A-Z]\d\b")
RANGE = re.compile(r"\b([A-Z])(\d) ?(?:-|to) ?\1(\d)\b")


def name_of(file: Path) -> str:
    return str(file.relative_to(PACKAGE))


@pytest.mark.parametrize("file", [*SOURCES, *DATA], ids=name_of)
def test_no_path_leads_out_of_the_project(file: Path) -> None:
    assert [path for path in ABSOLUTE.findall(file.read_text(encoding="utf-8")) if not ADDRESS.match(path)] == []


def test_such_paths_would_be_found() -> None:
    for text in ('open("/usr/share/dict")', "see ../rules.md", "~/notes", "# in /home/ada/game.py", r"C:\games"):
        assert ABSOLUTE.search(text), text
    for text in ("https://example.org/a/b", "a / b", "</b>", "path/to/file.toml", "and/or", "red/blue/green"):
        assert not ABSOLUTE.search(text), text


def remarks(file: Path) -> Iterator[str]:
    """Docstrings and comments."""
    source = file.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str() as text)):
                yield text
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def ids_in(text: str) -> set[str]:
    found = set(ID.findall(text))
    for letter, low, high in RANGE.findall(text):
        found |= {f"{letter}{number}" for number in range(int(low), int(high) + 1)}
    return found


@cache
def cited(room: str) -> frozenset[str]:
    """The rules cited where they are carried out."""
    files = [file for file in sorted((PACKAGE / room).rglob("*.py")) if file != RULE_BOOK]
    return frozenset(rule for file in files for remark in remarks(file) for rule in ids_in(remark))


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_cited_where_it_is_carried_out(rule: str) -> None:
    assert rule in cited("kernel") | cited("game")


@pytest.mark.parametrize("room", ["boards", "kernel", "game", "bots", "arena", "terminal"])
def test_only_rules_that_exist_are_cited(room: str) -> None:
    assert cited(room) <= set(RULES)


def test_ranges_are_read() -> None:
    assert ids_in("(S1-S3, D4 and C1 to C3)") == {"S1", "S2", "S3", "D4", "C1", "C2", "C3"}


def imported_by(file: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                found |= {name.name for name in names}
            case ast.ImportFrom(module=str() as module):
                found.add(module)
    return found


def test_folding_a_log_is_pure() -> None:
    """No event loop, store, clock, log line or chance: the same events give the same game everywhere."""
    fold = PACKAGE / "server" / "games" / "live" / "folded_log.py"
    allowed = {"collections.abc", "dataclasses", "functools", "itertools", "json", "typing"}
    allowed |= {"carrozza.boards", "carrozza.server.games.seating.seats", "carrozza.server.store.rows"}
    assert {name for name in imported_by(fold) if not name.startswith("carrozza.game")} <= allowed


def test_no_board_is_named_in_the_kernel() -> None:
    """What differs between boards is a switch in the board file."""
    boards = re.compile(r"(?<![a-z])usa(?![a-z])|europe|new.?york|italy|old.?west|roswell", re.IGNORECASE)
    for file in (PACKAGE / "kernel").glob("*.py"):
        assert not boards.findall(file.read_text(encoding="utf-8")), file.name


def test_nothing_outside_the_tests_needs_them() -> None:
    """Tools that docs and benchmarks use too are in tools/."""
    files = [file for folder in ("benchmarks", "docs", "src", "tools") for file in (ROOT / folder).rglob("*.py")]
    importing = re.compile(r"^\s*(?:from|import) tests\b", re.MULTILINE)
    assert [str(file) for file in files if importing.search(file.read_text(encoding="utf-8"))] == []


def test_editors_are_told_the_style_that_is_checked() -> None:
    """`.editorconfig` and ruff agree."""
    sections = ConfigParser()
    sections.read_string("[top]\n" + (ROOT / ".editorconfig").read_text(encoding="utf-8"))
    ruff = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]
    assert sections.getint("*.py", "max_line_length") == ruff["line-length"]
    assert sections.getint("*", "indent_size") == ruff.get("indent-width", 4)
    assert sections.get("*", "indent_style") == ruff.get("format", {}).get("indent-style", "space")
    assert sections.get("*", "end_of_line") == ruff["format"]["line-ending"]


@pytest.mark.parametrize("module", ["carrozza.game.cards", "carrozza.game.game", "carrozza.game.moves"])
def test_there_are_examples_and_they_hold(module: str) -> None:
    found = doctest.testmod(importlib.import_module(module))
    assert found.attempted > 0
    assert found.failed == 0
