"""A cheapest network for a set of tickets: shortest ways, one ticket after the other, over what is already laid."""

import numpy as np

from carrozza.bots.compiled.board_graph import Roads
from carrozza.bots.compiled.memory import Mind
from carrozza.bots.compiled.planning import weights as w
from carrozza.bots.compiled.planning.pricing import (
    CLOSED,
    FROM_A_STATION,
    note_reached,
    price_pairs,
    stations_to_use,
)
from carrozza.bots.compiled.scratch import Work
from carrozza.kernel.bits import NONE, bit, has, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import ROUTE_WORDS, whole
from carrozza.kernel.state import NOBODY, State

NOWHERE = 64
LONG_AGO = 12
"""Trains on the board after which a plan is made anew: prices have changed since."""


@rule
def spread(board: Board, roads: Roads, work: Work, source: int, target: int) -> None:
    """Distances from a city (Dijkstra), up to the target or to everywhere."""
    for city in range(board.cities):
        work.distance[city] = CLOSED
    work.distance[source] = 0.0
    work.came_by[source] = NOBODY
    open_cities = bit(source)
    while open_cities != NONE:
        nearest, city = CLOSED, NOWHERE
        rest = open_cities
        while rest != NONE:
            candidate = lowest(rest)
            rest = without_lowest(rest)
            if work.distance[candidate] < nearest:
                nearest, city = work.distance[candidate], candidate
        if city == NOWHERE or city == target:
            return
        open_cities &= ~bit(city)
        for i in range(roads.start[city], roads.start[city + 1]):
            pair = whole(roads.by_pair[i])
            far = nearest + work.pair_cost[pair]
            neighbour = whole(roads.neighbour[i])
            if far < work.distance[neighbour]:
                work.distance[neighbour] = far
                work.came_by[neighbour] = pair
                open_cities |= bit(neighbour)


@rule
def other_end(roads: Roads, pair: int, city: int) -> int:
    a = whole(roads.pair_a[pair])
    return whole(roads.pair_b[pair]) if a == city else a


