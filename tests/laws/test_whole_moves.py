"""Whole moves: every legal action, with every payment that is legal after it."""

import numpy as np
import pytest

from carrozza.kernel.actions import CITY, PAY
from carrozza.kernel.board import Board
from carrozza.kernel.state import MARKER, OVER, TURN, State, copied
from carrozza.kernel.turns import play
from carrozza.kernel.whole_moves import ACTION_BITS, MOST_MOVES, PAYMENT_AT, list_moves
from tests.laws.play import BUILDER, EVENLY, bits_of, mask_of, played
from tests.setups import SETUPS, Setup

LOW = (1 << ACTION_BITS) - 1


def legal_in(board: Board, state: State) -> list[int]:
    return [int(action) for action in np.flatnonzero(bits_of(mask_of(board, state)))]


def listed(board: Board, state: State) -> list[tuple[int, int]]:
    mask, room, moves = np.zeros(6, np.uint64), np.zeros(6, np.uint64), np.zeros(MOST_MOVES, np.int32)
    size = list_moves(board, state, mask, room, moves)
    return [(number & LOW, number >> PAYMENT_AT & LOW) for number in moves[:size].tolist()]


def counted_out(board: Board, state: State) -> list[tuple[int, int]]:
    """C2: play the first half, and see how it can be paid."""
    moves = []
    for action in legal_in(board, state):
        if action < CITY or (action < PAY and state.phase in (TURN, MARKER)):
            chosen = copied(state)
            play(board, chosen, action)
            moves += [(action, payment) for payment in legal_in(board, chosen)]
        else:
            moves.append((action, 0))
    return moves


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_whole_moves_are_the_actions_with_their_payments(setup: Setup) -> None:
    for style in (EVENLY, BUILDER):
        game = played(setup.compiled, setup.seats, 8, style)
        for state in [State.of(state) for state in game.states[::7]]:
            if state.phase == OVER:
                assert listed(setup.compiled, state) == []
            else:
                assert listed(setup.compiled, state) == counted_out(setup.compiled, state)
