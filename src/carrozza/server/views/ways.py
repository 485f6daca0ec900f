"""The ways behind a score: over which routes each ticket was completed, and where the longest path runs (E3)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from typing import Any

from carrozza.boards import Route
from carrozza.game import Score, View

PATIENCE = 200_000
"""Steps after which the best path found has to do; its length is known from the rules."""


def ways_of(view: View, player: str, score: Score) -> dict[str, Any]:
    """`ways` by ticket, and `longest_path_routes` in the order they are travelled."""
    board = view.board
    own = [board.routes[board.route_index[route]] for route in view.routes(player)]
    lent = [board.routes[board.route_index[route]] for route in score.borrowed]
    completed = (board.tickets[board.ticket_index[ticket]] for ticket in score.tickets_completed)
    return {
        "ways": {
            ticket.id: shortest_way(own, ticket.a, ticket.b) or shortest_way([*own, *lent], ticket.a, ticket.b)
            for ticket in completed
        },
        "longest_path_routes": longest_path(own, score.longest_path_length),
    }


def shortest_way(routes: Iterable[Route], start: str, goal: str) -> list[str]:
    """The routes of a way with the fewest trains; nothing where there is none."""
    around = _around(routes)
    waiting: list[tuple[int, str, tuple[str, ...]]] = [(0, start, ())]
    settled: set[str] = set()
    while waiting:
        trains, city, way = heappop(waiting)
        if city == goal:
            return list(way)
        if city not in settled:
            settled.add(city)
            for route in around[city]:
                heappush(waiting, (trains + route.length, _other_end(route, city), (*way, route.id)))
    return []


def longest_path(routes: Sequence[Route], length: int) -> list[str]:
    """A trail of that length over these routes, each used once."""
    if not routes or not length:
        return []
    search = _Trail(routes, length)
    return search.found()


class _Trail:
    """Walks trails until one has the length that is known to be there."""

    def __init__(self, routes: Sequence[Route], length: int) -> None:
        self.around = _around(routes)
        self.length = length
        self.steps = 0
        self.best: list[str] = []
        self.best_length = 0

    def found(self) -> list[str]:
        for city in self._starts():
            if any(self._walk(city, [], 0)):
                break
        return self.best

    def _starts(self) -> Iterator[str]:
        """A longest trail mostly ends where an odd number of routes meet."""
        yield from sorted(self.around, key=lambda city: (len(self.around[city]) + 1) % 2)

    def _walk(self, city: str, path: list[str], walked: int) -> Iterator[bool]:
        """Yields true where the search is over."""
        self.steps += 1
        if walked > self.best_length:
            self.best, self.best_length = list(path), walked
        if self.best_length >= self.length or self.steps > PATIENCE:
            yield True
            return
        for route in self.around[city]:
            if route.id not in path:
                path.append(route.id)
                yield from self._walk(_other_end(route, city), path, walked + route.length)
                path.pop()


def _around(routes: Iterable[Route]) -> dict[str, list[Route]]:
    around: defaultdict[str, list[Route]] = defaultdict(list)
    for route in routes:
        around[route.a].append(route)
        around[route.b].append(route)
    return around


def _other_end(route: Route, city: str) -> str:
    return route.b if city == route.a else route.a
