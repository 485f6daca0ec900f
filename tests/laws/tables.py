"""Every board, with every number of seats."""

from functools import cache
from typing import NamedTuple

from carrozza import boards
from carrozza.kernel.board import Board, compile_board

BOARDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    *((name, ()) for name in boards.names()),
    ("old-west", ("alvin",)),
)


class Table(NamedTuple):
    """A board and how many play on it."""

    name: str
    variants: tuple[str, ...]
    seats: int

    @property
    def board(self) -> Board:
        return compiled(self.name, self.variants)

    def __str__(self) -> str:
        return f"{'+'.join((self.name, *self.variants))}-{self.seats}"


@cache
def compiled(name: str, variants: tuple[str, ...]) -> Board:
    return compile_board(boards.load(name), variants)


def tables_of(name: str, variants: tuple[str, ...]) -> tuple[Table, ...]:
    rules = boards.load(name).rules
    return tuple(Table(name, variants, seats) for seats in range(rules.min_seats, rules.max_seats + 1))


TABLES = tuple(table for name, variants in BOARDS for table in tables_of(name, variants))
