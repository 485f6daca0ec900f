"""Finished games laid out by hand: who holds which routes, tickets and stations, and how that scores."""

from collections.abc import Iterable

import numpy as np

from carrozza import boards
from carrozza.kernel import path_routes, paths, scoring, setup, ways
from carrozza.kernel.board import compile_board
from carrozza.kernel.longest_path import SEARCH_STEPS
from carrozza.kernel.state import blank_state


class FinishedGame:
    """One board with its pieces. Every method that lays something out returns the game."""

    def __init__(self, board: boards.Board | str, seats: int = 2) -> None:
        self.board = boards.load(board) if isinstance(board, str) else board
        self.seats = seats
        self._compiled = compile_board(self.board)
        self._scores = scoring.blank_scores()
        self._workings = paths.blank_workings()
        self._path = path_routes.blank_path_routes()
        self._ways = ways.blank_ways()
        self.clear()

    def clear(self) -> "FinishedGame":
        self.state = blank_state()
        setup.clear_table(self._compiled, self.state, self.seats, np.uint64(1))
        return self

    def routes(self, seat: int, *ids: str) -> "FinishedGame":
        return self.route_numbers(seat, (self.board.route_index[name] for name in ids))

    def route_numbers(self, seat: int, numbers: Iterable[int]) -> "FinishedGame":
        for number in numbers:
            self.state.owned[seat, number // 64] |= np.uint64(1) << np.uint64(number % 64)
        return self

    def tickets(self, seat: int, *ids: str) -> "FinishedGame":
        self.state.tickets[seat] |= _bits(self.board.ticket_index[name] for name in ids)
        return self

    def stations(self, seat: int, *ids: str) -> "FinishedGame":
        self.state.stations[seat] |= _bits(self.board.city_index[name] for name in ids)
        return self

    def points(self, seat: int, points: int) -> "FinishedGame":
        """The points its routes have earned so far."""
        self.state.points[seat] = points
        return self

    def level(self, total: int = 100, seats: Iterable[int] | None = None) -> "FinishedGame":
        """Give these seats (or all) the route points that bring each to the same total."""
        scores = self.score()
        for seat in range(self.seats) if seats is None else seats:
            self.state.points[seat] += total - int(scores.total[seat])
        return self

    def score(self) -> scoring.Scores:
        scoring.score(self._compiled, self.state, self._scores, self._workings)
        return self._scores

    def winners(self) -> list[int]:
        scores = self.score()
        return [seat for seat in range(self.seats) if scores.winner[seat]]

    def longest_path(self, seat: int = 0) -> int:
        return int(self.score().longest_path_length[seat])

    def sweep_at_once(self, at_once: bool = True) -> "FinishedGame":
        """Find longest paths by sweeping alone, which the kernel does where searching takes long."""
        self._workings.fewer_steps = SEARCH_STEPS if at_once else 0
        return self

    def longest_path_routes(self, seat: int = 0) -> list[boards.Route]:
        path_routes.longest_path_routes(self._compiled, self.state, seat, self._workings, self._path)
        return [self.board.routes[number] for number in self._path.routes[: self._path.steps]]

    def ways(self, seat: int = 0) -> dict[str, list[boards.Route]]:
        """By completed ticket, the way that completes it."""
        scores = self.score()
        ways.completed_ways(self._compiled, self.state, seat, scores, self._ways)
        return {ticket: self._way(ticket) for ticket in self.completed(seat)}

    def _way(self, ticket: str) -> list[boards.Route]:
        number = self.board.ticket_index[ticket]
        return [self.board.routes[route] for route in self._ways.routes[number, : self._ways.steps[number]]]

    def completed(self, seat: int) -> set[str]:
        done = int(self.score().completed[seat])
        return {ticket.id for number, ticket in enumerate(self.board.tickets) if done >> number & 1}

    def borrowed(self, seat: int) -> list[str]:
        return [self.board.routes[number].id for number in self.score().borrowed[seat] if number >= 0]


def _bits(numbers: Iterable[int]) -> np.uint64:
    return np.uint64(sum(1 << number for number in set(numbers)))
