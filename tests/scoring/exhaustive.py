"""Longest path and stations once more, by trying everything: slow, plain and with nothing of the kernel in it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from carrozza import boards


class Link(NamedTuple):
    """A route, as far as paths go."""

    a: str
    b: str
    length: int


class Borrowing(NamedTuple):
    """What a choice of borrowed routes comes to; the greatest is the best (B5)."""

    total: int
    completed: int
    unborrowed: int
    """Less the routes borrowed."""


def links(routes: Iterable[boards.Route]) -> list[Link]:
    return [Link(route.a, route.b, route.length) for route in routes]


def longest_trail(network: Sequence[Link]) -> int:
    """E3: walk on from every city by every route not yet used."""
    leaving: defaultdict[str, list[tuple[int, str, int]]] = defaultdict(list)
    for number, (a, b, length) in enumerate(network):
        leaving[a].append((1 << number, b, length))
        leaving[b].append((1 << number, a, length))

    @cache
    def onward(city: str, used: int) -> int:
        ways = (length + onward(there, used | route) for route, there, length in leaving[city] if not used & route)
        return max(ways, default=0)

    return max((onward(city, 0) for city in list(leaving)), default=0)


def reached(start: str, network: Iterable[Link]) -> set[str]:
    """All cities that hang together with one, level by level."""
    beside: defaultdict[str, set[str]] = defaultdict(set)
    for a, b, _ in network:
        beside[a].add(b)
        beside[b].add(a)
    seen, level = {start}, {start}
    while level:
        level = {there for city in level for there in beside[city]} - seen
        seen |= level
    return seen


def shortest(network: Iterable[Link], start: str, goal: str) -> int | None:
    """The fewest trains between two cities, by improving all distances until none can be (Bellman and Ford)."""
    trains, listed = {start: 0}, list(network)
    improved = True
    while improved:
        improved = False
        for a, b, length in [*listed, *((b, a, length) for a, b, length in listed)]:
            if a in trains and trains[a] + length < trains.get(b, trains[a] + length + 1):
                trains[b] = trains[a] + length
                improved = True
    return trains.get(goal)


def leads(way: Iterable[boards.Route], start: str, goal: str) -> bool:
    """Whether the routes lead from one city to the other, in this order."""
    city = start
    for route in way:
        if city not in route.ends:
            return False
        (city,) = route.ends - {city}
    return city == goal


def completed(tickets: Iterable[boards.Ticket], network: Sequence[Link]) -> set[str]:
    return {ticket.id for ticket in tickets if ticket.b in reached(ticket.a, network)}


def ticket_total(tickets: Iterable[boards.Ticket], done: set[str]) -> int:
    return sum(ticket.points if ticket.id in done else -ticket.points for ticket in tickets)


def best_borrowing(
    own: Sequence[Link], others: Sequence[Link], stations: Sequence[str], tickets: Sequence[boards.Ticket]
) -> Borrowing:
    """B5: every station with every route of another player that ends there, or with none."""
    offers = [[None, *(link for link in others if station in link[:2])] for station in stations]
    return max(_outcome(own, [link for link in choice if link], tickets) for choice in product(*offers))


def _outcome(own: Sequence[Link], borrowed: Sequence[Link], tickets: Sequence[boards.Ticket]) -> Borrowing:
    done = completed(tickets, [*own, *borrowed])
    return Borrowing(ticket_total(tickets, done), len(done), -len(borrowed))
