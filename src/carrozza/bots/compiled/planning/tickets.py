"""Which tickets to keep, and when to draw more."""

import numpy as np

from carrozza.bots.compiled.board_graph import BoardGraph
from carrozza.bots.compiled.memory import Memory
from carrozza.bots.compiled.planning import weights as w
from carrozza.bots.compiled.planning.needs import spare_trains, turns_needed
from carrozza.bots.compiled.planning.network import (
    NOWHERE,
    best_draft,
    loss_to_fear,
    other_end,
    set_prices,
    spread,
    ticket_worth,
    turns_for,
)
from carrozza.bots.compiled.planning.pricing import CLOSED
from carrozza.bots.compiled.scratch import Scratch
from carrozza.kernel.actions import KEEP, MISC_WORD
from carrozza.kernel.bits import NONE, bit, count, has, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.imagine import unseen_tickets
from carrozza.kernel.layout import OFFERED, Grid, whole
from carrozza.kernel.state import NOBODY, State


@rule
def offered_set(view: State, kept: int) -> np.uint64:
    tickets = NONE
    for i in range(view.offered_size[view.viewer]):
        if kept >> i & 1:
            tickets |= bit(whole(view.offered[view.viewer, i]))
    return tickets


@rule
def choose_tickets(board: Board, graph: BoardGraph, view: State, mask: Grid, memory: Memory, scratch: Scratch) -> int:
    """Keep the set whose network is worth most together with the tickets held (S3, K1)."""
    set_prices(board, graph, view, memory, scratch)
    scratch.caution = w.weigh(memory, w.CAUTION)
    best, best_worth = NOBODY, -1e9
    for kept in range(1, 1 << OFFERED):
        if has(mask[MISC_WORD], KEEP % 64 + kept):
            tickets = view.tickets[view.viewer] | offered_set(view, kept)
            worth = best_draft(board, graph, view, memory, scratch, tickets, False)
            worth -= w.weigh(memory, w.TICKET_RISK) * count(np.uint64(kept))
            if worth > best_worth:
                best, best_worth = KEEP + kept, worth
    memory.planned = 0
    return best


@rule
def centre_of_plan(board: Board, view: State, memory: Memory) -> int:
    """A city of the plan: an end of its largest ticket."""
    best, points = NOBODY, 0
    tickets = memory.served
    while tickets != NONE:
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        if board.ticket_points[ticket] > points:
            best, points = whole(board.ticket_a[ticket]), whole(board.ticket_points[ticket])
    if board.network and view.start[view.viewer] >= 0:
        return whole(view.start[view.viewer])
    return best


@rule
def lay_plan(board: Board, graph: BoardGraph, view: State, memory: Memory, scratch: Scratch) -> None:
    """Prices as if the plan were built."""
    set_prices(board, graph, view, memory, scratch)
    for pair in range(graph.pairs):
        route = whole(scratch.best_lane[pair])
        for i in range(graph.lanes[pair]):
            route = whole(graph.lane[pair, i])
            if has(memory.plan[route // 64], route % 64):
                scratch.pair_cost[pair] = 0.0


@rule
def measure_ways(board: Board, graph: BoardGraph, scratch: Scratch, source: int) -> None:
    """Distances from a city to everywhere, in price, in spaces and in claims."""
    spread(board, graph, scratch, source, NOWHERE)
    for city in range(board.cities):
        scratch.spaces[city] = 0
        scratch.hops[city] = 0
        here = city
        while scratch.distance[city] < CLOSED and scratch.came_by[here] != NOBODY:
            pair = whole(scratch.came_by[here])
            if scratch.pair_cost[pair] > 0.0:
                scratch.spaces[city] += board.length[scratch.best_lane[pair]]
                scratch.hops[city] += 1
            here = other_end(graph, pair, here)


@rule
def ticket_gain(
    board: Board, view: State, memory: Memory, scratch: Scratch, ticket: int, trains: int, turns: float
) -> float:
    """What a ticket would bring on top of the plan: its points less the ways to both its cities; lost where
    trains or time do not suffice."""
    a, b = whole(board.ticket_a[ticket]), whole(board.ticket_b[ticket])
    far: float = scratch.distance[a] + scratch.distance[b]
    spaces = whole(scratch.spaces[a]) + whole(scratch.spaces[b])
    claims = float(whole(scratch.hops[a]) + whole(scratch.hops[b]))
    if far >= CLOSED or spaces > trains or w.weigh(memory, w.CAUTION) * turns_for(claims, spaces, 0) > turns:
        return -float(board.ticket_points[ticket])
    return ticket_worth(board, memory, ticket) - far - loss_to_fear(board, memory, ticket, float(spaces))


@rule
def worth_of_drawing(board: Board, graph: BoardGraph, view: State, memory: Memory, scratch: Scratch) -> float:
    """What drawing tickets may be expected to bring: all good ones are kept, and one bad one where none is good."""
    centre = centre_of_plan(board, view, memory)
    if centre == NOBODY:
        return 0.0
    lay_plan(board, graph, view, memory, scratch)
    measure_ways(board, graph, scratch, centre)
    trains = spare_trains(view, scratch)
    turns = scratch.turns_left - w.weigh(memory, w.CAUTION) * turns_needed(view, scratch) - 1.0
    tickets = unseen_tickets(board, view)
    if board.opening_long > 0:
        tickets &= ~board.long_tickets
    number, good = 0, 0.0
    bad, worst_hope = 0, -1e9
    bad_sum = 0.0
    while tickets != NONE:
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        value = ticket_gain(board, view, memory, scratch, ticket, trains, turns)
        number += 1
        if value > 0.0:
            good += value
        else:
            bad += 1
            bad_sum += value
            worst_hope = max(worst_hope, value)
    if number == 0:
        return 0.0
    drawn = min(whole(board.draw_tickets), whole(view.ticket_deck_size))
    none_good = 1.0
    for i in range(drawn):
        none_good *= max(0.0, float(bad - i)) / max(1.0, float(number - i))
    regret = 0.5 * (worst_hope + bad_sum / bad) if bad > 0 else 0.0
    mean_good = good / (number - bad) if number > bad else 0.0
    return (1.0 - none_good) * mean_good * 1.2 + none_good * regret
