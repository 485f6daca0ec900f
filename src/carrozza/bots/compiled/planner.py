"""The planner: a cheapest network for its tickets, and every decision towards it."""

import numpy as np

from carrozza.bots.compiled.board_graph import Roads
from carrozza.bots.compiled.memory import Mind
from carrozza.bots.compiled.planning import weights as w
from carrozza.bots.compiled.planning.cards import choose_card, choose_payment
from carrozza.bots.compiled.planning.claims import filler_claim, last_claim, needed_claim
from carrozza.bots.compiled.planning.needs import best_filler, list_needs, turns_needed, value_cards
from carrozza.bots.compiled.planning.network import refresh_plan, trains_built, turns_left
from carrozza.bots.compiled.planning.pricing import note_reached
from carrozza.bots.compiled.planning.stations import needed_station
from carrozza.bots.compiled.planning.tickets import choose_tickets, worth_of_drawing
from carrozza.bots.compiled.planning.tunnels import count_deck
from carrozza.bots.compiled.planning.west import choose_marker, choose_start, hide_alvin
from carrozza.bots.compiled.random_bot import choose_any
from carrozza.bots.compiled.scratch import Work
from carrozza.kernel.actions import CLAIM, DECLINE, DRAW_TICKETS, MISC_WORD
from carrozza.kernel.bits import has
from carrozza.kernel.board import Board
from carrozza.kernel.chance import below
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

PARAMETERS = w.PARAMETERS
SOON = 5
"""Trains on the board before tickets that were not wanted are thought of again."""
_THOUSANDTHS = 1000


@rule
def take_stock(board: Board, view: State, mind: Mind, work: Work) -> None:
    note_reached(board, view, work)
    work.turns_left = turns_left(board, view, mind)
    list_needs(board, view, mind, work)
    count_deck(board, view, work)


@rule
def take_turn(board: Board, roads: Roads, view: State, mask: Grid, mind: Mind, work: Work) -> int:
    """T1: claim what the plan needs, or draw tickets, or claim something else of worth, or draw cards."""
    refresh_plan(board, roads, view, mind, work)
    take_stock(board, view, mind, work)
    if work.turns_left < 1.5:
        route = last_claim(board, view, mask, mind, work)
        if route != NOBODY:
            return CLAIM + route
    route = needed_claim(board, roads, view, mask, mind, work)
    if route != NOBODY:
        return CLAIM + route
    city = needed_station(board, view, mask, mind, work)
    if city != NOBODY:
        return city
    if wants_tickets(board, roads, view, mask, mind, work):
        return DRAW_TICKETS
    filler = best_filler(board, view, mind, work)
    mind.wish = filler
    route = filler_claim(board, view, mask, mind, work, filler)
    if route != NOBODY:
        return CLAIM + route
    value_cards(board, view, mind, work, filler)
    card = choose_card(board, view, mask, work)
    if card != NOBODY:
        return card
    route = last_claim(board, view, mask, mind, work)
    return CLAIM + route if route != NOBODY else whatever(mask, mind)


@rule
def wants_tickets(board: Board, roads: Roads, view: State, mask: Grid, mind: Mind, work: Work) -> bool:
    """Whether drawing tickets promises more than a turn is worth. Where it does not, the question comes up again
    when more trains are on the board."""
    needed = turns_needed(view, work)
    if not has(mask[MISC_WORD], DRAW_TICKETS % 64) or needed > w.weigh(mind, w.FOCUS):
        return False
    if work.turns_left - needed < w.weigh(mind, w.LEISURE):
        return False
    built = trains_built(board, view)
    if mind.pondered > 0 and built - mind.pondered < SOON:
        return False
    mind.pondered = built
    worth = worth_of_drawing(board, roads, view, mind, work)
    return worth > w.weigh(mind, w.HUNGER) + w.weigh(mind, w.TURN_WORTH)


@rule
def whatever(mask: Grid, mind: Mind) -> int:
    """Anything but tickets, where there is a choice."""
    tickets = np.uint64(1) << np.uint64(DRAW_TICKETS % 64)
    kept = mask[MISC_WORD]
    mask[MISC_WORD] = kept & ~tickets
    action = choose_any(mask, mind)
    mask[MISC_WORD] = kept
    return action if action != NOBODY else DRAW_TICKETS


@rule
def second_card(board: Board, roads: Roads, view: State, mask: Grid, mind: Mind, work: Work) -> int:
    refresh_plan(board, roads, view, mind, work)
    take_stock(board, view, mind, work)
    value_cards(board, view, mind, work, whole(mind.wish))
    return choose_card(board, view, mask, work)


@rule
def pay(board: Board, view: State, mask: Grid, mind: Mind, work: Work, route: int, price: int) -> int:
    take_stock(board, view, mind, work)
    return choose_payment(board, view, mask, mind, work, route, price)


@rule
def answer_tunnel(board: Board, view: State, mask: Grid, mind: Mind, work: Work) -> int:
    """U4: the turn is lost by declining, so pay where it can be done."""
    payment = pay(board, view, mask, mind, work, whole(view.route), whole(view.due))
    return payment if payment != NOBODY else DECLINE


@rule
def follow_plan(board: Board, roads: Roads, view: State, mask: Grid, mind: Mind, work: Work) -> int:
    if w.weigh(mind, w.CARELESSNESS) > 0.0 and careless(mind):
        return choose_any(mask, mind)
    phase = view.phase
    if phase == TURN:
        return take_turn(board, roads, view, mask, mind, work)
    if phase == SECOND:
        return second_card(board, roads, view, mask, mind, work)
    if phase == PAY_ROUTE:
        return pay(board, view, mask, mind, work, whole(view.route), whole(board.length[view.route]))
    if phase == TUNNEL:
        return answer_tunnel(board, view, mask, mind, work)
    if phase == OPENING or phase == TICKETS_DRAWN:
        return choose_tickets(board, roads, view, mask, mind, work)
    if phase == PAY_STATION:
        return pay(board, view, mask, mind, work, NOBODY, station_price(view, whole(view.viewer)))
    if phase == PAY_MARKER:
        return pay(board, view, mask, mind, work, NOBODY, PAIR)
    if phase == MARKER:
        take_stock(board, view, mind, work)
        return choose_marker(board, view, mask, mind, work)
    if phase == MOVE_ALVIN:
        return hide_alvin(board, view, mask)
    if phase == START:
        return choose_start(board, roads, view, mask, mind, work)
    return choose_any(mask, mind)


@rule
def careless(mind: Mind) -> bool:
    return bool(below(mind, _THOUSANDTHS) < w.weigh(mind, w.CARELESSNESS) * _THOUSANDTHS)  # type: ignore[arg-type]
