"""Where each city lies: what was written, what the gazetteer knows, and whom to ask where that is not enough."""

from collections.abc import Callable, Iterator, Sequence
from statistics import mean, median
from typing import Final, NamedTuple

from carrozza.workshop.gazetteer import Place, find_places
from carrozza.workshop.gazetteer.folding import folded
from carrozza.workshop.gazetteer.places import gazetteer
from carrozza.workshop.globe import Point, kilometres
from carrozza.workshop.new_board.city_lines import COORDINATES, CityLine, city_of_line
from carrozza.workshop.new_board.line_faults import LineFault, Unreadable

OFFERED: Final = 6
"""Places to choose from."""
SETTLED: Final = 3
"""So many cities that are sure tell where the board is."""
AROUND: Final = 2.0
AROUND_KM: Final = 300.0
"""A place belongs to the board if it is no farther from its middle than twice the farthest sure city, or 300 km."""


class Question(NamedTuple):
    """A city that may be one of several places, or that no place is called like."""

    city: CityLine
    places: tuple[Place, ...]
    known: bool
    """Whether places bear that name; else they are only spelt like it, or are elsewhere."""

    def fault(self) -> LineFault:
        places = "; ".join(place.full_name for place in self.places[:4])
        if self.known:
            return Unreadable("ambiguous", name=self.city.name, places=places).at(self.city.listed, self.city.line)
        code = "unknown_place_near" if places else "unknown_place"
        values = {"name": self.city.asked} | ({"places": places} if places else {})
        return Unreadable(code, **values).at(self.city.listed, self.city.line)


Choose = Callable[[Question], Place | None]
"""Asks somebody; none where nobody knows."""


class Near(NamedTuple):
    """Where the board is: a point, and the country or region where one was named."""

    point: Point
    area: str = ""

    @classmethod
    def read(cls, text: str) -> "Near":
        """Of coordinates, a country, a region or a town; `ValueError` says what can be written."""
        if COORDINATES.match(text) and (point := _written_point(text)):
            return cls(point)
        area, known = folded(text), gazetteer()
        if inside := [place for place in known.places if known.is_in(place, area)]:
            return cls((mean(place.lat for place in inside), median(place.lon for place in inside)), area)
        if (found := find_places(text, limit=1)) and found[0].match == "exact":
            return cls((found[0].lat, found[0].lon))
        raise ValueError(f"no country, region or town '{text}'; write one, or a latitude and longitude: 45.1 9.2")


def _written_point(text: str) -> Point | None:
    try:
        return city_of_line(0, f"there {text}").point
    except Unreadable:
        return None


class Settled(NamedTuple):
    """A city with its place on the globe, and the place of the gazetteer where it comes from there."""

    city: CityLine
    point: Point
    place: Place | None

    @property
    def name(self) -> str:
        """As it was written; if that was all small letters, as the gazetteer spells it."""
        if self.place is None or self.city.name != self.city.name.lower():
            return self.city.name
        spellings = {folded(name): name for name in reversed(self.place.names)}
        return spellings.get(folded(self.city.name), self.place.name)


def settle(
    cities: Sequence[CityLine], near: Near | None = None, choose: Choose | None = None
) -> tuple[list[Settled], list[Question]]:
    """Every city with its place, in the order of the list, and the questions that nobody answered.

    A name that several places bear is settled by itself where all but one of them are far from the rest of the board.
    """
    questions = {city: _question(city, near) for city in cities if city.point is None}
    found = {city: Settled(city, city.point, None) for city in cities if city.point is not None}
    found |= {city: _settled(city, asked.places[0]) for city, asked in questions.items() if _is_sure(asked)}
    around = _around([settled.point for settled in found.values()])
    for city, asked in questions.items():
        if city not in found and (place := _at_home(asked, around) or (choose and choose(_nearest(asked, around)))):
            found[city] = _settled(city, place)
    open_questions = [_nearest(asked, around) for city, asked in questions.items() if city not in found]
    return [found[city] for city in cities if city in found], open_questions


def _settled(city: CityLine, place: Place) -> Settled:
    """A place that is only spelt like the city gives it its name."""
    named = city if place.match == "exact" else city._replace(name=place.name)
    return Settled(named, (place.lat, place.lon), place)


def _question(city: CityLine, near: Near | None) -> Question:
    found = find_places(city.asked, near and near.point, limit=4 * OFFERED)
    exact = tuple(place for place in found if place.match == "exact")
    if exact:
        here = tuple(place for place in exact if near and near.area and gazetteer().is_in(place, near.area))
        return Question(city, (here or exact)[:OFFERED], True)
    elsewhere = found or find_places(city.name, near and near.point, limit=OFFERED)
    return Question(city, tuple(elsewhere[:OFFERED]), False)


def _is_sure(asked: Question) -> bool:
    return asked.known and len(asked.places) == 1


class Around(NamedTuple):
    """The middle of the sure cities, and how far from it a place may be."""

    middle: Point
    km: float


def _around(points: Sequence[Point]) -> Around | None:
    if len(points) < SETTLED:
        return None
    middle = (median(lat for lat, _ in points), median(lon for _, lon in points))
    return Around(middle, max(AROUND_KM, AROUND * max(kilometres(middle, point) for point in points)))


def _at_home(asked: Question, around: Around | None) -> Place | None:
    """The one place by that name on this board."""
    if around is None or not asked.known:
        return None
    inside = list(_inside(asked.places, around))
    return inside[0] if len(inside) == 1 else None


def _inside(places: Sequence[Place], around: Around) -> Iterator[Place]:
    return (place for place in places if place.km_to(*around.middle) <= around.km)


def _nearest(asked: Question, around: Around | None) -> Question:
    """The question with the places on this board first."""
    inside = set(_inside(asked.places, around)) if around else set()
    return asked._replace(places=tuple(sorted(asked.places, key=lambda place: place not in inside)))
