"""From pasted texts to a board: everything that can be read is read, and everything else is told at once."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from carrozza.boards.model import MAX_CITIES, MAX_PARALLEL, MAX_ROUTES, MAX_TICKETS, PALETTE
from carrozza.workshop.new_board.asking import Choose, Near, Question, Settled, settle
from carrozza.workshop.new_board.city_lines import CityLine, read_cities
from carrozza.workshop.new_board.joined_lines import Cities, names_in
from carrozza.workshop.new_board.line_faults import LineFault, ListName, Unreadable
from carrozza.workshop.new_board.new_document import Document, Entry, city_entries, new_document
from carrozza.workshop.new_board.route_lines import COLUMNS, RouteLine, is_word, read_routes
from carrozza.workshop.new_board.ticket_lines import TicketLine, read_tickets

FEWEST_CITIES = 4
"""With fewer there are not enough tickets for two."""


class Lists(NamedTuple):
    """What was pasted; cities that are left out are those of the routes."""

    cities: str = ""
    routes: str = ""
    tickets: str = ""


class NewBoard(NamedTuple):
    """A document or, where there are questions or faults, none."""

    document: Document | None
    cities: tuple[Settled, ...]
    questions: tuple[Question, ...]
    faults: tuple[LineFault, ...]


def new_board(
    lists: Lists,
    *,
    id: str,
    title: str,
    near: Near | None = None,
    choose: Choose | None = None,
    rules: Mapping[str, Any] | None = None,
    seats: int | None = None,
    sea: bool = True,
    seed: int = 0,
) -> NewBoard:
    """The board of these lists. `choose` answers questions; those left open are told, as are lines with faults.

    Raises `BoardError` where every line can be read and yet they make no board.
    """
    listed, faults = _listed_cities(lists)
    settled, questions = settle(listed[:MAX_CITIES], near, choose)
    entries = city_entries(settled)
    known = _known(entries, settled, questions)
    routes, route_faults = read_routes(lists.routes, known)
    tickets, ticket_faults = read_tickets(lists.tickets, known)
    faults += [*_city_faults(listed), *route_faults, *_route_faults(routes, rules), *ticket_faults]
    faults += _ticket_faults(tickets)
    if faults or questions:
        return NewBoard(None, tuple(settled), tuple(questions), tuple(faults))
    document = new_document(entries, routes, tickets, id=id, title=title, rules=rules, seats=seats, sea=sea, seed=seed)
    return NewBoard(document, tuple(settled), (), ())


def _known(entries: Sequence[Entry], settled: Sequence[Settled], questions: Iterable[Question]) -> Cities:
    """The cities that routes may name, those that are still asked for among them: a route to these is no fault."""
    names = {entry["id"]: entry["name"] for entry in entries}
    others = {city.city.asked: entry["id"] for city, entry in zip(settled, entries, strict=True)}
    for number, asked in enumerate(questions):
        names[f"asked-{number}"] = asked.city.name
        others[asked.city.asked] = f"asked-{number}"
    return Cities(names, others)


def _listed_cities(lists: Lists) -> tuple[list[CityLine], list[LineFault]]:
    if lists.cities.strip():
        return read_cities(lists.cities)
    names = names_in(lists.routes, COLUMNS, is_word)
    return [CityLine(number, *_name_and_areas(name), listed="routes") for number, name in names], []


def _name_and_areas(text: str) -> tuple[str, tuple[str, ...]]:
    name, *areas = (part.strip() for part in text.split(","))
    return name or text, tuple(areas)


def _city_faults(cities: Sequence[CityLine]) -> list[LineFault]:
    faults = [Unreadable("few_cities", least=FEWEST_CITIES).at("cities", 0)] if len(cities) < FEWEST_CITIES else []
    faults += [_many("cities", city.line, MAX_CITIES) for city in cities[MAX_CITIES : MAX_CITIES + 1]]
    first: dict[tuple[str, ...], int] = {}
    for city in cities:
        same = first.setdefault((city.name.casefold(), *map(str, (city.areas, city.point))), city.line)
        if same != city.line:
            faults.append(Unreadable("twice", name=city.name, line=same).at(city.listed, city.line))
    return faults


def _route_faults(routes: Sequence[RouteLine], rules: Mapping[str, Any] | None) -> list[LineFault]:
    """What is wrong between lines, or with the colours of the rules."""
    faults: list[LineFault] = []
    lanes: dict[frozenset[str], tuple[int, int | None]] = {}
    count = 0
    colors = (rules or {}).get("colors")
    for route in routes:
        count += len(route.colors)
        before, length = lanes.get(frozenset((route.a, route.b)), (0, None))
        lanes[frozenset((route.a, route.b))] = before + len(route.colors), length or route.length
        if before + len(route.colors) > MAX_PARALLEL:
            faults.append(Unreadable("many_lanes", lanes=before + len(route.colors)).at("routes", route.line))
        if length and route.length and length != route.length:
            faults.append(Unreadable("unequal_lengths").at("routes", route.line))
        if count - len(route.colors) <= MAX_ROUTES < count:
            faults.append(_many("routes", route.line, MAX_ROUTES))
        faults += [
            Unreadable("color", color=color, colors=", ".join(colors)).at("routes", route.line)
            for color in dict.fromkeys(route.colors)
            if colors and color in PALETTE and color not in colors
        ]
    return faults


def _ticket_faults(tickets: Sequence[TicketLine]) -> list[LineFault]:
    faults = [_many("tickets", ticket.line, MAX_TICKETS) for ticket in tickets[MAX_TICKETS : MAX_TICKETS + 1]]
    first: dict[frozenset[str], int] = {}
    for ticket in tickets:
        same = first.setdefault(frozenset((ticket.a, ticket.b)), ticket.line)
        if same != ticket.line:
            faults.append(Unreadable("ticket_twice", line=same).at("tickets", ticket.line))
    return faults


def _many(listed: ListName, line: int, most: int) -> LineFault:
    return Unreadable("many_entries", most=most).at(listed, line)
