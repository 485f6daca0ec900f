"""A view's seat and its tickets, now and in positions that differ from the view by one thing: a route that is taken, or
a station that is built."""

from collections.abc import Iterable, Mapping
from functools import cached_property

import numpy as np

from carrozza.boards.model import Route
from carrozza.game import View
from carrozza.game.position import Position
from carrozza.game.ways import OpenWays
from carrozza.kernel.claims import take_route
from carrozza.kernel.path_routes import blank_path_routes, longest_path_routes
from carrozza.kernel.paths import blank_workings
from carrozza.kernel.state import State, copied


class Situation:
    """What a seat knows of its own ways: all of it is read from its view."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None, "a watcher decides nothing"
        self.view = view
        self.seat = view.names.seat_number(view.seat)
        self.board = view.board
        self.names = view.names

    @cached_property
    def ways(self) -> OpenWays:
        return OpenWays(self.view, self.seat)

    @cached_property
    def open_tickets(self) -> tuple[str, ...]:
        """Held, and still to be completed."""
        return tuple(ticket for ticket in self.ways.tickets if ticket not in self.ways.completed)

    @cached_property
    def others(self) -> tuple[str, ...]:
        return tuple(name for name in self.view.seats if name != self.view.seat)

    @cached_property
    def own_routes(self) -> frozenset[str]:
        return frozenset(self.view.routes(self.seat))

    @cached_property
    def wanted(self) -> Mapping[str, tuple[str, ...]]:
        """Routes to be claimed on the cheapest ways of open tickets, with these tickets."""
        found: dict[str, tuple[str, ...]] = {}
        for ticket in self.open_tickets:
            for route in self.ways.way(ticket):
                if route not in self.own_routes:
                    found[route] = (*found.get(route, ()), ticket)
        return found

    @cached_property
    def helpful(self) -> Mapping[str, tuple[str, ...]]:
        """Routes to be claimed on any cheapest way of open tickets, with these tickets."""
        return {route.id: tickets for route in self.board.routes if (tickets := self.ways.helps(route.id))}

    def route(self, route: str) -> Route:
        return self.board.routes[self.names.route_number(route)]

    def is_free(self, route: str, seat: str | int) -> bool:
        """C1, C5, C6: whether the seat may still claim it."""
        number = self.names.route_number(route)
        free = self.view.state.free[self.names.seat_number(seat), number // 64]
        return bool(int(free) >> number % 64 & 1)

    def is_in_reach(self, route: str, seat: str | int) -> bool:
        """W2: whether it ends in the seat's network."""
        number = self.names.route_number(route)
        reach = self.view.state.reach[self.names.seat_number(seat), number // 64]
        return bool(int(reach) >> number % 64 & 1)

    def routes_at(self, city: str) -> tuple[Route, ...]:
        return tuple(route for route in self.board.routes if city in route.ends)

    def has_route_at(self, seat: str, city: str) -> bool:
        return any(city in self.route(route).ends for route in self.view.routes(seat))

    def claimable_at(self, city: str) -> tuple[str, ...]:
        """Routes at the city that somebody may still claim."""
        return tuple(
            route.id for route in self.routes_at(city) if any(self.is_free(route.id, seat) for seat in self.view.seats)
        )

    def ticket_points(self, tickets: Iterable[str]) -> int:
        return sum(self.board.tickets[self.names.ticket_number(ticket)].points for ticket in tickets)

    def with_route(self, route: str) -> "Alternative":
        """As if the seat had it."""
        return self._taken(route, self.seat)

    def without_route(self, route: str) -> "Alternative":
        """As if another player had it: with few players its parallels are closed too (C6)."""
        other = next(seat for seat in range(len(self.view.seats)) if seat != self.seat)
        return self._taken(route, other)

    def _taken(self, route: str, by: int) -> "Alternative":
        state = copied(self.view.state)
        take_route(self.names.compiled, state, by, self.names.route_number(route))
        return Alternative(self, state)

    def with_station(self, city: str) -> "Alternative":
        state = copied(self.view.state)
        state.stations[self.seat] |= np.uint64(1 << self.names.city_number(city))
        return Alternative(self, state)

    def path_length(self, state: State, seat: int) -> int:
        """E3: of the seat's longest path."""
        return int(longest_path_routes(self.names.compiled, state, seat, blank_workings(), blank_path_routes()))


class Alternative:
    """A position that is not, and the ways that the seat would have in it."""

    def __init__(self, situation: Situation, state: State) -> None:
        self.state = state
        self.ways = OpenWays(Position(situation.names, state), situation.seat)
        self._before = situation.ways
        self._open = situation.open_tickets

    @property
    def newly_completed(self) -> tuple[str, ...]:
        return tuple(ticket for ticket in self._open if ticket in self.ways.completed)

    @property
    def cut_off(self) -> tuple[str, ...]:
        """Tickets that have a way now and would have none."""
        return tuple(
            ticket
            for ticket in self._open
            if self._before.trains_to_go(ticket) is not None and self.ways.trains_to_go(ticket) is None
        )

    @property
    def detours(self) -> dict[str, int]:
        """By ticket, how many trains more its cheapest way would cost."""
        found: dict[str, int] = {}
        for ticket in self._open:
            before, after = self._before.trains_to_go(ticket), self.ways.trains_to_go(ticket)
            if before is not None and after is not None and after > before:
                found[ticket] = after - before
        return found
