"""A state or a view read in the board's own names."""

from collections.abc import Callable, Iterable
from functools import reduce
from operator import or_
from typing import ClassVar

from carrozza import boards
from carrozza.game.cards import Cards
from carrozza.game.legal_moves import LegalMoves
from carrozza.game.moves import Move
from carrozza.game.names import Names, bits_of
from carrozza.game.position_text import summary_of, text_of
from carrozza.kernel.state import (
    MARKER,
    MOVE_ALVIN,
    NOBODY,
    OPENING,
    OVER,
    PAY_MARKER,
    PAY_ROUTE,
    PAY_STATION,
    SECOND,
    START,
    TICKETS_DRAWN,
    TUNNEL,
    TURN,
    State,
    copied,
)
from carrozza.kernel.stations import station_price, stations_left
from carrozza.kernel.tickets import fewest_to_keep
from carrozza.kernel.turns import call_on

PHASES = {
    OPENING: "opening",
    START: "start",
    TURN: "turn",
    SECOND: "second",
    PAY_ROUTE: "pay_route",
    TUNNEL: "tunnel",
    TICKETS_DRAWN: "tickets_drawn",
    PAY_STATION: "pay_station",
    MOVE_ALVIN: "move_alvin",
    MARKER: "marker",
    PAY_MARKER: "pay_marker",
    OVER: "over",
}


