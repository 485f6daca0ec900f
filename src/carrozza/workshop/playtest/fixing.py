"""Tickets given their suggested values: in a board, and in the map maker's file, of which the rest stays as it is."""

from collections.abc import Mapping
from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError

from carrozza.boards import Board
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


def rewritten(text: str, board: Board, values: Values) -> str:
    """A board file with these points on these tickets: its order, its spaces and its comments stay."""
    document = tomlkit.parse(text)
    tickets = document["tickets"]
    for ticket, points in values.items():
        tickets[board.ticket_index[ticket]]["points"] = points  # type: ignore[index]
    return tomlkit.dumps(document)


def rewrite_file(source: Path, target: Path, board: Board, values: Values) -> None:
    """Write the file with the new values; `target` may be `source`."""
    try:
        text = rewritten(source.read_bytes().decode("utf-8-sig"), board, values)
    except TOMLKitError as error:
        raise ValueError(f"{source}: the values cannot be written into it: {error}") from None
    target.write_bytes(text.encode("utf-8"))
