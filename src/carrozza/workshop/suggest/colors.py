"""Balanced colours: the spaces of every colour the same, routes that meet different, as much gray as asked."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from carrozza.boards.document import route_ids
from carrozza.boards.model import GRAY, Board, Route
from carrozza.workshop.network import Link, Network
from carrozza.workshop.printed import surveys

Entry = dict[str, Any]

UNEVEN = 1.0
"""What it costs that a colour is a space off the mean, squared; and a route off the mean number of routes, squared."""

UNEVEN_NUMBER = 2.0
MEETING = 8.0
"""What it costs that two routes of a colour meet at a city."""

PARALLEL = 1000.0
"""What it costs that two routes of a double have one colour."""

TRIES = 80
"""For each route."""


def suggest_colors(board: Board, seed: int = 0, gray: float | None = None) -> list[Entry]:
    """The routes as a board file lists them, coloured anew; `gray` is the share of the spaces that are gray.

    Left out, it is the middle one of the printed boards. The same board, share and seed give the same colours.
    """
    if gray is not None and not 0 <= gray <= 1:
        raise ValueError(f"{gray:g} of the spaces cannot be gray; ask for a share from 0 to 1")
    chance = Random(seed)
    grays = _gray_routes(board, usual_gray() if gray is None else gray, chance)
    colors = _Coloring(board, [GRAY if index in grays else "" for index in range(len(board.routes))])
    colors.fill(chance)
    return with_colors(board, colors.colors)


def with_colors(board: Board, colors: Sequence[str]) -> list[Entry]:
    """The routes as a board file lists them, in these colours; ids that the file need not give are left out."""
    entries = [route.model_dump(mode="json", exclude_defaults=True) for route in board.routes]
    for entry, own, derived in zip(entries, board.route_ids, route_ids(entries), strict=True):
        if own == derived:
            del entry["id"]
    return [{**entry, "color": color} for entry, color in zip(entries, colors, strict=True)]


@cache
def usual_gray() -> float:
    """The middle one of the printed boards' shares of gray spaces."""
    return sorted(survey.gray_share for survey in surveys())[len(surveys()) // 2] / 100


def better_color(board: Board, route: int) -> str | None:
    """The colour that suits a route best beside all others; none where it has it already."""
    coloring = _Coloring(board, [other.color for other in board.routes])
    best = coloring.best(route)
    return None if best == board.routes[route].color else best


def recolored(board: Board, color: str) -> dict[int, str]:
    """Other colours for routes of a colour that has too many spaces, the longest first, until it has its share."""
    coloring, changes = _Coloring(board, [route.color for route in board.routes]), dict[int, str]()
    names = board.rules.colors
    left = coloring.spaces[color] - sum(coloring.spaces[name] for name in names) / len(names)
    for index, route in sorted(enumerate(board.routes), key=lambda item: -item[1].length):
        if route.color == color and route.length <= left + 0.5 and (other := coloring.best(index)) != color:
            coloring.paint(index, other)
            changes[index] = other
            left -= route.length
    return changes


# Gray


def _gray_routes(board: Board, share: float, chance: Random) -> set[int]:
    """Whole links, ferries first, then as likely as printed boards have their length in gray."""
    goal, so_far, chosen = share * sum(route.length for route in board.routes), 0, set[int]()
    for link in sorted(Network(board).links, key=lambda link: _turn(board, link, chance)):
        spaces = link.length * len(link.routes)
        if abs(so_far + spaces - goal) < abs(so_far - goal):
            chosen |= set(link.routes)
            so_far += spaces
    return chosen


def _turn(board: Board, link: Link, chance: Random) -> tuple[bool, float]:
    """Weighted sampling without replacement: a link comes early as its weight is high."""
    ferry = any(board.routes[route].ferry for route in link.routes)
    return not ferry, -(chance.random() ** (1 / (_grayness().get(link.length, 0.0) + 0.02)))


@cache
def _grayness() -> dict[int, float]:
    """The share of printed routes of each length that are gray; ferries, which all are, are left out."""
    routes = [route for survey in surveys() for route in survey.board.routes if not route.ferry]
    every, gray = Counter(route.length for route in routes), Counter(r.length for r in routes if r.color == GRAY)
    return {length: gray[length] / every[length] for length in every}


# Colours


class _Coloring:
    """Colours of all routes, and what is wrong with them; a route without a colour yet has an empty one."""

    def __init__(self, board: Board, colors: list[str]) -> None:
        self.board, self.colors = board, colors
        self.at_city: defaultdict[str, list[int]] = defaultdict(list)
        for index, route in enumerate(board.routes):
            self.at_city[route.a].append(index)
            self.at_city[route.b].append(index)
        self.meeting = [self._meeting(index, route) for index, route in enumerate(board.routes)]
        self.spaces, self.numbers = Counter[str](), Counter[str]()
        for route, color in zip(board.routes, colors, strict=True):
            self.spaces[color] += route.length
            self.numbers[color] += 1

    def _meeting(self, index: int, route: Route) -> list[tuple[int, float]]:
        """The routes that meet a route, and what one colour of both costs."""
        times = Counter([*self.at_city[route.a], *self.at_city[route.b]])
        return [(other, PARALLEL if ends == 2 else MEETING) for other, ends in times.items() if other != index]

    def fill(self, chance: Random) -> None:
        """Give every route a colour that has none yet, the longest first, then improve by chance exchanges."""
        free = [index for index, color in enumerate(self.colors) if not color]
        for index in sorted(free, key=lambda index: (-self.board.routes[index].length, chance.random())):
            self.paint(index, self.best(index))
        for _ in range(TRIES * len(free)):
            self._try(chance.choice(free), chance.choice(free))
        for index in free:
            self.paint(index, self.best(index))

    def _try(self, one: int, other: int) -> None:
        """Exchange the colours of two routes if that is no worse."""
        before = self._cost(one, other)
        self._exchange(one, other)
        if self._cost(one, other) > before:
            self._exchange(one, other)

    def _exchange(self, one: int, other: int) -> None:
        color = self.colors[one]
        self.paint(one, self.colors[other])
        self.paint(other, color)

    def paint(self, index: int, color: str) -> None:
        """Give a route a colour."""
        length, before = self.board.routes[index].length, self.colors[index]
        self.spaces[before] -= length
        self.numbers[before] -= 1
        self.spaces[color] += length
        self.numbers[color] += 1
        self.colors[index] = color

    def best(self, index: int) -> str:
        """The colour that suits a route best beside all others."""
        own, costs = self.colors[index], {}
        for color in self.board.rules.colors:
            self.paint(index, color)
            costs[color] = self._cost(index)
        self.paint(index, own)
        return min(costs, key=lambda color: (costs[color], color != own))

    def _cost(self, *routes: int) -> float:
        """What is wrong with the colours of these routes, and with the balance of all."""
        return sum(self._met(route) for route in routes) + self._unevenness()

    def _met(self, index: int) -> float:
        color = self.colors[index]
        return sum(cost for other, cost in self.meeting[index] if self.colors[other] == color)

    def _unevenness(self) -> float:
        """How far the colours are from having the same spaces and the same number of routes."""
        names = self.board.rules.colors
        spaces, numbers = [self.spaces[name] for name in names], [self.numbers[name] for name in names]
        even, middle = sum(spaces) / len(names), sum(numbers) / len(names)
        uneven = UNEVEN * sum((each - even) ** 2 for each in spaces)
        return uneven + UNEVEN_NUMBER * sum((each - middle) ** 2 for each in numbers)
