"""Labels for learning a belief: what the other seats hold, which the seat to move does not know.

They are apart from the observation, and no policy may be given them.
"""

from carrozza.kernel.bits import has
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import LOCOMOTIVE, Grid, whole
from carrozza.kernel.state import State


def hidden_cells(board: Board, seats: int) -> int:
    """Of one game: for each other seat a cell for each ticket of the board and for each kind of card."""
    return (seats - 1) * (board.tickets + board.colours + 1)


@rule
def write_hidden(board: Board, state: State, seat: int, out: Grid) -> None:
    """For each other seat in turn order: 1 for each ticket that it holds, then its cards by kind, the locomotive after
    the board's colours."""
    at, other = 0, seat
    for _ in range(1, state.seats):
        other = other + 1 if other + 1 < state.seats else 0
        for ticket in range(board.tickets):
            out[at + ticket] = 1 if has(state.tickets[other], ticket) else 0
        at += whole(board.tickets)
        for colour in range(board.colours):
            out[at + colour] = state.hand[other, colour]
        at += whole(board.colours)
        out[at] = state.hand[other, LOCOMOTIVE]
        at += 1
