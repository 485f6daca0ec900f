"""The planner: a cheapest network for its tickets, and every decision towards it."""

import numpy as np

from carrozza.bots.compiled.board_graph import BoardGraph
from carrozza.bots.compiled.memory import Memory
from carrozza.bots.compiled.planning import weights as w
from carrozza.bots.compiled.planning.cards import choose_card, choose_payment
from carrozza.bots.compiled.planning.claims import filler_claim, last_claim, needed_claim, worth_at_once
from carrozza.bots.compiled.planning.completing import note_joined
from carrozza.bots.compiled.planning.needs import best_filler, list_needs, note_path_ends, turns_needed, value_cards
from carrozza.bots.compiled.planning.network import refresh_plan, trains_built, turns_left
from carrozza.bots.compiled.planning.pricing import note_reached
from carrozza.bots.compiled.planning.stations import last_station, needed_station, open_end, station_worth
from carrozza.bots.compiled.planning.tickets import choose_tickets, worth_of_drawing
from carrozza.bots.compiled.planning.tunnels import count_deck
from carrozza.bots.compiled.planning.west import choose_marker, choose_start, hide_alvin
from carrozza.bots.compiled.random_bot import choose_any
from carrozza.bots.compiled.scratch import Scratch
from carrozza.kernel.actions import CITY, CLAIM, DECLINE, DRAW_TICKETS, MISC_WORD
from carrozza.kernel.bits import has
from carrozza.kernel.board import Board
from carrozza.kernel.chance import splitmix_below
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import Grid, whole
from carrozza.kernel.markers import PAIR
from carrozza.kernel.state import (
    MARKER,
    MOVE_ALVIN,
    NOBODY,
    OPENING,
    PAY_MARKER,
    PAY_ROUTE,
    PAY_STATION,
    SECOND,
    START,
    TICKETS_DRAWN,
    TUNNEL,
    TURN,
    State,
)
from carrozza.kernel.stations import station_price

SOON = 5
"""Trains on the board before tickets that were not wanted are considered again."""
_THOUSANDTHS = 1000


@rule
def take_stock(board: Board, view: State, memory: Memory, scratch: Scratch) -> None:
    note_reached(board, view, scratch)
    scratch.turns_left = turns_left(board, view, memory)
    list_needs(board, view, memory, scratch)
    count_deck(board, view, scratch)


@rule
def take_turn(board: Board, graph: BoardGraph, view: State, mask: Grid, memory: Memory, scratch: Scratch) -> int:
    """T1: claim what the plan needs, or draw tickets, or claim something else of worth, or draw cards."""
    refresh_plan(board, graph, view, memory, scratch)
    take_stock(board, view, memory, scratch)
    if scratch.turns_left < 1.5:
        action = last_move(board, view, mask, memory, scratch)
        if action != NOBODY:
            return action
    route = needed_claim(board, graph, view, mask, memory, scratch)
    if route != NOBODY:
        return CLAIM + route
    city = needed_station(board, view, mask, memory, scratch)
    if city != NOBODY:
        return city
    if wants_tickets(board, graph, view, mask, memory, scratch):
        return DRAW_TICKETS
    filler = best_filler(board, view, memory, scratch)
    memory.filler_route = filler
    route = filler_claim(board, view, mask, memory, scratch, filler)
    if route != NOBODY:
        return CLAIM + route
    value_cards(board, view, memory, scratch, filler)
    card = choose_card(board, view, mask, scratch)
    if card != NOBODY:
        return card
    action = last_move(board, view, mask, memory, scratch)
    return action if action != NOBODY else whatever(mask, memory)


@rule
def last_move(board: Board, view: State, mask: Grid, memory: Memory, scratch: Scratch) -> int:
    """With no turn to come: the claim or the station that brings most at once; -1 without any."""
    note_joined(board, view, memory, scratch)
    note_path_ends(board, view, memory, scratch)
    route = last_claim(board, view, mask, memory, scratch)
    other = last_station(board, view, mask, memory, scratch)
    if other != NOBODY:
        worth = station_worth(board, view, memory, scratch, other)
        if route == NOBODY or worth > worth_at_once(board, view, memory, scratch, route):
            return CITY + open_end(board, view, mask, other)
    return CLAIM + route if route != NOBODY else NOBODY


