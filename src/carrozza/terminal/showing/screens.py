"""The position as one player may see it, in tables: players, hands, tickets, routes and scores."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from string import ascii_lowercase

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from carrozza.boards import Route
from carrozza.game import View
from carrozza.game.position import Position
from carrozza.game.scores import Result, Score, result_of
from carrozza.game.sentences.description import city_name, parts_in_play, route_name, ticket_name
from carrozza.game.ways import OpenWays
from carrozza.terminal.showing.page import Page

NO_SECRET_PARTS = ("stations", "attractions")
"""What can be counted before the end without looking into anybody's tickets."""


def grid(*heads: str) -> Grid:
    """Columns without lines between them; a head that begins with > has numbers below it."""
    table = Grid(
        box=None,
        show_header=any(head.strip(">") for head in heads),
        header_style="dim",
        padding=(0, 2, 0, 0),
        pad_edge=False,
    )
    for head in heads:
        numbers = head.startswith(">")
        table.add_column(head.removeprefix(">"), justify="right" if numbers else "left", overflow="fold")
    return table


def show_table(page: Page, view: View, *, players: bool = True) -> None:
    """All that a player looks at before deciding."""
    page.blank()
    if players:
        page.print(players_table(page, view))
        page.blank()
    page.facts(tuple(_facts(page, view)))


def _facts(page: Page, view: View) -> Iterator[tuple[str, RenderableType]]:
    kinds = view.names.kinds
    yield page.say("terminal.row"), page.card_columns(Counter(view.row), kinds)
    yield page.say("terminal.decks"), decks(page, view)
    if view.alvin is not None:
        yield page.say("part.alvin"), alvin(page, view)
    if any(view.markers(seat) for seat in view.seats):
        yield page.say("terminal.head_markers"), markers(page, view)
    if view.seat is None:
        return
    yield page.say("terminal.hand"), page.card_columns(view.hand(view.seat), kinds)
    if view.tickets(view.seat):
        yield page.say("terminal.tickets"), tickets_table(page, view)


def show_tunnel(page: Page, view: View) -> None:
    """U1: what was laid and what was turned."""
    page.blank()
    route = route_name(view.board, view.claimed_route or "", page.language)
    facts = grid("", "")
    facts.add_row(page.say("terminal.tunnel"), Text(route))
    facts.add_row(page.say("terminal.laid"), page.cards(view.laid))
    facts.add_row(page.say("terminal.turned"), page.cards(view.turned))
    facts.add_row(page.say("terminal.hand"), page.card_columns(view.hand(view.seat or ""), view.names.kinds))
    facts.columns[0].style = "dim"
    page.print(facts)


def decks(page: Page, view: View) -> str:
    return page.say(
        "terminal.decks_hold",
        deck=page.say("count.cards", number=view.deck_size),
        discards=view.discards.total,
        tickets=page.say("count.tickets", number=view.tickets_left),
    )


def markers(page: Page, view: View) -> Text:
    """Whose markers stand where: routes that end there pay their owners (W4)."""
    lines = []
    for seat in view.seats:
        cities = ", ".join(city_name(view.board, city) for city in view.markers(seat))
        lines.append(page.player(view, seat).append(f": {cities}"))
    return Text("\n").join(lines)


def alvin(page: Page, view: View) -> str:
    place, holder = view.alvin or ("", None)
    key = "describe.alvin_free" if holder is None else "describe.alvin_held"
    return page.say(key, city=city_name(view.board, place), player=holder)


def players_table(page: Page, view: View) -> Grid:
    rules = view.board.rules
    heads = [page.say("terminal.head_player")]
    if not rules.hidden_points:
        heads.append(f">{page.say('terminal.head_points')}")
    heads += [f">{page.say(f'terminal.head_{what}')}" for what in ("trains", "cards", "tickets")]
    heads += [f">{page.say(f'terminal.head_{what}')}" for what in ("stations", "markers") if getattr(rules, what)]
    heads.append("")
    table = grid(*heads)
    for seat in view.seats:
        row = [str(number) for number in _player_numbers(view, seat)]
        table.add_row(page.player(view, seat), *row, _whose(page, view, seat))
    return table


