"""Every way to set a game up: each board and ruleset, with each number of seats."""

from functools import cache
from typing import NamedTuple

import pytest

from carrozza import boards
from carrozza.game import Game
from carrozza.kernel.board import Board, compile_board

BOARDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    *((name, ()) for name in boards.names()),
    ("old-west", ("alvin",)),
)
"""Every board and ruleset with its variants."""


class Setup(NamedTuple):
    """A board, its variants, and how many play."""

    board: str
    variants: tuple[str, ...]
    seats: int

    def __str__(self) -> str:
        return f"{'-'.join((self.board, *self.variants))}-{self.seats}"

    @property
    def compiled(self) -> Board:
        return compiled(self.board, self.variants)

    def game(self, seed: int) -> Game:
        return Game(self.board, self.seats, seed, variants=self.variants)


@cache
def compiled(name: str, variants: tuple[str, ...]) -> Board:
    return compile_board(boards.load(name), variants)


def setups_of(name: str, variants: tuple[str, ...]) -> tuple[Setup, ...]:
    rules = boards.load(name).rules
    return tuple(Setup(name, variants, seats) for seats in range(rules.min_seats, rules.max_seats + 1))


SETUPS = tuple(setup for name, variants in BOARDS for setup in setups_of(name, variants))
"""Every board and ruleset with every number of seats, and Alvin."""
FULL_SETUPS = tuple(setups_of(name, variants)[-1] for name, variants in BOARDS)
"""Every board and ruleset once, with all its seats taken."""
CHECKED = frozenset(
    setup for setup in FULL_SETUPS if setup.board in ("europe", "new-york") or "alvin" in setup.variants
)
"""What `make check` tries where `make test` tries all: tunnels and stations, markers and Alvin, and a short game."""

everywhere = pytest.mark.parametrize("setup", SETUPS, ids=str)
