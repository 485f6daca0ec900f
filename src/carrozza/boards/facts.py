"""Facts of a board: totals, distances and degrees, for map makers and for `carrozza board`."""

from collections import Counter
from heapq import heappop, heappush
from typing import Any

from carrozza.boards.model import GRAY, Board, Frozen, Ticket


class ColorFacts(Frozen):
    """The routes of one colour."""

    color: str
    routes: int
    spaces: int


class LengthFacts(Frozen):
    """The routes of one length, and the points for each."""

    length: int
    routes: int
    points: int


class TicketFacts(Frozen):
    """The points of a ticket against the fewest trains that complete it, and a way that takes no more."""

    id: str
    points: int
    trains: int
    way: tuple[str, ...]


class CityFacts(Frozen):
    """How well a city is connected."""

    id: str
    neighbours: int
    routes: int
    tickets: int


class Facts(Frozen):
    """A board in numbers."""

    cities: int
    routes: int
    spaces: int
    doubles: int
    triples: int
    ferries: int
    tunnels: int
    attractions: int
    tickets: int
    long_tickets: int
    ticket_points: int
    cards: int
    trains: int
    shortest_route: int
    longest_route: int
    shortest_ticket: int
    longest_ticket: int
    by_color: tuple[ColorFacts, ...]
    by_length: tuple[LengthFacts, ...]
    by_ticket: tuple[TicketFacts, ...]
    by_city: tuple[CityFacts, ...]


def facts(board: Board) -> Facts:
    """Count and measure a board; `trains` is what all seats of a full table have together."""
    lengths = [route.length for route in board.routes]
    tickets = by_ticket(board)
    groups = Counter(len(board.parallel(route)) + 1 for route in board.routes)
    return Facts(
        cities=len(board.cities),
        routes=len(board.routes),
        spaces=sum(lengths),
        doubles=groups[2] // 2,
        triples=groups[3] // 3,
        ferries=sum(route.ferry > 0 for route in board.routes),
        tunnels=sum(route.tunnel > 0 for route in board.routes),
        attractions=sum(city.attraction for city in board.cities),
        tickets=len(board.tickets),
        long_tickets=sum(ticket.long for ticket in board.tickets),
        ticket_points=sum(ticket.points for ticket in board.tickets),
        cards=board.rules.cards,
        trains=board.rules.max_seats * board.rules.trains,
        shortest_route=min(lengths),
        longest_route=max(lengths),
        shortest_ticket=min(ticket.trains for ticket in tickets),
        longest_ticket=max(ticket.trains for ticket in tickets),
        by_color=by_color(board),
        by_length=by_length(board),
        by_ticket=tickets,
        by_city=by_city(board),
    )


def by_color(board: Board) -> tuple[ColorFacts, ...]:
    """Routes and spaces of every card colour, then of gray."""
    routes = Counter(route.color for route in board.routes)
    spaces: Counter[str] = Counter()
    for route in board.routes:
        spaces[route.color] += route.length
    colors = (*board.rules.colors, GRAY)
    return tuple(ColorFacts(color=color, routes=routes[color], spaces=spaces[color]) for color in colors)


def by_length(board: Board) -> tuple[LengthFacts, ...]:
    """Routes of every length that occurs, shortest first."""
    routes = Counter(route.length for route in board.routes)
    points = board.rules.route_points
    return tuple(LengthFacts(length=length, routes=routes[length], points=points[length]) for length in sorted(routes))


def by_ticket(board: Board) -> tuple[TicketFacts, ...]:
    """Every ticket with the shortest way between its cities, in the order of the board."""
    roads = _roads(board)
    return tuple(_ticket_facts(ticket, roads) for ticket in board.tickets)


def by_city(board: Board) -> tuple[CityFacts, ...]:
    """Every city with its degree, in the order of the board."""
    routes = Counter(city for route in board.routes for city in route.ends)
    tickets = Counter(city for ticket in board.tickets for city in (ticket.a, ticket.b))
    roads = _roads(board)
    return tuple(
        CityFacts(id=city.id, neighbours=len(roads[city.id]), routes=routes[city.id], tickets=tickets[city.id])
        for city in board.cities
    )


Roads = dict[str, dict[str, int]]


def _roads(board: Board) -> Roads:
    """From each city to its neighbours, with the spaces between; parallel routes are equally long."""
    roads: Roads = {city.id: {} for city in board.cities}
    for route in board.routes:
        roads[route.a][route.b] = roads[route.b][route.a] = route.length
    return roads


def _ticket_facts(ticket: Ticket, roads: Roads) -> TicketFacts:
    trains, way = _shortest_way(ticket.a, ticket.b, roads)
    return TicketFacts(id=ticket.id, points=ticket.points, trains=trains, way=way)


def _shortest_way(start: str, goal: str, roads: Roads) -> tuple[int, tuple[str, ...]]:
    """The fewest spaces between two cities, and the way; among equals the one with the fewest cities."""
    waiting: list[tuple[int, int, tuple[str, ...]]] = [(0, 1, (start,))]
    settled: set[str] = set()
    while waiting:
        spaces, count, way = heappop(waiting)
        if way[-1] == goal:
            return spaces, way
        if way[-1] not in settled:
            settled.add(way[-1])
            for city, length in roads[way[-1]].items():
                heappush(waiting, (spaces + length, count + 1, (*way, city)))
    raise ValueError(f"no way leads from '{start}' to '{goal}'")


def as_json(board: Board) -> dict[str, Any]:
    """The whole board as plain values: what its file says, and its facts."""
    return {
        "id": board.id,
        "map": board.map,
        "ruleset": board.ruleset,
        "title": board.title,
        "digest": board.digest,
        "notes": list(board.notes),
        **{
            key: [entry.model_dump(mode="json", exclude_defaults=True) for entry in entries]
            for key, entries in (
                ("cities", board.cities),
                ("routes", board.routes),
                ("tickets", board.tickets),
            )
        },
        "rules": board.rules.model_dump(mode="json"),
        "variants": {name: settings.model_dump(mode="json") for name, settings in board.variants.items()},
        "facts": facts(board).model_dump(mode="json"),
    }
