"""A change of a source renews the compiled functions that call into it."""

import ast
from pathlib import Path

import pytest

import carrozza
from carrozza.kernel.compiled import ROOMS_BELOW

PACKAGE = Path(carrozza.__file__).parent


def is_compiled(source: Path) -> bool:
    return source.exists() and b"kernel.compiled" in source.read_bytes()


def rooms_called(source: Path) -> set[str]:
    """The rooms of the compiled functions that a file imports."""
    rooms = set()
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("carrozza."):
            parts = str(node.module).split(".")[1:]
            if is_compiled(PACKAGE.joinpath(*parts).with_suffix(".py")):
                rooms.add(parts[0])
    return rooms


@pytest.mark.parametrize("room", ROOMS_BELOW)
def test_a_cache_is_named_after_every_room_its_functions_call(room: str) -> None:
    sources = [source for source in (PACKAGE / room).rglob("*.py") if is_compiled(source)]
    for source in sources:
        assert rooms_called(source) <= set(ROOMS_BELOW[room]), source
