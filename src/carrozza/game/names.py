"""A board and the people at it: numbers to names and back."""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import cached_property

import numpy as np

from carrozza import boards
from carrozza.game.cards import LOCOMOTIVE, Cards
from carrozza.game.errors import UnknownName
from carrozza.kernel import board as kernel_board
from carrozza.kernel.actions import WORDS
from carrozza.kernel.layout import LOCOMOTIVE as LOCOMOTIVE_KIND
from carrozza.kernel.layout import Grid


def bits_of(words: Grid | Sequence[int]) -> Iterator[int]:
    """The indices of the bits set in one or several words."""
    for place, packed in enumerate(words):
        word = int(packed)
        while word:
            low = word & -word
            yield place * 64 + low.bit_length() - 1
            word ^= low


class Names:
    """A board and the people at it: numbers to names and back."""

    def __init__(self, board: boards.Board, seats: Sequence[str], variants: Sequence[str] = ()) -> None:
        self.board = board
        self.seats = tuple(seats)
        self.variants = tuple(variants)
        self.kinds = (*board.rules.colors, LOCOMOTIVE)

    @cached_property
    def compiled(self) -> kernel_board.Board:
        return kernel_board.compiled_board(self.board, self.variants)

    @cached_property
    def _kind_numbers(self) -> dict[str, int]:
        numbers = {colour: number for number, colour in enumerate(self.board.rules.colors)}
        return {**numbers, LOCOMOTIVE: LOCOMOTIVE_KIND}

    @cached_property
    def _seat_numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.seats)}

    def kind_number(self, kind: str) -> int:
        return self._find(kind, self._kind_numbers, "colour")

    def seat_number(self, seat: str | int) -> int:
        if isinstance(seat, int):
            if 0 <= seat < len(self.seats):
                return seat
            raise UnknownName(f"no seat {seat}: seats are numbered 0 to {len(self.seats) - 1}")
        return self._find(seat, self._seat_numbers, "player")

    def city_number(self, city: str) -> int:
        return self._find(city, self.board.city_index, "city")

    def route_number(self, route: str) -> int:
        return self._find(route, self.board.route_index, "route")

    def ticket_number(self, ticket: str) -> int:
        return self._find(ticket, self.board.ticket_index, "ticket")

    def _find(self, name: str, known: "dict[str, int]", what: str) -> int:
        if name in known:
            return known[name]
        close = get_close_matches(name, known, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"{what} names here are such as {next(iter(known))!r}"
        raise UnknownName(f"no {what} {name!r} on {self.board.id}: {hint}")

    def cards(self, counts: Grid) -> Cards:
        held = counts.tolist()
        return Cards({kind: held[number] for kind, number in self._kind_numbers.items()})

    def kind_name(self, number: int) -> str:
        return LOCOMOTIVE if number == LOCOMOTIVE_KIND else self.kinds[number]

    def city_name(self, city: str) -> str:
        return self.board.cities[self.city_number(city)].name

    def route_name(self, route: str) -> str:
        """Such as 'Madrid–Pamplona'."""
        ends = self.board.routes[self.route_number(route)]
        return f"{self.city_name(ends.a)}–{self.city_name(ends.b)}"

    def city_ids(self, word: int) -> tuple[str, ...]:
        return tuple(self.board.cities[i].id for i in bits_of([word]))

    def ticket_ids(self, word: int) -> tuple[str, ...]:
        return tuple(self.board.tickets[i].id for i in bits_of([word]))

    def route_ids(self, words: Grid) -> tuple[str, ...]:
        return tuple(self.board.routes[i].id for i in bits_of(words))


def blank_mask() -> Grid:
    return np.zeros(WORDS, np.uint64)
