"""A balanced set of tickets: cities evenly, lengths as on printed boards, values by their habits."""

from bisect import insort
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrozza.boards.model import MAX_TICKETS, Board, Ticket
from carrozza.workshop.network import Network
from carrozza.workshop.printed import printed_range, surveys, value_habit
from carrozza.workshop.survey import Survey

Array = NDArray[np.float64]
Entry = dict[str, Any]

OFF_LENGTH = 1.0
"""What it costs that a ticket is a space longer or shorter than asked."""

TICKETS_AT_CITY = 2.5
"""What each ticket costs that a city has already, against an even spread."""

TWIN = 12.0
ALIKE = 0.4
"""What it costs that little of a ticket is left to build once another is complete; so large a share costs nothing."""

CROWD = 1.0
"""What it costs to lead over links that carry many tickets."""

CHANCE = 0.8
ROUNDS = 6
MORE_LONG = 1
"""Long tickets beyond one for each player."""


def suggest_tickets(board: Board, count: int | None = None, seed: int = 0) -> list[Entry]:
    """As many tickets as asked, or as printed boards would have, as a board file lists them.

    The same board, number and seed give the same tickets.
    """
    choice = _choice(board)
    longs = board.rules.max_seats + MORE_LONG if board.rules.opening_long else 0
    wanted = min(usual_number(board) if count is None else _checked(board, count, longs), choice.most)
    slots = [(length, True) for length in _lengths(choice, longs, long=True)]
    slots += [(length, False) for length in _lengths(choice, wanted - len(slots), long=False)]
    return choice.entries(slots, Random(seed))


