"""A cheapest network for a set of tickets: shortest ways, one ticket after the other, over what is already laid."""

import numpy as np

from carrozza.bots.compiled.board_graph import BoardGraph
from carrozza.bots.compiled.memory import Memory
from carrozza.bots.compiled.planning import weights as w
from carrozza.bots.compiled.planning.pricing import (
    CLOSED,
    FROM_A_STATION,
    note_reached,
    price_pairs,
    stations_to_use,
)
from carrozza.bots.compiled.scratch import Scratch
from carrozza.kernel.bits import NONE, bit, has, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import ROUTE_WORDS, whole
from carrozza.kernel.state import NOBODY, State

NOWHERE = 64
LONG_AGO = 12
"""Trains on the board after which a plan is made anew: prices have changed since."""


@rule
def spread(board: Board, graph: BoardGraph, scratch: Scratch, source: int, target: int) -> None:
    """Distances from a city (Dijkstra), up to the target or to everywhere."""
    for city in range(board.cities):
        scratch.distance[city] = CLOSED
    scratch.distance[source] = 0.0
    scratch.came_by[source] = NOBODY
    open_cities = bit(source)
    while open_cities != NONE:
        nearest, city = CLOSED, NOWHERE
        rest = open_cities
        while rest != NONE:
            candidate = lowest(rest)
            rest = without_lowest(rest)
            if scratch.distance[candidate] < nearest:
                nearest, city = scratch.distance[candidate], candidate
        if city == NOWHERE or city == target:
            return
        open_cities &= ~bit(city)
        for i in range(graph.start[city], graph.start[city + 1]):
            pair = whole(graph.by_pair[i])
            far = nearest + scratch.pair_cost[pair]
            neighbour = whole(graph.neighbour[i])
            if far < scratch.distance[neighbour]:
                scratch.distance[neighbour] = far
                scratch.came_by[neighbour] = pair
                open_cities |= bit(neighbour)


@rule
def other_end(graph: BoardGraph, pair: int, city: int) -> int:
    a = whole(graph.pair_a[pair])
    return whole(graph.pair_b[pair]) if a == city else a


