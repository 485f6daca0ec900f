"""Compiled bots: one function that asks the bot a mind belongs to, and whole games between them."""

import numpy as np

from carrozza.bots.compiled.board_graph import Roads
from carrozza.bots.compiled.greedy import choose_longest
from carrozza.bots.compiled.memory import GREEDY, PLANNER, RANDOM, Mind, blank_minds
from carrozza.bots.compiled.planner import follow_plan
from carrozza.bots.compiled.random_bot import choose_any
from carrozza.bots.compiled.scratch import Work, blank_work
from carrozza.kernel.actions import WORDS
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import SEATS, Grid, blank, whole
from carrozza.kernel.legal import legal
from carrozza.kernel.state import NOBODY, OVER, STATE, State
from carrozza.kernel.turns import play
from carrozza.kernel.view import make_view


class Desk:
    """What compiled bots work on, for one thread: nothing in it outlives a decision but the minds."""

    def __init__(self) -> None:
        self.minds = blank_minds(SEATS)
        self.views = blank(STATE, 1)
        self.mask: Grid = np.zeros(WORDS, np.uint64)
        self.work = blank_work()


@entry
def decide(board: Board, roads: Roads, view: State, mask: Grid, mind: Mind, work: Work) -> int:
    """The action this mind takes, of the legal ones in the mask, for the seat whose view it is shown."""
    if mind.kind == PLANNER:
        return follow_plan(board, roads, view, mask, mind, work)
    if mind.kind == GREEDY:
        return choose_longest(board, view, mask, mind)
    if mind.kind == RANDOM:
        return choose_any(mask, mind)
    return NOBODY


@rule
def step(board: Board, roads: Roads, state: State, minds: Grid, views: Grid, mask: Grid, work: Work) -> int:
    """Let the one to move decide from a view, and play it; returns the action."""
    seat = whole(state.actor)
    legal(board, state, mask)
    if minds[seat].kind == RANDOM:
        action = choose_any(mask, minds[seat])  # it looks at nothing: no view is needed
    else:
        make_view(state, seat, views[0])
        action = decide(board, roads, views[0], mask, minds[seat], work)
    play(board, state, action)
    return action


@rule
def play_out(board: Board, roads: Roads, state: State, minds: Grid, views: Grid, mask: Grid, work: Work) -> int:
    """Play to the end; returns the number of decisions."""
    decisions = 0
    while state.phase != OVER:
        step(board, roads, state, minds, views, mask, work)
        decisions += 1
    return decisions