class Position:
    """What lies on the table: reads a full state, or a view with its blanks."""

    drawer: ClassVar[Callable[["Position"], str] | None] = None
    """Draws a position as SVG. The package sets it: drawings are made in a room above this one."""
    painter: ClassVar[Callable[["Position", int], bytes] | None] = None
    """Paints a position as PNG, so many pixels wide. The package sets it too."""

    def __init__(self, names: Names, state: State) -> None:
        self.names = names
        self.state = state

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {summary_of(self)}>"

    def _repr_svg_(self) -> str | None:
        """For notebooks: the board with all that everybody sees on it."""
        return None if Position.drawer is None else Position.drawer(self)

    def png(self, width: int) -> bytes | None:
        """The same as a picture so many pixels wide."""
        return None if Position.painter is None else Position.painter(self, width)

    @property
    def board(self) -> boards.Board:
        return self.names.board

    @property
    def seats(self) -> tuple[str, ...]:
        return self.names.seats

    @property
    def phase(self) -> str:
        return PHASES[int(self.state.phase)]

    @property
    def finished(self) -> bool:
        return bool(self.state.phase == OVER)

    @property
    def to_move(self) -> str | None:
        """Who has to decide; in the opening the first who has not chosen."""
        return None if self.state.actor == NOBODY else self.seats[self.state.actor]

    @property
    def undecided(self) -> tuple[str, ...]:
        """Who has a decision to make: in the opening all who have not chosen (S3), else the one to move."""
        if self.state.phase == OPENING:
            return tuple(name for seat, name in enumerate(self.seats) if self.state.chosen[seat] < 0)
        return () if self.to_move is None else (self.to_move,)

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the one to move."""
        return LegalMoves(self.names, self.state)

    def legal_moves_of(self, seat: str | int) -> LegalMoves:
        """The legal moves of a seat; none while it has no decision to make."""
        number = self.names.seat_number(seat)
        if self.seats[number] not in self.undecided:
            return LegalMoves(self.names, None)
        state = copied(self.state)
        call_on(state, number)
        return LegalMoves(self.names, state)

    def is_legal(self, move: Move | str, seat: str | int | None = None) -> bool:
        """Whether `play` accepts the move of that seat; left out, of the one to move."""
        return move in (self.legal_moves if seat is None else self.legal_moves_of(seat))

    @property
    def turns(self) -> int:
        """How many turns have ended."""
        return int(self.state.turns)

    @property
    def last_turns(self) -> int | None:
        """How many turns are left once the last round has begun (E1)."""
        return int(self.state.turns_left) if self.state.turns_left > 0 else None

    @property
    def row(self) -> tuple[str, ...]:
        return tuple(kind for kind, number in self.names.cards(self.state.row).items() for _ in range(number))

    @property
    def deck_size(self) -> int:
        return int(self.state.deck_size)

    @property
    def discards(self) -> Cards:
        return self.names.cards(self.state.discard)

    @property
    def turned(self) -> Cards:
        """The cards turned for a tunnel (U1)."""
        return self.names.cards(self.state.turned)

    @property
    def laid(self) -> Cards:
        """The cards laid for a tunnel (U1)."""
        return self.names.cards(self.state.laid)

    @property
    def due(self) -> int:
        """What the tunnel costs extra (U2)."""
        return int(self.state.due)

    @property
    def claimed_route(self) -> str | None:
        """The route of the claim under way."""
        return None if self.state.route == NOBODY else self.board.routes[self.state.route].id

    @property
    def tickets_left(self) -> int:
        return int(self.state.ticket_deck_size)

    def hand(self, seat: str | int) -> Cards:
        return self.names.cards(self.state.hand[self.names.seat_number(seat)])

    def hand_size(self, seat: str | int) -> int:
        return int(self.state.hand_size[self.names.seat_number(seat)])

    def known_cards(self, seat: str | int) -> Cards:
        """Cards everybody knows this seat to hold."""
        return self.names.cards(self.state.known[self.names.seat_number(seat)])

    def tickets(self, seat: str | int) -> tuple[str, ...]:
        return self.names.ticket_ids(self.state.tickets[self.names.seat_number(seat)])

    def ticket_count(self, seat: str | int) -> int:
        return int(self.state.ticket_count[self.names.seat_number(seat)])

    def offered(self, seat: str | int) -> tuple[str, ...]:
        """The tickets this seat is choosing among."""
        number = self.names.seat_number(seat)
        shown = self.state.offered[number, : self.state.offered_size[number]]
        return tuple(self.board.tickets[ticket].id for ticket in shown if ticket >= 0)

    def chosen(self, seat: str | int) -> tuple[str, ...]:
        """What this seat has chosen to keep while others are still choosing (S3)."""
        number = self.names.seat_number(seat)
        if self.state.phase != OPENING or self.state.chosen[number] < 0:
            return ()
        kept = int(self.state.chosen[number])
        return tuple(ticket for place, ticket in enumerate(self.offered(number)) if kept >> place & 1)

    def fewest_to_keep(self, seat: str | int) -> int:
        """S3 in the opening, K1 later; never more than this seat was offered."""
        return fewest_to_keep(self.names.compiled, self.state, self.names.seat_number(seat))

    def routes(self, seat: str | int) -> tuple[str, ...]:
        return self.names.route_ids(self.state.owned[self.names.seat_number(seat)])

    def stations(self, seat: str | int) -> tuple[str, ...]:
        return self.names.city_ids(self.state.stations[self.names.seat_number(seat)])

    def stations_left(self, seat: str | int) -> int:
        return stations_left(self.names.compiled, self.state, self.names.seat_number(seat))

    def station_price(self, seat: str | int) -> int | None:
        """What this seat's next station costs (B2); none where it has none left (B1)."""
        return station_price(self.state, self.names.seat_number(seat)) if self.stations_left(seat) else None

    def markers(self, seat: str | int) -> tuple[str, ...]:
        """Cities with this seat's markers, the start city first."""
        number = self.names.seat_number(seat)
        cities = self.names.city_ids(self.state.markers[number])
        start = self.start(number)
        return cities if start is None else (start, *(city for city in cities if city != start))

    def start(self, seat: str | int) -> str | None:
        city = int(self.state.start[self.names.seat_number(seat)])
        return None if city == NOBODY else self.board.cities[city].id

    def trains(self, seat: str | int) -> int:
        return int(self.state.trains[self.names.seat_number(seat)])

    def points(self, seat: str | int) -> int:
        return int(self.state.points[self.names.seat_number(seat)])

    def owner(self, route: str) -> str | None:
        number = self.names.route_number(route)
        for seat, name in enumerate(self.seats):
            if int(self.state.owned[seat, number // 64]) >> number % 64 & 1:
                return name
        return None

    def closed_routes(self, seat: str | int | None = None) -> tuple[str, ...]:
        """Routes that nobody owns and this seat may not claim, because of a double or triple (C5, C6); without a seat,
        those that no seat may claim."""
        everybody = range(len(self.seats))
        seats = everybody if seat is None else (self.names.seat_number(seat),)
        owned, free = self.state.owned.tolist(), self.state.free.tolist()
        closed = [
            routes & ~_union(word, owned, everybody) & ~_union(word, free, seats)
            for word, routes in enumerate(self.names.compiled.all_routes.tolist())
        ]
        return tuple(self.board.routes[route].id for route in bits_of(closed))

    @property
    def alvin(self) -> tuple[str, str | None] | None:
        """Where Alvin is and who holds him."""
        if self.state.alvin_city == NOBODY:
            return None
        holder = int(self.state.alvin_holder)
        city = self.board.cities[self.state.alvin_city].id
        return city, None if holder == NOBODY else self.seats[holder]


def _union(word: int, sets: list[list[int]], seats: Iterable[int]) -> int:
    return reduce(or_, (sets[seat][word] for seat in seats))
