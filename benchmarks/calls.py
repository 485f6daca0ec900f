"""The rules called one by one: from Python, and from compiled code."""

from typing import Any, Final

import numpy as np

from benchmarks.records import random_game
from benchmarks.timing import Effort, Measure, Measures, rate
from carrozza import boards
from carrozza.bots.compiled.memory import blank_memories
from carrozza.bots.compiled.random_bot import choose_any
from carrozza.kernel.actions import WORDS
from carrozza.kernel.board import Board, compile_board
from carrozza.kernel.compiled import entry
from carrozza.kernel.imagine import imagine, imagine_into
from carrozza.kernel.layout import Grid, blank
from carrozza.kernel.legal import legal
from carrozza.kernel.refusals import apply
from carrozza.kernel.setup import set_up
from carrozza.kernel.state import OVER, STATE, State, blank_state, copied
from carrozza.kernel.turns import play
from carrozza.kernel.view import make_view

BOARD: Final = "europe"
SEATS: Final = 4
MIDDLE: Final = 200
"""Decisions to the middle of a game."""


def start(board: Board) -> State:
    state = blank_state()
    set_up(board, state, SEATS, np.uint64(1), 0)
    return state


def game_actions(board: Board) -> list[int]:
    """The decisions of one random game."""
    state, mask, memory, actions = start(board), np.zeros(WORDS, np.uint64), blank_memories(1)[0], []
    while state.phase != OVER:
        legal(board, state, mask)
        actions.append(int(choose_any(mask, memory)))
        play(board, state, actions[-1])
    return actions


def middle(board: Board, actions: list[int]) -> State:
    state = start(board)
    for action in actions[:MIDDLE]:
        play(board, state, action)
    return state


@entry
def copy_often(state: Grid, copies: Grid, times: int) -> None:
    for i in range(times):
        copies[i % len(copies)] = state[0]


@entry
def view_often(state: State, view: State, times: int) -> None:
    for i in range(times):
        make_view(state, i % 4, view)


@entry
def imagine_often(board: Board, view: Grid, state: Grid, times: int) -> None:
    for i in range(times):
        state[0] = view[0]
        imagine_into(board, view[0], np.uint64(i), state[0])


def measure_calls(effort: Effort) -> Measures:
    board = compile_board(boards.load(BOARD))
    actions = game_actions(board)
    state = middle(board, actions)
    yield from _from_python(effort, board, actions, state)
    yield from _from_compiled(effort, board, state)


def _from_python(effort: Effort, board: Board, actions: list[int], state: Any) -> Measures:
    mask, view = np.zeros(WORDS, np.uint64), blank_state()
    make_view(state, 0, view)

    def play_games(times: int) -> None:
        for _ in range(times):
            game = start(board)
            for action in actions:
                legal(board, game, mask)
                apply(board, game, action, mask)

    def choose_moves(times: int) -> None:
        for _ in range(times):
            random_game()

    def make_views(times: int) -> None:
        for i in range(times):
            make_view(state, i % SEATS, view)

    def imagine_states(times: int) -> None:
        for i in range(times):
            imagine(board, view, i)

    def copy_states(times: int) -> None:
        for _ in range(times):
            copied(state)

    group = f"Called from Python ({BOARD}, {SEATS} seats)"
    calls = tuple(games * len(actions) * 2 for games in rate(effort, play_games))
    yield Measure(group, "legal and apply, turn about", "calls/s", calls)
    moves = len(random_game().history)
    decisions = tuple(games * moves for games in rate(effort, choose_moves))
    yield Measure(group, "Game: a random legal move, played", "decisions/s", decisions)
    yield Measure(group, "make_view", "calls/s", rate(effort, make_views))
    make_view(state, 0, view)
    yield Measure(group, "imagine", "calls/s", rate(effort, imagine_states))
    yield Measure(group, "copy a state", "calls/s", rate(effort, copy_states))


def _from_compiled(effort: Effort, board: Board, state: State) -> Measures:
    view, states, views, copies = blank_state(), blank(STATE, 1), blank(STATE, 1), blank(STATE, 8)
    states[0] = state.record
    make_view(state, 0, view)
    views[0] = view.record
    group = f"Called from compiled code ({BOARD}, {SEATS} seats)"
    yield Measure(group, "make_view", "calls/s", rate(effort, lambda times: view_often(state, view, times)))
    imagined = rate(effort, lambda times: imagine_often(board, views, states, times))
    yield Measure(group, "imagine", "calls/s", imagined)
    yield Measure(group, "copy a state", "calls/s", rate(effort, lambda times: copy_often(views, copies, times)))
