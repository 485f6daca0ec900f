"""The places of the gazetteer, read when they are first asked for."""

import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple

from carrozza.workshop.gazetteer.folding import folded
from carrozza.workshop.globe import kilometres

Match = Literal["exact", "prefix", "near"]
"""How a place answers to what was asked for: by that name, by one that goes on, or by one that is spelt like it."""


@dataclass(frozen=True, slots=True)
class Place:
    """A town: its names, where it lies, and how many people live there."""

    name: str
    others: tuple[str, ...]
    """The same town in other languages and spellings."""
    country: str
    code: str
    """Of the country, by ISO 3166 where it has one: three letters."""
    region: str
    lat: float
    lon: float
    population: int
    match: Match = "exact"

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, *self.others)

    @property
    def full_name(self) -> str:
        """What finds this place again: name, region where that says more, country."""
        region = () if folded(self.region) in ("", folded(self.name), folded(self.country)) else (self.region,)
        return ", ".join((self.name, *region, self.country))

    def matched(self, match: Match) -> "Place":
        return replace(self, match=match)

    def km_to(self, lat: float, lon: float) -> float:
        return kilometres((self.lat, self.lon), (lat, lon))


class Gazetteer(NamedTuple):
    """All places, the most populous first, and where to find them by a folded name."""

    places: tuple[Place, ...]
    by_name: Mapping[str, tuple[int, ...]]
    countries: Mapping[str, frozenset[str]]
    """The folded names and codes of each country, by its code."""
    regions: Mapping[str, frozenset[str]]
    """The folded names of each region that has an abbreviation, by its folded name."""

    def is_in(self, place: Place, area: str) -> bool:
        """Whether a folded text names the place's country or region."""
        region = folded(place.region)
        return area in self.countries[place.code] or area == region or area in self.regions.get(region, ())


@cache
def gazetteer() -> Gazetteer:
    names = tomllib.loads(_text("names.toml"))
    countries = {code: (short, name) for code, short, name in _rows("countries.tsv")}
    places = tuple(_places(countries, names["places"]))
    by_name: defaultdict[str, list[int]] = defaultdict(list)
    for number, place in enumerate(places):
        for name in dict.fromkeys(folded(name) for name in place.names):
            by_name[name].append(number)
    return Gazetteer(
        places,
        {name: tuple(numbers) for name, numbers in by_name.items()},
        {code: _folded(code, *rest, *names["countries"].get(code, ())) for code, rest in countries.items()},
        {folded(name): _folded(*others) for name, others in names["regions"].items()},
    )


def _places(countries: Mapping[str, tuple[str, str]], more: Mapping[str, Any]) -> Iterator[Place]:
    for name, others, code, region, lat, lon, population in _rows("places.tsv"):
        known = tuple(other for other in others.split("|") if other)
        alias = tuple(more.get(f"{name}, {code}", ()))
        country = countries[code][1]
        yield Place(name, known + alias, country, code, region, float(lat), float(lon), int(population))


def _folded(*names: str) -> frozenset[str]:
    return frozenset(folded(name) for name in names if name)


def _rows(name: str) -> Iterator[list[str]]:
    return (line.split("\t") for line in _text(name).splitlines())


def _text(name: str) -> str:
    return (files("carrozza.workshop.gazetteer") / "files" / name).read_text(encoding="utf-8")
