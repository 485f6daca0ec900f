"""Boards in the terminal: what `carrozza boards` and `carrozza board NAME` print."""

from collections.abc import Iterable, Iterator
from typing import Any

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from carrozza.boards.facts import Facts, facts
from carrozza.boards.folders import own_boards
from carrozza.boards.loading import load, names
from carrozza.boards.model import Board, Rules

STYLES = {
    "red": "red",
    "orange": "dark_orange",
    "yellow": "bright_yellow",
    "green": "green",
    "blue": "blue",
    "purple": "magenta",
    "pink": "magenta",
    "black": "bright_black",
    "white": "bright_white",
    "gray": "grey62",
}
REFUSED = {
    "bottom": "refused ones go under the deck",
    "out": "refused ones leave the game",
    "shuffled": "refused ones go under the deck, shuffled",
}


def show_list(console: Console) -> None:
    """Print one line for every board: the shipped ones, then those of the folders."""
    table = _table("board", ">players", ">trains", ">cities", ">routes", ">tickets", "in play")
    table.columns[0].no_wrap = True
    for board in _all():
        table.add_row(*_list_row(board))
    console.print(table)


def _all() -> Iterator[Board]:
    yield from map(load, names())
    yield from own_boards().values()


def _list_row(board: Board) -> Iterator[str]:
    yield board.id
    yield f"{board.rules.min_seats}-{board.rules.max_seats}"
    yield str(board.rules.trains)
    yield from (str(len(entries)) for entries in (board.cities, board.routes, board.tickets))
    yield ", ".join(in_play(board)) or "routes and tickets"


def list_as_json() -> list[dict[str, Any]]:
    """The boards as plain values, one object each; `file` is that of an own one."""
    return [_listed(board) for board in _all()]


def _listed(board: Board) -> dict[str, Any]:
    return {
        "id": board.id,
        "map": board.map,
        "ruleset": board.ruleset,
        "title": board.title,
        "seats": [board.rules.min_seats, board.rules.max_seats],
        "trains": board.rules.trains,
        "cities": len(board.cities),
        "routes": len(board.routes),
        "tickets": len(board.tickets),
        "in_play": list(in_play(board)),
        "variants": list(board.variants),
        "notes": list(board.notes),
        "digest": board.digest,
        "file": str(board.file) if board.file else None,
    }


def in_play(board: Board) -> Iterator[str]:
    """What the board has beyond routes and tickets, in a word each."""
    rules = board.rules
    if rules.opening_long:
        yield "long tickets"
    if rules.ferries:
        yield "ferries"
    if rules.tunnels:
        yield "tunnels"
    if rules.stations:
        yield "stations"
    if rules.network:
        yield "start cities"
    if rules.markers:
        yield "city markers"
    if rules.attractions:
        yield "attractions"
    if rules.longest_path:
        yield "longest path"
    if rules.globetrotter:
        yield "Globetrotter"
    yield from (f"{name} (variant)" for name in board.variants)


def show_board(console: Console, board: Board) -> None:
    """Print a board: its notes, rules, colours, lengths, tickets and cities."""
    found = facts(board)
    console.print(Text.assemble((board.full_title, "bold"), "  ", (board.id, "dim")))
    for note in board.notes:
        console.print(Padding(Text(note, style="italic"), (0, 2)))
    for table in (
        _lines_table("The map", map_in_words(found)),
        _lines_table("The rules", rules_in_words(board)),
        _colors_table(found),
        _lengths_table(found),
        _tickets_table(board, found),
        _cities_table(board, found),
    ):
        console.print()
        console.print(table)


def map_in_words(found: Facts) -> Iterator[tuple[str, str]]:
    """The numbers of a map, each with its name."""
    yield "cities", _with(found.cities, (found.attractions, "attractions"))
    yield "routes", f"{found.routes} of {_span(found.shortest_route, found.longest_route, 'space')}"
    yield "spaces", f"{found.spaces}; a full table has {found.trains} trains"
    yield "parallel", f"{found.doubles} doubles, {found.triples} triples"
    yield "symbols", f"{found.ferries} ferries, {found.tunnels} tunnels"
    yield "tickets", _with(found.tickets, (found.long_tickets, "long"))
    yield "distances", f"{_span(found.shortest_ticket, found.longest_ticket, 'train')} for a ticket"
    yield "values", f"{found.ticket_points} points on all tickets"


def _with(count: int, part: tuple[int, str]) -> str:
    return f"{count}, {part[0]} of them {part[1]}" if part[0] else str(count)


