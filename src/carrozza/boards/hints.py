"""Checking the hints for a board's drawing: each names a city or route of the map, and asks for one thing."""

from collections.abc import Iterator, Mapping
from typing import Any

from carrozza.boards.document import ends, entry_names, parallel_entries
from carrozza.boards.faults import Fault, reason
from carrozza.boards.model import MAX_COAST_POINTS
from carrozza.boards.naming import nearest_ids
from carrozza.words.phrases import Alternatives, Phrase

EITHER = {"cities": ("nudge", "pin"), "labels": ("side", "at"), "routes": ("bend", "around")}


def hint_faults(document: Mapping[str, Any]) -> Iterator[Fault]:
    """What a glance at the shape does not find: unknown names, and hints that contradict each other."""
    cities, routes = _entries(document, "cities"), _entries(document, "routes")
    for key, kind, known in (("cities", "city", cities), ("labels", "city", cities), ("routes", "route", routes)):
        for name, hint in _hints(document, key).items():
            place = f"drawing.{key}.{name}"
            if known and name not in known:
                yield Fault(place, _unknown(name, known, kind))
            if isinstance(hint, dict):
                yield from _contradictions(place, key, hint)
    for name, hint in _hints(document, "routes").items():
        if isinstance(hint, dict):
            yield from _around_faults(f"drawing.routes.{name}", hint, routes.get(name), cities)
    yield from _parallel_faults(document)
    yield from _coast_faults(document)


def _unknown(name: str, known: Mapping[str, Mapping[str, Any]], kind: str) -> Phrase:
    numbers = entry_names(known.values()) if kind == "route" else {city: at for at, city in enumerate(known)}
    ids = tuple(known)
    if name in numbers:
        return reason("other_direction", route=name, id=ids[numbers[name]])
    near = nearest_ids(name, numbers, ids)
    code = f"hint_for_{kind}"
    return reason(f"{code}_near", name=name, names=Alternatives(near)) if near else reason(code, name=name)


def _entries(document: Mapping[str, Any], key: str) -> dict[str, dict[str, Any]]:
    listed = document.get(key)
    tables = [entry for entry in listed if isinstance(entry, dict)] if isinstance(listed, list) else []
    return {entry["id"]: entry for entry in tables if isinstance(entry.get("id"), str)}


def _hints(document: Mapping[str, Any], key: str) -> dict[str, Any]:
    drawing = document.get("drawing")
    hints = drawing.get(key) if isinstance(drawing, dict) else None
    return hints if isinstance(hints, dict) else {}


def _contradictions(place: str, key: str, hint: Mapping[str, Any]) -> Iterator[Fault]:
    one, other = EITHER[key]
    if not hint:
        yield Fault(place, reason(f"empty_hint_{key}"))
    if one in hint and other in hint:
        yield Fault(f"{place}.{other}", reason("two_hints", one=one, other=other))


def _around_faults(
    place: str, hint: Mapping[str, Any], route: Mapping[str, Any] | None, cities: Mapping[str, Mapping[str, Any]]
) -> Iterator[Fault]:
    city = hint.get("around")
    if "around" in hint and "side" not in hint:
        yield Fault(f"{place}.side", reason("no_side", city=city))
    if "side" in hint and "around" not in hint:
        yield Fault(f"{place}.around", reason("no_around"))
    if isinstance(city, str) and cities and city not in cities:
        yield Fault(f"{place}.around", _unknown(city, cities, "city"))
    elif route and city in (ends(route) or ()):
        yield Fault(f"{place}.around", reason("around_end", city=city))


def _parallel_faults(document: Mapping[str, Any]) -> Iterator[Fault]:
    """Parallel routes lie side by side: they bend as one, whichever of them has the hint."""
    hints = _hints(document, "routes")
    listed = document.get("routes")
    routes = listed if isinstance(listed, list) else []
    for group in parallel_entries(routes):
        names = [routes[index].get("id") for index in group]
        hinted = [name for name in names if isinstance(name, str) and name in hints]
        for other in hinted[1:]:
            yield Fault(f"drawing.routes.{other}", reason("parallel_hints", route=hinted[0]))


def _coast_faults(document: Mapping[str, Any]) -> Iterator[Fault]:
    drawing = document.get("drawing")
    coast = drawing.get("coast") if isinstance(drawing, dict) else None
    lines = [line for line in coast if isinstance(line, list)] if isinstance(coast, list) else []
    points = sum(map(len, lines))
    if points > MAX_COAST_POINTS:
        yield Fault("drawing.coast", reason("long_coast", points=points, most=MAX_COAST_POINTS))
