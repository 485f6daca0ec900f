"""Many moves of one game in one call, each checked: for records."""

import numpy as np

from carrozza.kernel import rules
from carrozza.kernel.actions import KEEP
from carrozza.kernel.bits import NONE, bit, has
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import Grid, Record, cell, whole
from carrozza.kernel.refusals import apply
from carrozza.kernel.state import State
from carrozza.kernel.turns import call_on
from carrozza.kernel.whole_moves import price_of


class Step(Record):
    """A move to be played, as numbers."""

    tickets: np.uint64 = cell(np.uint64)
    """The tickets to be kept, where the action is `KEEP`."""
    action: int = cell(np.int16)
    payment: int = cell(np.int16)
    """The action that pays; 0 where none must."""
    price: int = cell(np.int8)
    """How many cards are paid, here or by the payment; 0 where none are."""
    phases: int = cell(np.int16)
    """The phases it may be played in, as bits."""
    seat: int = cell(np.int8)


STEP = Step.dtype


@rule
def offered_set(state: State, seat: int, tickets: np.uint64) -> int:
    """Which of the offered tickets these are; -1 where one is not offered."""
    found, missing = 0, tickets
    for i in range(state.offered_size[seat]):
        ticket = whole(state.offered[seat, i])
        if ticket >= 0 and has(tickets, ticket):
            found |= 1 << i
            missing &= ~bit(ticket)
    return found if missing == NONE else -1


@rule
def play_step(board: Board, state: State, step: Step, mask: Grid) -> bool:
    """False where it is not legal; the state may then be half-way through it."""
    seat, action = whole(step.seat), whole(step.action)
    call_on(state, seat)
    if state.actor != seat or whole(step.phases) >> whole(state.phase) & 1 == 0:
        return False
    if action == KEEP:
        kept = offered_set(state, seat, step.tickets)
        if kept < 0:
            return False
        action += kept
    if step.price > 0 and step.price != price_of(board, state, action):
        return False
    if apply(board, state, action, mask) != rules.LEGAL:
        return False
    return step.payment == 0 or apply(board, state, whole(step.payment), mask) == rules.LEGAL


@entry
def play_steps(board: Board, states: Grid, steps: Grid, mask: Grid) -> int:
    """Play each step on a copy of the state before it, from `states[0]` on; returns how many were legal."""
    for i in range(len(steps)):
        states[i + 1] = states[i]
        states[i + 1].taken_size = 0
        if not play_step(board, states[i + 1], steps[i], mask):
            return i
    return len(steps)
