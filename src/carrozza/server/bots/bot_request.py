"""What a bot is asked, as it travels to the process that thinks: its seat's view, and nothing else of the game."""

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from carrozza.game import View
from carrozza.game.game import seat_table
from carrozza.game.names import Names
from carrozza.kernel.state import State


@dataclass(frozen=True)
class Question:
    """Which move does this bot choose? Prints as one line, which reads back to an equal one."""

    table: str
    """The game and the number of the sitting's bot: the same bot is asked again while it is remembered."""
    board: str
    variants: tuple[str, ...]
    seats: tuple[str, ...]
    seat: int
    bot: str
    seed: int
    """Of the bot's own luck, from which nothing of the game's can be found."""
    view: str
    """The bytes of the seat's view."""

    def line(self) -> bytes:
        return json.dumps(asdict(self), separators=(",", ":")).encode() + b"\n"

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> "Question":
        lists = {name: tuple(written[name]) for name in ("variants", "seats")}
        return cls(**{**written, **lists})

    def seen(self) -> View:
        names = _names(self.board, self.seats, self.variants)
        return View(names, State.from_bytes(b64decode(self.view)), self.seats[self.seat])


def question_of(view: View, table: str, board: str, bot: str, seed: int) -> Question:
    assert view.seat is not None, "a watcher is not asked"
    names = view.names
    packed = b64encode(view.state.tobytes()).decode()
    return Question(table, board, names.variants, names.seats, names.seat_number(view.seat), bot, seed, packed)


@lru_cache(maxsize=256)
def _names(board: str, seats: tuple[str, ...], variants: tuple[str, ...]) -> Names:
    return seat_table(board, seats, variants)
