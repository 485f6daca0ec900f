"""What never changes on a board, as arrays to go with tokens."""

from typing import Any

import numpy as np
import numpy.typing as npt

from carrozza import boards
from carrozza.kernel.board import Board
from carrozza.kernel.layout import KINDS
from carrozza.observation.placing.token_rows import Maxima

NOWHERE = -1
"""In rows that a board does not have."""

Arrays = dict[str, npt.NDArray[Any]]


def graph_of(board: boards.Board, compiled: Board, maxima: Maxima) -> Arrays:
    """By route, city or ticket, as many rows as tokens have:

    - `route_ends` (two cities), `route_length`, `route_colour` (8: gray), `route_ferry`, `route_tunnel`;
    - `city_place` (latitude and longitude in degrees), `city_attraction`;
    - `ticket_ends`, `ticket_points`, `ticket_long`;
    - `kinds`: how many cards of each kind there are.
    """
    routes, cities, tickets = int(compiled.routes), int(compiled.cities), int(compiled.tickets)
    attraction = [city.attraction for city in board.cities]
    long = [ticket.long for ticket in board.tickets]
    return {
        "route_ends": _rows(np.stack([compiled.city_a, compiled.city_b], 1)[:routes], maxima.routes, NOWHERE),
        "route_length": _rows(compiled.length[:routes], maxima.routes, 0),
        "route_colour": _rows(compiled.colour[:routes], maxima.routes, NOWHERE),
        "route_ferry": _rows(compiled.ferry[:routes], maxima.routes, 0),
        "route_tunnel": _rows(compiled.tunnel[:routes], maxima.routes, 0),
        "city_place": _rows(np.array(board.places, np.float32)[:cities], maxima.cities, 0),
        "city_attraction": _rows(np.array(attraction, np.int8), maxima.cities, 0),
        "ticket_ends": _rows(np.stack([compiled.ticket_a, compiled.ticket_b], 1)[:tickets], maxima.tickets, NOWHERE),
        "ticket_points": _rows(compiled.ticket_points[:tickets], maxima.tickets, 0),
        "ticket_long": _rows(np.array(long, np.int8), maxima.tickets, 0),
        "kinds": np.array(compiled.cards[:KINDS], np.int8),
    }


def _rows(found: npt.NDArray[Any], rows: int, blank: int) -> npt.NDArray[Any]:
    made = np.full((rows, *found.shape[1:]), blank, found.dtype)
    made[: len(found)] = found
    return made
