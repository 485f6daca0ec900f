"""Whatever the source says by its key is in the catalogue."""

import ast
from collections.abc import Iterator
from pathlib import Path

import carrozza
from carrozza.words.catalogue import catalogue

SOURCE = Path(carrozza.__file__).parent


def keys_used_in(text: str) -> Iterator[str]:
    """The keys written out in calls of `say`; those put together while running are not seen."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and node.args and ast.unparse(node.func).rpartition(".")[2] == "say":
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value


def keys_used_in_source() -> dict[str, str]:
    """Every key that the source writes out, with a file that does."""
    return {
        key: str(file.relative_to(SOURCE))
        for file in sorted(SOURCE.rglob("*.py"))
        for key in keys_used_in(file.read_text(encoding="utf-8"))
    }


def test_keys_are_found_in_calls_alone() -> None:
    text = (
        'say("word.route")\nwords.say("word.row", "it", number=1)\nsay(f"rule.{rule}")\nsay(key)\nprint("word.city")\n'
    )
    assert list(keys_used_in(text)) == ["word.route", "word.row"]


def test_every_key_in_the_source_is_in_the_catalogue() -> None:
    missing = {key: file for key, file in keys_used_in_source().items() if key not in catalogue("en")}
    assert missing == {}
