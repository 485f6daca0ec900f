"""A board and the people at it: numbers to names and back."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from carrozza import boards
from carrozza.boards.naming import nearest, nearest_ids
from carrozza.game.cards import LOCOMOTIVE, Cards
from carrozza.game.errors import UnknownName
from carrozza.game.moves import BuildStation, Claim, Keep, Move, MoveAlvin, PlaceMarker, Start
from carrozza.kernel import board as kernel_board
from carrozza.kernel.actions import WORDS
from carrozza.kernel.claims import one_closes_all
from carrozza.kernel.layout import LOCOMOTIVE as LOCOMOTIVE_KIND
from carrozza.kernel.layout import Grid
from carrozza.words.phrases import Alternatives, Phrase


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
    def one_closes_all(self) -> bool:
        """C6: whether the first route taken of a double or triple closes the others to everybody."""
        return bool(one_closes_all(self.compiled, len(self.seats)))

    @cached_property
    def _kind_numbers(self) -> dict[str, int]:
        numbers = {colour: number for number, colour in enumerate(self.board.rules.colors)}
        return {**numbers, LOCOMOTIVE: LOCOMOTIVE_KIND}

    @cached_property
    def _seat_numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.seats)}

    def kind_number(self, kind: str) -> int:
        if kind in self._kind_numbers:
            return self._kind_numbers[kind]
        raise self._unknown("colour", kind, nearest(kind, self._kind_numbers), self.kinds)

    def seat_number(self, seat: str | int) -> int:
        if isinstance(seat, int):
            if 0 <= seat < len(self.seats):
                return seat
            raise UnknownName("unknown.seat", name=seat, last=len(self.seats) - 1)
        if seat in self._seat_numbers:
            return self._seat_numbers[seat]
        raise self._unknown("player", seat, nearest(seat, self.seats), self.seats)

    def city_number(self, city: str) -> int:
        cities = self.board.city_index
        if city in cities:
            return cities[city]
        raise self._unknown("city", city, nearest(city, cities), cities)

    def route_number(self, route: str) -> int:
        """The route of that name, in either direction."""
        known = self.board.route_names
        if route in known:
            return known[route]
        ids = tuple(self.board.route_index)
        raise self._unknown("route", route, nearest_ids(route, known, ids), ids)

    def ticket_number(self, ticket: str) -> int:
        """The ticket of that name, in either direction."""
        known = self.board.ticket_names
        if ticket in known:
            return known[ticket]
        ids = tuple(self.board.ticket_index)
        raise self._unknown("ticket", ticket, nearest_ids(ticket, known, ids), ids)

    def _unknown(self, kind: str, name: str, near: Sequence[str], known: Iterable[str]) -> UnknownName:
        if near:
            hint = Phrase("unknown.did_you_mean", names=Alternatives(near))
        else:
            hint = Phrase("unknown.such_as", name=next(iter(known), ""))
        return UnknownName(f"unknown.{kind}", name=name, board=self.board.id, hint=hint)

    @cached_property
    def _kinds_in_order(self) -> tuple[tuple[str, int], ...]:
        """As `Cards` has them."""
        return tuple((kind, self._kind_numbers[kind]) for kind in Cards(dict.fromkeys(self.kinds, 1)))

    def counts(self, counts: Grid) -> dict[str, int]:
        """How many there are of each kind that there is."""
        held = counts.tolist()
        return {kind: held[number] for kind, number in self._kinds_in_order if held[number]}

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

    def canonical(self, move: Move) -> Move:
        """The move with routes and tickets under the ids they are printed with; refused where a name is unknown."""
        if isinstance(move, Claim) and move.route not in self.board.route_index:
            return replace(move, route=self.board.routes[self.route_number(move.route)].id)
        if isinstance(move, Keep) and any(ticket not in self.board.ticket_index for ticket in move.tickets):
            return Keep(tuple(self.board.tickets[self.ticket_number(ticket)].id for ticket in move.tickets))
        if isinstance(move, BuildStation | Start | PlaceMarker | MoveAlvin):
            self.city_number(move.city)
        return move

    def city_ids(self, word: int) -> tuple[str, ...]:
        return tuple([self.board.cities[i].id for i in bits_of([word])])

    def ticket_ids(self, word: int) -> tuple[str, ...]:
        return tuple([self.board.tickets[i].id for i in bits_of([word])])

    def route_ids(self, words: Grid) -> tuple[str, ...]:
        ids = self.board.route_ids
        return tuple([ids[i] for i in bits_of(words)])


def blank_mask() -> Grid:
    return np.zeros(WORDS, np.uint64)
