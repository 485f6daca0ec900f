"""Advice on places and names: latitude and longitude swapped, cities too near each other, names too wide or shared."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from carrozza.workshop.advice.model import Advice, Repair, severity_of
from carrozza.workshop.advice.patches import replace
from carrozza.workshop.globe import Point
from carrozza.workshop.printed import printed_range
from carrozza.workshop.survey import Survey

ANTARCTICA = -60.0
"""Nobody's cities lie south of this latitude, though the land does."""

MUCH_BETTER = 0.25
"""By so large a share of all cities more on land, latitude and longitude must have been exchanged."""

Slip = Callable[[Point], Point]
"""A common mistake in writing down a place; made twice, it is none."""


def swapped(survey: Survey) -> Iterator[Advice]:
    """Latitude and longitude exchanged in every city: at sea as they are, on land the other way round."""
    cities = survey.board.cities
    if has_own_coast(survey) or any(abs(city.lon) > 90 for city in cities):
        return
    as_is = habitable(tuple((city.lat, city.lon) for city in cities))
    other_way = habitable(tuple((city.lon, city.lat) for city in cities))
    if other_way - as_is >= MUCH_BETTER:
        yield Advice(
            code="swapped",
            severity="warning",
            place="cities",
            measure=100 * as_is,
            printed=printed_range(_on_land),
            values={"land": round(100 * as_is), "swapped": round(100 * other_way)},
            repair=tuple(step for index in range(len(cities)) for step in _moved(survey, index, _exchanged)),
        )


def _on_land(survey: Survey) -> Iterable[float]:
    return (100 * habitable(tuple((city.lat, city.lon) for city in survey.board.cities)),)


def has_own_coast(survey: Survey) -> bool:
    """Whether the board draws a land of its own, which lies nowhere on the globe."""
    return bool(survey.board.drawing.coast)


@lru_cache(maxsize=64)
def habitable(places: tuple[Point, ...]) -> float:
    """The share of places that are on land, Antarctica left out."""
    import numpy as np

    from carrozza.atlas.geography.background import on_land

    dry = on_land(np.array(places))
    return sum(bool(land) and lat > ANTARCTICA for land, (lat, _) in zip(dry, places, strict=True)) / len(places)


def _exchanged(place: Point) -> Point:
    return place[1], place[0]


def _east_for_west(place: Point) -> Point:
    return place[0], -place[1]


def _south_for_north(place: Point) -> Point:
    return -place[0], place[1]


SLIPS: tuple[Slip, ...] = (_exchanged, _east_for_west, _south_for_north)


def city_misplaced(survey: Survey) -> Iterator[Advice]:
    """One city far off all its neighbours, which a common slip in its place explains."""
    printed = printed_range(_city_scales)
    for index, city in enumerate(survey.board.cities):
        place = (city.lat, city.lon)
        scale = survey.city_scale(city.id, survey.places[city.id])
        if severity_of(scale, printed) != "warning" or scale < printed.high or survey.places[city.id] != place:
            continue
        slips = [slip for slip in SLIPS if abs(slip(place)[0]) <= 90]
        best = min(slips, key=lambda slip: survey.city_scale(city.id, slip(place)))
        if survey.city_scale(city.id, best(place)) <= printed.high:
            yield Advice(
                code="city-misplaced",
                severity="warning",
                place=f"cities[{index}]",
                subjects=(city.id,),
                measure=scale,
                printed=printed,
                values={"city": city.name, "lat": best(place)[0], "lon": best(place)[1], "scale": round(scale)},
                repair=tuple(_moved(survey, index, best)),
            )


def _moved(survey: Survey, index: int, slip: Slip) -> Repair:
    city = survey.board.cities[index]
    lat, lon = slip((city.lat, city.lon))
    changed = {key: value for key, value, was in (("lat", lat, city.lat), ("lon", lon, city.lon)) if value != was}
    return tuple(replace(("cities", index, key), value) for key, value in changed.items())


def _city_scales(survey: Survey) -> Iterable[float]:
    return (survey.city_scale(city, place) for city, place in survey.places.items())


def route_scale(survey: Survey) -> Iterator[Advice]:
    """Cities too near each other for the spaces of their route, or too far apart."""
    printed = printed_range(_link_scales)
    for link, scale in zip(survey.network.links, survey.link_scales, strict=True):
        severity = severity_of(scale, printed)
        if not severity:
            continue
        better = min(8, max(1, round(link.length * scale / 100)))
        fits = printed.low <= scale * link.length / better <= printed.high
        yield Advice(
            code="route-cramped" if scale < printed.low else "route-stretched",
            severity=severity,
            place=f"routes[{link.routes[0]}]",
            also=tuple(f"routes[{route}]" for route in link.routes[1:]),
            subjects=tuple(survey.board.routes[route].id for route in link.routes),
            measure=scale,
            printed=printed,
            values={
                "route": survey.route_name(link.routes[0]),
                "kilometres": round(scale * survey.scale * link.length / 100, 1),
                "number": link.length,
                "better": better,
            },
            repair=tuple(replace(("routes", route, "length"), better) for route in link.routes) if fits else None,
        )


def _link_scales(survey: Survey) -> Iterable[float]:
    return survey.link_scales


def cities_close(survey: Survey) -> Iterator[Advice]:
    """Two cities without a route between them that lie closer than any two of a printed board."""
    printed = printed_range(_gaps)
    for (one, other), gap in survey.gaps.items():
        if gap < printed.low and (severity := severity_of(gap, printed)):
            index = survey.board.city_index
            yield Advice(
                code="cities-close",
                severity=severity,
                place=f"cities[{index[other]}]",
                also=(f"cities[{index[one]}]",),
                subjects=(other, one),
                measure=gap,
                printed=printed,
                values={
                    "city": survey.city_name(other),
                    "other": survey.city_name(one),
                    "kilometres": round(gap * survey.scale, 1),
                },
            )


def _gaps(survey: Survey) -> Iterable[float]:
    return [min(survey.gaps.values())] if survey.gaps else []


def name_wide(survey: Survey) -> Iterator[Advice]:
    """A name wider than any on a printed board, however it is broken into lines."""
    printed = printed_range(_widest_names)
    for index, (city, width) in enumerate(zip(survey.board.cities, survey.name_widths, strict=True)):
        if width > printed.high and (severity := severity_of(width, printed)):
            yield Advice(
                code="name-wide",
                severity=severity,
                place=f"cities[{index}]",
                subjects=(city.id,),
                measure=width,
                printed=printed,
                values={"city": city.name, "width": round(width)},
            )


def _widest_names(survey: Survey) -> Iterable[float]:
    return (max(survey.name_widths),)


def name_twice(survey: Survey) -> Iterator[Advice]:
    """Two cities that players cannot tell apart."""
    first: defaultdict[str, list[int]] = defaultdict(list)
    for index, city in enumerate(survey.board.cities):
        first[" ".join(city.name.casefold().split())].append(index)
    for one, *others in first.values():
        for other in others:
            yield Advice(
                code="name-twice",
                severity="warning",
                place=f"cities[{other}]",
                also=(f"cities[{one}]",),
                subjects=(survey.board.cities[other].id, survey.board.cities[one].id),
                values={"city": survey.board.cities[other].name},
            )
