"""The cheapest ways that are still open to a seat, for the tickets it holds or is offered."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from carrozza.game.names import Names
from carrozza.game.position import Position
from carrozza.kernel.layout import Grid
from carrozza.kernel.paths import blank_workings
from carrozza.kernel.scoring import blank_scores
from carrozza.kernel.ways import FAR, TRAIN, Ways, blank_ways, completed_ways, distances, tickets_and_ways


class Way(NamedTuple):
    trains: int
    """What it still costs."""
    routes: tuple[str, ...]


class OpenWays:
    """One seat's ways: own routes cost nothing, free ones that it may claim their length, and others' do not help.

    Only what the seat knows is read, so a view of it gives the same answers as the whole game.
    """

    def __init__(self, position: Position, seat: str | int) -> None:
        self._position = position
        self._seat = position.names.seat_number(seat)
        self.tickets = position.tickets(seat)
        self.completed: frozenset[str] = frozenset()
        """The tickets held that are completed, with stations' borrowed routes too (B5)."""
        self._ways: dict[str, Way | None] = {}
        if wanted := (*self.tickets, *position.offered(seat)):
            self._search(position.names, wanted)

    def _search(self, names: Names, tickets: Sequence[str]) -> None:
        scores, found = blank_scores(), blank_ways()
        wanted = np.uint64(sum(1 << number for number in {names.ticket_number(ticket) for ticket in tickets}))
        state = self._position.state
        tickets_and_ways(names.compiled, state, self._seat, wanted, scores, blank_workings(), found)
        self.completed = frozenset(names.ticket_ids(int(scores.completed[self._seat])))
        if self.completed:
            completed_ways(names.compiled, state, self._seat, scores, found)
        self._ways = ways_found(names, found, tickets)

    def way(self, ticket: str) -> tuple[str, ...]:
        """The routes of the cheapest way, from the ticket's first city to its second, or those that complete it; none
        where no way is open."""
        way = self._ways[ticket]
        return () if way is None else way.routes

    def trains_to_go(self, ticket: str) -> int | None:
        """The fewest trains that would complete a ticket; none where no way is open any more."""
        if ticket in self.completed:
            return 0
        way = self._ways[ticket]
        return None if way is None else way.trains

    def is_joined(self, ticket: str) -> bool:
        """Whether the ticket is completed, or would be if it were kept."""
        return self.trains_to_go(ticket) == 0

    def helps(self, route: str) -> tuple[str, ...]:
        """The tickets to be completed for which a free route lies on a cheapest way."""
        return self._helpful.get(route, ())

    @cached_property
    def _helpful(self) -> dict[str, tuple[str, ...]]:
        helpful: dict[str, tuple[str, ...]] = {}
        for ticket in self.tickets:
            if ticket not in self.completed:
                for route in self._on_cheapest_ways(ticket):
                    helpful[route] = (*helpful.get(route, ()), ticket)
        return helpful

    def _on_cheapest_ways(self, ticket: str) -> list[str]:
        """All free routes on any of a ticket's cheapest ways, not on the one that `way` names alone."""
        names, way = self._position.names, self._ways[ticket]
        if way is None:
            return []
        found = names.board.tickets[names.ticket_number(ticket)]
        from_a, from_b = self._distances(found.a), self._distances(found.b)
        index, owned = names.board.city_index, set(self._position.routes(self._seat))
        free = set(names.route_ids(self._position.state.free[self._seat]))
        return [
            route.id
            for route in names.board.routes
            if route.id in free
            and route.id not in owned
            and way.trains - route.length
            in (from_a[index[route.a]] + from_b[index[route.b]], from_a[index[route.b]] + from_b[index[route.a]])
        ]

    def _distances(self, city: str) -> list[int]:
        """In trains, to every city."""
        names, found = self._position.names, blank_ways()
        distances(names.compiled, self._position.state, self._seat, names.city_number(city), found)
        return [far // TRAIN if far < FAR else FAR for far in found.distance.tolist()]


def ways_found(names: Names, found: Ways, tickets: Iterable[str]) -> dict[str, Way | None]:
    """What a search of the kernel has found, in names; none for a ticket without a way."""
    trains, steps, routes = found.trains.tolist(), found.steps.tolist(), found.routes
    numbers = {ticket: names.ticket_number(ticket) for ticket in tickets}
    return {
        ticket: None if trains[number] < 0 else Way(trains[number], _ids(names, routes[number, : steps[number]]))
        for ticket, number in numbers.items()
    }


def _ids(names: Names, routes: Grid) -> tuple[str, ...]:
    ids = names.board.route_ids
    return tuple([ids[route] for route in routes.tolist()])