def usual_number(board: Board) -> int:
    """As many tickets as printed boards have for so many cities, and no fewer than so many players need."""
    for_city = sorted(survey.facts.tickets / survey.facts.cities for survey in surveys())[len(surveys()) // 2]
    for_seat = printed_range(tickets_for_each_seat).low
    return min(MAX_TICKETS, max(round(for_city * len(board.cities)), round(for_seat * board.rules.max_seats + 0.5)))


def tickets_for_each_seat(survey: Survey) -> Iterable[float]:
    """As a measure of the printed boards."""
    return (survey.tickets_for_each_seat,)


def _checked(board: Board, count: int, longs: int) -> int:
    least = longs + board.rules.max_seats * board.rules.opening_tickets
    if not least <= count <= MAX_TICKETS:
        raise ValueError(f"{count} tickets do not fit this board; ask for {least} to {MAX_TICKETS}")
    return count


def another_ticket(board: Board, city: str | None = None, leaving_out: int | None = None) -> Entry | None:
    """One ticket that goes well with the others, at a city where one is named; none where there is no room for it."""
    kept = [ticket for index, ticket in enumerate(board.tickets) if index != leaving_out]
    if len(kept) >= MAX_TICKETS:
        return None
    choice = _choice(board)
    return choice.one(_lengths(choice, 1, long=False)[0], kept, city)


@lru_cache(maxsize=4)
def _choice(board: Board) -> "_Choice":
    return _Choice(board)


# Lengths as on printed boards


def _lengths(choice: "_Choice", count: int, *, long: bool) -> list[float]:
    """The fewest trains that each of so many tickets should take, the longest first."""
    shares = _shares(bool(choice.board.rules.opening_long), long)
    reach = _reach(choice.network)
    places = [(index + 0.5) / count for index in range(count)]
    return sorted((reach * float(np.quantile(shares, place)) for place in places), reverse=True)


@cache
def _shares(dealt_apart: bool, long: bool) -> tuple[float, ...]:
    """The printed tickets' fewest trains as shares of their boards' reach, shortest first."""
    shares: list[float] = []
    for survey in surveys():
        if bool(survey.board.rules.opening_long) == dealt_apart:
            for ticket in survey.board.tickets:
                if ticket.long == long or not dealt_apart:
                    insort(shares, survey.trains_for(ticket) / _reach(survey.network))
    return tuple(shares)


def _reach(network: Network) -> float:
    """The longest that a ticket of a board could be: across the whole board, or what its trains allow."""
    return min(network.widest, _longest(network.board))


def _longest(board: Board) -> float:
    return board.rules.trains * printed_range(_reaches).high / 100


def _reaches(survey: Survey) -> Iterable[float]:
    return survey.reaches


class _Choice:
    """Chooses tickets one by one among all pairs of cities, beside those that are there."""

    def __init__(self, board: Board) -> None:
        self.board, self.network = board, Network(board)
        self.ids = list(board.city_index)
        self.spaces = np.array([[self.network.spaces(a, b) for b in self.ids] for a in self.ids], dtype=np.float64)
        self.pairs = self._pairs()
        self.ways = self.spaces[self.pairs[:, 0], self.pairs[:, 1]]
        self.links_of_pair = self._links_of_pairs()
        self.lanes = np.array([len(link.routes) for link in self.network.links], dtype=np.float64)

    @property
    def most(self) -> int:
        return min(MAX_TICKETS, len(self.pairs))

    def _pairs(self) -> NDArray[np.int64]:
        """Two cities that are no neighbours and not too far apart; on the smallest boards any two."""
        index = self.board.city_index
        every = [(a, b) for a in range(len(self.ids)) for b in range(a)]
        joined = {frozenset((index[link.a], index[link.b])) for link in self.network.links}
        longest = _longest(self.board)
        fit = [pair for pair in every if frozenset(pair) not in joined and self.spaces[pair] <= longest]
        enough = len(fit) >= min(usual_number(self.board), len(every))
        return np.array(fit if enough else every, dtype=np.int64).reshape(-1, 2)

    def _links_of_pairs(self) -> Array:
        """For each pair and link, the share of the pair's shortest ways that leads over it."""
        numbers = np.array([[self.network.ways[a].number[b] for b in self.ids] for a in self.ids], dtype=np.float64)
        index = self.board.city_index
        one, other = self.pairs.T
        shares = np.zeros((len(self.pairs), len(self.network.links)))
        for column, link in enumerate(self.network.links):
            for near, far in ((index[link.a], index[link.b]), (index[link.b], index[link.a])):
                on_way = self.spaces[one, near] + link.length + self.spaces[far, other] == self.ways
                shares[:, column] += on_way * numbers[one, near] * numbers[far, other]
        return np.asarray(shares / numbers[one, other][:, None])

    def entries(self, slots: Sequence[tuple[float, bool]], chance: Random) -> list[Entry]:
        """A ticket for each slot, a length and whether it is a long one; each is chosen again beside all others."""
        luck = CHANCE * np.array([[chance.random() for _ in self.pairs] for _ in slots])
        chosen: list[int] = []
        for (length, _), noise in zip(slots, luck, strict=True):
            chosen.append(int(np.argmin(self._costs(length, self.pairs[chosen]) + noise)))
        for _ in range(ROUNDS):
            before = list(chosen)
            for place, ((length, _), noise) in enumerate(zip(slots, luck, strict=True)):
                own = chosen.pop(place)
                costs = self._costs(length, self.pairs[chosen]) + noise
                best = int(np.argmin(costs))
                chosen.insert(place, own if costs[own] <= costs[best] else best)
            if chosen == before:
                break
        listed = zip(chosen, (long for _, long in slots), strict=True)
        ordered = sorted(listed, key=lambda item: (not item[1], *sorted(self.pairs[item[0]].tolist())))
        return [self._entry(pair, long) for pair, long in ordered]

    def one(self, length: float, kept: Sequence[Ticket], city: str | None) -> Entry | None:
        """The best ticket of about this length beside those kept, at a city where one is named."""
        index = self.board.city_index
        taken = np.array([(index[ticket.a], index[ticket.b]) for ticket in kept], dtype=np.int64).reshape(-1, 2)
        costs = self._costs(length, taken)
        if city is not None:
            costs = np.where((self.pairs == index[city]).any(axis=1), costs, np.inf)
        best = int(np.argmin(costs)) if len(costs) else -1
        return self._entry(best, False) if best >= 0 and np.isfinite(costs[best]) else None

    def _entry(self, pair: int, long: bool) -> Entry:
        a, b = sorted(int(city) for city in self.pairs[pair])
        entry = {"a": self.ids[a], "b": self.ids[b], "points": value_habit().value(int(self.ways[pair]))}
        return {**entry, "long": True} if long else entry

    def _costs(self, length: float, taken: NDArray[np.int64]) -> Array:
        """What each pair would cost beside the tickets that are there."""
        uses = np.bincount(taken.ravel(), minlength=len(self.ids)).astype(np.float64)
        even = max(1.0, 2 * (len(taken) + 1) / len(self.ids))
        costs = OFF_LENGTH * np.abs(self.ways - length)
        costs += TICKETS_AT_CITY * (uses[self.pairs] / even).sum(axis=1)
        costs += TWIN * self._alike(taken).sum(axis=1)
        there = np.isin(self._codes(self.pairs), self._codes(taken))
        costs += CROWD * self._crowd(there)
        return np.where(there, np.inf, costs)

    def _codes(self, pairs: NDArray[np.int64]) -> NDArray[np.int64]:
        """A number for each pair, whichever way round it is."""
        return np.asarray(pairs.max(axis=1, initial=0) * len(self.ids) + pairs.min(axis=1, initial=len(self.ids)))

    def _alike(self, taken: NDArray[np.int64]) -> Array:
        """For each pair and ticket, how much less than `ALIKE` of the shorter one is left to build."""
        if not len(taken):
            return np.zeros((len(self.pairs), 0))
        (one, other), (a, b) = self.pairs.T, taken.T
        straight = self.spaces[np.ix_(one, a)] + self.spaces[np.ix_(other, b)]
        crossed = self.spaces[np.ix_(one, b)] + self.spaces[np.ix_(other, a)]
        shorter = np.minimum(self.ways[:, None], self.spaces[a, b][None])
        return np.asarray(np.maximum(0.0, ALIKE - np.minimum(straight, crossed) / shorter) ** 2 / ALIKE**2)

    def _crowd(self, there: NDArray[np.bool_]) -> Array:
        """The tickets that are there on the links of each pair's ways, against the mean of all links."""
        loads = self.links_of_pair[there].sum(axis=0) / self.lanes
        if not loads.any():
            return np.zeros(len(self.pairs))
        crowded = np.maximum(0.0, loads / loads.mean() - 1)
        links = np.maximum(self.links_of_pair.sum(axis=1), 1.0)
        return np.asarray(self.links_of_pair @ crowded / links)
