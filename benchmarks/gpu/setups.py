"""What is compared: every board with its variants, and every number of seats."""

from typing import Final, NamedTuple

from carrozza import boards
from carrozza.kernel.board import Board, compile_board

SEED: Final = 7
KEY: Final = 0x0123456789ABCDEF
"""The upper half of long seeds."""


class Setup(NamedTuple):
    board: str
    variants: tuple[str, ...]
    seats: int

    def __str__(self) -> str:
        return f"{' '.join((self.board, *self.variants))}, {self.seats} seats"

    @property
    def compiled(self) -> Board:
        return compile_board(boards.load(self.board), self.variants)


def all_setups() -> list[Setup]:
    found = []
    for name in boards.names():
        board = boards.load(name)
        for variants in ((), *((variant,) for variant in board.variants)):
            seats = range(board.rules.min_seats, board.rules.max_seats + 1)
            found += [Setup(name, variants, number) for number in seats]
    return found
