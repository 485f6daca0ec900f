"""A board as typed, frozen values: its cities, routes, tickets and rules."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from carrozza.boards.naming import numbers_by_name
from carrozza.words.phrases import Phrase

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


_LIMITS = {
    "coast_points": MAX_COAST_POINTS,
    "coasts": MAX_COASTS,
    "colors": MAX_COLORS,
    "length": MAX_LENGTH,
    "lines": MAX_LINES,
    "offer": MAX_OFFER,
    "palette": ", ".join(PALETTE),
    "reach": MAX_REACH,
    "seats": MAX_SEATS,
    "trains": MAX_TRAINS,
}


class Table(Frozen):
    """A table of a board file. What its keys mean is told in words, and so in JSON Schemas."""

    @classmethod
    def meaning_of(cls, key: str) -> Phrase:
        """
        >>> str(Route.meaning_of("length"))
        'the number of spaces, 1 to 8'
        """
        *_, declaring = (base for base in cls.__mro__ if issubclass(base, Table) and key in base.model_fields)
        return Phrase(f"board_key.{declaring.__name__}.{key}", **_LIMITS)

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        schema = handler(core)
        for key, described in handler.resolve_ref_schema(schema).get("properties", {}).items():
            described["description"] = str(cls.meaning_of(key))
        return schema


class City(Table):
    """A place where routes end."""

    id: Id
    name: Text
    lat: Degrees = Field(ge=-90, le=90)
    lon: Degrees = Field(ge=-180, le=180)
    attraction: Switch = False


class Route(Table):
    """One row of spaces between two adjacent cities."""

    id: Id
    a: str
    b: str
    length: Whole = Field(ge=1, le=MAX_LENGTH)
    color: str
    tunnel: Whole = Field(default=0, ge=0, le=3)
    ferry: Whole = Field(default=0, ge=0, le=MAX_LENGTH)

    @property
    def ends(self) -> frozenset[str]:
        """Its two cities, in no order."""
        return frozenset((self.a, self.b))


class Ticket(Table):
    """Two cities to join, and what that is worth."""

    id: Id
    a: str
    b: str
    points: Whole = Field(ge=1, le=99)
    long: Switch = False


class Rules(Table):
    """The rule switches of a board; what is left out is as on the USA board."""

    min_seats: Whole = Field(default=2, ge=2, le=MAX_SEATS)
    max_seats: Whole = Field(default=5, ge=2, le=MAX_SEATS)
    trains: Whole = Field(default=45, ge=1, le=MAX_TRAINS)
    colors: tuple[str, ...] = ("red", "orange", "yellow", "green", "blue", "purple", "black", "white")
    copies: Whole = Field(default=12, ge=1, le=MAX_CARDS)
    locomotives: Whole = Field(default=14, ge=0, le=MAX_CARDS)
    opening_hand: Whole = Field(default=4, ge=0, le=MAX_CARDS)
    opening_long: Whole = Field(default=0, ge=0, le=1)
    opening_tickets: Whole = Field(default=3, ge=1, le=MAX_OFFER)
    opening_keep: Whole = Field(default=2, ge=1, le=MAX_OFFER)
    opening_refused: Literal["bottom", "out", "shuffled"] = "bottom"
    draw_tickets: Whole = Field(default=3, ge=1, le=MAX_OFFER)
    draw_keep: Whole = Field(default=1, ge=1, le=MAX_OFFER)
    single_until: Whole = Field(default=3, ge=0, le=MAX_SEATS)
    ferries: Switch = False
    tunnels: Switch = False
    stations: Whole = Field(default=0, ge=0, le=3)
    station_points: Points = 4
    network: Switch = False
    markers: Whole = Field(default=0, ge=0, le=3)
    longest_path: Points = 10
    globetrotter: Points = 0
    attractions: Points = 0
    route_points: tuple[Points, ...] = (0, 1, 2, 4, 7, 10, 15, 18, 21)
    tie_breaks: tuple[TieBreak, ...] = ("completed-tickets", "longest-path")
    hidden_points: Switch = False
    last_round_trains: Whole = Field(default=2, ge=0, le=99)

    @property
    def cards(self) -> int:
        """The train cards of the game, locomotives among them."""
        return len(self.colors) * self.copies + self.locomotives


class Alvin(Table):
    """The settings of Alvin the alien (rules A1-A5)."""

    city: str
    points: Points = 10


class CityHint(Table):
    """Where the drawing puts a city, other than by itself."""

    nudge: Offset | None = None
    pin: Place | None = None


class LabelHint(Table):
    """Where the drawing puts a city's name, and in which lines."""

    side: Side | None = None
    at: Offset | None = None
    lines: tuple[Text, ...] | None = Field(default=None, min_length=1, max_length=MAX_LINES)


class RouteHint(Table):
    """How the drawing bends a route; those parallel to it bend with it."""

    bend: Annotated[Degrees, Field(ge=-1, le=1)] | None = None
    around: str | None = None
    side: Literal["left", "right"] | None = None


class Drawing(Table):
    """Hints for the drawing of a board. They are no part of the game."""

    turn: Annotated[Degrees, Field(ge=-180, le=180)] = 0.0
    coast: tuple[Coast, ...] = Field(default=(), max_length=MAX_COASTS)
    train: Literal["wagon", "taxi"] = "wagon"
    cities: Mapping[str, CityHint] = {}
    labels: Mapping[str, LabelHint] = {}
    routes: Mapping[str, RouteHint] = {}


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
