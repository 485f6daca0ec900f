"""The boards that come with the game."""

from functools import cache
from importlib.resources import files
from typing import Any

from carrozza.boards.building import build, document_faults
from carrozza.boards.faults import BoardError
from carrozza.boards.model import Board
from carrozza.boards.reading import read_toml

SHIPPED: dict[str, tuple[str, str | None]] = {
    "usa": ("usa", None),
    "europe": ("europe", None),
    "new-york": ("new-york", None),
    "italy-basic": ("italy", "basic"),
    "italy-advanced": ("italy", "advanced"),
    "old-west": ("old-west", None),
}
MAPS = tuple(dict.fromkeys(map_name for map_name, _ in SHIPPED.values()))


def names() -> tuple[str, ...]:
    """The names of the boards that come with the game."""
    return tuple(SHIPPED)


@cache
def shipped(name: str) -> Board:
    """A board that comes with the game."""
    map_name, ruleset = SHIPPED[name]
    document = shipped_document(map_name)
    if faults := document_faults(document):
        raise BoardError(f"{map_name}.toml", faults)
    return build(document, f"{map_name}.toml", ruleset)


def is_shipped(board: Board) -> bool:
    """Whether it plays as a board that comes with the game, wherever it was read."""
    return board.id in SHIPPED and shipped(board.id).digest == board.digest


def shipped_document(map_name: str) -> dict[str, Any]:
    """The document of a map that comes with the game."""
    file = files("carrozza.boards") / "files" / f"{map_name}.toml"
    return read_toml(file, file.name)
