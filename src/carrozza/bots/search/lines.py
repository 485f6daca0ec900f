"""From the decisions of a search to moves: a claim and its payment are two nodes of the tree and one move.

The first move of a line is exact. Later ones are read without a position, since every imagined world has its own: how
a tunnel's extra cards are paid and which tickets are kept is left open.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from carrozza.bots.analysis import Step
from carrozza.bots.legal_form import legal_form
from carrozza.bots.search.tree import NO_NODE, SECRET_KEEP
from carrozza.game import View
from carrozza.game.cards import Cards
from carrozza.game.move_actions import is_payment, move_of, moves_of_board, needs_payment
from carrozza.game.moves import BuildStation, Claim, Move, MoveAlvin, PayTunnel, PlaceMarker, Start
from carrozza.game.names import Names
from carrozza.kernel import actions
from carrozza.kernel.layout import Grid
from carrozza.kernel.markers import PAIR
from carrozza.kernel.state import OPENING, START, TURN, State

FEWEST_VISITS = 5
"""A line goes on as long as its nodes were visited so often."""


class Decision(NamedTuple):
    """A node of the tree: who took which action."""

    seat: int
    action: int


def decisions_below(nodes: Grid, node: int) -> list[Decision]:
    """The node's own decision, and the most visited ones that followed it."""
    found = []
    while node != NO_NODE:
        found.append(Decision(int(nodes[node].seat), int(nodes[node].action)))
        node = _most_visited(nodes, node)
    return found


def _most_visited(nodes: Grid, parent: int) -> int:
    best, visits = NO_NODE, FEWEST_VISITS - 1
    child = int(nodes[parent].first)
    while child != NO_NODE:
        if nodes[child].visits > visits:
            best, visits = child, int(nodes[child].visits)
        child = int(nodes[child].following)
    return best


def line_of(names: Names, state: State, decisions: Sequence[Decision]) -> tuple[Step, ...]:
    """The moves that these decisions make from a position on. The first step always has its move, payment included."""
    first, *later = decisions
    move, used = _first_move(names, state, first, later)
    return Step(names.seats[first.seat], str(move), move), *_later_steps(names, state, later[used:])


def _first_move(names: Names, state: State, first: Decision, later: Sequence[Decision]) -> tuple[Move, int]:
    """The move, and how many of the later decisions are part of it."""
    if not needs_payment(state, first.action):
        return move_of(names, state, first.action), 0
    payment = _payment_after(first, later)
    if payment is not None:
        return move_of(names, state, first.action, payment), 1
    view = View(names, state, names.seats[first.seat])
    paid = legal_form(view, view.legal_moves, _unpaid(names, state, first.action))
    assert paid is not None, "an action of the mask has a payment"
    return paid, 0


def _unpaid(names: Names, state: State, action: int) -> Move:
    if action < actions.CITY:
        return Claim(names.board.routes[action].id)
    city = names.board.cities[action - actions.CITY].id
    return BuildStation(city) if state.phase == TURN else PlaceMarker(city)


def _payment_after(decision: Decision, later: Sequence[Decision]) -> int | None:
    if later and later[0].seat == decision.seat and is_payment(later[0].action):
        return later[0].action
    return None


def _later_steps(names: Names, state: State, decisions: Sequence[Decision]) -> Iterator[Step]:
    stations = [int(state.stations[seat]).bit_count() for seat in range(len(names.seats))]
    at = 0
    while at < len(decisions):
        decision, later = decisions[at], decisions[at + 1 :]
        payment = None if is_payment(decision.action) else _payment_after(decision, later)
        move = _later_move(names, state, decision, payment, stations[decision.seat] + 1, last=not later)
        stations[decision.seat] += isinstance(move, BuildStation)
        yield Step(names.seats[decision.seat], _text(names, decision.action) if move is None else str(move), move)
        at += 1 if payment is None else 2


def _later_move(
    names: Names, state: State, decision: Decision, payment: int | None, station_price: int, *, last: bool
) -> Move | None:
    """The move; none where a position would be needed to know it."""
    action, board = decision.action, names.board

    def paid(price: int) -> Cards | None:
        return None if payment is None else moves_of_board(board).paid(payment, price)

    if action < actions.CITY:
        return Claim(board.routes[action].id, paid(board.routes[action].length))
    if action < actions.PAY:
        city = board.cities[action - actions.CITY].id
        if not names.compiled.network:
            return BuildStation(city, paid(station_price))
        if payment is not None:
            return PlaceMarker(city, paid(PAIR))
        if state.phase in (OPENING, START):
            return Start(city)
        return None if last else MoveAlvin(city)
    if is_payment(action):
        return PayTunnel()
    return None if action >= actions.KEEP else move_of(names, state, action)


def _text(names: Names, action: int) -> str:
    """What is known of a move without its position."""
    if action < actions.PAY:
        return f"choose {names.board.cities[action - actions.CITY].id}"
    kept = action - SECRET_KEEP if action >= SECRET_KEEP else (action - actions.KEEP).bit_count()
    return "keep 1 ticket" if kept == 1 else f"keep {kept} tickets"
