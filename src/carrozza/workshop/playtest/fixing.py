"""Tickets given their suggested values: in a board, and in the map maker's file, of which the rest stays as it is."""

from collections.abc import Mapping
from pathlib import Path

from carrozza.boards import Board
from carrozza.folders import write_whole
from carrozza.workshop.editing import BoardFile
from carrozza.workshop.playtest.model import PlaytestReport

Values = Mapping[str, int]
"""New points, by the id of the ticket."""


def suggested_values(report: PlaytestReport) -> dict[str, int]:
    """Of the tickets whose values should change."""
    return {ticket.id: ticket.suggested for ticket in report.tickets if ticket.suggested != ticket.points}


def with_values(board: Board, values: Values) -> Board:
    """The same board with these points on these tickets."""
    tickets = tuple(
        ticket.model_copy(update={"points": values.get(ticket.id, ticket.points)}) for ticket in board.tickets
    )
    return Board(**{name: getattr(board, name) for name in Board.model_fields} | {"tickets": tickets})


def write_fixed(board: Board, values: Values, target: Path) -> None:
    """Write the board's file with the new values; a board that comes with the game gets an id of its own."""
    points = {board.ticket_index[ticket]: value for ticket, value in values.items()}
    own_id = None if board.file else f"my-{board.map}"
    file = BoardFile.read(str(board.file or board.id)).with_points(points, own_id)
    write_whole(target, file.to_bytes(target.suffix))
