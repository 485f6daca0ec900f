"""An own board as this server knows it: by the digest of the bundle it came in, and never by a path."""

import re
from functools import cached_property
from typing import Final, NamedTuple

from pydantic import Field

from carrozza.boards import Board
from carrozza.boards.bundle import Bundle

PREFIX: Final = "own-"
PATTERN: Final = r"^own-[0-9a-f]{32}(-[a-z0-9]+(-[a-z0-9]+)*)?$"
_NAME: Final = re.compile(r"own-(?P<stored>[0-9a-f]{32})(?:-(?P<ruleset>[a-z0-9]+(?:-[a-z0-9]+)*))?")


class OwnName(NamedTuple):
    """The name of an own board: `own-` and the bundle's digest, with the ruleset where the bundle has several."""

    stored: str
    ruleset: str | None = None

    def __str__(self) -> str:
        return f"{PREFIX}{self.stored}" + (f"-{self.ruleset}" if self.ruleset else "")

    @classmethod
    def read(cls, name: str) -> "OwnName | None":
        """None for whatever is not the name of an own board.

        >>> str(OwnName.read("own-" + "0" * 32 + "-long")) == "own-" + "0" * 32 + "-long"
        True
        >>> OwnName.read("own-../../secret") is None
        True
        """
        found = _NAME.fullmatch(name)
        return None if found is None else cls(found["stored"], found["ruleset"])


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
    return [
        served_board(bundle, OwnName(stored, ruleset if several else None), ruleset) for ruleset in bundle.rulesets
    ]


def served_board(bundle: Bundle, name: OwnName, ruleset: str | None) -> ServedBoard:
    board = bundle.board(ruleset)
    fields = {field: getattr(board, field) for field in Board.model_fields}
    return ServedBoard.model_construct(**fields, name=str(name), stored=name.stored)