@rule
def measure_way(board: Board, graph: BoardGraph, view: State, scratch: Scratch, target: int) -> None:
    """What the way to the target asks for beyond what is there: trains, claims and stations."""
    scratch.way_trains = 0
    scratch.way_claims = 0
    scratch.way_stations = 0
    city = target
    while scratch.came_by[city] != NOBODY:
        pair = whole(scratch.came_by[city])
        if scratch.pair_cost[pair] > 0.0:
            route = whole(scratch.best_lane[pair])
            if has(view.free[view.viewer, route // 64], route % 64):
                scratch.way_trains += board.length[route]
                scratch.way_claims += 1
            elif scratch.pair_cost[pair] > FROM_A_STATION + 0.01:
                scratch.way_stations += 1
        city = other_end(graph, pair, city)


@rule
def lay_way(graph: BoardGraph, scratch: Scratch, target: int) -> None:
    """Add the way to the draft; what is laid is free for the tickets that follow."""
    city = target
    while scratch.came_by[city] != NOBODY:
        pair = whole(scratch.came_by[city])
        if scratch.pair_cost[pair] > 0.0:
            route = whole(scratch.best_lane[pair])
            scratch.draft[route // 64] |= bit(route % 64)
            scratch.draft_cost += scratch.pair_cost[pair]
            scratch.pair_cost[pair] = 0.0
        city = other_end(graph, pair, city)
    scratch.draft_trains += scratch.way_trains
    scratch.draft_claims += scratch.way_claims
    scratch.draft_stations += scratch.way_stations


@rule
def turns_for(claims: float, spaces: int, cards: int) -> float:
    """How many turns so many claims take, with so many cards at hand: some cards drawn or held never fit."""
    return claims + 0.65 * max(0.0, spaces - 0.75 * cards)


@rule
def fits(board: Board, view: State, memory: Memory, scratch: Scratch) -> bool:
    """Whether trains, stations and the time that seems to be left suffice for the way too."""
    seat = whole(view.viewer)
    if scratch.draft_trains + scratch.way_trains > view.trains[seat]:
        return False
    if scratch.draft_stations + scratch.way_stations > stations_to_use(board, view):
        return False
    claims = scratch.draft_claims + scratch.way_claims + scratch.draft_stations + scratch.way_stations
    turns = turns_for(claims, scratch.draft_trains + scratch.way_trains, whole(view.hand_size[seat]))
    return bool(turns * scratch.caution <= scratch.turns_left + w.weigh(memory, w.SLACK))


@rule
def connect(board: Board, graph: BoardGraph, view: State, memory: Memory, scratch: Scratch, a: int, b: int) -> bool:
    """Lay the cheapest way between two cities, if there is one that fits."""
    if a == b:
        return True
    spread(board, graph, scratch, a, b)
    if scratch.distance[b] >= CLOSED:
        return False
    measure_way(board, graph, view, scratch, b)
    if (scratch.way_claims > 0 or scratch.way_stations > 0) and not fits(board, view, memory, scratch):
        return False
    lay_way(graph, scratch, b)
    return True


@rule
def connect_ticket(board: Board, graph: BoardGraph, view: State, memory: Memory, scratch: Scratch, ticket: int) -> bool:
    """W2: where networks grow from a start city, both ends must hang on it."""
    a, b = whole(board.ticket_a[ticket]), whole(board.ticket_b[ticket])
    if board.network == 0:
        return connect(board, graph, view, memory, scratch, a, b)
    if scratch.root == NOBODY:
        scratch.root = a
    if not connect(board, graph, view, memory, scratch, whole(scratch.root), a):
        return False
    return connect(board, graph, view, memory, scratch, whole(scratch.root), b)


@rule
def next_ticket(board: Board, tickets: np.uint64, largest_first: bool) -> int:
    best, best_points = NOBODY, 0
    while tickets != NONE:
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        points = whole(board.ticket_points[ticket])
        if best == NOBODY or (points > best_points if largest_first else points < best_points):
            best, best_points = ticket, points
    return best


@rule
def ticket_worth(board: Board, memory: Memory, ticket: int) -> float:
    worth = float(board.ticket_points[ticket])
    if board.globetrotter > 0:
        worth += w.weigh(memory, w.GLOBETROTTER)
    return worth


@rule
def loss_to_fear(board: Board, memory: Memory, ticket: int, spaces: float) -> float:
    """A ticket that fails costs its points twice; the more spaces are still to be claimed, the likelier."""
    return 2.0 * float(board.ticket_points[ticket]) * min(0.5, w.weigh(memory, w.DOUBT) * spaces)


@rule
def draft(
    board: Board,
    graph: BoardGraph,
    view: State,
    memory: Memory,
    scratch: Scratch,
    tickets: np.uint64,
    largest_first: bool,
) -> float:
    """Lay a network for these tickets in this order; returns what it is worth. Prices must be set; they are used up."""
    for word in range(ROUTE_WORDS):
        scratch.draft[word] = NONE
    scratch.draft_cost = 0.0
    scratch.draft_trains = 0
    scratch.draft_claims = 0
    scratch.draft_stations = 0
    scratch.draft_served = NONE
    scratch.root = view.start[view.viewer] if board.network else NOBODY
    worth = 0.0
    rest = tickets
    while rest != NONE:
        ticket = next_ticket(board, rest, largest_first)
        rest &= ~bit(ticket)
        before = whole(scratch.draft_trains)
        if connect_ticket(board, graph, view, memory, scratch, ticket):
            scratch.draft_served |= bit(ticket)
            worth += ticket_worth(board, memory, ticket)
            worth -= loss_to_fear(board, memory, ticket, whole(scratch.draft_trains) - before)
        else:
            worth -= float(board.ticket_points[ticket])
    return worth + chase_alvin(board, graph, view, memory, scratch) - scratch.draft_cost


@rule
def chase_alvin(board: Board, graph: BoardGraph, view: State, memory: Memory, scratch: Scratch) -> float:
    """A2: lay a way to Alvin where it costs less than he is worth; returns what he is worth then."""
    if view.alvin_city < 0 or view.alvin_holder == view.viewer or scratch.root == NOBODY:
        return 0.0
    points = float(board.alvin_points)
    city = whole(view.alvin_city)
    spread(board, graph, scratch, whole(scratch.root), city)
    if scratch.distance[city] > points:
        return 0.0
    return points if connect(board, graph, view, memory, scratch, whole(scratch.root), city) else 0.0


@rule
def keep_draft(memory: Memory, scratch: Scratch) -> None:
    for word in range(ROUTE_WORDS):
        memory.plan[word] = scratch.draft[word]
    memory.served = scratch.draft_served


@rule
def restore_prices(graph: BoardGraph, scratch: Scratch) -> None:
    for pair in range(graph.pairs):
        scratch.pair_cost[pair] = scratch.fresh_cost[pair]


@rule
def set_prices(board: Board, graph: BoardGraph, view: State, memory: Memory, scratch: Scratch) -> None:
    note_reached(board, view, scratch)
    price_pairs(board, graph, view, memory, scratch)
    for pair in range(graph.pairs):
        scratch.fresh_cost[pair] = scratch.pair_cost[pair]
    scratch.turns_left = turns_left(board, view, memory)


@rule
def turns_left(board: Board, view: State, memory: Memory) -> float:
    """How many turns the viewer may still have: until the first of the others has used up their trains (E1)."""
    if view.turns_left > 0:
        return float((whole(view.turns_left) + whole(view.seats) - 1) // whole(view.seats))
    fewest = 200.0
    for seat in range(view.seats):
        if seat != view.viewer:
            trains = max(0, whole(view.trains[seat]) - whole(board.last_round_trains))
            claims = trains / w.weigh(memory, w.PACE)
            fewest = min(fewest, turns_for(claims, trains, whole(view.hand_size[seat])))
    return fewest + 1.0


@rule
def best_draft(
    board: Board, graph: BoardGraph, view: State, memory: Memory, scratch: Scratch, tickets: np.uint64, keep: bool
) -> float:
    """The better of two orders. With `keep` it becomes the plan."""
    restore_prices(graph, scratch)
    best = draft(board, graph, view, memory, scratch, tickets, True)
    if keep:
        keep_draft(memory, scratch)
    restore_prices(graph, scratch)
    other = draft(board, graph, view, memory, scratch, tickets, False)
    if other > best:
        best = other
        if keep:
            keep_draft(memory, scratch)
    return best


@rule
def plan_broken(view: State, memory: Memory) -> bool:
    """Whether a route of the plan has gone to another."""
    seat = whole(view.viewer)
    for word in range(ROUTE_WORDS):
        if memory.plan[word] & ~view.owned[seat, word] & ~view.free[seat, word] & ~memory.borrowed[word] != NONE:
            return True
    return False


@rule
def trains_built(board: Board, view: State) -> int:
    built = 0
    for seat in range(view.seats):
        built += whole(board.trains) - whole(view.trains[seat])
    return built


@rule
def plan_is_good(view: State, memory: Memory, claimed: int) -> bool:
    """Whether the plan still serves: no new tickets, no route lost, nothing given up, and not made too long ago."""
    if not memory.planned or memory.planned_for != view.tickets[view.viewer] or plan_broken(view, memory):
        return False
    lately = claimed - whole(memory.built_when_planned)
    return lately == 0 or (lately < LONG_AGO and memory.served == memory.planned_for)


@rule
def refresh_plan(board: Board, graph: BoardGraph, view: State, memory: Memory, scratch: Scratch) -> None:
    """Plan anew where the plan is no longer good."""
    claimed = trains_built(board, view)
    if plan_is_good(view, memory, claimed):
        return
    set_prices(board, graph, view, memory, scratch)
    scratch.caution = 1.0
    memory.planned_for = view.tickets[view.viewer]
    best_draft(board, graph, view, memory, scratch, memory.planned_for, True)
    memory.planned = 1
    memory.built_when_planned = claimed
    note_borrowed(view, memory)


@rule
def note_borrowed(view: State, memory: Memory) -> None:
    for word in range(ROUTE_WORDS):
        memory.borrowed[word] = memory.plan[word] & ~view.free[view.viewer, word] & ~view.owned[view.viewer, word]
