"""What a bot process is sent: the view of one seat, and nothing else of the game."""

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from carrozza.boards import Board
from carrozza.game import View
from carrozza.game.names import Names
from carrozza.game.seating import seat_table
from carrozza.kernel.state import State
from carrozza.server.own_boards.served_board import ServedBoard


@dataclass(frozen=True)
class BotRequest:
    """Asks which move this bot chooses. Prints as one line, which reads back to an equal one."""

    game: str
    """The game's id: a process asks the same bot again while it remembers it."""
    board: str
    """Its name on this server."""
    variants: tuple[str, ...]
    seats: tuple[str, ...]
    seat: int
    bot: str
    seed: int
    """For the bot's own randomness; nothing about the game's seed follows from it."""
    view: str
    """The bytes of the seat's view."""
    own_board: str | None = None
    """The board itself, where it does not come with the program."""

    def line(self) -> bytes:
        return _line(asdict(self))

    def hints_line(self) -> bytes:
        """Asks for hints instead."""
        return _line({"hints": asdict(self)})

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> "BotRequest":
        lists = {name: tuple(written[name]) for name in ("variants", "seats")}
        return cls(**{**written, **lists})

    def read_view(self) -> View:
        names = _names(self.board, self.own_board, self.seats, self.variants)
        return View(names, State.from_bytes(b64decode(self.view)), self.seats[self.seat])


def request_for(view: View, game: str, board: str, bot: str, seed: int) -> BotRequest:
    assert view.seat is not None, "only a seat's view is sent to a bot"
    names = view.names
    packed = b64encode(view.state.tobytes()).decode()
    own = names.board.as_text if isinstance(names.board, ServedBoard) else None
    return BotRequest(game, board, names.variants, names.seats, names.seat_number(view.seat), bot, seed, packed, own)


def _line(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


@lru_cache(maxsize=256)
def _names(name: str, own_board: str | None, seats: tuple[str, ...], variants: tuple[str, ...]) -> Names:
    return seat_table(name if own_board is None else _board(own_board), seats, variants)


@lru_cache(maxsize=64)
def _board(text: str) -> Board:
    """One object for all games on it, by which caches know it again."""
    return Board.model_validate_json(text)
