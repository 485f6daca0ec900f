"""What the cells of a slice are called, for people."""

from carrozza import boards
from carrozza.kernel.board import Board
from carrozza.observation.declaration import PHASES, Per
from carrozza.observation.placing.flat_slices import phases_of

OTHERS = ("viewer", "next", "second", "third", "fourth", "fifth")
"""The seats in turn order, as the viewer counts them."""


def names_per(board: boards.Board, compiled: Board, seats: int) -> dict[Per, tuple[str, ...]]:
    return {
        "route": board.route_ids,
        "city": tuple(city.id for city in board.cities),
        "ticket": tuple(ticket.id for ticket in board.tickets),
        "kind": (*board.rules.colors, boards.model.LOCOMOTIVE),
        "seat": OTHERS[:seats],
        "phase": tuple(PHASES[phase][0] for phase in phases_of(compiled)),
        "table": ("",),
    }
