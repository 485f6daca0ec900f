"""An own board as this server knows it."""

from dataclasses import dataclass
from functools import cached_property

from pydantic import Field

from carrozza.boards import Board
from carrozza.boards.bundle import Bundle, read_bundle
from carrozza.server.board_names import OwnName


@dataclass(frozen=True)
class OwnBoard:
    """An own board for another process: the bundle itself, never a path."""

    name: str
    bundle: str
    layout: str | None = None
    """Checked, or computed by the server."""

    def read(self) -> "ServedBoard":
        name = OwnName.read(self.name)
        assert name is not None, "the server names it"
        bundle = read_bundle(self.bundle.encode(), UPLOADED)
        return served_board(bundle, name, name.ruleset or bundle.rulesets[0])


UPLOADED = "board"
"""What messages call an uploaded bundle: it has no file here."""


class ServedBoard(Board):
    """A board with the name that this server gives it. Its own id is the map maker's: two boards may have the same."""

    name: str = Field(exclude=True)
    stored: str = Field(exclude=True)
    """The id of the bundle in the store."""

    @cached_property
    def as_text(self) -> str:
        """All that a game depends on, for another process (`Board.model_validate_json`)."""
        return self.model_dump_json()

    __hash__ = Board.__hash__


def board_name(board: Board) -> str:
    """What this server calls a board."""
    return board.name if isinstance(board, ServedBoard) else board.id


def served_boards(bundle: Bundle) -> list[ServedBoard]:
    """The boards of a bundle, one for each of its rulesets. The first needs no ruleset in its name."""
    stored, several = bundle.digest, len(bundle.rulesets) > 1
    return [served_board(bundle, OwnName(stored, ruleset if several else None), ruleset) for ruleset in bundle.rulesets]


def served_board(bundle: Bundle, name: OwnName, ruleset: str | None) -> ServedBoard:
    board = bundle.board(ruleset)
    fields = {field: getattr(board, field) for field in Board.model_fields}
    return ServedBoard.model_construct(**fields, name=str(name), stored=name.stored)
