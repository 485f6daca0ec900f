"""Which tickets the others may hold, judged by what they have built.

Nobody builds from one end of a ticket to the other by chance: a ticket that a network completes, or nearly does, is
more likely that player's than one on the far side of the map.
"""

import math

import numpy as np

from carrozza.kernel.bits import NONE, bit, has, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import CITIES, KINDS, SEATS, TICKETS, Grid, blank, cell, record_dtype, whole
from carrozza.kernel.state import State

FAR = 1 << 14
JOINED = 3.6
BY_SHARE = 6.3
BY_BUILT = 5.3
MOST_TOLD = 0.6
"""More of its way than this tells no more, as long as it is not complete."""
IN_A_NETWORK = 0.65


class Inference:
    """How likely each ticket is each seat's, next to the others, and what that was computed with."""

    odds: Grid = cell(np.float64, SEATS, TICKETS)
    cards: Grid = cell(np.float64, SEATS, KINDS)
    """Where it is learned: how often a card of each kind falls to each seat, next to any card."""
    learned: int = cell(np.int8)
    """Whether a network's belief has filled it in, rather than `weigh_tickets`."""
    spaces: Grid = cell(np.int16, CITIES)
    """Spaces to claim from one city to each other."""
    settled: np.uint64 = cell(np.uint64)


INFERENCE = record_dtype(Inference)


def blank_inference() -> Inference:
    inference: Inference = blank(INFERENCE)
    return inference


@rule
def spaces_of(board: Board, view: State, seat: int, route: int) -> int:
    """What is left to build of a route, for this seat: nothing of its own."""
    if has(view.owned[seat, route // 64], route % 64):
        return 0
    return whole(board.length[route]) if has(view.free[seat, route // 64], route % 64) else FAR


@rule
def nearest_unsettled(board: Board, inference: Inference) -> int:
    nearest, best = FAR, -1
    for city in range(board.cities):
        if inference.spaces[city] < nearest and not has(inference.settled, city):
            nearest, best = whole(inference.spaces[city]), city
    return best


@rule
def measure_from(board: Board, view: State, seat: int, start: int, inference: Inference) -> None:
    """Write into `spaces` how much this seat has to build from one city to each other; seat -1 has an empty map."""
    inference.settled = NONE
    for city in range(board.cities):
        inference.spaces[city] = FAR
    inference.spaces[start] = 0
    city = start
    while city >= 0:
        inference.settled |= bit(city)
        for word in range((whole(board.routes) + 63) // 64):
            routes = board.routes_of[city, word]
            while routes != NONE:
                route = word * 64 + lowest(routes)
                routes = without_lowest(routes)
                to_build = spaces_of(board, view, seat, route) if seat >= 0 else whole(board.length[route])
                end = whole(board.city_a[route]) + whole(board.city_b[route]) - city
                if inference.spaces[city] + to_build < inference.spaces[end]:
                    inference.spaces[end] = inference.spaces[city] + to_build
        city = nearest_unsettled(board, inference)


@rule
def likelihood(board: Board, view: State, seat: int, whole_way: int, left: int) -> float:
    """How many times likelier than any ticket one is, so much of whose way is left to build: fitted to some thousand
    games between planners on all boards. Where networks must grow from one city they tell less (W2)."""
    if left == 0:
        said = JOINED
    else:
        share = min(MOST_TOLD, 1.0 - min(1.0, left / max(1, whole_way)))
        built = 1.0 - whole(view.trains[seat]) / whole(board.trains)
        said = BY_SHARE * share - BY_BUILT * built
    return math.exp(said * (IN_A_NETWORK if board.network else 1.0))


@entry
def weigh_tickets(board: Board, view: State, inference: Inference) -> None:
    """Judge every ticket for every seat but the viewer's."""
    for ticket in range(board.tickets):
        a, b = whole(board.ticket_a[ticket]), whole(board.ticket_b[ticket])
        measure_from(board, view, -1, a, inference)
        whole_way = whole(inference.spaces[b])
        for seat in range(view.seats):
            inference.odds[seat, ticket] = 1.0
            if seat != view.viewer and view.trains[seat] < board.trains:
                measure_from(board, view, seat, a, inference)
                inference.odds[seat, ticket] = likelihood(board, view, seat, whole_way, whole(inference.spaces[b]))
