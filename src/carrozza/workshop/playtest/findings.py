"""What stands out in a playtest, strongest first: against its own scatter, or against the printed boards."""

from collections.abc import Iterator
from statistics import median
from typing import Final

from carrozza.boards import Board
from carrozza.workshop.playtest.measures import seat_advantage
from carrozza.workshop.playtest.model import Finding, PlaytestReport, RouteFigures, TicketFigures
from carrozza.workshop.playtest.printed import least, most

FEWEST_GAMES: Final = 200
"""With fewer, only what has an interval is looked at."""
LEAST_GAIN: Final = 3.0
"""Points that a ticket must win or lose before they are worth a word."""
UNUSED: Final = 0.02
"""A way between two cities that is used in fewer games is one that nobody uses."""
SOME_KEPT: Final = 30
MORE: Final = 1.25
"""How many times what the worst printed board has is too much."""
ASIDE: Final = 0.1
"""How far outside the printed boards a share may lie."""


def findings(board: Board, report: PlaytestReport) -> tuple[Finding, ...]:
    """The report's own findings are not looked at."""
    if report.figures is None:
        return ()
    found = [*_endings(report), *_tickets(report), *_seats(report), *_styles(report)]
    if report.games >= FEWEST_GAMES:
        found += [*_routes(board, report), *_what_wins(board, report), *_pace(report), *_luck(report)]
    return tuple(sorted(found, key=lambda finding: -finding.strength))


def _endings(report: PlaytestReport) -> Iterator[Finding]:
    endless = sum(table.endless for table in report.tables) / report.games
    passed = sum(table.passed for table in report.tables) / report.games
    if endless > 0:
        yield Finding(code="endless", strength=20 + 10 * endless, values={"share": endless})
    if passed > 0.002:
        yield Finding(code="stuck", strength=5 + 10 * passed, values={"share": passed})


def _tickets(report: PlaytestReport) -> Iterator[Finding]:
    usual = most(report.printed, lambda figures: figures.unfairness, 2.5)
    middle = median(ticket.trains for ticket in report.tickets)
    for ticket in report.tickets:
        if ticket.gain is not None and abs(ticket.gain) >= max(LEAST_GAIN, usual) and ticket.suggested != ticket.points:
            code = "ticket_generous" if ticket.gain > 0 else "ticket_mean"
            values = {"points": ticket.points, "gain": abs(ticket.gain), "suggested": ticket.suggested}
            yield Finding(code=code, strength=abs(ticket.gain) / (3 * usual), subject=ticket.id, values=values)
        yield from _hard(ticket, middle)


def _hard(ticket: TicketFigures, middle: float) -> Iterator[Finding]:
    """A trap, or refused; `middle` is how many trains the board's tickets take in the middle."""
    kept = ticket.drawn * (ticket.kept or 0.0)
    if kept >= SOME_KEPT and ticket.made is not None and ticket.made < 0.5:
        values = {"points": ticket.points, "made": ticket.made}
        yield Finding(code="ticket_trap", strength=1 + 2 * (0.5 - ticket.made), subject=ticket.id, values=values)
    elif ticket.drawn >= SOME_KEPT and ticket.kept is not None and ticket.kept < 0.1:
        values = {"points": ticket.points, "kept": ticket.kept}
        code = "ticket_refused" if ticket.trains > middle else "ticket_refused_near"
        yield Finding(code=code, strength=0.8, subject=ticket.id, values=values)


def _seats(report: PlaytestReport) -> Iterator[Finding]:
    usual = most(report.printed, lambda figures: figures.seat_advantage, 0.2)
    for table in report.tables:
        seat, advantage = seat_advantage(table)
        interval = table.seats[seat - 1].interval
        if interval is not None and interval[0] * table.players - 1 > usual:
            values = {"players": table.players, "seat": seat, "more": advantage, "wins": table.seats[seat - 1].wins}
            yield Finding(code="seat", strength=advantage / max(usual, 0.1), values=values)


def _styles(report: PlaytestReport) -> Iterator[Finding]:
    usual = most(report.printed, lambda figures: figures.style_most, 1.3)
    for style in report.styles:
        if style.interval is not None and style.interval[0] > MORE * usual:
            yield Finding(code="style", strength=style.wins / usual, subject=style.style, values={"times": style.wins})


def _routes(board: Board, report: PlaytestReport) -> Iterator[Finding]:
    cuts = most(report.printed, lambda figures: figures.cuts_most, 0.5)
    for route in report.routes:
        if route.cuts > MORE * cuts:
            doubled = bool(board.parallel(board.routes[board.route_index[route.id]]))
            code = "bottleneck_double" if doubled else "bottleneck"
            yield Finding(code=code, strength=route.cuts / cuts, subject=route.id, values={"cuts": route.cuts})
        if route.either < UNUSED and _is_first(board, route):
            strength = 0.9 - 0.4 * route.either / UNUSED
            yield Finding(code="unused", strength=strength, subject=route.id, values={"share": route.either})


def _is_first(board: Board, figures: RouteFigures) -> bool:
    """Of parallel routes one stands for all."""
    index = board.route_index[figures.id]
    return all(index < board.route_index[other.id] for other in board.parallel(board.routes[index]))


def _what_wins(board: Board, report: PlaytestReport) -> Iterator[Finding]:
    assert report.figures is not None
    for code, share, printed in (
        ("tickets_decide", report.figures.tickets_share, most(report.printed, lambda f: f.tickets_share, 0.6)),
        ("routes_decide", report.figures.routes_share, most(report.printed, lambda f: f.routes_share, 0.6)),
        ("path_decides", report.figures.path_share, most(report.printed, lambda f: f.path_share, 0.3)),
    ):
        if share > printed + ASIDE:
            values = {"share": share, "printed": printed}
            yield Finding(code=code, strength=0.5 + 2 * (share - printed), values=values)
    stations = next((part.points for part in report.parts if part.part == "stations"), None)
    all_left = board.rules.stations * board.rules.station_points
    if stations is not None and all_left and stations > 0.99 * all_left:
        yield Finding(code="stations_idle", strength=0.4)
    margin = most(report.printed, lambda f: f.margin / f.score, 0.4)
    if report.figures.score > 0 and report.figures.margin / report.figures.score > MORE * margin:
        values = {"margin": report.figures.margin, "score": report.figures.score}
        yield Finding(code="runaway", strength=report.figures.margin / report.figures.score / margin / 2, values=values)


def _pace(report: PlaytestReport) -> Iterator[Finding]:
    assert report.figures is not None
    turns, minutes = report.figures.turns, report.figures.minutes
    if max(turns) > MORE * (longest := most(report.printed, lambda f: max(f.turns), 60)):
        values = {"turns": max(turns), "printed": longest, "minutes": max(minutes)}
        yield Finding(code="long", strength=max(turns) / longest / 2, values=values)
    if min(turns) < (shortest := least(report.printed, lambda f: min(f.turns), 15)) / MORE:
        values = {"turns": min(turns), "printed": shortest, "minutes": min(minutes)}
        yield Finding(code="short", strength=shortest / max(min(turns), 1) / 2, values=values)


def _luck(report: PlaytestReport) -> Iterator[Finding]:
    usual = most(report.printed, lambda figures: figures.floor_wins, 0.1)
    wins = report.floor.wins
    if wins is not None and report.floor.games >= SOME_KEPT and wins > max(0.2, 2 * usual):
        yield Finding(code="luck", strength=wins, values={"times": wins})
