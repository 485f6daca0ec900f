"""Games that were played move by move, gone over again to note what a noted game notes."""

import numpy as np

from carrozza.arena.playing.compiled_games import FIRST
from carrozza.arena.playing.noting.notes import (
    CLAIMS,
    DECISIONS,
    GAME_NOTES,
    GameNotes,
    Notes,
    blank_claims,
    blank_decisions,
    note_change,
    note_decision,
    note_tickets,
    top_card,
)
from carrozza.kernel.actions import KEEP, WORDS
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import Grid, blank, whole
from carrozza.kernel.legal import legal
from carrozza.kernel.paths import Workings, blank_workings
from carrozza.kernel.replaying import offered_set
from carrozza.kernel.scoring import Scores, blank_scores, score
from carrozza.kernel.setup import set_up
from carrozza.kernel.state import STATE
from carrozza.kernel.turns import play


def replay_notes(board: Board, seats: int, seed: int, steps: Grid, decisions: bool) -> Notes:
    """The notes of a finished game that was played move by move."""
    notes = blank(GAME_NOTES, 1)
    claimed = blank_claims(1)
    log = blank_decisions(2 * len(steps) if decisions else 0)
    sizes: Grid = np.zeros(2, np.int64)
    mask: Grid = np.zeros(WORDS, np.uint64)
    replay_noted(
        board,
        seats,
        np.uint64(seed),
        blank(STATE, 3),
        steps,
        mask,
        blank_scores(),
        blank_workings(),
        notes,
        claimed,
        log,
        sizes,
    )
    return Notes(notes, claimed[:, : sizes[CLAIMS]].copy(), log[:, : sizes[DECISIONS]].copy())


@rule
def replay_action(
    board: Board,
    states: Grid,
    action: int,
    mask: Grid,
    number: int,
    notes: GameNotes,
    claimed: Grid,
    log: Grid,
    sizes: Grid,
) -> None:
    state = states[0]
    states[2] = states[0]
    phase, seat, turn = whole(state.phase), whole(state.actor), whole(state.turns) + 1
    route, trains, top = whole(state.route), whole(state.trains[seat]), top_card(state)
    legal(board, state, mask)
    play(board, state, action)
    note_change(phase, seat, turn, route, trains, top, action, state, 0, notes, claimed, sizes)
    note_decision(board, states[2], action, mask, 0, number, log, sizes)


@entry
def replay_noted(
    board: Board,
    seats: int,
    seed: np.uint64,
    states: Grid,
    steps: Grid,
    mask: Grid,
    scores: Scores,
    workings: Workings,
    notes: Grid,
    claimed: Grid,
    log: Grid,
    sizes: Grid,
) -> int:
    """Go over a game by its moves, which are known to be legal; returns the number of decisions. `states` are as in
    `play_noted_games`."""
    set_up(board, states[0], seats, seed, FIRST)
    decisions = 0
    for i in range(len(steps)):
        seat, action = whole(steps[i].seat), whole(steps[i].action)
        if action == KEEP:
            action += offered_set(states[0], seat, steps[i].tickets)
        replay_action(board, states, action, mask, decisions, notes[0], claimed, log, sizes)
        decisions += 1
        if steps[i].payment > 0:
            payment = whole(steps[i].payment)
            replay_action(board, states, payment, mask, decisions, notes[0], claimed, log, sizes)
            decisions += 1
    score(board, states[0], scores, workings)
    note_tickets(states[0], scores, notes[0])
    notes[0].seed = seed
    return decisions