def _player_numbers(view: View, seat: str) -> Iterator[int]:
    rules = view.board.rules
    if not rules.hidden_points:
        yield view.points(seat)
    yield from (view.trains(seat), view.hand_size(seat), view.ticket_count(seat))
    if rules.stations:
        yield view.stations_left(seat)
    if rules.markers:
        yield rules.markers - len(view.markers(seat))


def _whose(page: Page, view: View, seat: str) -> str:
    return page.say("word.you") if seat == view.seat else ""


def ticket_letters(tickets: Sequence[str]) -> dict[str, str]:
    """A letter for each ticket, so that lists can point to it."""
    letters = (*ascii_lowercase, *(f"{letter}{letter}" for letter in ascii_lowercase), *map(str, range(len(tickets))))
    return dict(zip(tickets, letters, strict=False))


def tickets_table(page: Page, view: View) -> Grid:
    """The reader's tickets, those to do first."""
    seat = view.seat or ""
    ways = OpenWays(view, seat)
    letters = ticket_letters(view.tickets(seat))
    table = grid("", "", ">", "")
    for ticket in sorted(view.tickets(seat), key=lambda ticket: ticket in ways.completed):
        points = view.board.tickets[view.board.ticket_index[ticket]].points
        table.add_row(letters[ticket], ticket_name(view.board, ticket), str(points), _progress(page, ways, ticket))
    return table


def _progress(page: Page, ways: OpenWays, ticket: str) -> Text:
    if ticket in ways.completed:
        return Text(page.say("terminal.ticket_done"), "green")
    to_go = ways.trains_to_go(ticket)
    if to_go is None:
        return Text(page.say("terminal.ticket_cut_off"), "red")
    return Text(page.say("terminal.ticket_to_go", trains=page.say("count.trains", number=to_go)))


def offered_table(page: Page, view: View, tickets: Sequence[str]) -> Grid:
    """Tickets to choose among: their values, and the trains they would take."""
    ways = OpenWays(view, view.seat or "")
    heads = ("", page.say("terminal.head_ticket"), f">{page.say('terminal.head_points')}", "")
    table = grid(f">{heads[0]}", *heads[1:])
    for number, ticket in enumerate(tickets, 1):
        found = view.board.tickets[view.board.ticket_index[ticket]]
        notes = [_distance(page, ways, ticket)]
        if found.long and view.board.rules.opening_long:
            notes.append(page.say("terminal.ticket_long"))
        table.add_row(str(number), ticket_name(view.board, ticket), str(found.points), ", ".join(notes))
    return table


def _distance(page: Page, ways: OpenWays, ticket: str) -> str:
    to_go = ways.trains_to_go(ticket)
    if to_go is None:
        return page.say("terminal.ticket_cut_off")
    if to_go == 0:
        return page.say("terminal.ticket_joined")
    return page.say("count.trains", number=to_go)


def routes_table(
    page: Page, view: View, routes: Sequence[Route], numbers: Mapping[str, int], *, owners: bool = False
) -> Grid:
    """Routes with what they cost and give; `numbers` are those to choose by, `owners` has whose they are."""
    rules = view.board.rules
    marks = rules.tunnels or rules.ferries
    ways = OpenWays(view, view.seat) if view.seat is not None else None
    letters = ticket_letters(ways.tickets if ways is not None else ())
    closed = view.closed_routes(view.seat)
    marked = {city: page.player(view, seat) for seat in view.seats for city in view.markers(seat)}
    heads = [*([">"] if numbers else []), page.say("terminal.head_route"), f">{page.say('terminal.head_cost')}", ""]
    heads += [""] if marks else []
    heads += [page.say("terminal.head_owner")] if owners else [f">{page.say('terminal.head_points')}"]
    heads += [page.say("terminal.head_markers")] if marked else []
    heads += [page.say("terminal.head_helps")] if letters else []
    table = grid(*heads)
    for route in routes:
        helped = ways.helps(route.id) if ways is not None else ()
        table.add_row(
            *([str(numbers.get(route.id, ""))] if numbers else []),
            view.names.route_name(route.id),
            str(route.length),
            page.card(route.color),
            *([route_marks(page, view, route)] if marks else []),
            route_owner(page, view, route, closed) if owners else str(rules.route_points[route.length]),
            *([route_markers(page, marked, route)] if marked else []),
            *([" ".join(letters[ticket] for ticket in helped)] if letters else []),
        )
    return table


