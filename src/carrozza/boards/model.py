"""A board as typed, frozen values: its cities, routes, tickets and rules."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from carrozza.boards.naming import numbers_by_name

MAX_CITIES = 64
MAX_ROUTES = 160
MAX_TICKETS = 64
MAX_CARDS = 110
MAX_TRAINS = 64
MAX_SEATS = 6
MAX_COLORS = 8
MAX_LENGTH = 8
MAX_PARALLEL = 3
MAX_OFFER = 5
MAX_HELD = 36
"""Routes that one player's trains may be enough for: what the time to find a longest path is bounded for."""
ROW = 5
MAX_REACH = 200
"""How far, in millimetres of the printed board, a hint may move something."""

MAX_LINES = 3
"""Of a city's name on the drawing."""

MAX_COASTS = 200
MAX_COAST_POINTS = 5_000
"""Of a coast drawn by hand: its closed lines, and the points of all of them."""

MAX_NAME = 100
MAX_ID = 150
GRAY = "gray"
LOCOMOTIVE = "locomotive"
PALETTE = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "black", "white")

Id = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=MAX_ID)]
Text = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
Whole = Annotated[int, Field(strict=True)]
Points = Annotated[int, Field(strict=True, ge=0, le=99)]
Degrees = Annotated[float, Field(strict=True, allow_inf_nan=False)]
Switch = Annotated[bool, Field(strict=True)]
TieBreak = Literal["completed-tickets", "longest-path", "fewest-stations", "longest-path-bonus"]
VariantName = Literal["alvin"]
Side = Literal["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]
Place = Annotated[
    tuple[Annotated[Degrees, Field(ge=-90, le=90)], Annotated[Degrees, Field(ge=-180, le=180)]],
    "a latitude and a longitude",
]
Coast = Annotated[tuple[Place, ...], Field(min_length=3)]
Reach = Annotated[Degrees, Field(ge=-MAX_REACH, le=MAX_REACH)]
Offset = Annotated[tuple[Reach, Reach], "millimetres to the right and down"]


class Frozen(BaseModel):
    """Values that never change and know no key but their own."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class City(Frozen):
    """A place where routes end."""

    id: Id = Field(description="the city's id, such as 'new-york'")
    name: Text = Field(description="the city's name as players read it")
    lat: Degrees = Field(ge=-90, le=90, description="the latitude in degrees, -90 to 90, north positive")
    lon: Degrees = Field(ge=-180, le=180, description="the longitude in degrees, -180 to 180, east positive")
    attraction: Switch = Field(default=False, description="true for a tourist attraction")


class Route(Frozen):
    """One row of spaces between two adjacent cities."""

    id: Id = Field(description="the route's id; left out, it is made of the cities (and colour or number)")
    a: str = Field(description="the id of the city at one end")
    b: str = Field(description="the id of the city at the other end")
    length: Whole = Field(ge=1, le=MAX_LENGTH, description=f"the number of spaces, 1 to {MAX_LENGTH}")
    color: str = Field(description="one of the card colours of the rules, or 'gray' for any")
    tunnel: Whole = Field(default=0, ge=0, le=3, description="the cards a tunnel turns, 1 to 3, or 0 for no tunnel")
    ferry: Whole = Field(default=0, ge=0, le=MAX_LENGTH, description="the number of spaces that take a locomotive")

    @property
    def ends(self) -> frozenset[str]:
        """Its two cities, in no order."""
        return frozenset((self.a, self.b))


class Ticket(Frozen):
    """Two cities to join, and what that is worth."""

    id: Id = Field(description="the ticket's id; left out, it is made of the two cities")
    a: str = Field(description="the id of the city at one end")
    b: str = Field(description="the id of the city at the other end")
    points: Whole = Field(ge=1, le=99, description="the points it is worth, 1 to 99")
    long: Switch = Field(default=False, description="true for a long ticket")


class Rules(Frozen):
    """The rule switches of a board; what is left out is as on the USA board."""

    min_seats: Whole = Field(default=2, ge=2, le=MAX_SEATS, description=f"the fewest players, 2 to {MAX_SEATS}")
    max_seats: Whole = Field(default=5, ge=2, le=MAX_SEATS, description=f"the most players, 2 to {MAX_SEATS}")
    trains: Whole = Field(default=45, ge=1, le=MAX_TRAINS, description=f"the trains of each player, 1 to {MAX_TRAINS}")
    colors: tuple[str, ...] = Field(
        default=("red", "orange", "yellow", "green", "blue", "purple", "black", "white"),
        description=f"a list of up to {MAX_COLORS} card colours out of {', '.join(PALETTE)}",
    )
    copies: Whole = Field(default=12, ge=1, le=MAX_CARDS, description="the cards of each colour")
    locomotives: Whole = Field(default=14, ge=0, le=MAX_CARDS, description="the locomotives among the cards")
    opening_hand: Whole = Field(default=4, ge=0, le=MAX_CARDS, description="the cards dealt to each player")
    opening_long: Whole = Field(
        default=0,
        ge=0,
        le=1,
        description="the long tickets dealt to each player, 0 or 1; with 0 all tickets are one deck",
    )
    opening_tickets: Whole = Field(
        default=3,
        ge=1,
        le=MAX_OFFER,
        description=f"the tickets dealt to each player from the deck, 1 to {MAX_OFFER}",
    )
    opening_keep: Whole = Field(
        default=2,
        ge=1,
        le=MAX_OFFER,
        description="the fewest tickets a player keeps of those dealt, 1 or more",
    )
    opening_refused: Literal["bottom", "out", "shuffled"] = Field(
        default="bottom",
        description="where refused opening tickets go: 'bottom', 'out' or 'shuffled'",
    )
    draw_tickets: Whole = Field(
        default=3, ge=1, le=MAX_OFFER, description=f"the tickets drawn in a turn, 1 to {MAX_OFFER}"
    )
    draw_keep: Whole = Field(
        default=1,
        ge=1,
        le=MAX_OFFER,
        description="the fewest tickets a player keeps of those drawn, 1 or more",
    )
    single_until: Whole = Field(
        default=3,
        ge=0,
        le=MAX_SEATS,
        description="the most players for whom a double has one route only, 0 to 6",
    )
    ferries: Switch = Field(default=False, description="true where ferries ask for locomotives")
    tunnels: Switch = Field(default=False, description="true where tunnels turn cards")
    stations: Whole = Field(default=0, ge=0, le=3, description="the stations of each player, 0 to 3")
    station_points: Points = Field(default=4, description="the points for each station left at the end, 0 to 99")
    network: Switch = Field(default=False, description="true where routes must grow from a start city")
    markers: Whole = Field(default=0, ge=0, le=3, description="the city markers of each player, 0 to 3")
    longest_path: Points = Field(default=10, description="the points for the longest path, 0 for none")
    globetrotter: Points = Field(default=0, description="the points for the most completed tickets, 0 for none")
    attractions: Points = Field(default=0, description="the points for each attraction reached, 0 for none")
    route_points: tuple[Points, ...] = Field(
        default=(0, 1, 2, 4, 7, 10, 15, 18, 21),
        description=f"a list of the points for a route of length 0, 1, 2 ... {MAX_LENGTH}, the first being 0",
    )
    tie_breaks: tuple[TieBreak, ...] = Field(
        default=("completed-tickets", "longest-path"),
        description="a list of what breaks a tie, first things first",
    )
    hidden_points: Switch = Field(default=False, description="true where route points are shown only at the end")
    last_round_trains: Whole = Field(
        default=2, ge=0, le=99, description="the number of trains left that begins the last round, 0 to 99"
    )

    @property
    def cards(self) -> int:
        """The train cards of the game, locomotives among them."""
        return len(self.colors) * self.copies + self.locomotives


class Alvin(Frozen):
    """The settings of Alvin the alien (rules A1-A5)."""

    city: str = Field(description="the id of the city where Alvin starts")
    points: Points = Field(default=10, description="the points for each catch, and for holding him at the end")


class CityHint(Frozen):
    """Where the drawing puts a city, other than by itself."""

    nudge: Offset | None = Field(
        default=None,
        description=f"a list of two numbers, millimetres to the right and down at full size, {MAX_REACH} at most",
    )
    pin: Place | None = Field(
        default=None, description="a list of a latitude and a longitude, where the drawing pretends the city is"
    )


class LabelHint(Frozen):
    """Where the drawing puts a city's name, and in which lines."""

    side: Side | None = Field(
        default=None, description="the side of the city it stands on, one of eight such as 'north-east'"
    )
    at: Offset | None = Field(
        default=None,
        description="a list of two numbers, millimetres to the right and down from the city to the middle of its name, "
        f"{MAX_REACH} at most",
    )
    lines: tuple[Text, ...] | None = Field(
        default=None, min_length=1, max_length=MAX_LINES, description=f"a list of 1 to {MAX_LINES} lines of text"
    )


class RouteHint(Frozen):
    """How the drawing bends a route; those parallel to it bend with it."""

    bend: Annotated[Degrees, Field(ge=-1, le=1)] | None = Field(
        default=None,
        description="how far the way leaves the straight line, to the right from a to b or, negative, to the left, "
        "as a share of its length, -1 to 1",
    )
    around: str | None = Field(default=None, description="the id of a city to pass by")
    side: Literal["left", "right"] | None = Field(
        default=None, description="the side, 'left' or 'right' from a to b, on which that city stays"
    )


class Drawing(Frozen):
    """Hints for the drawing of a board. They are no part of the game."""

    turn: Annotated[Degrees, Field(ge=-180, le=180)] = Field(
        default=0.0, description="the degrees by which the map is turned clockwise, -180 to 180"
    )
    coast: tuple[Coast, ...] = Field(
        default=(),
        max_length=MAX_COASTS,
        description=f"a list of up to {MAX_COASTS} closed lines that replace the real coasts, each a list of at least "
        f"3 places, a place being a list of a latitude and a longitude, with {MAX_COAST_POINTS} places in all",
    )
    train: Literal["wagon", "taxi"] = Field(default="wagon", description="what a train looks like, 'wagon' or 'taxi'")
    cities: Mapping[str, CityHint] = Field(default={}, description="a table of hints by the id of the city")
    labels: Mapping[str, LabelHint] = Field(default={}, description="a table of hints by the id of the city")
    routes: Mapping[str, RouteHint] = Field(default={}, description="a table of hints by the id of the route")


def canonical_json(value: Any) -> bytes:
    """The same bytes for the same values."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def _plain(value: Frozen) -> dict[str, Any]:
    return value.model_dump(mode="json", exclude_defaults=True, exclude={"lat", "lon"})


class Board(Frozen):
    """A map with one set of rules, checked and ready to play."""

    id: str
    map: str
    ruleset: str | None
    title: str
    notes: tuple[str, ...]
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    rules: Rules
    variants: Mapping[VariantName, Alvin]
    drawing: Drawing = Field(default=Drawing(), exclude=True)
    file: Path | None = Field(default=None, exclude=True, repr=False)
    """The map maker's own file; none for the boards that come with the game."""

    layout: Mapping[str, Any] | None = Field(default=None, exclude=True, repr=False)
    """The layout that came with the board in its bundle, as its JSON values."""

    def __eq__(self, other: object) -> bool:
        """Two boards are the same board wherever their files lie, and however they are laid out."""
        same = {"file": self.file, "layout": self.layout}
        return isinstance(other, Board) and super().__eq__(other.model_copy(update=same))

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Without what was worked out for the board that is copied: an index, a digest."""
        copied = super().model_copy(update=update, deep=deep)
        for name in set(copied.__dict__) - set(type(self).model_fields):
            del copied.__dict__[name]
        return copied

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        listed = f"{len(self.cities)} cities, {len(self.routes)} routes, {len(self.tickets)} tickets"
        return f"<Board {self.id}: {listed}>"

    __str__ = __repr__

    @cached_property
    def _hash(self) -> int:
        return hash((self.id, self.cities, self.routes, self.tickets, self.rules))

    @cached_property
    def digested(self) -> dict[str, Any]:
        """What the digest covers, part by part: what matters to a game. No notes, no drawing, no places of cities.

        A switch that says what it would say by itself makes no difference.
        """
        listed = {"cities": self.cities, "routes": self.routes, "tickets": self.tickets}
        return {
            "name": [self.id, self.title],
            **{key: [_plain(entry) for entry in entries] for key, entries in listed.items()},
            "rules": _plain(self.rules),
            "variants": {name: _plain(settings) for name, settings in self.variants.items()},
        }

    @cached_property
    def digest(self) -> str:
        """32 hex digits of its facts: boards with the same digest play the same game."""
        return hashlib.sha256(canonical_json(self.digested)).hexdigest()[:32]

    @property
    def full_title(self) -> str:
        """The title, with the ruleset where the map has several: 'Italy (basic)'."""
        return f"{self.title} ({self.ruleset})" if self.ruleset else self.title

    @property
    def places(self) -> tuple[tuple[float, float], ...]:
        """The latitude and longitude of every city, as the drawing has it: where a hint pins it, or where it is."""
        hints = [self.drawing.cities.get(city.id) for city in self.cities]
        return tuple(
            hint.pin if hint is not None and hint.pin is not None else (city.lat, city.lon)
            for city, hint in zip(self.cities, hints, strict=True)
        )

    @cached_property
    def city_index(self) -> dict[str, int]:
        """Where each city stands in `cities`, by its id."""
        return {city.id: index for index, city in enumerate(self.cities)}

    @cached_property
    def route_index(self) -> dict[str, int]:
        """Where each route stands in `routes`, by its id."""
        return {route.id: index for index, route in enumerate(self.routes)}

    @cached_property
    def ticket_index(self) -> dict[str, int]:
        """Where each ticket stands in `tickets`, by its id."""
        return {ticket.id: index for index, ticket in enumerate(self.tickets)}

    @cached_property
    def route_ids(self) -> tuple[str, ...]:
        return tuple(route.id for route in self.routes)

    @cached_property
    def route_names(self) -> dict[str, int]:
        """Where each route stands in `routes`, by every name that people may write: its id, in either direction."""
        return numbers_by_name((route.id, route.a, route.b) for route in self.routes)

    @cached_property
    def ticket_names(self) -> dict[str, int]:
        """Where each ticket stands in `tickets`, by its id in either direction."""
        return numbers_by_name((ticket.id, ticket.a, ticket.b) for ticket in self.tickets)

    @cached_property
    def links(self) -> dict[frozenset[str], tuple[int, ...]]:
        """By two neighbouring cities, where the routes between them stand in `routes`, in their order."""
        links: defaultdict[frozenset[str], tuple[int, ...]] = defaultdict(tuple)
        for index, route in enumerate(self.routes):
            links[route.ends] += (index,)
        return dict(links)

    def parallel(self, route: Route) -> tuple[Route, ...]:
        """The other routes between the same two cities."""
        between = (self.routes[index] for index in self.links[route.ends])
        return tuple(other for other in between if other.id != route.id)
