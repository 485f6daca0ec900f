"""Whole games with what a playtest asks about each: which tickets, which routes, when, and whose plans were cut."""

from typing import Final

import numpy as np

from carrozza.arena.playing.compiled_games import OUTCOME, Workspace, begin_game, make_workspace, note_game
from carrozza.bots.compiled.board_graph import BoardGraph
from carrozza.bots.compiled.decide import step
from carrozza.bots.compiled.memory import PLANNER, blank_memories
from carrozza.kernel.bits import NONE, bit, has
from carrozza.kernel.board import Board
from carrozza.kernel.chance import stream
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import ROUTE_WORDS, ROUTES, SEATS, Grid, blank, cell, record_dtype, whole
from carrozza.kernel.scoring import score
from carrozza.kernel.state import OPENING, OVER, TICKETS_DRAWN, TURN, State
from carrozza.kernel.turns import finish

PLAYED_OUT: Final = 0
ALL_PASSED: Final = 1
"""T3: nobody could do anything any more."""
CUT_SHORT: Final = 2
"""The game had as many turns as a playtest allows."""


class GameDetails:
    """What is kept of one game beside its outcome."""

    dealt: Grid = cell(np.uint64, SEATS)
    """The tickets offered in the opening."""
    opening: Grid = cell(np.uint64, SEATS)
    """Those of them that were kept."""
    drawn: Grid = cell(np.uint64, SEATS)
    """The tickets offered at any time."""
    kept: Grid = cell(np.uint64, SEATS)
    made: Grid = cell(np.uint64, SEATS)
    claimed_at: Grid = cell(np.int16, ROUTES)
    """The turn in which the route was claimed, from 1; 0 where it never was."""
    owner: Grid = cell(np.int8, ROUTES)
    """Who claimed it, from 1; 0 where nobody did."""
    plans_cut: Grid = cell(np.int8, ROUTES)
    """How many others had planned with the route and had no parallel one left."""
    ending: int = cell(np.int8)


GAME_DETAILS = record_dtype(GameDetails)


class GameTable:
    """The arrays one thread plays with: the compiled board, the configured bots, and a state."""

    def __init__(self, board: Board, graph: BoardGraph, bots: Grid, seats: int) -> None:
        self.workspace = make_workspace(board, graph, blank_memories(seats))
        self.bots = bots
        self.claims: Grid = np.zeros(ROUTES, np.int64)

    def play(self, seed: int, first: int, most_turns: int, seatings: Grid, outcomes: Grid, details: Grid) -> None:
        """Play one game for each row of `seatings`, which says by seat which of the bots sits there."""
        play_noted_games(
            self.workspace,
            np.uint64(seed),
            first,
            most_turns,
            self.bots,
            seatings,
            outcomes,
            details,
            self.claims,
        )


def room_for(games: int) -> tuple[Grid, Grid]:
    """Zeroed outcomes and details of so many games."""
    return blank(OUTCOME, games), blank(GAME_DETAILS, games)


@rule
def note_offer(state: State, seat: int, details: GameDetails) -> None:
    for i in range(state.offered_size[seat]):
        details.drawn[seat] |= bit(whole(state.offered[seat, i]))


@rule
def parallel_left(board: Board, state: State, seat: int, route: int) -> bool:
    for word in range(ROUTE_WORDS):
        if board.parallel[route, word] & state.free[seat, word] != NONE:
            return True
    return False


@rule
def note_claim(board: Board, state: State, memories: Grid, seat: int, route: int, details: GameDetails) -> None:
    """Plans are those of each planner's last turn, in which the route was still free."""
    details.owner[route] = seat + 1
    word, place = route // 64, route % 64
    for other in range(state.seats):
        if other != seat and memories[other].kind == PLANNER and memories[other].planned:
            planned = has(memories[other].plan[word], place) and not has(memories[other].borrowed[word], place)
            if planned and not parallel_left(board, state, other, route):
                details.plans_cut[route] += 1


@rule
def play_noted(at: Workspace, state: State, most_turns: int, details: GameDetails) -> int:
    """Play to the end, or to the last turn allowed; returns the number of decisions."""
    decisions = 0
    for seat in range(state.seats):
        note_offer(state, seat, details)
        details.dealt[seat] = details.drawn[seat]
    while state.phase != OVER:
        if state.phase == TURN and state.turns >= most_turns:
            finish(state)
            details.ending = CUT_SHORT
            break
        phase, seat, route = whole(state.phase), whole(state.actor), whole(state.route)
        turn, trains = whole(state.turns) + 1, whole(state.trains[seat])
        step(at.board, at.graph, state, at.memories, at.views, at.mask, at.scratch)
        decisions += 1
        if state.trains[seat] != trains:
            details.claimed_at[route] = turn
            note_claim(at.board, state, at.memories, seat, route, details)
        elif state.phase == TICKETS_DRAWN:
            note_offer(state, seat, details)
        elif phase == OPENING and state.phase != OPENING:
            for each in range(state.seats):
                details.opening[each] = state.tickets[each]
    if details.ending == PLAYED_OUT and state.passes >= state.seats:
        details.ending = ALL_PASSED
    return decisions


@entry
def play_noted_games(
    at: Workspace,
    seed: np.uint64,
    first_game: int,
    most_turns: int,
    bots: Grid,
    seatings: Grid,
    outcomes: Grid,
    details: Grid,
    claims: Grid,
) -> None:
    """Game i takes its seed from stream i, whatever was played before."""
    state = at.states[0]
    for i in range(len(outcomes)):
        at.states[0] = at.states[1]
        for seat in range(len(at.memories)):
            at.memories[seat] = bots[seatings[i, seat]]
        begin_game(at.board, state, at.memories, stream(seed, first_game + i))
        decisions = play_noted(at, state, most_turns, details[i])
        score(at.board, state, at.scores, at.workings)
        note_game(state, at.scores, decisions, outcomes[i], claims)
        for seat in range(len(at.memories)):
            details[i].kept[seat] = state.tickets[seat]
            details[i].made[seat] = at.scores.completed[seat]
