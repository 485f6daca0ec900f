"""Ways between the cities of tickets: the cheapest that are still open to a seat, and those that complete them (K5)."""

import numpy as np

from carrozza.kernel.bits import NONE, bit, has, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import CITIES, ROUTE_WORDS, STATIONS, TICKETS, Grid, Record, cell, whole
from carrozza.kernel.paths import Workings
from carrozza.kernel.scoring import Scores, score_tickets
from carrozza.kernel.state import NOBODY, State

TRAIN = CITIES
"""What a train weighs where a route weighs 1: fewest trains first, then fewest routes."""
FAR = 1 << 20


class Ways(Record):
    routes: Grid = cell(np.int16, TICKETS, CITIES)
    """By ticket, from its first city to its second."""
    steps: Grid = cell(np.int8, TICKETS)
    trains: Grid = cell(np.int16, TICKETS)
    """What the way still costs; -1 where there is none."""
    distance: Grid = cell(np.int32, CITIES)
    """From the city that was measured last."""
    came_by: Grid = cell(np.int16, CITIES)
    owned: Grid = cell(np.uint64, ROUTE_WORDS)
    """Routes that cost nothing."""
    priced: Grid = cell(np.uint64, ROUTE_WORDS)
    """Routes that cost their length."""


def blank_ways() -> Ways:
    return Ways()


@rule
def nearest(ways: Ways, cities: np.uint64) -> int:
    best = lowest(cities)
    cities = without_lowest(cities)
    while cities != NONE:
        city = lowest(cities)
        cities = without_lowest(cities)
        if ways.distance[city] < ways.distance[best]:
            best = city
    return best


@rule
def measure(board: Board, ways: Ways, source: int) -> None:
    """Distances from a city to all others (Dijkstra)."""
    for city in range(board.cities):
        ways.distance[city] = FAR
        ways.came_by[city] = NOBODY
    ways.distance[source] = 0
    waiting = bit(source)
    while waiting != NONE:
        city = nearest(ways, waiting)
        waiting &= ~bit(city)
        for word in range(ROUTE_WORDS):
            routes = board.routes_of[city, word] & (ways.owned[word] | ways.priced[word])
            while routes != NONE:
                place = lowest(routes)
                routes = without_lowest(routes)
                route = word * 64 + place
                there = far_city(board, route, city)
                far = whole(ways.distance[city]) + 1
                if not has(ways.owned[word], place):
                    far += TRAIN * whole(board.length[route])
                if far < ways.distance[there]:
                    ways.distance[there] = far
                    ways.came_by[there] = route
                    waiting |= bit(there)


@rule
def far_city(board: Board, route: int, city: int) -> int:
    return whole(board.city_a[route]) + whole(board.city_b[route]) - city


@rule
def find_way(board: Board, ways: Ways, ticket: int) -> bool:
    """Measured from the second city and walked from the first, so that the routes come in order."""
    city, goal = whole(board.ticket_a[ticket]), whole(board.ticket_b[ticket])
    measure(board, ways, goal)
    ways.steps[ticket] = 0
    ways.trains[ticket] = -1
    if ways.distance[city] == FAR:
        return False
    ways.trains[ticket] = whole(ways.distance[city]) // TRAIN
    while city != goal:
        route = whole(ways.came_by[city])
        ways.routes[ticket, ways.steps[ticket]] = route
        ways.steps[ticket] += 1
        city = far_city(board, route, city)
    return True


@rule
def use_open_routes(state: State, seat: int, ways: Ways) -> None:
    """One's own cost nothing, those still free to the seat (C1, C5, C6) their length."""
    for word in range(ROUTE_WORDS):
        ways.owned[word] = state.owned[seat, word]
        ways.priced[word] = state.free[seat, word]


@entry
def open_ways(board: Board, state: State, seat: int, tickets: np.uint64, ways: Ways) -> None:
    """For each of these tickets, the cheapest way still open to the seat."""
    use_open_routes(state, seat, ways)
    while tickets != NONE:
        find_way(board, ways, lowest(tickets))
        tickets = without_lowest(tickets)


@entry
def tickets_and_ways(
    board: Board, state: State, seat: int, tickets: np.uint64, scores: Scores, work: Workings, ways: Ways
) -> None:
    """K5, B5: which of a seat's tickets are completed, and the ways open for these others."""
    score_tickets(board, state, seat, scores, work)
    open_ways(board, state, seat, tickets & ~scores.completed[seat], ways)


@entry
def distances(board: Board, state: State, seat: int, city: int, ways: Ways) -> None:
    """How far every city is from one over the routes open to the seat, in `ways.distance`."""
    use_open_routes(state, seat, ways)
    measure(board, ways, city)


@entry
def completed_ways(board: Board, state: State, seat: int, scores: Scores, ways: Ways) -> None:
    """K5, B5: for each completed ticket the shortest way over the seat's own routes, or else with those borrowed."""
    tickets = scores.completed[seat]
    while tickets != NONE:
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        for word in range(ROUTE_WORDS):
            ways.owned[word] = NONE
            ways.priced[word] = state.owned[seat, word]
        if not find_way(board, ways, ticket):
            for station in range(STATIONS):
                route = whole(scores.borrowed[seat, station])
                if route >= 0:
                    ways.priced[route // 64] |= bit(route % 64)
            find_way(board, ways, ticket)
