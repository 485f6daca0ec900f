"""Every number of the action space can be named, on every board."""

import pytest

from carrozza import boards
from carrozza.envs.adapters.action_text import NOTHING, action_text
from carrozza.game.seating import seat_table
from carrozza.kernel.actions import ACTIONS, DRAW


@pytest.mark.parametrize("board", boards.names())
def test_every_action_has_a_text(board: str) -> None:
    names = seat_table(board, 2)
    assert all(action_text(names, action) for action in range(ACTIONS))


def test_a_colour_that_the_board_lacks_is_nothing() -> None:
    names = seat_table("new-york", 2)
    colours = len(names.board.rules.colors)
    assert action_text(names, DRAW + colours - 1) == f"draw {names.board.rules.colors[-1]}"
    assert action_text(names, DRAW + colours) == NOTHING