def _span(low: int, high: int, unit: str) -> str:
    return f"{low} to {high} {unit}s"


def rules_in_words(board: Board) -> Iterator[tuple[str, str]]:
    """The rule switches of a board as a player would tell them."""
    rules = board.rules
    yield "players", f"{rules.min_seats} to {rules.max_seats}, with {rules.trains} trains each"
    yield "cards", _cards(rules)
    yield "opening", f"{rules.opening_hand} cards and {_opening_tickets(rules)}"
    yield "drawing tickets", f"{rules.draw_tickets}, keep at least {rules.draw_keep}"
    yield "doubles", _doubles(rules)
    yield "in play", ", ".join(in_play(board)) or "routes and tickets"
    if rules.stations:
        yield "stations", f"{rules.stations} each, {rules.station_points} points for each left over"
    if rules.markers:
        yield "city markers", f"{rules.markers} each, the start city's among them"
    yield "bonuses", ", ".join(_bonuses(rules)) or "none"
    if rules.hidden_points:
        yield "route points", "shown only at the end"
    yield "last round", f"begins with {rules.last_round_trains} trains or fewer"
    yield "ties", ", then ".join(name.replace("-", " ") for name in rules.tie_breaks) or "shared"


def _cards(rules: Rules) -> str:
    return f"{rules.cards}: {len(rules.colors)} colours x {rules.copies}, {rules.locomotives} locomotives"


def _opening_tickets(rules: Rules) -> str:
    long = f"{rules.opening_long} long + " if rules.opening_long else ""
    dealt = f"{long}{rules.opening_tickets} tickets"
    return f"{dealt}, keep at least {rules.opening_keep}; {REFUSED[rules.opening_refused]}"


def _doubles(rules: Rules) -> str:
    """C6: with few players the first route claimed closes the others."""
    if rules.single_until < rules.min_seats:
        return "every route open, with any number of players"
    return f"one route only with up to {rules.single_until} players"


def _bonuses(rules: Rules) -> Iterator[str]:
    if rules.longest_path:
        yield f"{rules.longest_path} for the longest path"
    if rules.globetrotter:
        yield f"{rules.globetrotter} for the most completed tickets"
    if rules.attractions:
        yield f"{rules.attractions} for each attraction"


def _colors_table(found: Facts) -> Table:
    table = _table("colour", ">routes", ">spaces", title="Colours")
    for row in found.by_color:
        name = Text.assemble(("\u25a0 ", STYLES[row.color]), row.color)
        table.add_row(name, str(row.routes), str(row.spaces))
    return table


def _lengths_table(found: Facts) -> Table:
    table = _table(">length", ">routes", ">points", title="Lengths")
    for row in found.by_length:
        table.add_row(str(row.length), str(row.routes), str(row.points))
    return table


def _tickets_table(board: Board, found: Facts) -> Table:
    title = "Tickets, and the fewest trains for each"
    table = _table("ticket", "id", ">points", ">trains", ">difference", title=title)
    for ticket, row in zip(board.tickets, found.by_ticket, strict=True):
        name = f"{_city(board, ticket.a)} - {_city(board, ticket.b)}{' (long)' if ticket.long else ''}"
        difference = f"{row.points - row.trains:+d}" if row.points != row.trains else "0"
        table.add_row(Text(name), ticket.id, str(row.points), str(row.trains), difference)
    return table


def _cities_table(board: Board, found: Facts) -> Table:
    title = "Cities (* attraction)" if found.attractions else "Cities"
    table = _table("city", "id", ">neighbours", ">routes", ">tickets", title=title)
    for city, row in zip(board.cities, found.by_city, strict=True):
        counts = (row.neighbours, row.routes, row.tickets)
        table.add_row(Text(f"{city.name}{' *' if city.attraction else ''}"), city.id, *map(str, counts))
    return table


def _city(board: Board, name: str) -> str:
    return board.cities[board.city_index[name]].name


def _lines_table(title: str, lines: Iterable[tuple[str, str]]) -> Table:
    table = Table(box=None, show_header=False, title=title, title_style="bold", title_justify="left")
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    for name, message in lines:
        table.add_row(name, message)
    return table


def _table(*columns: str, title: str | None = None) -> Table:
    """An airy table; a column whose name begins with > holds numbers."""
    table = Table(box=box.SIMPLE_HEAD, title=title, title_style="bold", title_justify="left")
    for column in columns:
        numeric = column.startswith(">")
        table.add_column(column.removeprefix(">"), justify="right" if numeric else "left", overflow="fold")
    return table
