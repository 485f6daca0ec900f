"""The slices of an observation: what each holds, for which boards, in which unit.

This is the only list of them. Sizes, offsets, documentation, decoding and the digest follow from it, and the compiled
writers find each slice by the number that `declare` gives it here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from carrozza.kernel.board import OUT_OF_GAME, SHUFFLED_TO_BOTTOM, Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import CITIES, KINDS, LENGTHS, ROUTE_WORDS, ROUTES, Grid, Record, cell, whole
from carrozza.kernel.state import (
    MARKER,
    MOVE_ALVIN,
    OPENING,
    OVER,
    PAY_MARKER,
    PAY_ROUTE,
    PAY_STATION,
    SECOND,
    START,
    TICKETS_DRAWN,
    TUNNEL,
    TURN,
)

VERSION: Final = "obs_v1"
MOST: Final = 127
"""What a cell can hold; larger quantities are written as this."""
FAR: Final = 59
"""No way, or one of so many spaces or more. Two of them and a little more are less than 128."""
FAR_DETOUR: Final = 31
MAX_SLICES: Final = 64
MAX_OFFER: Final = 5
LAYERS: Final = LENGTHS - 1
"""The different lengths of routes."""
STEPS: Final = 2 * LENGTHS
"""Cards in hand, and as many more as a route can take."""

Per = Literal["route", "city", "ticket", "kind", "seat", "phase", "table"]
Planes = Literal["one", "others", "seats", "places"]
"""How often a slice has a cell for everything it is about: once, for each other seat in turn order, for each seat from
the viewer on, or for each place of an offer of tickets."""


def _always(board: Board) -> bool:
    return True


def _stations(board: Board) -> bool:
    return board.stations > 0


def _markers(board: Board) -> bool:
    return board.markers > 0


def _network(board: Board) -> bool:
    return board.network > 0


def _alvin(board: Board) -> bool:
    return board.alvin_city >= 0


def _attractions(board: Board) -> bool:
    return board.attractions > 0


def _tunnels(board: Board) -> bool:
    return bool(np.any(board.tunnel > 0))


def _chosen_cities(board: Board) -> bool:
    return _stations(board) or _markers(board)


def _refused(board: Board) -> bool:
    return board.opening_refused in (OUT_OF_GAME, SHUFFLED_TO_BOTTOM)


@dataclass(frozen=True)
class Slice:
    name: str
    per: Per
    meaning: str
    planes: Planes = "one"
    when: Callable[[Board], bool] = _always
    """Whether a board has it."""
    halvings: int = 0
    """A quantity is halved so often, and rounded down, to fit into a cell."""


SLICES: Final[list[Slice]] = []


def declare(
    name: str,
    per: Per,
    meaning: str,
    planes: Planes = "one",
    when: Callable[[Board], bool] = _always,
    halvings: int = 0,
) -> int:
    """The number of a new slice."""
    SLICES.append(Slice(name, per, meaning, planes, when, halvings))
    return len(SLICES) - 1


ROUTE_MINE: Final = declare("routes.mine", "route", "1: the viewer's")
ROUTE_THEIRS: Final = declare("routes.theirs", "route", "1: that seat's", "others")
ROUTE_FREE: Final = declare("routes.free", "route", "1: the viewer may still claim it (C1, C5, C6)")
ROUTE_PAYABLE: Final = declare(
    "routes.payable", "route", "1: free, in reach (W2), and hand and trains suffice for it now (C2, C3, C7)"
)
ROUTE_MISSING: Final = declare(
    "routes.missing", "route", "of a free route, the fewest cards that would have to come to the hand to pay for it"
)
ROUTE_ON_WAY: Final = declare(
    "routes.on_way", "route", "1: free, and on a shortest way of a ticket held and not made; own routes cost nothing"
)
ROUTE_DETOUR: Final = declare(
    "routes.detour",
    "route",
    "of a free route, the spaces by which the way of a ticket held and not made gets longer when it has to use this "
    f"route, for the ticket that it suits best; {FAR_DETOUR}: as many or more, or there is no such ticket",
)
ROUTE_OFFERED_WAY: Final = declare(
    "routes.offered_way", "route", "1: free, and on a shortest way of a ticket that is offered"
)
ROUTE_ADJACENT: Final = declare(
    "routes.adjacent", "route", "1: it ends in a city of the viewer's network (with start cities, W2: it may follow)"
)
ROUTE_CONTESTED: Final = declare("routes.contested", "route", "1: it ends in a city that a rival's route reaches")
ROUTE_NETWORK_WAY: Final = declare(
    "routes.network_way",
    "route",
    "1: free, and on a shortest of the three ways that `tickets.network_distance` adds up, of a ticket held and not "
    "made; where several cities to meet in are as good, the start city or else the first; before there is a start city "
    "as `routes.on_way`",
    when=_network,
)
ROUTE_PAYS: Final = declare(
    "routes.pays",
    "route",
    "of a free route, how many times its points that seat is paid if the viewer claims it (C4, W4)",
    "seats",
    _markers,
)
ROUTE_CLAIMING: Final = declare("routes.claiming", "route", "1: it is being claimed")
ROUTE_BORROWABLE: Final = declare(
    "routes.borrowable",
    "route",
    "1: a rival's route that ends in a city with a station of the viewer (B5)",
    when=_stations,
)

CITY_REACHED: Final = declare("cities.reached", "city", "1: a route of that seat ends there", "seats")
CITY_WANTED: Final = declare(
    "cities.wanted", "city", "how many tickets that are held, not made, and can still be made end there"
)
CITY_STATION: Final = declare("cities.station", "city", "1: that seat has a station there", "seats", _stations)
CITY_MARKER: Final = declare("cities.marker", "city", "1: that seat has a marker there", "seats", _markers)
CITY_START: Final = declare("cities.start", "city", "1: that seat's start city", "seats", _network)
CITY_DISTANCE: Final = declare(
    "cities.distance",
    "city",
    f"spaces of free routes between it and the viewer's start city, own routes cost nothing; {MOST}: no way, or no "
    "start city yet",
    when=_network,
)
CITY_ALVIN: Final = declare("cities.alvin", "city", "1: Alvin is there", when=_alvin)
CITY_CHOSEN: Final = declare(
    "cities.chosen", "city", "1: chosen for the station or marker that is being paid for", when=_chosen_cities
)

TICKET_HELD: Final = declare("tickets.held", "ticket", "1: the viewer holds it")
TICKET_OFFERED: Final = declare(
    "tickets.offered", "ticket", "1: it is at that place of the tickets the viewer chooses among", "places"
)
TICKET_MADE: Final = declare(
    "tickets.made", "ticket", "1: held or offered, and own routes join its cities (borrowed ones, B5, do not count)"
)
TICKET_LOST: Final = declare(
    "tickets.lost",
    "ticket",
    f"1: held or offered, not made, and no way over own and free routes is left (none of under {FAR} free spaces)",
)
TICKET_DISTANCE: Final = declare(
    "tickets.distance", "ticket", "of a ticket held or offered, the fewest spaces of free routes that would make it"
)
TICKET_NETWORK_DISTANCE: Final = declare(
    "tickets.network_distance",
    "ticket",
    "of a ticket held or offered, neither made nor lost, the fewest spaces of free routes that join both its cities to "
    "the viewer's network: three ways that meet in one city; "
    f"{MOST}: there are none; before there is a start city as `tickets.distance`",
    when=_network,
)
TICKET_RETURNED: Final = declare(
    "tickets.returned", "ticket", "1: it is in the ticket deck, where the viewer put it (K2)"
)
TICKET_REFUSED: Final = declare(
    "tickets.refused", "ticket", "1: the viewer refused it in the opening (S4: out of the game, or shuffled)",
    when=_refused,
)  # fmt: skip

CARD_HAND: Final = declare("cards.hand", "kind", "cards in the viewer's hand")
CARD_ROW: Final = declare("cards.row", "kind", "cards in the row")
CARD_DISCARD: Final = declare("cards.discard", "kind", "cards among the discards")
CARD_UNSEEN: Final = declare(
    "cards.unseen", "kind", "cards whose place the viewer does not know: in the deck, or in the others' hands"
)
CARD_DECK: Final = declare("cards.deck", "kind", "the most cards that can be in the deck")
CARD_KNOWN: Final = declare(
    "cards.known", "kind", "cards that everybody knows that seat to hold: taken face up and not played since", "others"
)
CARD_LAID: Final = declare("cards.laid", "kind", "cards laid for a tunnel (U1)", when=_tunnels)
CARD_TURNED: Final = declare("cards.turned", "kind", "cards turned for a tunnel (U1)", when=_tunnels)

SEAT_TRAINS: Final = declare("players.trains", "seat", "trains left")
SEAT_POINTS: Final = declare("players.points", "seat", "points so far", halvings=1)
SEAT_CARDS: Final = declare("players.cards", "seat", "cards in hand")
SEAT_BLIND: Final = declare("players.blind", "seat", "cards drawn unseen since the deck was last made (D5)")
SEAT_TICKETS: Final = declare("players.tickets", "seat", "tickets held")
SEAT_OFFERED: Final = declare("players.offered", "seat", "tickets to choose among")
SEAT_CHOSEN: Final = declare("players.chosen", "seat", "1: has made the choice of the opening (S3)")
SEAT_FIRST: Final = declare("players.first", "seat", "1: had the first turn")
SEAT_DECIDING: Final = declare("players.deciding", "seat", "1: has the decision that is due")
SEAT_STATIONS: Final = declare("players.stations", "seat", "stations left", when=_stations)
SEAT_MARKERS: Final = declare("players.markers", "seat", "markers left", when=_markers)
SEAT_CATCHES: Final = declare("players.catches", "seat", "how often they have caught Alvin", when=_alvin)
SEAT_ALVIN: Final = declare("players.alvin", "seat", "1: holds Alvin", when=_alvin)
SEAT_ATTRACTIONS: Final = declare("players.attractions", "seat", "attractions reached (N1)", when=_attractions)

PHASE: Final = declare("phase", "phase", "1: the sort of decision that is due")

DECK_SIZE: Final = declare("table.deck", "table", "cards in the deck")
DISCARD_SIZE: Final = declare("table.discards", "table", "cards among the discards")
TICKETS_LEFT: Final = declare("table.tickets", "table", "tickets in the deck")
LAST_TURNS: Final = declare("table.last_turns", "table", "turns left of the last round (E1); 0 before it")
TURNS: Final = declare("table.turns", "table", "turns played", halvings=2)
PASSES: Final = declare("table.passes", "table", "seats in a row that have passed (T3)")
PRICE: Final = declare("table.price", "table", "cards that the payment that is due costs")
KEEP_AT_LEAST: Final = declare(
    "table.keep", "table", "the fewest tickets that the viewer keeps of those offered (S3, K1)"
)

PHASES: Final[dict[int, tuple[str, Callable[[Board], bool]]]] = {
    OPENING: ("opening", _always),
    START: ("start", _network),
    TURN: ("turn", _always),
    SECOND: ("second", _always),
    PAY_ROUTE: ("pay_route", _always),
    TUNNEL: ("tunnel", _tunnels),
    TICKETS_DRAWN: ("tickets_drawn", _always),
    PAY_STATION: ("pay_station", _stations),
    MOVE_ALVIN: ("move_alvin", _alvin),
    MARKER: ("marker", _markers),
    PAY_MARKER: ("pay_marker", _markers),
    OVER: ("over", _always),
}


class Plan(Record):
    """What the writers read: where each slice lies in the flat form of one board for one number of seats, and facts of
    the board that the search for ways needs. Made from the slices by `placing.py`."""

    affordable: Grid = cell(np.uint64, ROUTE_WORDS, KINDS, STEPS)
    """Routes of this colour (last: gray) with at most this many spaces: as in the board, but so that what one more card
    pays for comes next."""
    ferries_within: Grid = cell(np.uint64, ROUTE_WORDS, STEPS)
    """Routes that ask for at most this many locomotives."""

    links: Grid = cell(np.uint64, LAYERS, CITIES, LAYERS)
    """By layer, city and length (from 1), the cities that a route leads to (`shared_links.py`)."""

    route_a: Grid = cell(np.uint8, ROUTES)
    route_b: Grid = cell(np.uint8, ROUTES)
    route_length: Grid = cell(np.uint8, ROUTES)
    """As in the board; compiled code knows that these are never negative, which saves a test on each use."""
    route_layer: Grid = cell(np.uint8, ROUTES)
    """How many other lengths the shorter routes between the same two cities have."""
    layers: int = cell(np.int8)

    at: Grid = cell(np.int16, MAX_SLICES)
    """The first cell of each slice; -1 where the board has none."""
    halvings: Grid = cell(np.int8, MAX_SLICES)
    phase_at: Grid = cell(np.int8, len(PHASES))
    """Where each phase lies in its slice."""
    size: int = cell(np.int16)
    routes: int = cell(np.uint8)
    seats: int = cell(np.int8)
    route_words: int = cell(np.int8)
    """The words of eight cells that a plane of routes takes."""
    route_sets: int = cell(np.int8)
    """The words of 64 bits that a set of routes takes."""
    city_words: int = cell(np.int8)
    ticket_words: int = cell(np.int8)
    kind_words: int = cell(np.int8)
    phase_words: int = cell(np.int8)
    places: int = cell(np.int8)
    """Tickets that can be offered at once."""
    tunnels: int = cell(np.int8)


@rule
def word_at(plan: Plan, number: int) -> int:
    """The word in which a slice begins."""
    return whole(plan.at[number]) >> 3
