"""Every fault of a board is said in every language."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from carrozza import boards
from carrozza.boards.document import Document
from carrozza.boards.faults import Fault, reason
from carrozza.boards.hints import EITHER
from carrozza.boards.model import Table
from carrozza.boards.own import own_faults_in
from carrozza.boards.shape import HINTS, KINDS, MODELS
from carrozza.words import languages
from carrozza.words.catalogue import catalogue

TABLE = "board_fault."
CODE_AT = {"reason": 0, "guessing": 0, "fault_at": 2}
"""Which argument of a call is a code."""
PUT_TOGETHER = {f"kind.{kind}" for kind in KINDS.values()} | {f"empty_hint_{key}" for key in EITHER}
PUT_TOGETHER |= {f"hint_for_{kind}{near}" for kind in ("city", "route") for near in ("", "_near")}
PUT_TOGETHER |= {"place.file", "place.byte", "place.line"}
SAME_EVERYWHERE = {"color", "place.file", "place.byte"}
"""A name between quotes, and words that are both English and Italian."""


def codes_in(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and called in CODE_AT and len(node.args) > CODE_AT[called]:
            for code in _texts(node.args[CODE_AT[called]]):
                yield from (code, f"{code}_near") if called == "guessing" else (code,)


def _texts(written: ast.expr) -> list[str]:
    """The texts of an argument; none where it is put together while running."""
    parts = list(ast.walk(written))
    if any(isinstance(part, ast.JoinedStr) for part in parts):
        return []
    return [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]


def test_every_code_of_the_checks_has_its_words_and_nothing_else_has() -> None:
    sources = Path(boards.__file__).parent.glob("*.py")
    codes = {code for source in sources for code in codes_in(source.read_text(encoding="utf-8"))}
    assert len(codes) > 80
    said = {key.removeprefix(TABLE) for key in catalogue("en") if key.startswith(TABLE)}
    assert codes | PUT_TOGETHER == said


@pytest.mark.parametrize("language", [language for language in languages() if language != "en"])
def test_no_fault_is_left_in_english(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    faults = {key for key in english if key.startswith((TABLE, "board_key.", "layout_fault."))}
    assert {key for key in faults if english[key] == other[key]} == {TABLE + code for code in SAME_EVERYWHERE}


@pytest.mark.parametrize("language", languages())
def test_every_key_of_a_board_file_is_explained(language: str) -> None:
    models: set[type[Table]] = {Document, *MODELS.values(), *HINTS.values()}
    for model in models:
        assert all(model.meaning_of(key).in_words(language) for key in model.model_fields)


def test_a_fault_is_told_in_the_readers_language() -> None:
    (fault,) = (fault for fault in own_faults_in({"id": "isle"}) if fault.place == "title")
    assert str(fault) == "title: is missing; title is the board's title as players read it"
    assert fault.sentence("it") == "title: manca; title è il titolo del tabellone come lo leggono i giocatori"
    at_line = Fault("line 2, column 9", reason("no_json", why="Expecting value"))
    assert at_line.sentence("it").startswith("riga 2, colonna 9: non è JSON valido (Expecting value); ")
