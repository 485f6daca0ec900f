"""Tickets that one more route completes: the viewer's own, or another's that is used from a station."""

from carrozza.bots.compiled.memory import Memory
from carrozza.bots.compiled.planning import weights as w
from carrozza.bots.compiled.planning.pricing import claimed_by_another
from carrozza.bots.compiled.scratch import Scratch
from carrozza.kernel.bits import NONE, bit, has, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import ROUTE_WORDS, whole
from carrozza.kernel.markers import ends_of
from carrozza.kernel.state import State


@rule
def join(board: Board, scratch: Scratch, route: int) -> None:
    a, b = whole(board.city_a[route]), whole(board.city_b[route])
    if has(scratch.joined[a], b):
        return
    together = scratch.joined[a] | scratch.joined[b]
    cities = together
    while cities != NONE:
        scratch.joined[lowest(cities)] = together
        cities = without_lowest(cities)


@rule
def note_joined(board: Board, view: State, memory: Memory, scratch: Scratch) -> None:
    """Which cities the viewer's routes join, and those that the plan uses from a station that stands (B5)."""
    for city in range(board.cities):
        scratch.joined[city] = bit(city)
    for word in range(ROUTE_WORDS):
        routes = view.owned[view.viewer, word] | memory.borrowed[word]
        while routes != NONE:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            if not claimed_by_another(view, route) or view.stations[view.viewer] & ends_of(board, route) != NONE:
                join(board, scratch, route)


@rule
def tickets_gained(board: Board, view: State, memory: Memory, scratch: Scratch, route: int) -> float:
    """The points of the tickets that this route would complete: won, and not lost (K5)."""
    here, there = scratch.joined[board.city_a[route]], scratch.joined[board.city_b[route]]
    points = 0.0
    if here == there:
        return points
    tickets = view.tickets[view.viewer]
    while tickets != NONE:
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        a, b = whole(board.ticket_a[ticket]), whole(board.ticket_b[ticket])
        if (has(here, a) and has(there, b)) or (has(here, b) and has(there, a)):
            points += 2.0 * float(board.ticket_points[ticket])
            if board.globetrotter > 0:
                points += w.weigh(memory, w.GLOBETROTTER)
    return points
