"""Tickets given their suggested values: in a board, and in the map maker's file, of which the rest stays as it is."""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import tomlkit

from carrozza.boards import Board, Bundle
from carrozza.boards.bundle import SUFFIX, load_bundle
from carrozza.boards.toml_text import to_toml
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
    source = board.file or Path(str(files("carrozza.boards") / "files" / f"{board.map}.toml"))
    if SUFFIX not in (source.suffix, target.suffix):
        target.write_bytes(rewritten(source.read_bytes().decode("utf-8-sig"), board, values).encode())
        return
    bundle = load_bundle(source)
    document = dict(bundle.document)
    document["tickets"] = [dict(ticket) for ticket in document["tickets"]]
    _change(document, board, values)
    if target.suffix == SUFFIX:
        target.write_bytes(Bundle.of(document, bundle.layout, bundle.credits, str(target)).to_bytes())
    else:
        named = bundle.model_copy(update={"document": document})
        target.write_text(to_toml(named.document_with_credits()), encoding="utf-8")


def rewritten(text: str, board: Board, values: Values) -> str:
    """A board file with these points on these tickets: its order, its spaces and its comments stay."""
    document = tomlkit.parse(text)
    _change(document, board, values)
    return tomlkit.dumps(document)


def _change(document: dict[str, Any], board: Board, values: Values) -> None:
    if board.file is None:
        document["id"] = f"my-{board.map}"
    for ticket, points in values.items():
        document["tickets"][board.ticket_index[ticket]]["points"] = points
