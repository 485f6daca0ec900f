"""What the observation keeps of one seat of one game between its decisions.

What takes long follows from the routes and the seat's tickets alone, and these change in few decisions; so it is
brought up to date only when they have changed (`refreshing.py`). A recall never tells more than the position does: a
fresh one gives the same observation.
"""

from typing import Final

import numpy as np

from carrozza.kernel.compiled import entry
from carrozza.kernel.layout import CITIES, ROUTE_WORDS, ROUTES, SEATS, TICKETS, Grid, Record, cell

LANES: Final = 16
BLOCKS: Final = TICKETS // LANES
HALVES: Final = LANES // 8
"""The words that the lanes of a block take."""


class Recall(Record):
    owned: Grid = cell(np.uint64, SEATS, ROUTE_WORDS)
    """What the rest was computed for: the routes of every seat, ..."""
    free: Grid = cell(np.uint64, ROUTE_WORDS)
    tickets: np.uint64 = cell(np.uint64)
    offered: np.uint64 = cell(np.uint64)
    """... and, of the seat itself, its free routes and its tickets, held and offered."""

    reached: Grid = cell(np.uint64, SEATS)
    """The cities that the routes of each seat reach."""
    adjacent: Grid = cell(np.uint64, ROUTE_WORDS)
    """Routes that end in a city the seat's own reach, ..."""
    contested: Grid = cell(np.uint64, ROUTE_WORDS)
    """... or that a rival's reach."""
    on_way: Grid = cell(np.uint64, ROUTE_WORDS)
    offered_way: Grid = cell(np.uint64, ROUTE_WORDS)
    made: np.uint64 = cell(np.uint64)
    lost: np.uint64 = cell(np.uint64)
    returned: np.uint64 = cell(np.uint64)
    detour: Grid = cell(np.uint64, ROUTES // 8)
    """Cells as they are written: eight in each word."""
    wanted: Grid = cell(np.uint64, CITIES // 8)
    city_distance: Grid = cell(np.uint64, CITIES // 8)
    ticket_distance: Grid = cell(np.uint64, TICKETS // 8)
    network_way: Grid = cell(np.uint64, ROUTE_WORDS)
    network_distance: Grid = cell(np.uint64, TICKETS // 8)
    """W2: of routes and tickets on boards with start cities."""

    stale_a: np.uint64 = cell(np.uint64)
    """Lanes whose distances from the ticket's first city are to be searched anew, ..."""
    stale_b: np.uint64 = cell(np.uint64)
    """... or from its second."""
    used: np.uint64 = cell(np.uint64)
    """Lanes that have a ticket."""
    shift: Grid = cell(np.uint64, BLOCKS, HALVES)
    """`SLACK` less the spaces of each ticket's way (each byte by itself, modulo 256), ..."""
    quiet: Grid = cell(np.uint64, BLOCKS, HALVES)
    """... and 127 in the lanes of all but the tickets that are held and to be made, ..."""
    quiet_offered: Grid = cell(np.uint64, BLOCKS, HALVES)
    """... or offered and to be made."""

    kept: int = cell(np.int64)
    """0 where nothing has been computed yet."""
    start: int = cell(np.int64)
    ticket_top: int = cell(np.int64)
    ticket_deck_size: int = cell(np.int64)
    lanes: int = cell(np.int64)
    """How many lanes have ever been used."""
    distance: Grid = cell(np.uint64, BLOCKS, CITIES, 2 * HALVES)
    """Every ticket has a lane, one byte: how far each node is from the ticket's first city, and from its second. The
    lanes of a block are one row for each node: all of the first cities, then all of the second. (It is long and hardly
    filled, and comes after what every decision reads.)"""
    lane_ticket: Grid = cell(np.int8, TICKETS)
    """Of the lanes that are used."""
    node: Grid = cell(np.uint8, CITIES)
    """Cities that own routes join are one node: one of them stands for all."""


@entry
def reset_recall(recall: Recall) -> None:
    """Begin a new game."""
    recall.kept = 0
