"""What the network for any board reads: a row for each route, city, ticket, kind of card and player, one for the table.

A row has cells of the tokens, scaled to about 1, and then facts that never change on the board. Kinds of card are rows
too, the board's colours first and the locomotive last; a gray route belongs to the locomotive's. So nothing depends on
how many colours there are, or in which order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from carrozza.kernel.actions import ACTIONS, DRAW, PAY, PAY_COUNTS, PAY_LOCOMOTIVES
from carrozza.kernel.board import OUT_OF_GAME, Board
from carrozza.kernel.layout import GRAY, LOCOMOTIVE, SEATS
from carrozza.observation.declaration import MAX_OFFER
from carrozza.observation.placing.token_rows import GROUPS, Group, TokenSlice, token_slices
from carrozza.observation.spec import ObservationSpec

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int64]

SCALES: Final = {
    "routes.missing": 1 / 4,
    "routes.detour": 1 / 8,
    "cities.wanted": 1 / 2,
    "cities.distance": 1 / 16,
    "tickets.distance": 1 / 8,
    "cards.hand": 1 / 4,
    "cards.row": 1 / 2,
    "cards.discard": 1 / 8,
    "cards.unseen": 1 / 8,
    "cards.deck": 1 / 8,
    "cards.known": 1 / 4,
    "cards.laid": 1 / 4,
    "players.trains": 1 / 16,
    "players.points": 1 / 32,
    "players.cards": 1 / 8,
    "players.blind": 1 / 8,
    "players.tickets": 1 / 4,
    "players.offered": 1 / 2,
    "players.attractions": 1 / 4,
    "table.deck": 1 / 32,
    "table.discards": 1 / 32,
    "table.tickets": 1 / 16,
    "table.last_turns": 1 / 2,
    "table.turns": 1 / 16,
    "table.passes": 1 / 2,
    "table.price": 1 / 4,
    "table.keep": 1 / 2,
}
"""What a cell is multiplied by, so that usual quantities are about 1; 1 where nothing is said."""

PILES: Final = ("cards.hand", "cards.row", "cards.discard", "cards.unseen", "cards.deck", "cards.laid", "cards.turned")
"""Of the table's row of tokens, what belongs to the kinds of card."""

_SLICES: Final = {found.name: found for found in token_slices()}


@dataclass(frozen=True)
class Columns:
    """Which cells of a group's rows are read, and what they are multiplied by."""

    places: Indices
    scales: Floats

    @classmethod
    def of(cls, slices: Sequence[TokenSlice]) -> "Columns":
        places = [found.first + column for found in slices for column in range(found.columns)]
        scales = [SCALES.get(found.name, 1.0) for found in slices for _ in range(found.columns)]
        return cls(np.array(places, np.int64), np.array(scales, np.float32))


def _columns_of(group: Group, without: Sequence[str] = ()) -> Columns:
    return Columns.of([found for found in _SLICES.values() if found.group == group and found.name not in without])


ROUTES: Final = _columns_of("routes")
CITIES: Final = _columns_of("cities")
PLAYERS: Final = _columns_of("players", without=("cards.known",))
TABLE: Final = _columns_of("table", without=PILES)
PILE_FIRSTS: Final = np.array([_SLICES[name].first for name in PILES], np.int64)
"""Where each pile begins in the table's row: the kinds follow one another."""
KIND_SCALES: Final = np.array([*(SCALES.get(name, 1.0) for name in PILES), *[SCALES["cards.known"]] * (SEATS - 1)],
                              np.float32)  # fmt: skip
"""Of a kind's row: the piles, then what each other seat is known to hold."""
KNOWN_FIRST: Final = _SLICES["cards.known"].first
TICKET_SCALES: Final = np.array([1.0, 1.0, 1.0, 1.0, SCALES["tickets.distance"]], np.float32)
TICKET_FACTS: Final = ("held", "offered", "made", "lost", "distance")
TICKET_FIRSTS: Final = {name: _SLICES[f"tickets.{name}"].first for name in TICKET_FACTS}