@rule
def wants_tickets(board: Board, graph: BoardGraph, view: State, mask: Grid, memory: Memory, scratch: Scratch) -> bool:
    """Whether drawing tickets promises more than a turn is worth. Where it does not, the question comes up again
    when more trains are on the board."""
    needed = turns_needed(view, scratch)
    if not has(mask[MISC_WORD], DRAW_TICKETS % 64) or needed > w.weigh(memory, w.FOCUS):
        return False
    if scratch.turns_left - needed < w.weigh(memory, w.LEISURE):
        return False
    built = trains_built(board, view)
    if memory.tickets_considered > 0 and built - memory.tickets_considered < SOON:
        return False
    memory.tickets_considered = built
    worth = worth_of_drawing(board, graph, view, memory, scratch)
    return worth > w.weigh(memory, w.HUNGER) + w.weigh(memory, w.TURN_WORTH)


@rule
def whatever(mask: Grid, memory: Memory) -> int:
    """Anything but tickets, where there is a choice."""
    tickets = np.uint64(1) << np.uint64(DRAW_TICKETS % 64)
    kept = mask[MISC_WORD]
    mask[MISC_WORD] = kept & ~tickets
    action = choose_any(mask, memory)
    mask[MISC_WORD] = kept
    return action if action != NOBODY else DRAW_TICKETS


@rule
def second_card(board: Board, graph: BoardGraph, view: State, mask: Grid, memory: Memory, scratch: Scratch) -> int:
    refresh_plan(board, graph, view, memory, scratch)
    take_stock(board, view, memory, scratch)
    value_cards(board, view, memory, scratch, whole(memory.filler_route))
    return choose_card(board, view, mask, scratch)


@rule
def pay(board: Board, view: State, mask: Grid, memory: Memory, scratch: Scratch, route: int, price: int) -> int:
    take_stock(board, view, memory, scratch)
    return choose_payment(board, view, mask, memory, scratch, route, price)


@rule
def answer_tunnel(board: Board, view: State, mask: Grid, memory: Memory, scratch: Scratch) -> int:
    """U4: the turn is lost by declining, so pay where it can be done."""
    payment = pay(board, view, mask, memory, scratch, whole(view.route), whole(view.due))
    return payment if payment != NOBODY else DECLINE


@rule
def follow_plan(board: Board, graph: BoardGraph, view: State, mask: Grid, memory: Memory, scratch: Scratch) -> int:
    if w.weigh(memory, w.CARELESSNESS) > 0.0 and careless(memory):
        return choose_any(mask, memory)
    phase = view.phase
    if phase == TURN:
        return take_turn(board, graph, view, mask, memory, scratch)
    if phase == SECOND:
        return second_card(board, graph, view, mask, memory, scratch)
    if phase == PAY_ROUTE:
        return pay(board, view, mask, memory, scratch, whole(view.route), whole(board.length[view.route]))
    if phase == TUNNEL:
        return answer_tunnel(board, view, mask, memory, scratch)
    if phase == OPENING or phase == TICKETS_DRAWN:
        return choose_tickets(board, graph, view, mask, memory, scratch)
    if phase == PAY_STATION:
        return pay(board, view, mask, memory, scratch, NOBODY, station_price(view, whole(view.viewer)))
    if phase == PAY_MARKER:
        return pay(board, view, mask, memory, scratch, NOBODY, PAIR)
    if phase == MARKER:
        take_stock(board, view, memory, scratch)
        return choose_marker(board, view, mask, memory, scratch)
    if phase == MOVE_ALVIN:
        return hide_alvin(board, view, mask)
    if phase == START:
        return choose_start(board, graph, view, mask, memory, scratch)
    return choose_any(mask, memory)


@rule
def careless(memory: Memory) -> bool:
    return bool(splitmix_below(memory, _THOUSANDTHS) < w.weigh(memory, w.CARELESSNESS) * _THOUSANDTHS)  # type: ignore[arg-type]
