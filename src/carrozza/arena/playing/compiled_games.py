"""Whole games between compiled bots, played in one call of compiled code."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from carrozza.bots.compiled.board_graph import BoardGraph
from carrozza.bots.compiled.bot import configure
from carrozza.bots.compiled.decide import Buffers, play_out
from carrozza.bots.compiled.memory import blank_memories, reset_memory
from carrozza.bots.compiled.scratch import Scratch
from carrozza.bots.specs.notation import Spec
from carrozza.kernel.bits import NONE, count, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.chance import stream
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import ROUTE_WORDS, SEATS, Grid, blank, cell, record_dtype
from carrozza.kernel.paths import Workings, blank_workings
from carrozza.kernel.scoring import Scores, blank_scores, score
from carrozza.kernel.setup import set_up
from carrozza.kernel.state import STATE, State

FIRST = 0
"""Seat 1 starts every game, so that wins by seat show what starting is worth."""


class Outcome:
    """What is kept of one game: its length and, for each seat, its score and what led to it."""

    decisions: int = cell(np.int32)
    turns: int = cell(np.int16)
    total: Grid = cell(np.int16, SEATS)
    routes: Grid = cell(np.int16, SEATS)
    tickets: Grid = cell(np.int16, SEATS)
    stations: Grid = cell(np.int16, SEATS)
    longest_path: Grid = cell(np.int16, SEATS)
    globetrotter: Grid = cell(np.int16, SEATS)
    attractions: Grid = cell(np.int16, SEATS)
    alvin: Grid = cell(np.int16, SEATS)
    longest_path_length: Grid = cell(np.int16, SEATS)
    tickets_completed: Grid = cell(np.int8, SEATS)
    tickets_failed: Grid = cell(np.int8, SEATS)
    routes_claimed: Grid = cell(np.int8, SEATS)
    trains_left: Grid = cell(np.int8, SEATS)
    stations_built: Grid = cell(np.int8, SEATS)
    winner: Grid = cell(np.int8, SEATS)


OUTCOME = record_dtype(Outcome)


def memories_of(specs: Sequence[Spec]) -> Grid:
    """The memory of each of these compiled bots, ready to play."""
    memories = blank_memories(len(specs))
    for memory, spec in zip(memories, specs, strict=True):
        configure(spec, memory)
    return memories


class Workspace(NamedTuple):
    """What one thread plays its games with, as compiled code reads it."""

    board: Board
    graph: BoardGraph
    memories: Grid
    """Of each seat's bot."""
    views: Grid
    mask: Grid
    scratch: Scratch
    states: Grid
    """One to play with, a blank one that games begin with, and one to keep from before a decision."""
    scores: Scores
    workings: Workings


def make_workspace(board: Board, graph: BoardGraph, memories: Grid) -> Workspace:
    """Of NumPy's records and arrays alone, as `bots.search.workspace` tells."""
    buffers = Buffers()
    own = buffers.memories[: len(memories)]
    own[:] = memories
    return Workspace(
        board=board.record,
        graph=graph,
        memories=own,
        views=buffers.views,
        mask=buffers.mask,
        scratch=buffers.scratch,
        states=blank(STATE, 3),
        scores=blank_scores().record,
        workings=blank_workings().record,
    )


@rule
def note_seat(state: State, scores: Scores, seat: int, outcome: Outcome) -> None:
    outcome.total[seat] = scores.total[seat]
    outcome.routes[seat] = scores.routes[seat]
    outcome.tickets[seat] = scores.tickets[seat]
    outcome.stations[seat] = scores.stations[seat]
    outcome.longest_path[seat] = scores.longest_path[seat]
    outcome.globetrotter[seat] = scores.globetrotter[seat]
    outcome.attractions[seat] = scores.attractions[seat]
    outcome.alvin[seat] = scores.alvin[seat]
    outcome.longest_path_length[seat] = scores.longest_path_length[seat]
    outcome.tickets_completed[seat] = count(scores.completed[seat])
    outcome.tickets_failed[seat] = count(state.tickets[seat] & ~scores.completed[seat])
    outcome.trains_left[seat] = state.trains[seat]
    outcome.stations_built[seat] = count(state.stations[seat])
    outcome.winner[seat] = scores.winner[seat]


@rule
def note_claims(state: State, seat: int, outcome: Outcome, claims: Grid) -> None:
    claimed = 0
    for word in range(ROUTE_WORDS):
        routes = state.owned[seat, word]
        claimed += count(routes)
        while routes != NONE:
            claims[word * 64 + lowest(routes)] += 1
            routes = without_lowest(routes)
    outcome.routes_claimed[seat] = claimed


@entry
def note_game(state: State, scores: Scores, decisions: int, outcome: Outcome, claims: Grid) -> None:
    """Copy the result of a finished, scored game into its outcome."""
    outcome.decisions = decisions
    outcome.turns = state.turns
    for seat in range(state.seats):
        note_seat(state, scores, seat, outcome)
        note_claims(state, seat, outcome, claims)


@rule
def begin_game(board: Board, state: State, memories: Grid, seed: np.uint64) -> None:
    """Set a blank state up. Each bot takes its seed from a stream of the game's: what comes of a game does not depend
    on what was played before, or in which thread."""
    set_up(board, state, len(memories), seed, FIRST)
    for seat in range(len(memories)):
        reset_memory(memories[seat], stream(seed, seat))


@entry
def play_deals(at: Workspace, seed: np.uint64, first_deal: int, outcomes: Grid, claims: Grid) -> None:
    """Play one deal for each outcome, each with a seed from its own stream, and add to `claims` how often each route
    was claimed."""
    state = at.states[0]
    for i in range(len(outcomes)):
        at.states[0] = at.states[1]
        begin_game(at.board, state, at.memories, stream(seed, first_deal + i))
        decisions = play_out(at.board, at.graph, state, at.memories, at.views, at.mask, at.scratch)
        score(at.board, state, at.scores, at.workings)
        note_game(state, at.scores, decisions, outcomes[i], claims)