@rule
def measure_way(board: Board, roads: Roads, view: State, work: Work, target: int) -> None:
    """What the way to the target asks for beyond what is there: trains, claims and stations."""
    work.way_trains = 0
    work.way_claims = 0
    work.way_stations = 0
    city = target
    while work.came_by[city] != NOBODY:
        pair = whole(work.came_by[city])
        if work.pair_cost[pair] > 0.0:
            route = whole(work.best_lane[pair])
            if has(view.free[view.viewer, route // 64], route % 64):
                work.way_trains += board.length[route]
                work.way_claims += 1
            elif work.pair_cost[pair] > FROM_A_STATION + 0.01:
                work.way_stations += 1
        city = other_end(roads, pair, city)


@rule
def lay_way(roads: Roads, work: Work, target: int) -> None:
    """Add the way to the draft; what is laid is free for the tickets that follow."""
    city = target
    while work.came_by[city] != NOBODY:
        pair = whole(work.came_by[city])
        if work.pair_cost[pair] > 0.0:
            route = whole(work.best_lane[pair])
            work.draft[route // 64] |= bit(route % 64)
            work.draft_cost += work.pair_cost[pair]
            work.pair_cost[pair] = 0.0
        city = other_end(roads, pair, city)
    work.draft_trains += work.way_trains
    work.draft_claims += work.way_claims
    work.draft_stations += work.way_stations


@rule
def turns_for(claims: float, spaces: int, cards: int) -> float:
    """How many turns so many claims take, with so many cards at hand: some cards drawn or held never fit."""
    return claims + 0.65 * max(0.0, spaces - 0.75 * cards)


@rule
def fits(board: Board, view: State, mind: Mind, work: Work) -> bool:
    """Whether trains, stations and the time that seems to be left suffice for the way too."""
    seat = whole(view.viewer)
    if work.draft_trains + work.way_trains > view.trains[seat]:
        return False
    if work.draft_stations + work.way_stations > stations_to_use(board, view):
        return False
    claims = work.draft_claims + work.way_claims + work.draft_stations + work.way_stations
    turns = turns_for(claims, work.draft_trains + work.way_trains, whole(view.hand_size[seat]))
    return bool(turns * work.caution <= work.turns_left + w.weigh(mind, w.SLACK))


@rule
def connect(board: Board, roads: Roads, view: State, mind: Mind, work: Work, a: int, b: int) -> bool:
    """Lay the cheapest way between two cities, if there is one that fits."""
    if a == b:
        return True
    spread(board, roads, work, a, b)
    if work.distance[b] >= CLOSED:
        return False
    measure_way(board, roads, view, work, b)
    if (work.way_claims > 0 or work.way_stations > 0) and not fits(board, view, mind, work):
        return False
    lay_way(roads, work, b)
    return True


@rule
def connect_ticket(board: Board, roads: Roads, view: State, mind: Mind, work: Work, ticket: int) -> bool:
    """W2: where networks grow from a start city, both ends must hang on it."""
    a, b = whole(board.ticket_a[ticket]), whole(board.ticket_b[ticket])
    if board.network == 0:
        return connect(board, roads, view, mind, work, a, b)
    if work.root == NOBODY:
        work.root = a
    if not connect(board, roads, view, mind, work, whole(work.root), a):
        return False
    return connect(board, roads, view, mind, work, whole(work.root), b)


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
def ticket_worth(board: Board, mind: Mind, ticket: int) -> float:
    worth = float(board.ticket_points[ticket])
    if board.globetrotter > 0:
        worth += w.weigh(mind, w.GLOBETROTTER)
    return worth


@rule
def loss_to_fear(board: Board, mind: Mind, ticket: int, spaces: float) -> float:
    """A ticket that fails costs its points twice; the more spaces are still to be claimed, the likelier."""
    return 2.0 * float(board.ticket_points[ticket]) * min(0.5, w.weigh(mind, w.DOUBT) * spaces)


@rule
def draft(
    board: Board, roads: Roads, view: State, mind: Mind, work: Work, tickets: np.uint64, largest_first: bool
) -> float:
    """Lay a network for these tickets in this order; returns what it is worth. Prices must be set; they are used up."""
    for word in range(ROUTE_WORDS):
        work.draft[word] = NONE
    work.draft_cost = 0.0
    work.draft_trains = 0
    work.draft_claims = 0
    work.draft_stations = 0
    work.draft_served = NONE
    work.root = view.start[view.viewer] if board.network else NOBODY
    worth = 0.0
    rest = tickets
    while rest != NONE:
        ticket = next_ticket(board, rest, largest_first)
        rest &= ~bit(ticket)
        before = whole(work.draft_trains)
        if connect_ticket(board, roads, view, mind, work, ticket):
            work.draft_served |= bit(ticket)
            worth += ticket_worth(board, mind, ticket)
            worth -= loss_to_fear(board, mind, ticket, whole(work.draft_trains) - before)
        else:
            worth -= float(board.ticket_points[ticket])
    return worth + chase_alvin(board, roads, view, mind, work) - work.draft_cost


@rule
def chase_alvin(board: Board, roads: Roads, view: State, mind: Mind, work: Work) -> float:
    """A2: lay a way to Alvin where it costs less than he is worth; returns what he is worth then."""
    if view.alvin_city < 0 or view.alvin_holder == view.viewer or work.root == NOBODY:
        return 0.0
    points = float(board.alvin_points)
    city = whole(view.alvin_city)
    spread(board, roads, work, whole(work.root), city)
    if work.distance[city] > points:
        return 0.0
    return points if connect(board, roads, view, mind, work, whole(work.root), city) else 0.0


@rule
def keep_draft(mind: Mind, work: Work) -> None:
    for word in range(ROUTE_WORDS):
        mind.plan[word] = work.draft[word]
    mind.served = work.draft_served


@rule
def restore_prices(roads: Roads, work: Work) -> None:
    for pair in range(roads.pairs):
        work.pair_cost[pair] = work.fresh_cost[pair]


@rule
def set_prices(board: Board, roads: Roads, view: State, mind: Mind, work: Work) -> None:
    note_reached(board, view, work)
    price_pairs(board, roads, view, mind, work)
    for pair in range(roads.pairs):
        work.fresh_cost[pair] = work.pair_cost[pair]
    work.turns_left = turns_left(board, view, mind)


@rule
def turns_left(board: Board, view: State, mind: Mind) -> float:
    """How many turns the viewer may still have: until the first of the others has used up their trains (E1)."""
    if view.turns_left > 0:
        return float((whole(view.turns_left) + whole(view.seats) - 1) // whole(view.seats))
    fewest = 200.0
    for seat in range(view.seats):
        if seat != view.viewer:
            trains = max(0, whole(view.trains[seat]) - whole(board.last_round_trains))
            claims = trains / w.weigh(mind, w.PACE)
            fewest = min(fewest, turns_for(claims, trains, whole(view.hand_size[seat])))
    return fewest + 1.0


@rule
def best_draft(
    board: Board, roads: Roads, view: State, mind: Mind, work: Work, tickets: np.uint64, keep: bool
) -> float:
    """The better of two orders. With `keep` it becomes the plan."""
    restore_prices(roads, work)
    best = draft(board, roads, view, mind, work, tickets, True)
    if keep:
        keep_draft(mind, work)
    restore_prices(roads, work)
    other = draft(board, roads, view, mind, work, tickets, False)
    if other > best:
        best = other
        if keep:
            keep_draft(mind, work)
    return best


@rule
def plan_broken(view: State, mind: Mind) -> bool:
    """Whether a route of the plan has gone to another."""
    seat = whole(view.viewer)
    for word in range(ROUTE_WORDS):
        if mind.plan[word] & ~view.owned[seat, word] & ~view.free[seat, word] & ~mind.borrowed[word] != NONE:
            return True
    return False


@rule
def trains_built(board: Board, view: State) -> int:
    built = 0
    for seat in range(view.seats):
        built += whole(board.trains) - whole(view.trains[seat])
    return built


@rule
def plan_is_good(view: State, mind: Mind, claimed: int) -> bool:
    """Whether the plan still serves: no new tickets, no route lost, nothing given up, and not made too long ago."""
    if not mind.planned or mind.planned_for != view.tickets[view.viewer] or plan_broken(view, mind):
        return False
    lately = claimed - whole(mind.claimed)
    return lately == 0 or (lately < LONG_AGO and mind.served == mind.planned_for)


@rule
def refresh_plan(board: Board, roads: Roads, view: State, mind: Mind, work: Work) -> None:
    """Plan anew where the plan is no longer good."""
    claimed = trains_built(board, view)
    if plan_is_good(view, mind, claimed):
        return
    set_prices(board, roads, view, mind, work)
    work.caution = 1.0
    mind.planned_for = view.tickets[view.viewer]
    best_draft(board, roads, view, mind, work, mind.planned_for, True)
    mind.planned = 1
    mind.claimed = claimed
    note_borrowed(view, mind)


@rule
def note_borrowed(view: State, mind: Mind) -> None:
    for word in range(ROUTE_WORDS):
        mind.borrowed[word] = mind.plan[word] & ~view.free[view.viewer, word] & ~view.owned[view.viewer, word]
