"""What players have on the map, as everybody at the position sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from carrozza.game.game import Game
from carrozza.game.moves import BuildStation, Claim, MoveAlvin, PlaceMarker, PlayedMove, Start
from carrozza.game.position import Position


class Owner(NamedTuple):
    """Who has claimed a route."""

    seat: int
    name: str


@dataclass(frozen=True)
class Standing:
    """What stands on one city."""

    city: str
    station: int | None = None
    marker: int | None = None
    is_start: bool = False
    alvin: bool = False
    holder: int | None = None
    """Who holds Alvin."""
    last: bool = False
    """Whether the last turn did something here."""

    @property
    def classes(self) -> tuple[str, ...]:
        known = {
            "with-station": self.station is not None,
            "with-marker": self.marker is not None,
            "with-start": self.is_start,
            "with-alvin": self.alvin,
            "last": self.last,
        }
        return tuple(name for name, there in known.items() if there)


@dataclass(frozen=True)
class Pieces:
    """Everything on the map: owners of routes, what stands on cities, the routes of the last turn."""

    owners: Mapping[str, Owner] = field(default_factory=dict)
    cities: Mapping[str, Standing] = field(default_factory=dict)
    last: frozenset[str] = frozenset()


def pieces_of(position: Position, history: Sequence[PlayedMove] | None = None) -> Pieces:
    """The pieces of a game or a view; of a game, the last turn is its own history's."""
    if history is None:
        history = position.history if isinstance(position, Game) else ()
    owners = {route: Owner(seat, name) for seat, name in enumerate(position.seats) for route in position.routes(name)}
    cities: dict[str, Standing] = {}
    for seat, name in enumerate(position.seats):
        start = position.start(name)
        for city in position.stations(name):
            cities[city] = replace(cities.get(city, Standing(city)), station=seat)
        for city in position.markers(name):
            cities[city] = replace(cities.get(city, Standing(city)), marker=seat, is_start=city == start)
    if position.alvin is not None:
        city, holder = position.alvin
        seat_of_holder = None if holder is None else position.names.seat_number(holder)
        cities[city] = replace(cities.get(city, Standing(city)), alvin=True, holder=seat_of_holder)
    routes, places = _last_turn(history)
    for city in places:
        cities[city] = replace(cities.get(city, Standing(city)), last=True)
    return Pieces(owners, cities, frozenset(routes))


def _last_turn(history: Sequence[PlayedMove]) -> tuple[list[str], list[str]]:
    """The routes and cities that the last turn touched."""
    routes, cities = [], []
    for played in reversed(history):
        match played.move:
            case Claim(route):
                routes.append(route)
            case BuildStation(city) | PlaceMarker(city) | MoveAlvin(city) | Start(city):
                cities.append(city)
        if played.begins:
            break
    return routes, cities