FACTS: Final = {"routes": 8, "cities": 4, "tickets": 3, "kinds": 3, "players": 3, "table": 27}
INPUTS: Final = {
    "routes": len(ROUTES.places) + FACTS["routes"],
    "cities": len(CITIES.places) + FACTS["cities"],
    "tickets": len(TICKET_FACTS) + FACTS["tickets"],
    "kinds": len(KIND_SCALES) + FACTS["kinds"],
    "players": len(PLAYERS.places) + FACTS["players"],
    "table": len(TABLE.places) + FACTS["table"],
}
"""How many numbers a row of each sort has."""


@dataclass(frozen=True)
class BoardRows:
    """A board with its variants, for a number of seats, as the network for any board reads it."""

    spec: ObservationSpec
    """Of tokens, with as many rows as the board has."""

    @classmethod
    def of(cls, spec: ObservationSpec) -> "BoardRows":
        return cls(ObservationSpec.of(spec.board, spec.variants, spec.seats, "tokens"))

    @property
    def compiled(self) -> Board:
        return self.spec.compiled

    @property
    def routes(self) -> int:
        return int(self.compiled.routes)

    @property
    def cities(self) -> int:
        return int(self.compiled.cities)

    @property
    def tickets(self) -> int:
        return int(self.compiled.tickets)

    @property
    def kinds(self) -> int:
        return int(self.compiled.colours) + 1

    @property
    def seats(self) -> int:
        return self.spec.seats

    @cached_property
    def group_at(self) -> Indices:
        """Where each table of the tokens begins: routes, cities, tickets, players, table."""
        return np.array([self.spec.groups[name].at for name in GROUPS], np.int64)

    @cached_property
    def group_columns(self) -> Indices:
        return np.array([self.spec.groups[name].columns for name in GROUPS], np.int64)

    @cached_property
    def route_ends(self) -> Indices:
        board, routes = self.compiled, self.routes
        return np.stack([board.city_a[:routes], board.city_b[:routes]], 1).astype(np.int64)

    @cached_property
    def ticket_ends(self) -> Indices:
        board, tickets = self.compiled, self.tickets
        return np.stack([board.ticket_a[:tickets], board.ticket_b[:tickets]], 1).astype(np.int64)

    @cached_property
    def route_kind(self) -> Indices:
        """The row of its kind of card; gray routes have the locomotive's."""
        colour = self.compiled.colour[: self.routes].astype(np.int64)
        return np.where(colour == GRAY, self.kinds - 1, colour)

    @cached_property
    def kind_number(self) -> Indices:
        """What the kernel calls the kind of each row."""
        return np.array([*range(self.kinds - 1), LOCOMOTIVE], np.int64)

    @cached_property
    def routes_at(self) -> Indices:
        """How many routes end in each city."""
        return np.bincount(self.route_ends.ravel(), minlength=self.cities)

    @cached_property
    def routes_of(self) -> Indices:
        """How many routes each kind has."""
        return np.bincount(self.route_kind, minlength=self.kinds)

    @cached_property
    def distances(self) -> Floats:
        """The fewest spaces between any two cities."""
        apart = np.full((self.cities, self.cities), np.inf, np.float32)
        np.fill_diagonal(apart, 0)
        a, b = self.route_ends.T
        length = self.compiled.length[: self.routes].astype(np.float32)
        np.minimum.at(apart, (a, b), length)
        np.minimum.at(apart, (b, a), length)
        for city in range(self.cities):
            apart = np.minimum(apart, apart[:, city : city + 1] + apart[city])
        return apart

    @cached_property
    def ticket_share(self) -> Floats:
        """For each route, the share of all tickets that have a shortest way over it."""
        (one, other), (a, b) = self.ticket_ends.T, self.route_ends.T
        apart, length = self.distances, self.compiled.length[: self.routes]
        ways = apart[one, other][:, None]
        there = apart[np.ix_(one, a)] + length + apart[np.ix_(other, b)]
        back = apart[np.ix_(one, b)] + length + apart[np.ix_(other, a)]
        shares: Floats = (np.minimum(there, back) == ways).mean(0, dtype=np.float32)
        return shares

    @cached_property
    def facts(self) -> dict[str, Floats]:
        """What never changes, by sort of row."""
        return {
            "routes": self._route_facts(),
            "cities": self._city_facts(),
            "tickets": self._ticket_facts(),
            "kinds": self._kind_facts(),
            "players": self._player_facts(),
            "table": self._table_facts(),
        }

    def _route_facts(self) -> Floats:
        board, routes = self.compiled, self.routes
        length = board.length[:routes]
        lanes = np.array([len(self.spec.board.links[route.ends]) for route in self.spec.board.routes])
        return _columns(
            length / 4,
            board.route_points[length] / 8,
            board.colour[:routes] == GRAY,
            board.ferry[:routes] / 2,
            board.tunnel[:routes] / 3,
            lanes - 1,
            (lanes > 1) & (self.seats <= board.single_until),
            self.ticket_share * 4,
        )

    def _city_facts(self) -> Floats:
        board = self.spec.board
        attraction = np.array([city.attraction for city in board.cities]) * (self.compiled.attractions / 2)
        tickets = np.bincount(self.ticket_ends.ravel(), minlength=self.cities)
        return _columns(attraction, self.routes_at / 4, tickets / 4, self.distances.mean(1) / 8)

    def _ticket_facts(self) -> Floats:
        long = [ticket.long for ticket in self.spec.board.tickets]
        one, other = self.ticket_ends.T
        points = self.compiled.ticket_points[: self.tickets] / 8
        return _columns(points, np.array(long), self.distances[one, other] / 8)

    def _kind_facts(self) -> Floats:
        board = self.compiled
        spaces = np.bincount(self.route_kind, board.length[: self.routes], minlength=self.kinds)
        locomotive = np.arange(self.kinds) == self.kinds - 1
        return _columns(board.cards[self.kind_number] / 8, locomotive, spaces / spaces.sum() * 4)

    def _player_facts(self) -> Floats:
        place = np.arange(self.seats)
        return _columns(place == 0, place == 1, place / self.seats)

    def _table_facts(self) -> Floats:
        board = self.compiled
        spaces = board.length[: self.routes].sum()
        listed = (
            self.seats / 4,
            self.seats == 2,
            self.seats == 3,
            board.trains / 32,
            self.seats * int(board.trains) / spaces,
            board.colours / 8,
            board.cards.sum() / 64,
            board.cards[LOCOMOTIVE] / 8,
            board.opening_hand / 4,
            board.opening_long,
            board.opening_tickets / 4,
            board.opening_keep / 2,
            board.opening_refused == OUT_OF_GAME,
            board.draw_tickets / 4,
            board.draw_keep / 2,
            board.last_round_trains / 4,
            board.stations / 2,
            board.station_points / 4,
            board.markers / 2,
            board.longest_path / 8,
            board.globetrotter / 8,
            board.attractions / 2,
            board.alvin_points / 8,
            self.cities / 32,
            self.routes / 64,
            self.tickets / 32,
            spaces / self.routes / 4,
        )
        return np.array([listed], np.float32)

    @cached_property
    def kind_actions(self) -> Indices:
        """(kinds, 10): paying with 0 to 7 locomotives and drawing, for colours; drawing and paying with locomotives
        alone, for the locomotive. What there is not goes to a place after the last action."""
        made = np.full((self.kinds, PAY_COUNTS + 2), ACTIONS, np.int64)
        for row, kind in enumerate(self.kind_number):
            made[row, PAY_COUNTS] = DRAW + kind
            if kind != LOCOMOTIVE:
                made[row, :PAY_COUNTS] = PAY + kind * PAY_COUNTS + np.arange(PAY_COUNTS)
        made[-1, PAY_COUNTS + 1] = PAY_LOCOMOTIVES
        return made


KEPT: Final = (np.arange(1 << MAX_OFFER)[:, None] >> np.arange(MAX_OFFER) & 1).astype(np.float32)
"""For each set of kept tickets, which places are in it."""


def _columns(*facts: npt.NDArray[np.generic]) -> Floats:
    return np.stack([np.asarray(fact, np.float32) for fact in facts], 1)
