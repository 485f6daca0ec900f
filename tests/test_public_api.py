"""`import carrozza`: everything a user of the library needs, loaded when it is first used."""

import ast
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

import carrozza
from carrozza import boards

HEAVY = ("numpy", "numba", "pydantic", "carrozza.boards", "carrozza.game", "carrozza.bots", "carrozza.atlas")


def loaded_after(statement: str) -> set[str]:
    """The modules of a new Python once it has run the statement."""
    program = f"import sys\n{statement}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("statement", ["import carrozza", "import carrozza; dir(carrozza); carrozza.__version__"])
def test_importing_the_package_imports_nothing_heavy(statement: str) -> None:
    assert loaded_after(statement) & set(HEAVY) == set()


def test_names_are_loaded_when_they_are_used() -> None:
    loaded = loaded_after("import carrozza; carrozza.boards.names()")
    assert "carrozza.boards" in loaded
    assert not {"numba", "carrozza.game"} & loaded


@pytest.mark.parametrize("name", carrozza.__all__)
def test_every_name_is_there(name: str) -> None:
    assert getattr(carrozza, name) is not None
    assert name in dir(carrozza)


def test_editors_and_type_checkers_see_the_same_names() -> None:
    tree = ast.parse(Path(carrozza.__file__).read_text(encoding="utf-8"))
    checked = next(node for node in tree.body if isinstance(node, ast.If))
    imported = [alias.name for node in checked.body if isinstance(node, ast.ImportFrom) for alias in node.names]
    assert sorted(imported) == sorted(carrozza.__all__)
    homes = {
        alias.name: str(node.module).removeprefix("carrozza.")
        for node in checked.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name != "boards"
    }
    assert homes == carrozza._HOME_OF


def test_every_move_is_there() -> None:
    for kind in get_args(carrozza.Move):
        assert getattr(carrozza, kind.__name__) is kind


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'carrozza' has no attribute 'Gmae'"):
        carrozza.Gmae  # type: ignore[attr-defined]  # noqa: B018


def test_a_game_is_drawn_in_a_notebook() -> None:
    game = carrozza.Game("usa", seed=1)
    for position in (game, game.view("Ada")):
        drawn = position._repr_svg_()
        assert drawn is not None
        assert drawn.startswith("<svg")


def test_a_board_is_loaded_by_its_name() -> None:
    assert isinstance(carrozza.boards.load("usa"), carrozza.Board)
    assert carrozza.boards is boards
