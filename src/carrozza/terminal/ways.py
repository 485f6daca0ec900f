"""How far it still is: the cheapest ways that are left open to a player, for each ticket."""

from functools import cached_property
from heapq import heappop, heappush

from carrozza.boards import Route, Ticket
from carrozza.game.names import bits_of
from carrozza.game.position import Position
from carrozza.game.scores import result_of

Roads = dict[str, list[tuple[str, int]]]
Distances = dict[str, int]


class Ways:
    """One player's ways: own routes cost nothing, routes still open their length, and others' do not help."""

    def __init__(self, position: Position, seat: str) -> None:
        self.board = position.board
        self.seat = seat
        self.own = frozenset(position.routes(seat))
        free = bits_of(position.state.free[position.names.seat_number(seat)])
        self.open = frozenset(self.board.routes[route].id for route in free)
        self.tickets = position.tickets(seat)
        held = bool(self.tickets)
        self.completed = frozenset(result_of(position).scores[seat].tickets_completed) if held else frozenset[str]()

    @cached_property
    def _roads(self) -> Roads:
        roads: Roads = {city.id: [] for city in self.board.cities}
        for route in self.board.routes:
            if route.id in self.own or route.id in self.open:
                cost = self._cost(route)
                roads[route.a].append((route.b, cost))
                roads[route.b].append((route.a, cost))
        return roads

    def _cost(self, route: Route) -> int:
        return 0 if route.id in self.own else route.length

    def _from(self, city: str) -> Distances:
        distances: Distances = {}
        waiting = [(0, city)]
        while waiting:
            spaces, at = heappop(waiting)
            if at in distances:
                continue
            distances[at] = spaces
            for other, cost in self._roads[at]:
                heappush(waiting, (spaces + cost, other))
        return distances

    def trains_to_go(self, ticket: str) -> int | None:
        """The fewest trains that would complete a ticket; none where no way is open any more."""
        found = self._ticket(ticket)
        return self._from(found.a).get(found.b)

    def _ticket(self, ticket: str) -> Ticket:
        return self.board.tickets[self.board.ticket_index[ticket]]

    @cached_property
    def _helpful(self) -> dict[str, tuple[str, ...]]:
        helpful: dict[str, tuple[str, ...]] = {}
        for ticket in self.tickets:
            if ticket not in self.completed:
                for route in self._on_cheapest_way(self._ticket(ticket)):
                    helpful[route] = (*helpful.get(route, ()), ticket)
        return helpful

    def _on_cheapest_way(self, ticket: Ticket) -> list[str]:
        from_a, from_b = self._from(ticket.a), self._from(ticket.b)
        if ticket.b not in from_a:
            return []
        far = len(self.board.routes) * self.board.rules.trains
        return [
            route.id
            for route in self.board.routes
            if route.id in self.open
            and from_a[ticket.b] - route.length
            in (
                from_a.get(route.a, far) + from_b.get(route.b, far),
                from_a.get(route.b, far) + from_b.get(route.a, far),
            )
        ]

    def helps(self, route: str) -> tuple[str, ...]:
        """The tickets for which an open route lies on a cheapest way."""
        return self._helpful.get(route, ())
