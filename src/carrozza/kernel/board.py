"""A board as the kernel reads it: read-only arrays and rule switches, made from a board file.

No board is named in the kernel: what a board plays with is in its switches.
"""

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Final

import numpy as np

from carrozza import boards
from carrozza.kernel.bits import NONE, ONE
from carrozza.kernel.layout import (
    CITIES,
    GRAY,
    KINDS,
    LENGTHS,
    LOCOMOTIVE,
    ROUTE_WORDS,
    ROUTES,
    TICKETS,
    Grid,
    Record,
    cell,
)

TO_BOTTOM: Final = 0
OUT_OF_GAME: Final = 1
SHUFFLED_TO_BOTTOM: Final = 2
REFUSED: Final = {"bottom": TO_BOTTOM, "out": OUT_OF_GAME, "shuffled": SHUFFLED_TO_BOTTOM}

TIE_BREAKS: Final = {
    "completed-tickets": 1,
    "longest-path": 2,
    "fewest-stations": 3,
    "longest-path-bonus": 4,
}


class Board(Record):
    affordable: Grid = cell(np.uint64, KINDS, LENGTHS, ROUTE_WORDS)
    """Routes of this colour (last: gray) with at most this many spaces."""
    ferries_within: Grid = cell(np.uint64, LENGTHS, ROUTE_WORDS)
    """Routes that ask for at most this many locomotives."""
    within: Grid = cell(np.uint64, LENGTHS, ROUTE_WORDS)
    """Routes with at most this many spaces."""
    routes_of: Grid = cell(np.uint64, CITIES, ROUTE_WORDS)
    """Routes that end in this city."""
    parallel: Grid = cell(np.uint64, ROUTES, ROUTE_WORDS)
    """The other routes of this route's double or triple."""
    all_routes: Grid = cell(np.uint64, ROUTE_WORDS)
    all_cities: np.uint64 = cell(np.uint64)
    long_tickets: np.uint64 = cell(np.uint64)
    attractions_in: np.uint64 = cell(np.uint64)

    routes: int = cell(np.int16)
    cities: int = cell(np.int8)
    tickets: int = cell(np.int8)
    colours: int = cell(np.int8)
    city_a: Grid = cell(np.int8, ROUTES)
    city_b: Grid = cell(np.int8, ROUTES)
    length: Grid = cell(np.int8, ROUTES)
    colour: Grid = cell(np.int8, ROUTES)
    ferry: Grid = cell(np.int8, ROUTES)
    tunnel: Grid = cell(np.int8, ROUTES)
    ticket_a: Grid = cell(np.int8, TICKETS)
    ticket_b: Grid = cell(np.int8, TICKETS)
    ticket_points: Grid = cell(np.int8, TICKETS)

    cards: Grid = cell(np.int8, KINDS)
    """How many cards of each kind the game has."""
    opening_hand: int = cell(np.int8)
    opening_long: int = cell(np.int8)
    opening_tickets: int = cell(np.int8)
    opening_keep: int = cell(np.int8)
    opening_refused: int = cell(np.int8)
    draw_tickets: int = cell(np.int8)
    draw_keep: int = cell(np.int8)
    trains: int = cell(np.int8)
    last_round_trains: int = cell(np.int8)
    single_until: int = cell(np.int8)
    stations: int = cell(np.int8)
    network: int = cell(np.int8)
    markers: int = cell(np.int8)
    route_points: Grid = cell(np.int8, LENGTHS)
    station_points: int = cell(np.int8)
    longest_path: int = cell(np.int8)
    globetrotter: int = cell(np.int8)
    attractions: int = cell(np.int8)
    alvin_city: int = cell(np.int8)
    """Where Alvin starts; -1 where he does not play."""
    alvin_points: int = cell(np.int8)
    tie_breaks: Grid = cell(np.int8, 4)


BOARD = Board.dtype


@lru_cache(maxsize=64)
def compiled_board(board: boards.Board, variants: tuple[str, ...] = ()) -> Board:
    """A compiled board that all games on it share: for reading alone."""
    return compile_board(board, variants)


def compile_board(board: boards.Board, variants: Collection[str] = ()) -> Board:
    made = Board()
    _copy_rules(made, board, variants)
    _copy_places(made, board)
    for index, route in enumerate(board.routes):
        _add_route(made, board, index, route)
    return made


def _copy_rules(made: Board, board: boards.Board, variants: Collection[str]) -> None:
    rules = board.rules
    made.colours = len(rules.colors)
    made.cards[: made.colours] = rules.copies
    made.cards[LOCOMOTIVE] = rules.locomotives
    for name in (
        "opening_hand", "opening_long", "opening_tickets", "opening_keep", "draw_tickets", "draw_keep", "trains",
        "last_round_trains", "single_until", "stations", "network", "markers", "station_points", "longest_path",
        "globetrotter", "attractions",
    ):  # fmt: skip
        setattr(made, name, getattr(rules, name))
    made.opening_refused = REFUSED[rules.opening_refused]
    made.route_points[:] = rules.route_points
    made.tie_breaks[: len(rules.tie_breaks)] = [TIE_BREAKS[name] for name in rules.tie_breaks]
    made.alvin_city = -1
    if "alvin" in variants:
        made.alvin_city = board.city_index[board.variants["alvin"].city]
        made.alvin_points = board.variants["alvin"].points


def _copy_places(made: Board, board: boards.Board) -> None:
    made.routes, made.cities, made.tickets = len(board.routes), len(board.cities), len(board.tickets)
    made.all_cities = _bits(range(made.cities))
    made.attractions_in = _bits(i for i, city in enumerate(board.cities) if city.attraction)
    made.long_tickets = _bits(i for i, ticket in enumerate(board.tickets) if ticket.long)
    for i, ticket in enumerate(board.tickets):
        made.ticket_a[i] = board.city_index[ticket.a]
        made.ticket_b[i] = board.city_index[ticket.b]
        made.ticket_points[i] = ticket.points


def _add_route(made: Board, board: boards.Board, index: int, route: boards.Route) -> None:
    a, b = board.city_index[route.a], board.city_index[route.b]
    colour = GRAY if route.color == "gray" else board.rules.colors.index(route.color)
    ferry = route.ferry if board.rules.ferries else 0
    made.city_a[index], made.city_b[index], made.length[index], made.colour[index] = (
        a,
        b,
        route.length,
        colour,
    )
    made.ferry[index] = ferry
    made.tunnel[index] = route.tunnel if board.rules.tunnels else 0
    word, flag = index // 64, ONE << np.uint64(index % 64)
    made.all_routes[word] |= flag
    made.routes_of[a, word] |= flag
    made.routes_of[b, word] |= flag
    made.within[route.length :, word] |= flag
    made.affordable[colour, route.length :, word] |= flag
    made.ferries_within[ferry:, word] |= flag
    for other in board.parallel(route):
        made.parallel[board.route_index[other.id], word] |= flag


def _bits(indices: Iterable[int]) -> np.uint64:
    word = NONE
    for index in indices:
        word |= ONE << np.uint64(index)
    return word
