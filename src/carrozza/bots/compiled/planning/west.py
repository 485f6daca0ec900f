"""Start cities, markers and Alvin (S6, W3, A2)."""

import numpy as np

from carrozza.bots.compiled.board_graph import BoardGraph
from carrozza.bots.compiled.memory import Memory
from carrozza.bots.compiled.planning import weights as w
from carrozza.bots.compiled.planning.network import best_draft, set_prices
from carrozza.bots.compiled.scratch import Scratch
from carrozza.kernel.actions import CITY, CITY_WORD, SKIP
from carrozza.kernel.bits import NONE, bit, count, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import ROUTE_WORDS, Grid, whole
from carrozza.kernel.state import State


@rule
def traffic(board: Board, view: State, memory: Memory, city: int) -> float:
    """What rivals may yet pay at this city: the points of open routes the viewer does not mean to claim."""
    points = 0.0
    for word in range(ROUTE_WORDS):
        routes = NONE
        for seat in range(view.seats):
            if seat != view.viewer:
                routes |= view.free[seat, word]
        routes &= board.routes_of[city, word] & ~memory.plan[word]
        while routes != NONE:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            points += float(board.route_points[board.length[route]])
    return points


@rule
def planned_cities(board: Board, memory: Memory) -> np.uint64:
    cities = NONE
    for city in range(board.cities):
        for word in range(ROUTE_WORDS):
            if memory.plan[word] & board.routes_of[city, word] != NONE:
                cities |= bit(city)
    return cities


@rule
def choose_start(board: Board, graph: BoardGraph, view: State, mask: Grid, memory: Memory, scratch: Scratch) -> int:
    """The busiest open city of a network for the tickets held; the busiest of all where none is open."""
    set_prices(board, graph, view, memory, scratch)
    scratch.caution = 1.0
    best_draft(board, graph, view, memory, scratch, view.tickets[view.viewer], True)
    cities = mask[CITY_WORD] & planned_cities(board, memory)
    if cities == NONE:
        cities = mask[CITY_WORD]
    memory.planned = 0
    return CITY + busiest(board, view, memory, cities)


@rule
def busiest(board: Board, view: State, memory: Memory, cities: np.uint64) -> int:
    best, most = lowest(cities), -1.0
    while cities != NONE:
        city = lowest(cities)
        cities = without_lowest(cities)
        here = traffic(board, view, memory, city)
        if here > most:
            best, most = city, here
    return best


@rule
def choose_marker(board: Board, view: State, mask: Grid, memory: Memory, scratch: Scratch) -> int:
    """A marker where rivals are likely to pass, if that is worth two cards."""
    cities = mask[CITY_WORD]
    if cities == NONE:
        return SKIP
    city = busiest(board, view, memory, cities)
    share = min(1.0, scratch.turns_left / 30.0) * (0.12 + 0.04 * whole(view.seats))
    worth = w.weigh(memory, w.MARKER_WORTH) * share * traffic(board, view, memory, city)
    return CITY + city if worth > 2.0 * w.weigh(memory, w.CARD) + 1.0 else SKIP


@rule
def hide_alvin(board: Board, view: State, mask: Grid) -> int:
    """The own city that rivals have the fewest ways into."""
    cities = mask[CITY_WORD]
    best, fewest = lowest(cities), 1000
    while cities != NONE:
        city = lowest(cities)
        cities = without_lowest(cities)
        ways = ways_in(board, view, city)
        if ways < fewest:
            best, fewest = city, ways
    return CITY + best


@rule
def ways_in(board: Board, view: State, city: int) -> int:
    ways = 0
    for seat in range(view.seats):
        if seat != view.viewer:
            for word in range(ROUTE_WORDS):
                open_routes = view.free[seat, word] & board.routes_of[city, word]
                ways += count(open_routes) + 3 * count(open_routes & view.reach[seat, word])
    return ways
