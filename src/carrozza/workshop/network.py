"""A board as cities and links: all shortest ways between them, and how many tickets each link carries."""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from heapq import heappop, heappush
from typing import NamedTuple, TypeVar

from carrozza.boards.model import Board, Route, Ticket

City = TypeVar("City", str, int)
"""By its id, or its number."""


class Link(NamedTuple):
    """The routes between two neighbouring cities: one, or the two or three of a double or triple."""

    a: str
    b: str
    length: int
    routes: tuple[int, ...]
    """Where they stand in the board's list."""


class Ways(NamedTuple):
    """From one city to every other: the fewest spaces, and how many ways take no more."""

    spaces: dict[str, int]
    number: dict[str, int]


class Network:
    """What a map maker wants to know of a board's graph."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.links = tuple(map(self._link, board.links.values()))

    def _link(self, routes: tuple[int, ...]) -> Link:
        first: Route = self.board.routes[routes[0]]
        return Link(first.a, first.b, first.length, routes)

    @cached_property
    def neighbours(self) -> dict[str, dict[str, int]]:
        """The cities next to each city, with the spaces between."""
        found: dict[str, dict[str, int]] = {city.id: {} for city in self.board.cities}
        for link in self.links:
            found[link.a][link.b] = found[link.b][link.a] = link.length
        return found

    @cached_property
    def ways(self) -> dict[str, Ways]:
        """The shortest ways from every city."""
        return {city.id: self._ways_from(city.id) for city in self.board.cities}

    def _ways_from(self, start: str) -> Ways:
        spaces, number = {start: 0}, {start: 1}
        waiting, settled = [(0, start)], set[str]()
        while waiting:
            so_far, city = heappop(waiting)
            if city in settled:
                continue
            settled.add(city)
            for other, length in self.neighbours[city].items():
                reached = so_far + length
                if other not in spaces or reached < spaces[other]:
                    spaces[other], number[other] = reached, number[city]
                    heappush(waiting, (reached, other))
                elif reached == spaces[other]:
                    number[other] += number[city]
        return Ways(spaces, number)

    def spaces(self, a: str, b: str) -> int:
        """The fewest spaces between two cities."""
        return self.ways[a].spaces[b]

    @cached_property
    def widest(self) -> int:
        """The fewest spaces between the two cities that are farthest apart."""
        return max(max(ways.spaces.values()) for ways in self.ways.values())

    def share_of_link(self, ticket: Ticket, link: Link) -> float:
        """How large a share of a ticket's shortest ways leads over a link."""
        begin, end = self.ways[ticket.a], self.ways[ticket.b]
        through = sum(
            begin.number[near] * end.number[far]
            for near, far in ((link.a, link.b), (link.b, link.a))
            if begin.spaces[near] + link.length + end.spaces[far] == begin.spaces[ticket.b]
        )
        return through / begin.number[ticket.b]

    def leads_through(self, ticket: Ticket, city: str) -> bool:
        """Whether a shortest way of a ticket begins, ends or passes there."""
        spaces = self.ways[city].spaces
        return spaces[ticket.a] + spaces[ticket.b] == self.spaces(ticket.a, ticket.b)

    @cached_property
    def loads(self) -> tuple[float, ...]:
        """For each link, how many tickets it carries; a ticket with several shortest ways counts in shares."""
        tickets = self.board.tickets
        return tuple(sum(self.share_of_link(ticket, link) for ticket in tickets) for link in self.links)

    @cached_property
    def bridges(self) -> tuple[tuple[Link, frozenset[str]], ...]:
        """The links whose loss cuts the board, each with the cities of the smaller side."""
        return tuple(self._bridges())

    def _bridges(self) -> Iterator[tuple[Link, frozenset[str]]]:
        for link in self.links:
            side = self._reached_without(link)
            if link.b not in side:
                rest = frozenset(self.neighbours) - side
                yield link, min(side, rest, key=lambda cities: (len(cities), sorted(cities)))

    def _reached_without(self, link: Link) -> frozenset[str]:
        """The cities that are still reached from one end of a link without it."""
        ends = {link.a, link.b}
        reached = reached_from(link.a, lambda city: [other for other in self.neighbours[city] if {city, other} != ends])
        return frozenset(reached)


def reached_from(start: City, neighbours: Callable[[City], Iterable[City]]) -> set[City]:
    """All that can be reached from a city, by what is next to each."""
    reached, waiting = {start}, [start]
    while waiting:
        for other in neighbours(waiting.pop()):
            if other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached
