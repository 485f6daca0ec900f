"""Loops over the rules, compiled with them: what takes long is done here, what is looked at elsewhere."""

import numpy as np

from carrozza.kernel.actions import (
    ACTIONS,
    CITY,
    DECLINE,
    DRAW_BLIND,
    DRAW_TICKETS,
    MISC,
    PAY,
    PAY_LOCOMOTIVES,
    SKIP,
)
from carrozza.kernel.bits import has
from carrozza.kernel.board import Board
from carrozza.kernel.chance import below
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.imagine import imagine_into
from carrozza.kernel.layout import Grid, whole
from carrozza.kernel.legal import anything, legal
from carrozza.kernel.refusals import apply
from carrozza.kernel.state import OVER, State
from carrozza.kernel.turns import play
from carrozza.kernel.view import make_view

CLAIMS, CITIES, PAYMENTS, ROW_CARDS, BLIND_CARDS, TICKET_DRAWS, REFUSALS, KEEPS = range(8)
SORTS = 8
"""The sorts of decision that a style of play likes more or less."""


@rule
def sort_of(action: int) -> int:
    if action < CITY:
        return CLAIMS
    if action < PAY:
        return CITIES
    if action < MISC or action == PAY_LOCOMOTIVES:
        return PAYMENTS
    if action < DRAW_BLIND:
        return ROW_CARDS
    if action == DRAW_BLIND:
        return BLIND_CARDS
    if action == DRAW_TICKETS:
        return TICKET_DRAWS
    if action in (DECLINE, SKIP):
        return REFUSALS
    return KEEPS


@rule
def choose(mask: Grid, style: Grid, dice: State) -> int:
    """A legal action, the liked sorts more often. The dice are a state of which only the generator is used."""
    total = 0
    for action in range(ACTIONS):
        if has(mask[action // 64], action % 64):
            total += whole(style[sort_of(action)])
    at = below(dice, total)
    for action in range(ACTIONS):
        if has(mask[action // 64], action % 64):
            at -= whole(style[sort_of(action)])
            if at < 0:
                return action
    return -1


@entry
def play_out(board: Board, state: State, dice: State, style: Grid, states: Grid, masks: Grid, actions: Grid) -> int:
    """Play on to the end, or until nothing is legal, or the record is full. Returns the decisions made."""
    made = 0
    states[0] = state
    legal(board, state, masks[0])
    while made < len(actions) and state.phase != OVER and anything(masks[made]):
        actions[made] = choose(masks[made], style, dice)
        play(board, state, whole(actions[made]))
        made += 1
        states[made] = state
        legal(board, state, masks[made])
    return made


@entry
def play_through(board: Board, state: State, actions: Grid, states: Grid) -> None:
    """Play the given decisions, keeping every state on the way."""
    states[0] = state
    for made in range(len(actions)):
        play(board, state, whole(actions[made]))
        states[made + 1] = state


@entry
def try_all(board: Board, state: State, mask: Grid, after: Grid, answers: Grid) -> None:
    """Apply every action, each to a fresh copy of the state."""
    for action in range(ACTIONS):
        after[action] = state
        answers[action] = apply(board, after[action], action, mask)


@entry
def masks_seen(board: Board, states: Grid, view: State, masks: Grid) -> None:
    """What each actor finds legal from its own view alone."""
    for i in range(len(states)):
        make_view(states[i], whole(states[i].actor), view)
        legal(board, view, masks[i])


@entry
def imagine_each(
    board: Board, states: Grid, viewers: Grid, seed: np.uint64, views: Grid, made: Grid, seen: Grid
) -> None:
    """What each viewer sees, what it imagines from that, and what it would see if that were so."""
    for i in range(len(states)):
        make_view(states[i], whole(viewers[i]), views[i])
        made[i] = views[i]
        imagine_into(board, views[i], seed + np.uint64(i), made[i])
        make_view(made[i], whole(viewers[i]), seen[i])
