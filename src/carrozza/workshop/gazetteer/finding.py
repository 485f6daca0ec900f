"""Finding places by a name that may be short, foreign, misspelt, or borne by several."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache
from typing import Final

from carrozza.workshop.gazetteer.folding import folded, without_umlauts
from carrozza.workshop.gazetteer.places import Match, Place, gazetteer
from carrozza.workshop.globe import Point, kilometres

LONGEST: Final = 100
"""Of a text that is looked up; what goes beyond is not read."""
LIKE: Final = 0.72
"""How like a name must be, from 0 to 1, to be suggested."""
COMPARED: Final = 40
"""Names that share the most pairs of letters, of which the most alike are then chosen."""
HALFWAY_KM: Final = 300.0
"""Where a place is asked for near a point, one this far away counts half of what it would count there."""


def find_places(text: str, near: Point | None = None, limit: int = 8) -> list[Place]:
    """The places that a text may mean, the likeliest first: `Paris`, `Portland, Oregon`, `springfield, us`.

    Each says by its `match` how it answers to the text. Places that bear the name come before those whose name goes
    on where the text ends; those that are only spelt like it come where there is no other. Among equals the more
    populous comes first or, with `near` (latitude, longitude), the nearer for its size.

    >>> [place.full_name for place in find_places("Birmingham")]
    ['Birmingham, West Midlands, United Kingdom', 'Birmingham, Alabama, United States']
    >>> find_places("Monaco di Baviera")[0].name, find_places("Göteburg")[0].name
    ('Munich', 'Göteborg')
    """
    name, *areas = (folded(part) for part in text[:LONGEST].split(","))
    if not name:
        return []
    found = {number: match for match, number in _named(name, text)}
    places = [gazetteer().places[number].matched(match) for number, match in found.items()]
    return _ranked(_within(places, areas), near)[:limit]


def _named(name: str, text: str) -> Iterator[tuple[Match, int]]:
    """The numbers of the places by that name; a place that matches in two ways keeps the last, better one."""
    by_name = gazetteer().by_name
    longer = [key for key in by_name if key.startswith(name) or f" {name}" in key]
    exact = [key for key in (name, folded(text), without_umlauts(name)) if key in by_name]
    if not exact and not longer:
        yield from _numbered("near", _like(name))
    yield from _numbered("prefix", longer)
    yield from _numbered("exact", exact)


def _numbered(match: Match, keys: Iterable[str]) -> Iterator[tuple[Match, int]]:
    return ((match, number) for key in keys for number in gazetteer().by_name[key])


def _within(places: Sequence[Place], areas: Sequence[str]) -> list[Place]:
    """Those in every area that was named."""
    known = gazetteer()
    return [place for place in places if all(known.is_in(place, area) for area in areas if area)]


def _ranked(places: Sequence[Place], near: Point | None) -> list[Place]:
    """Those that are only spelt like it stay in their order, the most alike first."""
    if places and places[0].match == "near":
        return list(places)
    return sorted(places, key=lambda place: (place.match, -_weight(place, near), place.full_name))


def _weight(place: Place, near: Point | None) -> float:
    """People count by the square root where nearness counts too: else a large city far away would come first."""
    if near is None:
        return place.population
    far = kilometres((place.lat, place.lon), near) / HALFWAY_KM
    return float((place.population + 1000) ** 0.5 / (1 + far**2))


def _like(name: str) -> list[str]:
    """The names spelt most like this one."""
    shared: Counter[str] = Counter()
    for pair in _pairs(name):
        shared.update(_by_pair().get(pair, ()))
    compared = sorted(shared, key=lambda key: (shared[key] / (len(key) + len(name)), key), reverse=True)[:COMPARED]
    ratios = {key: SequenceMatcher(None, name, key).ratio() for key in compared}
    likest = [key for key in compared if ratios[key] >= LIKE]
    return sorted(likest, key=lambda key: -ratios[key])


@cache
def _by_pair() -> dict[str, tuple[str, ...]]:
    """The names that have two letters side by side, by these."""
    names: defaultdict[str, list[str]] = defaultdict(list)
    for key in gazetteer().by_name:
        for pair in _pairs(key):
            names[pair].append(key)
    return {pair: tuple(keys) for pair, keys in names.items()}


def _pairs(name: str) -> set[str]:
    marked = f"^{name}$"
    return {marked[index : index + 2] for index in range(len(marked) - 1)}
