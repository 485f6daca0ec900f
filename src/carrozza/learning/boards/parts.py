"""Parts of a board: some of its cities with the routes between them, fewer tickets, and trains to suit.

The same board and seed give the same part.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from carrozza import boards
from carrozza.boards.model import Board, Route

FEWEST_CITIES: Final = 7
SHARES: Final = (0.35, 0.95)
"""Of the cities that are kept, from the least to the most."""
MOST_DROPPED: Final = 0.2
"""The largest share of routes between the cities that is left out, as far as all stay joined; and of tickets."""
TRAINS: Final = (0.8, 1.2)
"""Trains for each space, against the whole board."""
FEWEST_TRAINS: Final = 8
TRIES: Final = 100

Entry = dict[str, Any]


def part_of(board: Board, seed: int) -> Board:
    """A part of a board, checked as any board is."""
    chance = Random(f"part of {board.id} {seed}")
    for _ in range(TRIES):
        document = _document(board, seed, chance)
        for seats in range(board.rules.max_seats, board.rules.min_seats - 1, -1):
            document["rules"]["max_seats"] = seats
            try:
                return boards.from_document(document, document["id"])
            except boards.BoardError:
                continue
    raise ValueError(f"no part of {board.id} with the seed {seed} can be played: give another seed")


def _document(board: Board, seed: int, chance: Random) -> Entry:
    cities = _region(board, chance)
    routes = _thinned([route for route in board.routes if route.ends <= cities], cities, chance)
    tickets = [ticket for ticket in board.tickets if {ticket.a, ticket.b} <= cities]
    dropped = chance.uniform(0, MOST_DROPPED)
    trains = board.rules.trains * sum(route.length for route in routes) / sum(route.length for route in board.routes)
    rules = board.rules.model_dump(mode="json", exclude_defaults=True)
    rules["trains"] = max(FEWEST_TRAINS, round(trains * chance.uniform(*TRAINS)))
    return {
        "id": f"part-{seed}-of-{board.id}",
        "title": f"Part {seed} of {board.full_title}",
        "cities": [_entry(city) for city in board.cities if city.id in cities],
        "routes": [_entry(route, "id") for route in routes],
        "tickets": [_entry(ticket, "id") for ticket in tickets if chance.random() >= dropped],
        "rules": rules,
        "variants": {name: _entry(set_) for name, set_ in board.variants.items() if set_.city in cities},
    }


def _entry(values: boards.model.Table, *left_out: str) -> Entry:
    return values.model_dump(mode="json", exclude_defaults=True, exclude=set(left_out))


def _region(board: Board, chance: Random) -> set[str]:
    """Cities that hang together: grown from one of them, neighbour by neighbour."""
    neighbours = _neighbours(board.routes)
    number = max(FEWEST_CITIES, round(chance.uniform(*SHARES) * len(board.cities)))
    region = {chance.choice(board.cities).id}
    while len(region) < min(number, len(board.cities)):
        region.add(chance.choice(sorted({near for city in region for near in neighbours[city]} - region)))
    return region


def _neighbours(routes: "tuple[Route, ...] | list[Route]") -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for route in routes:
        found.setdefault(route.a, set()).add(route.b)
        found.setdefault(route.b, set()).add(route.a)
    return found


def _thinned(routes: list[Route], cities: set[str], chance: Random) -> list[Route]:
    """Without some of the routes, but never without the last one that joins two parts."""
    kept = list(routes)
    for route in chance.sample(routes, round(chance.uniform(0, MOST_DROPPED) * len(routes))):
        fewer = [other for other in kept if other is not route]
        if _reached(fewer, route.a) == cities:
            kept = fewer
    return kept


def _reached(routes: list[Route], start: str) -> set[str]:
    return set(_walk(_neighbours(routes), start))


def _walk(neighbours: dict[str, set[str]], start: str) -> Iterator[str]:
    reached, waiting = {start}, [start]
    while waiting:
        city = waiting.pop()
        yield city
        new = neighbours.get(city, set()) - reached
        reached |= new
        waiting += new
