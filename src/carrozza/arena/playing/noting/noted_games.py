"""Games between compiled bots, noted: `play_noted_games` plays what `play_deals` plays."""

from typing import Final

import numpy as np

from carrozza.arena.playing.compiled_games import Workspace, begin_game, note_game
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
from carrozza.bots.compiled.decide import step
from carrozza.kernel.chance import stream
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import Grid, blank, whole
from carrozza.kernel.scoring import score
from carrozza.kernel.state import OVER

DECISIONS_A_GAME: Final = 600
"""Room for the decisions of a batch at first; more is made where it is not enough."""


def play_noted_deals(
    workspace: Workspace, seed: int, first_deal: int, outcomes: Grid, claims: Grid, decisions: bool
) -> Notes:
    """Play one deal for each outcome, as `play_deals` does, and note it; `decisions` asks for each of them too."""
    deals = len(outcomes)
    notes = blank(GAME_NOTES, deals)
    claimed = blank_claims(deals)
    log = blank_decisions(DECISIONS_A_GAME * deals if decisions else 0)
    sizes: Grid = np.zeros(2, np.int64)
    done = 0
    while True:
        done = play_noted_games(
            workspace, np.uint64(seed), first_deal, done, outcomes, claims, notes, claimed, log, sizes
        )
        if done == deals:
            return Notes(notes, claimed[:, : sizes[CLAIMS]].copy(), log[:, : sizes[DECISIONS]].copy())
        notes[done] = blank(GAME_NOTES, 1)[0]
        log = np.concatenate([log, blank_decisions(log.shape[1])], axis=1)


@rule
def play_noted(at: Workspace, game: int, notes: GameNotes, claimed: Grid, log: Grid, sizes: Grid) -> int:
    """Play to the end; returns the number of decisions."""
    state = at.states[0]
    decisions = 0
    while state.phase != OVER:
        if log.shape[1] > 0:
            at.states[2] = at.states[0]
        phase, seat, turn = whole(state.phase), whole(state.actor), whole(state.turns) + 1
        route, trains, top = whole(state.route), whole(state.trains[seat]), top_card(state)
        action = step(at.board, at.graph, state, at.memories, at.views, at.mask, at.scratch)
        note_change(phase, seat, turn, route, trains, top, action, state, game, notes, claimed, sizes)
        if log.shape[1] > 0:
            note_decision(at.board, at.states[2], action, at.mask, game, decisions, log, sizes)
        decisions += 1
    return decisions


@entry
def play_noted_games(
    at: Workspace,
    seed: np.uint64,
    first_game: int,
    done: int,
    outcomes: Grid,
    claims: Grid,
    notes: Grid,
    claimed: Grid,
    log: Grid,
    sizes: Grid,
) -> int:
    """The games of `play_deals`, after the first `done`. Returns how many are done: fewer than there are outcomes where
    the list of decisions is full."""
    state = at.states[0]
    for i in range(done, len(outcomes)):
        had_claims, had_decisions = sizes[CLAIMS], sizes[DECISIONS]
        game_seed = stream(seed, first_game + i)
        at.states[0] = at.states[1]
        begin_game(at.board, state, at.memories, game_seed)
        decisions = play_noted(at, i, notes[i], claimed, log, sizes)
        if log.shape[1] > 0 and sizes[DECISIONS] > log.shape[1]:
            sizes[CLAIMS], sizes[DECISIONS] = had_claims, had_decisions
            return i
        score(at.board, state, at.scores, at.workings)
        note_game(state, at.scores, decisions, outcomes[i], claims)
        note_tickets(state, at.scores, notes[i])
        notes[i].seed = game_seed
    return len(outcomes)
