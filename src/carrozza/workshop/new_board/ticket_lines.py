"""Tickets as people paste them: `Milano - Roma 8`, `Lisboa - Danzig 20 long`, or a table."""

from typing import Final, NamedTuple

from carrozza.workshop.new_board.joined_lines import Cities, Joined, read_joined
from carrozza.workshop.new_board.line_faults import LineFault, Unreadable
from carrozza.workshop.new_board.tables import Columns

COLUMNS: Final[Columns] = {"points": ("value", "punti", "valore"), "long": ("lungo",)}
LONG: Final = ("long", "lungo")
MOST_POINTS: Final = 99


class TicketLine(NamedTuple):
    """Two cities to join; the points are none where they were left out."""

    line: int
    a: str
    b: str
    points: int | None
    long: bool = False


def read_tickets(text: str, cities: Cities) -> tuple[list[TicketLine], list[LineFault]]:
    """The tickets of a pasted list, and what cannot be read."""
    return read_joined("tickets", text, cities, COLUMNS, ticket_of)


def ticket_of(joined: Joined) -> TicketLine:
    points: int | None = None
    for word in joined.words:
        if word in LONG:
            continue
        if not word.isdecimal() or points is not None or not 1 <= int(word[:6]) <= MOST_POINTS:
            raise Unreadable("points", text=word)
        points = int(word)
    return TicketLine(joined.line, joined.a, joined.b, points, any(word in LONG for word in joined.words))
