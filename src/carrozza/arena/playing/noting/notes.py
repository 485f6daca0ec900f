"""What is noted of a game while it is played: who claimed which route when, tickets, cards drawn, decisions."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from carrozza.kernel.actions import DRAW, DRAW_BLIND, DRAW_TICKETS, KEEP, WORDS
from carrozza.kernel.bits import count
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import KINDS, ROUTES, SEATS, Grid, cell, record_dtype, whole
from carrozza.kernel.scoring import Scores
from carrozza.kernel.state import OPENING, PAY_MARKER, PAY_ROUTE, PAY_STATION, State
from carrozza.kernel.whole_moves import PAYMENT_AT, whole_move


class GameNotes:
    """What is noted of one game beside its outcome, for each seat."""

    seed: np.uint64 = cell(np.uint64)
    opening: Grid = cell(np.uint64, SEATS)
    """The tickets kept in the opening."""
    kept: Grid = cell(np.uint64, SEATS)
    """All tickets kept."""
    completed: Grid = cell(np.uint64, SEATS)
    face_up: Grid = cell(np.int16, SEATS, KINDS)
    """Cards taken from the row."""
    blind: Grid = cell(np.int16, SEATS, KINDS)
    """Cards drawn from the deck; the opening hand is not among them."""
    ticket_draws: Grid = cell(np.int16, SEATS)
    """How often tickets were drawn."""


GAME_NOTES = record_dtype(GameNotes)

CLAIM_COLUMNS: Final = ("game", "seat", "turn", "route")
"""Of one claim; the game is counted from the first of its batch, the turn from 1."""
GAME, SEAT, TURN_NUMBER, ROUTE = range(len(CLAIM_COLUMNS))
DECISION_COLUMNS: Final = ("game", "number", "seat", "turn", "phase", "action", "legal", "move")
"""Of one decision; `legal` is the number of legal actions, `move` the whole move (`whole_moves`)."""
NUMBER, BY, IN_TURN, PHASE, ACTION, LEGAL, MOVE = range(1, len(DECISION_COLUMNS))
TICKET_BITS: Final = 7
"""The `move` of a decision to keep tickets is their numbers in the order offered, each plus 1 and in so many bits."""
CLAIMS, DECISIONS = 0, 1
"""Where the sizes of both lists are counted."""


@dataclass
class Notes:
    """The notes of a batch."""

    games: Grid
    """One `GameNotes` a game."""
    claims: Grid
    """A row for each of `CLAIM_COLUMNS`; the columns are in the order in which the routes were claimed."""
    decisions: Grid
    """A row for each of `DECISION_COLUMNS`; empty where they were not asked for."""


def blank_claims(games: int) -> Grid:
    """Room for the claims of so many games."""
    claims: Grid = np.empty((len(CLAIM_COLUMNS), games * ROUTES), np.int32)
    return claims


def blank_decisions(number: int) -> Grid:
    """Room for so many decisions."""
    decisions: Grid = np.empty((len(DECISION_COLUMNS), number), np.int64)
    return decisions


@rule
def note_card(before: int, action: int, seat: int, notes: GameNotes) -> None:
    """`before` is the card that was on top of the deck."""
    if action == DRAW_BLIND:
        notes.blind[seat, before] += 1
    elif action == DRAW_TICKETS:
        notes.ticket_draws[seat] += 1
    elif DRAW <= action < DRAW_BLIND:
        notes.face_up[seat, action - DRAW] += 1


@rule
def note_claim(game: int, seat: int, turn: int, route: int, claimed: Grid, sizes: Grid) -> None:
    size = sizes[CLAIMS]
    claimed[GAME, size] = game
    claimed[SEAT, size] = seat
    claimed[TURN_NUMBER, size] = turn
    claimed[ROUTE, size] = route
    sizes[CLAIMS] = size + 1


@rule
def note_tickets(state: State, scores: Scores, notes: GameNotes) -> None:
    for seat in range(state.seats):
        notes.kept[seat] = state.tickets[seat]
        notes.completed[seat] = scores.completed[seat]


@rule
def kept_in_order(state: State, kept: int) -> int:
    """The tickets of a set of the offered ones, as the `move` of a decision."""
    seat, packed = whole(state.actor), 0
    for i in range(state.offered_size[seat]):
        if kept >> i & 1:
            packed = packed << TICKET_BITS | (whole(state.offered[seat, i]) + 1)
    return packed


@rule
def note_decision(
    board: Board, before: State, action: int, mask: Grid, game: int, number: int, log: Grid, sizes: Grid
) -> None:
    """A decision that pays completes the move of the decision before it. A full list counts on."""
    size = sizes[DECISIONS]
    sizes[DECISIONS] = size + 1
    if size >= log.shape[1]:
        return
    phase = whole(before.phase)
    legal_actions = 0
    for word in range(WORDS):
        legal_actions += count(mask[word])
    if action >= KEEP:
        move = kept_in_order(before, action - KEEP)
    elif phase in (PAY_ROUTE, PAY_STATION, PAY_MARKER):
        move = log[MOVE, size - 1] | action << PAYMENT_AT
        log[MOVE, size - 1] = move
    else:
        move = whole_move(board, before, action, 0)
    log[GAME, size] = game
    log[NUMBER, size] = number
    log[BY, size] = before.actor
    log[IN_TURN, size] = before.turns + 1
    log[PHASE, size] = phase
    log[ACTION, size] = action
    log[LEGAL, size] = legal_actions
    log[MOVE, size] = move


@rule
def note_change(
    phase: int,
    seat: int,
    turn: int,
    route: int,
    trains: int,
    top: int,
    action: int,
    state: State,
    game: int,
    notes: GameNotes,
    claimed: Grid,
    sizes: Grid,
) -> None:
    """What a decision has done; all but `state` is from before it. Only a claim takes trains."""
    if state.trains[seat] != trains:
        note_claim(game, seat, turn, route, claimed, sizes)
    elif phase == OPENING and state.phase != OPENING:
        for each in range(state.seats):
            notes.opening[each] = state.tickets[each]
    else:
        note_card(top, action, seat, notes)


@rule
def top_card(state: State) -> int:
    return whole(state.deck[max(whole(state.deck_size) - 1, 0)])
