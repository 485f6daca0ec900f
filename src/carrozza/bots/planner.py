"""The planner: a cheapest network for its tickets, and every decision towards it."""

from carrozza.bots.greedy import choose_longest
from carrozza.bots.mind import Mind
from carrozza.bots.roads import Roads
from carrozza.bots.work import Work
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import Grid
from carrozza.kernel.state import State


@rule
def follow_plan(board: Board, roads: Roads, view: State, mask: Grid, mind: Mind, work: Work) -> int:
    return choose_longest(board, view, mask, mind)