def route_marks(page: Page, view: View, route: Route) -> str:
    """Tunnel and ferry, where the rules in play know them."""
    rules = view.board.rules
    if rules.tunnels and route.tunnel:
        return page.say("terminal.tunnel_of", number=route.tunnel)
    if rules.ferries and route.ferry:
        return page.say("terminal.ferry_of", number=route.ferry)
    return ""


def route_markers(page: Page, marked: Mapping[str, Text], route: Route) -> Text:
    """Whose markers stand on its cities: they decide who gets the points (W4)."""
    return Text(", ").join(marked[city] for city in (route.a, route.b) if city in marked)


def route_owner(page: Page, view: View, route: Route, closed: Collection[str]) -> Text:
    """Whose a route is; those closed to the reader (C5, C6) say so."""
    owner = view.owner(route.id)
    if owner is not None:
        return page.player(view, owner)
    if route.id in closed:
        return Text(page.say("word.closed"), "dim")
    return Text(page.say("word.free"), "dim")


def cities_columns(page: Page, view: View, cities: Sequence[str]) -> RenderableType:
    """Cities with their numbers, side by side; letters tell which tickets end there."""
    letters = ticket_letters(view.tickets(view.seat or ""))
    width = len(str(len(cities)))
    cells = []
    for number, city in enumerate(cities, 1):
        ends = [letter for ticket, letter in letters.items() if city in _ends(view, ticket)]
        mark = f" ({' '.join(ends)})" if ends else ""
        cells.append(Text(f"{number:>{width}}  {city_name(view.board, city)}{mark}"))
    return Columns(cells, padding=(0, 3, 0, 0), column_first=True)


def _ends(view: View, ticket: str) -> tuple[str, str]:
    found = view.board.tickets[view.board.ticket_index[ticket]]
    return found.a, found.b


def standing_table(page: Page, view: View) -> Grid:
    """Points so far, from what everybody may see, and the reader's own tickets."""
    rules, found = view.board.rules, result_of(view)
    parts = [part for part in NO_SECRET_PARTS if part in parts_in_play(view)]
    heads = [page.say("terminal.head_player")]
    if not rules.hidden_points:
        heads.append(f">{page.say('terminal.head_points')}")
    heads += [f">{page.say(f'part.{part}')}" for part in parts]
    if rules.longest_path:
        heads.append(f">{page.say('part.longest_path_length')}")
    if view.seat is not None:
        heads.append(f">{page.say('terminal.head_own_tickets')}")
    table = grid(*heads)
    for seat in view.seats:
        table.add_row(page.player(view, seat), *_standing(view, seat, found.scores[seat], parts))
    return table


def _standing(view: View, seat: str, score: Score, parts: Iterable[str]) -> Iterator[str]:
    rules = view.board.rules
    if not rules.hidden_points:
        yield str(view.points(seat))
    yield from (str(getattr(score, part)) for part in parts)
    if rules.longest_path:
        yield str(score.longest_path_length)
    if view.seat is not None:
        yield f"{score.tickets:+d}" if seat == view.seat else ""


def scores_table(page: Page, table: Position, result: Result) -> Grid:
    """The final scores by their parts, the most points first."""
    parts = parts_in_play(table)
    heads = [page.say("terminal.head_player"), *(f">{page.say(f'part.{part}')}" for part in parts)]
    shown = grid(*heads, f">{page.say('part.total')}", "")
    for seat, score in sorted(result.scores.items(), key=lambda entry: -entry[1].total):
        won = seat in result.winners
        numbers = [str(getattr(score, part)) for part in parts]
        mark = page.say("word.winner") if won else ""
        shown.add_row(page.player(table, seat), *numbers, str(score.total), mark, style="bold" if won else "")
    return shown
