"""The document of a new board, with everything filled in that was left out."""

from collections.abc import Mapping, Sequence
from typing import Any

from carrozza import boards
from carrozza.boards.document import slug
from carrozza.boards.model import GRAY, MAX_ROUTES, Board, Rules
from carrozza.workshop.globe import kilometres
from carrozza.workshop.network import Network
from carrozza.workshop.new_board.asking import Settled
from carrozza.workshop.new_board.lengths import suggested_lengths
from carrozza.workshop.new_board.proposed_network import busiest, neighbours
from carrozza.workshop.new_board.route_lines import RouteLine
from carrozza.workshop.new_board.sea import locomotives_for, over_water
from carrozza.workshop.new_board.suggested_rules import suggested_rules
from carrozza.workshop.new_board.ticket_lines import TicketLine
from carrozza.workshop.printed import value_habit
from carrozza.workshop.suggest import suggest_colors, suggest_tickets

Entry = dict[str, Any]
Document = dict[str, Any]


def city_entries(cities: Sequence[Settled]) -> list[Entry]:
    """The cities as a board file lists them, with ids made of their names."""
    ids = city_ids([city.name for city in cities])
    return [
        {"id": id_, "name": city.name, "lat": round(city.point[0], 4), "lon": round(city.point[1], 4)}
        | ({"attraction": True} if city.city.attraction else {})
        for id_, city in zip(ids, cities, strict=True)
    ]


def city_ids(names: Sequence[str]) -> list[str]:
    """
    >>> city_ids(["San José", "San Jose", "東京"])
    ['san-jose', 'san-jose-2', 'city-3']
    """
    ids: list[str] = []
    for number, name in enumerate(names, 1):
        base = slug(name) or f"city-{number}"
        times = 1
        while (id_ := base if times == 1 else f"{base}-{times}") in ids:
            times += 1
        ids.append(id_)
    return ids


def new_document(
    cities: Sequence[Entry],
    routes: Sequence[RouteLine] = (),
    tickets: Sequence[TicketLine] = (),
    *,
    id: str,
    title: str,
    rules: Mapping[str, Any] | None = None,
    seats: int | None = None,
    sea: bool = True,
    seed: int = 0,
) -> Document:
    """A board's document: routes proposed where none are given, lengths, colours, tickets and rules where left out.

    `rules` are switches to take as they are; `sea` makes ferries of proposed routes over water. The same lists and
    seed give the same document. Raises `BoardError` where the lists cannot be a board, such as cities without a way
    between them.
    """
    listed = list(routes) or proposed_routes(cities, sea and (rules is None or bool(rules.get("ferries"))))
    entries = route_entries(cities, listed)
    chosen = dict(rules) if rules is not None else suggested_rules(entries, seats)
    if rules is None and any(city.get("attraction") for city in cities):
        chosen["attractions"] = 1
    if seats is not None:
        chosen["max_seats"] = seats
    document: Document = {"id": id, "title": title, "cities": list(cities), "routes": entries}
    document |= {"tickets": [], "rules": chosen}
    document["routes"] = _coloured(document, seed)
    document["tickets"] = _tickets(document, tickets, seed)
    boards.from_document(document, title)
    return document


def proposed_routes(cities: Sequence[Entry], sea: bool = True) -> list[RouteLine]:
    """Routes between neighbours, the busiest of them doubles, those over water ferries."""
    points = [(city["lat"], city["lon"]) for city in cities]
    pairs = neighbours(points)[:MAX_ROUTES]
    kilometre = [kilometres(points[a], points[b]) for a, b in pairs]
    lengths = dict(zip(pairs, suggested_lengths(kilometre, [None] * len(pairs), len(cities)), strict=True))
    wet = over_water(points, pairs) if sea else set()
    doubles = set(busiest(lengths)[: MAX_ROUTES - len(pairs)]) - wet
    return [
        RouteLine(
            0,
            cities[a]["id"],
            cities[b]["id"],
            length,
            (None,) * (2 if (a, b) in doubles else 1),
            ferry=locomotives_for(length) if (a, b) in wet else 0,
        )
        for (a, b), length in lengths.items()
    ]


def route_entries(cities: Sequence[Entry], routes: Sequence[RouteLine]) -> list[Entry]:
    """The routes as a board file lists them, those without a colour without one."""
    return [
        {"a": route.a, "b": route.b, "length": max(length, route.ferry)}
        | ({"color": color} if color else {})
        | ({"tunnel": route.tunnel} if route.tunnel else {})
        | ({"ferry": route.ferry} if route.ferry else {})
        for route, length in zip(routes, _lengths(cities, routes), strict=True)
        for color in route.colors
    ]


def _lengths(cities: Sequence[Entry], routes: Sequence[RouteLine]) -> list[int]:
    """Those given, on any line that joins the same cities, and suggestions for the others."""
    points = {city["id"]: (city["lat"], city["lon"]) for city in cities}
    given = {frozenset((route.a, route.b)): route.length for route in routes if route.length}
    lengths = [route.length or given.get(frozenset((route.a, route.b))) for route in routes]
    return suggested_lengths([kilometres(points[route.a], points[route.b]) for route in routes], lengths, len(cities))


def _coloured(document: Document, seed: int) -> list[Entry]:
    """The routes, those without a colour in a balanced one; ferries are gray, as on printed boards."""
    grays = [{"color": GRAY} if entry.get("ferry") and "color" not in entry else {} for entry in document["routes"]]
    routes = [entry | gray for entry, gray in zip(document["routes"], grays, strict=True)]
    if all("color" in entry for entry in routes):
        return routes
    board = _map_of(document | {"routes": [{"color": GRAY, **entry} for entry in routes]})
    suggested = suggest_colors(board, seed=seed)
    return [_in_order({**new, **old}) for old, new in zip(routes, suggested, strict=True)]


def _in_order(route: Entry) -> Entry:
    keys = ("a", "b", "length", "color", "tunnel", "ferry")
    return {key: route[key] for key in keys if key in route}


def _tickets(document: Document, tickets: Sequence[TicketLine], seed: int) -> list[Entry]:
    """Those given, with values by the habits of printed boards where these were left out; else a suggested set."""
    board = _map_of(document)
    if not tickets:
        return suggest_tickets(board, seed=seed)
    network = Network(board)

    def usual(ticket: TicketLine) -> int:
        return value_habit().value(network.spaces(ticket.a, ticket.b))

    return [
        {"a": ticket.a, "b": ticket.b, "points": ticket.points or usual(ticket)}
        | ({"long": True} if ticket.long else {})
        for ticket in tickets
    ]


def _map_of(document: Document) -> Board:
    """A board of the map alone, checked, with the rules of the document unchecked: their tickets are still to come."""
    first, *others = (city["id"] for city in document["cities"])
    tickets = [{"a": first, "b": other, "points": 1} for other in others[:2]]
    rules = Rules.model_validate(document["rules"])
    plain = {"max_seats": 2, "opening_tickets": 1, "opening_keep": 1, "colors": list(rules.colors)}
    board = boards.from_document(document | {"tickets": tickets, "rules": plain}, document["title"])
    return board.model_copy(update={"rules": rules, "tickets": ()})
