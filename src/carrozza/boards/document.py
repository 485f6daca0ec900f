"""The board file: the shape of its TOML, the ids it leaves out, its JSON Schema."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import Field

from carrozza.boards.model import (
    GRAY,
    MAX_CITIES,
    MAX_COLORS,
    MAX_LENGTH,
    MAX_ROUTES,
    MAX_TICKETS,
    PALETTE,
    Alvin,
    City,
    Drawing,
    Id,
    Route,
    Rules,
    Table,
    Text,
    Ticket,
    VariantName,
)
from carrozza.boards.naming import numbers_by_name

Entry = Mapping[str, Any]


class Document(Table):
    """What a board file says: one map, its common rules, and rulesets and variants where it has them."""

    id: Id
    title: Text
    notes: tuple[str, ...] = ()
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    rules: Rules = Field(default_factory=Rules)
    rulesets: Mapping[Id, Rules] = {}
    variants: Mapping[VariantName, Alvin] = {}
    drawing: Drawing = Drawing()


def slug(text: str) -> str:
    """Turn any text into an id.

    >>> slug("Sault St. Marie"), slug("München")
    ('sault-st-marie', 'munchen')
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower().replace("'", "")
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def with_ids(document: Entry) -> dict[str, Any]:
    """The document with the ids of routes and tickets filled in where they were left out."""
    named = dict(document)
    for key, names in (("routes", route_ids), ("tickets", ticket_ids)):
        if isinstance(entries := document.get(key), list):
            named[key] = [_named(entry, name) for entry, name in zip(entries, names(entries), strict=True)]
    return _with_route_hints_by_id(named)


def _with_route_hints_by_id(document: dict[str, Any]) -> dict[str, Any]:
    """Hints may name a route in either direction; where both have one, the second stays to be found at fault."""
    match document:
        case {"drawing": {"routes": dict(hints)} as drawing, "routes": list(routes)}:
            entries = [entry for entry in routes if isinstance(entry, dict)]
            numbers = entry_names(entries)
            ids = {name: str(entries[numbers[name]]["id"]) for name in hints if name in numbers}
            by_id = {name if ids.get(name) in hints else ids.get(name, name): hint for name, hint in hints.items()}
            return {**document, "drawing": {**drawing, "routes": by_id}}
    return document


def entry_names(entries: Iterable[Entry]) -> dict[str, int]:
    """Where each entry stands, by its id in either direction."""
    return numbers_by_name((str(entry.get("id")), str(entry.get("a")), str(entry.get("b"))) for entry in entries)


def _named(entry: Any, name: str) -> Any:
    return {"id": name, **entry} if isinstance(entry, dict) else entry


def ticket_ids(entries: Sequence[Any]) -> list[str]:
    """The ids that tickets have by themselves: their two cities."""
    return [pair_id(entry) or f"ticket-{index}" for index, entry in enumerate(entries)]


def route_ids(entries: Sequence[Any]) -> list[str]:
    """The ids that routes have by themselves: their two cities and, in a double, the colour.

    Where colours repeat within a double or triple its routes are numbered instead.
    """
    ids = [pair_id(entry) or f"route-{index}" for index, entry in enumerate(entries)]
    for group in parallel_entries(entries):
        if len(group) > 1:
            base = ids[group[0]]
            for index, suffix in zip(group, _suffixes([entries[index] for index in group]), strict=True):
                ids[index] = slug(f"{base}-{suffix}")
    return ids


def _suffixes(group: Sequence[Entry]) -> list[str]:
    colors = [str(entry.get("color")) for entry in group]
    numbers = [str(number) for number in range(1, len(colors) + 1)]
    return colors if len(set(colors)) == len(colors) else numbers


def pair_id(entry: Any) -> str | None:
    """Both ends of an entry as one id, or nothing where an end is not given."""
    pair = ends(entry)
    return slug("-".join(pair)) or None if pair else None


def ends(entry: Any) -> tuple[str, str] | None:
    """The two cities that a route or ticket entry names, if it names two."""
    match entry:
        case {"a": str(a), "b": str(b)}:
            return a, b
    return None


def parallel_entries(entries: Sequence[Any]) -> list[list[int]]:
    """The indices of the entries that join the same two cities, group by group."""
    groups: defaultdict[frozenset[str], list[int]] = defaultdict(list)
    for index, entry in enumerate(entries):
        if pair := ends(entry):
            groups[frozenset(pair)].append(index)
    return list(groups.values())


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a board file, for editors that check TOML against one."""
    schema = Document.model_json_schema()
    for name in ("Route", "Ticket"):
        schema["$defs"][name]["required"].remove("id")
    properties = schema["properties"]
    for key, most in (("cities", MAX_CITIES), ("routes", MAX_ROUTES), ("tickets", MAX_TICKETS)):
        properties[key] |= {"minItems": 1, "maxItems": most}
    properties["rulesets"]["additionalProperties"] = False
    schema["$defs"]["Route"]["properties"]["color"]["enum"] = [*PALETTE, GRAY]
    rules = schema["$defs"]["Rules"]["properties"]
    rules["colors"] |= {"minItems": 1, "maxItems": MAX_COLORS, "uniqueItems": True}
    rules["colors"]["items"] = {"enum": list(PALETTE)}
    rules["route_points"] |= {"minItems": MAX_LENGTH + 1, "maxItems": MAX_LENGTH + 1}
    title = "Carrozza board file"
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": title}
