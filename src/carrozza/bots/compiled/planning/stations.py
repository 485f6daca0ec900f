"""Stations, where they save tickets (B1-B5)."""

from carrozza.bots.compiled.memory import Memory
from carrozza.bots.compiled.planning.completing import tickets_gained
from carrozza.bots.compiled.planning.needs import turns_needed
from carrozza.bots.compiled.scratch import Scratch
from carrozza.kernel.actions import CITY, CITY_WORD
from carrozza.kernel.bits import NONE, has, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import ROUTE_WORDS, Grid, whole
from carrozza.kernel.markers import ends_of
from carrozza.kernel.state import NOBODY, State


@rule
def needed_station(board: Board, view: State, mask: Grid, memory: Memory, scratch: Scratch) -> int:
    """A station for a route of another that the plan uses: once the own routes are built, or time is short."""
    if mask[CITY_WORD] == NONE:
        return NOBODY
    if scratch.needs > 0 and turns_needed(view, scratch) + 4.0 < scratch.turns_left:
        return NOBODY
    for word in range(ROUTE_WORDS):
        routes = memory.borrowed[word]
        while routes != NONE:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            city = open_end(board, view, mask, route)
            if city != NOBODY:
                return CITY + city
    return NOBODY


@rule
def open_end(board: Board, view: State, mask: Grid, route: int) -> int:
    """An end of the route where a station may be built; -1 where one of the viewer's serves it already."""
    if view.stations[view.viewer] & ends_of(board, route) != NONE:
        return NOBODY
    a, b = whole(board.city_a[route]), whole(board.city_b[route])
    if has(mask[CITY_WORD], a):
        return a
    return b if has(mask[CITY_WORD], b) else NOBODY


@rule
def station_worth(board: Board, view: State, memory: Memory, scratch: Scratch, route: int) -> float:
    """What a station for another's route brings if nothing follows: the tickets it completes, less its points."""
    return tickets_gained(board, view, memory, scratch, route) - float(board.station_points)


@rule
def last_station(board: Board, view: State, mask: Grid, memory: Memory, scratch: Scratch) -> int:
    """The route of another that brings most at once from a station; -1 where none brings anything."""
    best, most = NOBODY, 0.0
    if mask[CITY_WORD] == NONE:
        return best
    for seat in range(view.seats):
        for word in range(ROUTE_WORDS):
            routes = view.owned[seat, word] if seat != view.viewer else NONE
            while routes != NONE:
                route = word * 64 + lowest(routes)
                routes = without_lowest(routes)
                worth = station_worth(board, view, memory, scratch, route)
                if worth > most and open_end(board, view, mask, route) != NOBODY:
                    best, most = route, worth
    return best
