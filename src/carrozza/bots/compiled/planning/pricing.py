"""What a route costs and brings, in points."""

import numpy as np

from carrozza.bots.compiled.board_graph import BoardGraph
from carrozza.bots.compiled.memory import Memory
from carrozza.bots.compiled.planning import weights as w
from carrozza.bots.compiled.scratch import Scratch
from carrozza.kernel.bits import NONE, bit, count, has, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import GRAY, ROUTE_WORDS, whole
from carrozza.kernel.markers import ends_of, markers_on
from carrozza.kernel.state import NOBODY, State

CLOSED = np.float32(1e6)
FROM_A_STATION = 0.1
"""Using another's route from a station that stands."""
CHEAPEST = 0.2
"""A route is never quite free, a space of it at least this much: detours must not pay."""


@rule
def owned_by(view: State, seat: int, route: int) -> bool:
    return has(view.owned[seat, route // 64], route % 64)


@rule
def cities_of(board: Board, view: State, seat: int) -> np.uint64:
    """The cities this seat's routes reach."""
    cities = NONE
    if board.network and view.start[seat] >= 0:
        cities = bit(whole(view.start[seat]))
    for word in range(ROUTE_WORDS):
        routes = view.owned[seat, word]
        while routes != NONE:
            cities |= ends_of(board, word * 64 + lowest(routes))
            routes = without_lowest(routes)
    return cities


@rule
def gain(board: Board, view: State, scratch: Scratch, route: int) -> float:
    """The points that claiming this route is worth to the viewer at once (C4, W4, N1, A2)."""
    seat = whole(view.viewer)
    points = float(board.route_points[board.length[route]])
    worth = points
    if board.markers > 0:
        worth = marked_gain(board, view, seat, route, points)
    if board.attractions > 0:
        worth += count(ends_of(board, route) & board.attractions_in & ~scratch.reached[seat]) * float(board.attractions)
    if view.alvin_city >= 0 and view.alvin_holder != seat and has(ends_of(board, route), whole(view.alvin_city)):
        worth += 1.5 * float(board.alvin_points)
    return worth


@rule
def marked_gain(board: Board, view: State, seat: int, route: int, points: float) -> float:
    """W4: others' markers take the points; what they win is lost as much, the less so the more sit at the table."""
    others = 0
    for other in range(view.seats):
        if other != seat:
            others += markers_on(board, view, other, route)
    own = markers_on(board, view, seat, route)
    if others == 0:
        return points * max(1, own)
    return points * (own - others / (whole(view.seats) - 1))


@rule
def cards_towards(board: Board, view: State, route: int) -> int:
    """Cards in hand that could be played on this route, without locomotives."""
    seat = whole(view.viewer)
    colour = whole(board.colour[route])
    if colour != GRAY:
        return whole(view.hand[seat, colour])
    most = 0
    for c in range(board.colours):
        most = max(most, whole(view.hand[seat, c]))
    return most


@rule
def rivals_near(board: Board, view: State, scratch: Scratch, route: int) -> int:
    """How often others' networks touch the route's cities."""
    ends = ends_of(board, route)
    near = 0
    for seat in range(view.seats):
        if seat != view.viewer:
            near += count(ends & scratch.reached[seat])
    return near


@rule
def route_cost(board: Board, view: State, memory: Memory, scratch: Scratch, route: int) -> float:
    """Turns, cards and trains, less the points the route brings by itself."""
    length = float(board.length[route])
    held = min(length, float(cards_towards(board, view, route)))
    cards = length - held * w.weigh(memory, w.HAND)
    cards += float(board.ferry[route]) * w.weigh(memory, w.LOCOMOTIVE_WORTH)
    cards += float(board.tunnel[route]) * 0.25
    cost: float = w.weigh(memory, w.TURN_WORTH) + w.weigh(memory, w.CARD) * cards + w.weigh(memory, w.TRAIN) * length
    cost -= w.weigh(memory, w.POINTS) * gain(board, view, scratch, route)
    cost += w.weigh(memory, w.CONTEST) * rivals_near(board, view, scratch, route)
    return max(cost, CHEAPEST * length)


@rule
def note_reached(board: Board, view: State, scratch: Scratch) -> None:
    for seat in range(view.seats):
        scratch.reached[seat] = cities_of(board, view, seat)


@rule
def price_pairs(board: Board, graph: BoardGraph, view: State, memory: Memory, scratch: Scratch) -> None:
    """The cheapest way over each pair of neighbours: 0 where the viewer has a route already."""
    seat = whole(view.viewer)
    for pair in range(graph.pairs):
        scratch.pair_cost[pair] = CLOSED
        scratch.best_lane[pair] = NOBODY
        for i in range(graph.lanes[pair]):
            route = whole(graph.lane[pair, i])
            if owned_by(view, seat, route):
                cost = 0.0
            elif has(view.free[seat, route // 64], route % 64) and board.length[route] <= view.trains[seat]:
                cost = route_cost(board, view, memory, scratch, route)
            else:
                continue
            if cost < scratch.pair_cost[pair]:
                scratch.pair_cost[pair] = cost
                scratch.best_lane[pair] = route
        if scratch.best_lane[pair] == NOBODY and board.stations > 0:
            price_borrowed(board, graph, view, memory, scratch, pair)


@rule
def stations_to_use(board: Board, view: State) -> int:
    return whole(board.stations) - count(view.stations[view.viewer])


@rule
def claimed_by_another(view: State, route: int) -> bool:
    for seat in range(view.seats):
        if seat != view.viewer and owned_by(view, seat, route):
            return True
    return False


@rule
def price_borrowed(board: Board, graph: BoardGraph, view: State, memory: Memory, scratch: Scratch, pair: int) -> None:
    """B5: another's route may be used for the price of a station (B2, B4), or for nothing from one that stands."""
    for i in range(graph.lanes[pair]):
        route = whole(graph.lane[pair, i])
        if claimed_by_another(view, route):
            scratch.best_lane[pair] = route
            if view.stations[view.viewer] & ends_of(board, route) != NONE:
                scratch.pair_cost[pair] = FROM_A_STATION
            elif stations_to_use(board, view) > 0:
                built = count(view.stations[view.viewer])
                cost = w.weigh(memory, w.TURN_WORTH) + w.weigh(memory, w.CARD) * (1.0 + built)
                cost += float(board.station_points) + w.weigh(memory, w.STATION)
                scratch.pair_cost[pair] = max(cost, 2.0 * FROM_A_STATION)
