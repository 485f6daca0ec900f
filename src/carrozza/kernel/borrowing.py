"""B5: which routes of other players a seat's stations use.

A station joins the network of its city to one other network. What the tickets between any two networks are worth is
added up once (`between`); a choice of three routes is then a few sums, and all choices are looked at.
"""

import numpy as np

from carrozza.kernel.bits import NONE, bit, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import ROUTE_WORDS, STATIONS, TICKETS, whole
from carrozza.kernel.paths import EDGES, Workings
from carrozza.kernel.state import State

POINT = 2 * TICKETS
"""What a point weighs where a completed ticket weighs 1: the greatest total first, then the most tickets."""


@rule
def list_lendable(board: Board, state: State, seat: int, work: Workings) -> None:
    """For each of the seat's stations, the others' routes there that reach something new."""
    for n in range(STATIONS):
        work.lendable_size[n] = 0
    station = 0
    cities = state.stations[seat]
    while cities != NONE:
        city = lowest(cities)
        cities = without_lowest(cities)
        for other in range(state.seats):
            if other != seat:
                for word in range(ROUTE_WORDS):
                    routes = state.owned[other, word] & board.routes_of[city, word]
                    while routes != NONE:
                        route = word * 64 + lowest(routes)
                        routes = without_lowest(routes)
                        list_if_new(board, work, station, route)
        station += 1


@rule
def list_if_new(board: Board, work: Workings, station: int, route: int) -> None:
    """Leave out routes that join nothing, or the same networks as one listed before."""
    joined = networks_of(board, work, route)
    if joined & (joined - bit(0)) == NONE:
        return
    size = whole(work.lendable_size[station])
    for i in range(size):
        if networks_of(board, work, whole(work.lendable[station, i])) == joined:
            return
    if size < EDGES:
        work.lendable[station, size] = route
        work.lendable_size[station] = size + 1


@rule
def networks_of(board: Board, work: Workings, route: int) -> np.uint64:
    """The networks at the two ends of a route."""
    return bit(whole(work.label[board.city_a[route]])) | bit(whole(work.label[board.city_b[route]]))


@rule
def add_up_tickets(board: Board, tickets: np.uint64, work: Workings) -> None:
    for a in range(board.cities):
        for b in range(board.cities):
            work.between[a, b] = 0
    while tickets != NONE:
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        a = whole(work.label[board.ticket_a[ticket]])
        b = whole(work.label[board.ticket_b[ticket]])
        worth = POINT * whole(board.ticket_points[ticket]) + 1
        work.between[a, b] += worth
        work.between[b, a] += worth


@rule
def borrowed_networks(board: Board, work: Workings, station: int, choice: int) -> np.uint64:
    """What the choice of a station joins (0: nothing)."""
    if choice == 0:
        return NONE
    return networks_of(board, work, whole(work.lendable[station, choice - 1]))


@rule
def joined_with(network: np.uint64, first: np.uint64, second: np.uint64) -> np.uint64:
    """All that hangs together with a network, where these two groups are joined."""
    if network & first != NONE:
        return first
    return second if network & second != NONE else network


@rule
def worth_of_joining(work: Workings, pair: np.uint64, first: np.uint64, second: np.uint64) -> int:
    """What the tickets are worth that are completed where a pair of networks is joined after these groups."""
    if pair == NONE:
        return 0
    if pair & (first | second) == NONE:
        return whole(work.between[lowest(pair), lowest(without_lowest(pair))])
    ours = joined_with(pair & ~(pair - bit(0)), first, second)
    theirs = joined_with(without_lowest(pair), first, second)
    if ours == theirs:
        return 0
    worth = 0
    while ours != NONE:
        here = lowest(ours)
        ours = without_lowest(ours)
        others = theirs
        while others != NONE:
            worth += whole(work.between[here, lowest(others)])
            others = without_lowest(others)
    return worth


@rule
def choose_borrowed(board: Board, work: Workings) -> None:
    """B5: for the greatest total, then the most completed tickets, then the fewest routes borrowed."""
    best, fewest = 0, 0
    for station in range(STATIONS):
        work.borrowed[station] = 0
    for i in range(whole(work.lendable_size[0]) + 1):
        first = borrowed_networks(board, work, 0, i)
        worth_of_first = worth_of_joining(work, first, NONE, NONE)
        for j in range(whole(work.lendable_size[1]) + 1):
            second = borrowed_networks(board, work, 1, j)
            worth_of_two = worth_of_first + worth_of_joining(work, second, first, NONE)
            one = first | second if first & second != NONE else first
            other = NONE if first & second != NONE else second
            for k in range(whole(work.lendable_size[2]) + 1):
                third = borrowed_networks(board, work, 2, k)
                worth = worth_of_two + worth_of_joining(work, third, one, other)
                used = min(i, 1) + min(j, 1) + min(k, 1)
                if worth > best or (worth == best and used < fewest):
                    best, fewest = worth, used
                    work.borrowed[0], work.borrowed[1], work.borrowed[2] = i, j, k
