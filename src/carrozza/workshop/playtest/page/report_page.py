"""The page: findings first, then the map, tickets, seats, and the printed boards beside it."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from carrozza.atlas.drawing.svg import Markup, element, escaped
from carrozza.atlas.layout_model import Layout
from carrozza.boards import Board
from carrozza.words import say
from carrozza.workshop.playtest.minutes import SECONDS_A_TURN, TABLE_MINUTES
from carrozza.workshop.playtest.model import Finding, Interval, KeyFigures, PlaytestReport, RouteFigures, TicketFigures
from carrozza.workshop.playtest.page.charts import scores_chart, seats_chart, values_chart
from carrozza.workshop.playtest.page.heat_map import STEPS, heat_map
from carrozza.workshop.playtest.page.html import section, table, tag, text
from carrozza.workshop.playtest.page.style import style_sheet
from carrozza.workshop.playtest.wording import decimal, percent, route_name, style_name, ticket_name, worded

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""A browser fetches and runs nothing for it, whatever it holds."""
RANKED: Final = 8
NONE: Final = "–"


def report_html(
    report: PlaytestReport,
    board: Board,
    layout: Layout | None = None,
    language: str = "en",
    before: PlaytestReport | None = None,
) -> str:
    """One file that stands alone. With a layout the map is the board's drawing; `before` is the report of the board
    whose values were changed."""
    page = _Page(report, board, layout, language)
    title = page.phrase("title", board=report.title)
    head = tag(
        "head",
        Markup('<meta charset="utf-8">'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        text("title", title),
        tag("style", Markup(style_sheet())),
    )
    sections = [*page.heading(title), *(page.fixed(before) if before else ()), *page.sections()]
    body = tag("body", tag("main", *sections))
    return f"<!doctype html>\n{tag('html', head, body, lang=language)}\n"


class _Page:
    def __init__(self, report: PlaytestReport, board: Board, layout: Layout | None, language: str) -> None:
        self.report, self.board, self.layout, self.language = report, board, layout, language

    def phrase(self, key: str, **values: object) -> str:
        return say(f"playtest.report.{key}", self.language, **values)

    def words(self, *keys: str) -> list[str]:
        return [self.phrase(key) for key in keys]

    def decimal(self, value: float | None, digits: int = 1) -> str:
        return NONE if value is None else decimal(value, self.language, digits)

    def signed(self, value: float | None) -> str:
        sign = "+" if value is not None and round(value, 1) > 0 else ""
        return sign + self.decimal(value).replace("-", "−")

    def percent(self, share: float | None) -> str:
        return NONE if share is None else percent(share, self.language)

    def bounds(self, interval: Interval | None, digits: int = 1) -> str:
        if interval is None:
            return ""
        return f" ({self.decimal(interval[0], digits)} … {self.decimal(interval[1], digits)})".replace("-", "−")

    def heading(self, title: str) -> Iterator[Markup]:
        report = self.report
        players = ", ".join(str(table.players) for table in report.tables)
        yield text("h1", title)
        if report.tables:
            yield text(
                "p", self.phrase("games", games=f"{report.games:,}", players=players, seed=report.seed), class_="soft"
            )
        if report.interrupted:
            yield text("p", self.phrase("interrupted", games=f"{report.games:,}", asked=f"{report.asked:,}"))

    def sections(self) -> Iterator[Markup]:
        if self.report.figures is None:
            yield text("p", self.phrase("nothing_played"))
            return
        yield self.findings()
        yield self.map()
        yield self.tickets()
        yield self.seats()
        yield self.scores()
        yield self.parts()
        yield self.styles()
        yield self.printed(self.report.figures)

    def findings(self) -> Markup:
        found = [worded(finding, self.board, self.language) for finding in self.report.findings]
        if not found:
            return section(self.phrase("findings"), text("p", self.phrase("nothing_found")))
        return section(self.phrase("findings"), tag("ol", *map(self._finding, found)))

    def _finding(self, finding: Finding) -> Markup:
        mend = text("span", f"{self.phrase('mend')} {finding.mend}", class_="mend")
        return tag("li", escaped(finding.sentence), mend)

    def map(self) -> Markup:
        ranked = sorted(self.report.routes, key=lambda route: -route.cuts)
        first = {frozenset(self.board.routes[self.board.route_index[of.id]].ends): of for of in self.report.routes}
        rare = sorted(first.values(), key=lambda route: route.either)
        return section(
            self.phrase("heat"),
            text("p", self.phrase("heat_text")),
            self._key(),
            heat_map(self.board, self.report, self.layout, self.language),
            text("h3", self.phrase("bottlenecks")),
            self._routes(ranked[:RANKED], self.phrase("bottlenecks")),
            text("h3", self.phrase("rarest")),
            self._routes(rare[:RANKED], self.phrase("rarest")),
        )

    def _key(self) -> Markup:
        steps = [element("rect", x=20.0 * n, y=0.0, width=20.0, height=14.0, class_=f"step-{n}") for n in range(STEPS)]
        scale = element("svg", *steps, viewBox=f"0 0 {20 * STEPS} 14", aria_hidden="true")
        ends = [text("span", self.phrase(key)) for key in ("legend_rarely", "legend_always")]
        return tag("div", ends[0], scale, ends[1], class_="key")

    def _routes(self, routes: Sequence[RouteFigures], label: str) -> Markup:
        rows = [
            (
                route_name(self.board, route.id),
                self.percent(route.either),
                self.percent(route.moment),
                self.decimal(route.cuts, 2),
            )
            for route in routes
        ]
        return table(self.words("route", "claimed", "moment", "cuts"), rows, label)

    def tickets(self) -> Markup:
        ranked = sorted(self.report.tickets, key=lambda ticket: -(ticket.gain if ticket.gain is not None else -99.0))
        names = [ticket_name(self.board, ticket.id) for ticket in self.report.tickets]
        head = self.words(
            *("ticket", "points", "fair", "gain", "drawn", "kept", "made", "brings", "margin", "usual", "trains")
        )
        return section(
            self.phrase("tickets"),
            text("p", self.phrase("tickets_text")),
            values_chart(self.report.tickets, self.phrase("fair"), self.phrase("points"), self.phrase("fair"), names),
            table(head, map(self._ticket, ranked), self.phrase("tickets")),
        )

    def _ticket(self, ticket: TicketFigures) -> list[str]:
        return [
            ticket_name(self.board, ticket.id),
            str(ticket.points),
            self.decimal(ticket.fair) + self.bounds(ticket.fair_interval),
            self.signed(ticket.gain) + self.bounds(ticket.gain_interval),
            f"{ticket.drawn:,}",
            self.percent(ticket.kept),
            self.percent(ticket.made),
            self.signed(ticket.brings),
            self.signed(ticket.margin) + self.bounds(ticket.margin_interval),
            self.signed(ticket.usual),
            str(ticket.trains),
        ]

    def seats(self) -> Markup:
        tables = self.report.tables
        seats = [self.phrase("seat", seat=seat + 1) for seat in range(max(table.players for table in tables))]
        assumption = self.phrase("minutes_text", table=f"{TABLE_MINUTES:g}", seconds=f"{SECONDS_A_TURN:g}")
        head = self.words("players", "score", "winner_ahead", "turns", "minutes", "endings")
        rows = [
            (
                str(of.players),
                self.decimal(of.score),
                self.decimal(of.margin),
                self.decimal(of.turns, 0) + self.bounds(of.turns_of_most, 0),
                self.decimal(of.minutes, 0),
                f"{of.passed:,} / {of.endless:,}",
            )
            for of in tables
        ]
        return section(
            self.phrase("seats"),
            text("p", self.phrase("seats_text")),
            seats_chart(tables, self.phrase("seats"), seats),
            table(head, rows, self.phrase("seats")),
            text("p", assumption, class_="soft"),
        )

    def scores(self) -> Markup:
        names = [say("count.players", self.language, number=table.players) for table in self.report.tables]
        return section(
            self.phrase("scores"),
            text("p", self.phrase("scores_text")),
            scores_chart(self.report.tables, self.phrase("scores"), names),
        )

    def parts(self) -> Markup:
        rows = [
            (
                say(f"part.{part.part}", self.language),
                self.decimal(part.points),
                self.signed(part.ahead),
                self.percent(part.share),
            )
            for part in self.report.parts
        ]
        head = self.words("part", "part_points", "part_ahead", "part_share")
        return section(
            self.phrase("parts"), text("p", self.phrase("parts_text")), table(head, rows, self.phrase("parts"))
        )

    def styles(self) -> Markup:
        rows = [
            (
                style_name(style.style, self.language),
                self.decimal(style.wins, 2) + self.bounds(style.interval, 2),
                self.decimal(style.score),
            )
            for style in self.report.styles
        ]
        floor = self.report.floor
        if floor.games:
            rows.append((self.phrase("random"), self.decimal(floor.wins, 2), self.decimal(floor.score)))
        head = self.words("style", "wins", "score")
        return section(
            self.phrase("styles"), text("p", self.phrase("styles_text")), table(head, rows, self.phrase("styles"))
        )

    def printed(self, figures: KeyFigures) -> Markup:
        columns: dict[str, Callable[[KeyFigures], str]] = {
            "minutes": lambda of: f"{of.minutes[0]:.0f}–{of.minutes[1]:.0f}",
            "score": lambda of: self.decimal(of.score, 0),
            "winner_ahead": lambda of: self.decimal(of.margin, 0),
            "seat_advantage": lambda of: f"+{self.percent(of.seat_advantage)}",
            "tickets_share": lambda of: self.percent(of.tickets_share),
            "routes_share": lambda of: self.percent(of.routes_share),
            "path_share": lambda of: self.percent(of.path_share),
            "made": lambda of: self.percent(of.made),
            "unfairness": lambda of: self.decimal(of.unfairness),
            "used_least": lambda of: self.percent(of.used_least),
            "cuts_most": lambda of: self.decimal(of.cuts_most, 2),
        }
        head = [self.phrase("board"), *self.words(*columns)]
        rows = [[self.phrase("this_board"), *(write(figures) for write in columns.values())]]
        rows += [[of.title, *(write(of) for write in columns.values())] for of in self.report.printed]
        return section(self.phrase("printed"), table(head, rows, self.phrase("printed")))

    def fixed(self, before: PlaytestReport) -> Iterator[Markup]:
        """The tickets whose values were changed, with what they won before and after."""
        if before.figures is None or self.report.figures is None:
            return
        means = {
            "before": self.decimal(before.figures.unfairness),
            "after": self.decimal(self.report.figures.unfairness),
        }
        rows = [
            (
                ticket_name(self.board, after.id),
                str(was.points),
                str(after.points),
                self.signed(was.gain) + self.bounds(was.gain_interval),
                self.signed(after.gain) + self.bounds(after.gain_interval),
            )
            for was, after in zip(before.tickets, self.report.tickets, strict=True)
            if was.points != after.points
        ]
        if not rows:
            yield section(self.phrase("fixed"), text("p", self.phrase("fixed_none")))
            return
        head = self.words("ticket", "before", "after", "gain_before", "gain_after")
        yield section(
            self.phrase("fixed"), text("p", self.phrase("fixed_text", **means)), table(head, rows, self.phrase("fixed"))
        )
