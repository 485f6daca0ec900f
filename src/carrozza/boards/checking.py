"""Checking a board file: every fault at once, each with its place and its remedy."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any, NamedTuple

from carrozza.boards.document import ends, parallel_entries
from carrozza.boards.faults import Fault, guessing, reason
from carrozza.boards.hints import hint_faults
from carrozza.boards.laws import LAWS, Counts
from carrozza.boards.model import GRAY, MAX_CITIES, MAX_PARALLEL, MAX_ROUTES, MAX_TICKETS, PALETTE, Rules
from carrozza.boards.naming import limited_guesses
from carrozza.boards.shape import place_of, shape_errors, shape_fault
from carrozza.boards.values import MAX_FAULTS


def faults_in(document: Mapping[str, Any]) -> tuple[Fault, ...]:
    """Every fault of a board file with its ids filled in; the first hundred where there are more."""
    if far_too_many := tuple(_excess_faults(document)):
        return far_too_many
    shape = shape_errors(document)
    draft = Draft(document, [place_of(details) for details in shape])
    found = chain(
        map(shape_fault, shape),
        _map_faults(draft),
        _rules_faults(draft),
        _variant_faults(draft),
        hint_faults(document),
    )
    with limited_guesses(MAX_GUESSES):
        told = dict.fromkeys(islice(found, MAX_FAULTS))
    return tuple(_with_name(fault, document) for fault in told)


MAX_GUESSES = 20
MAX_RULESETS = 16
MOST = {"cities": MAX_CITIES, "routes": MAX_ROUTES, "tickets": MAX_TICKETS}
EXCESS = 2
"""A list this many times too long is not looked at: that would take long, and tell nothing."""


def _excess_faults(document: Mapping[str, Any]) -> Iterator[Fault]:
    drawing = document.get("drawing")
    hints = drawing if isinstance(drawing, dict) else {}
    tables = [
        *((key, document.get(key), EXCESS * most) for key, most in MOST.items()),
        *((f"drawing.{key}", hints.get(key), EXCESS * MAX_ROUTES) for key in ("cities", "labels", "routes")),
        ("rulesets", document.get("rulesets"), MAX_RULESETS),
    ]
    for place, entries, most in tables:
        if isinstance(entries, list | dict) and len(entries) > most:
            yield _too_many(place, len(entries), MOST.get(place, most))


def _too_many(place: str, count: int, most: int) -> Fault:
    return Fault(place, reason("too_many", count=count, most=most, excess=count - most))


def _with_name(fault: Fault, document: Mapping[str, Any]) -> Fault:
    """Whoever counts from 0 is told the city, route or ticket as well."""
    match = re.match(r"(cities|routes|tickets)\[(\d+)\](?!\.id$)", fault.place)
    entry = document[match[1]][int(match[2])] if match else None
    name = entry.get("id") if isinstance(entry, dict) else None
    return fault._replace(name=name) if isinstance(name, str) else fault


class Draft:
    """A board file that may still hold faults; it answers with what is sound in it."""

    def __init__(self, document: Mapping[str, Any], unsound: Iterable[str]) -> None:
        self.document = document
        self.unsound = {part for place in unsound for part in _with_outer_places(place)}
        self.city_ids = [city["id"] for _, city in self.entries("cities") if isinstance(city.get("id"), str)]

    def listed(self, key: str) -> list[Any]:
        """A list of the file, empty where it is left out."""
        entries = self.document.get(key)
        return entries if isinstance(entries, list) else []

    def entries(self, key: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """The tables of a list, with their indices."""
        return ((index, entry) for index, entry in enumerate(self.listed(key)) if isinstance(entry, dict))

    def sound(self, place: str) -> bool:
        """Is nothing wrong with the shape of what stands there?"""
        return place not in self.unsound

    def table(self, key: str) -> dict[str, Any]:
        """A table of the file, empty where it is left out."""
        table = self.document.get(key)
        return table if isinstance(table, dict) else {}


def _with_outer_places(place: str) -> Iterator[str]:
    """
    >>> list(_with_outer_places("rules.colors[1]"))
    ['rules', 'rules.colors', 'rules.colors[1]']
    """
    yield from (place[: mark.start()] for mark in re.finditer(r"[.\[]", place))
    yield place


def _map_faults(draft: Draft) -> Iterator[Fault]:
    yield from _size_faults(draft)
    yield from _same_id_faults("cities", draft.entries("cities"))
    yield from _same_id_faults("routes", draft.entries("routes"))
    yield from _same_id_faults("tickets", _distinct_tickets(draft))
    yield from _end_faults(draft, "routes")
    yield from _ferry_faults(draft)
    yield from _parallel_faults(draft)
    yield from _connection_faults(draft)
    yield from _end_faults(draft, "tickets")
    yield from _same_ticket_faults(draft)


def _size_faults(draft: Draft) -> Iterator[Fault]:
    for key, most in MOST.items():
        count = len(draft.listed(key))
        if count > most:
            yield _too_many(key, count, most)
        elif draft.document.get(key) == []:
            yield Fault(key, reason("empty_list"))


def _distinct_tickets(draft: Draft) -> Iterator[tuple[int, dict[str, Any]]]:
    """Tickets that join the same cities once: that they are equal is a fault of its own."""
    firsts = {first for first, *_ in parallel_entries(draft.listed("tickets"))}
    return ((index, ticket) for index, ticket in draft.entries("tickets") if index in firsts)


def _same_id_faults(key: str, entries: Iterable[tuple[int, dict[str, Any]]]) -> Iterator[Fault]:
    first: dict[str, int] = {}
    for index, entry in entries:
        name = entry.get("id")
        if isinstance(name, str) and (before := first.setdefault(name, index)) != index:
            yield Fault(f"{key}[{index}].id", reason("same_id", id=name, place=f"{key}[{before}]"))


def _end_faults(draft: Draft, key: str) -> Iterator[Fault]:
    known = set(draft.city_ids)
    if not known:
        return
    for index, entry in draft.entries(key):
        for end in ("a", "b"):
            city = entry.get(end)
            if isinstance(city, str) and city not in known:
                yield Fault(f"{key}[{index}].{end}", guessing("unknown_city", city, known, city=city))
        pair = ends(entry)
        if pair and pair[0] == pair[1]:
            yield Fault(f"{key}[{index}].b", reason("both_ends", city=pair[1]))


def _ferry_faults(draft: Draft) -> Iterator[Fault]:
    for index, route in draft.entries("routes"):
        ferry, tunnel, length = (_whole(route.get(key, 0)) for key in ("ferry", "tunnel", "length"))
        name = route.get("id")
        if ferry and length and ferry > length:
            found = reason("long_ferry", ferry=ferry, length=length, route=name)
            yield Fault(f"routes[{index}].ferry", found)
        if ferry and tunnel:
            yield Fault(f"routes[{index}].tunnel", reason("ferry_and_tunnel", route=name))


def _whole(value: Any) -> int | None:
    return value if type(value) is int else None


def _parallel_faults(draft: Draft) -> Iterator[Fault]:
    routes = draft.listed("routes")
    for first, *others in parallel_entries(routes):
        a, b = ends(routes[first]) or ("", "")
        for other in others[MAX_PARALLEL - 1 :]:
            yield Fault(f"routes[{other}]", reason("many_parallel", a=a, b=b, most=MAX_PARALLEL))
        for other in others:
            lengths = [_whole(routes[index].get("length")) for index in (first, other)]
            if None not in lengths and lengths[0] != lengths[1]:
                values = {"length": lengths[1], "place": f"routes[{first}]", "a": a, "b": b, "other": lengths[0]}
                yield Fault(f"routes[{other}].length", reason("unequal_lengths", **values))


def _connection_faults(draft: Draft) -> Iterator[Fault]:
    """Silent while a route has an end that is no city: it may be the missing link."""
    pairs = [ends(route) for _, route in draft.entries("routes")]
    known = dict.fromkeys(draft.city_ids)
    joined = [pair for pair in pairs if pair and pair[0] in known and pair[1] in known]
    if not joined or len(joined) < len(pairs):
        return
    reached = _reached(draft.city_ids[0], joined)
    if apart := [city for city in known if city not in reached]:
        yield Fault("routes", reason("apart", city=draft.city_ids[0], cities=", ".join(map(repr, apart))))


def _reached(start: str, pairs: Iterable[tuple[str, str]]) -> set[str]:
    neighbours: dict[str, set[str]] = {}
    for a, b in pairs:
        neighbours.setdefault(a, set()).add(b)
        neighbours.setdefault(b, set()).add(a)
    reached, waiting = {start}, [start]
    while waiting:
        new = neighbours.get(waiting.pop(), set()) - reached
        reached |= new
        waiting += new
    return reached


def _same_ticket_faults(draft: Draft) -> Iterator[Fault]:
    tickets = draft.listed("tickets")
    for first, *others in parallel_entries(tickets):
        a, b = ends(tickets[first]) or ("", "")
        for other in others:
            yield Fault(f"tickets[{other}]", reason("same_ticket", place=f"tickets[{first}]", a=a, b=b))


class Ruleset(NamedTuple):
    """One ruleset of the file: the common switches with its own over them."""

    name: str | None
    own: Mapping[str, Any]
    common: Mapping[str, Any]

    def place(self, key: str) -> str:
        """Where the file sets a switch."""
        return f"rulesets.{self.name}.{key}" if key in self.own else f"rules.{key}"


def rulesets_of(draft: Draft) -> list[Ruleset]:
    """The rulesets of a file, one without a name where it lists none."""
    common = draft.table("rules")
    tables = draft.table("rulesets").items()
    named = [Ruleset(name, own, common) for name, own in tables if isinstance(own, dict)]
    return named or [Ruleset(None, {}, common)]


def _rules_faults(draft: Draft) -> Iterator[Fault]:
    counts = _counts(draft)
    for ruleset in rulesets_of(draft):
        rules = _sound_rules(draft, ruleset)
        for keys, broken in LAWS:
            if all(draft.sound(ruleset.place(key)) for key in keys) and (found := broken(rules, counts)):
                yield Fault(ruleset.place(keys[0]), found)
        if draft.sound(ruleset.place("colors")) and set(rules.colors) <= set(PALETTE):
            yield from _color_faults(draft, rules)


def _sound_rules(draft: Draft, ruleset: Ruleset) -> Rules:
    merged = {**ruleset.common, **ruleset.own}
    return Rules.model_validate({key: merged[key] for key in merged if draft.sound(ruleset.place(key))})


def _counts(draft: Draft) -> Counts:
    lengths = _lengths_one_may_own(draft)
    tickets = [ticket for _, ticket in draft.entries("tickets")]
    if not tickets:  # a list that is missing or empty has its own fault
        return Counts(MAX_TICKETS, MAX_TICKETS, lengths)
    long = sum(ticket.get("long") is True for ticket in tickets)
    return Counts(long, len(tickets) - long, lengths)


def _lengths_one_may_own(draft: Draft) -> tuple[int, ...]:
    routes = draft.listed("routes")
    lengths = (_whole(routes[first].get("length")) for first, *_ in parallel_entries(routes))
    return tuple(sorted(length for length in lengths if length and length > 0))


def _color_faults(draft: Draft, rules: Rules) -> Iterator[Fault]:
    colors = (*rules.colors, GRAY)
    for index, route in draft.entries("routes"):
        color = route.get("color")
        if isinstance(color, str) and color not in colors:
            found = guessing("unknown_color", color, colors, color=color, colors=", ".join(colors))
            yield Fault(f"routes[{index}].color", found)


def _variant_faults(draft: Draft) -> Iterator[Fault]:
    alvin = draft.table("variants").get("alvin")
    if not isinstance(alvin, dict):
        return
    city = alvin.get("city")
    if isinstance(city, str) and city not in draft.city_ids:
        yield Fault("variants.alvin.city", guessing("unknown_start", city, draft.city_ids, city=city))
    for ruleset in rulesets_of(draft):
        if draft.sound(ruleset.place("markers")) and not _sound_rules(draft, ruleset).markers:
            yield Fault("variants.alvin", reason("alvin_without_markers"))
