"""A playtest's report for a terminal."""

from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.padding import Padding
from rich.table import Table

from carrozza.boards import Board
from carrozza.words import say
from carrozza.workshop.playtest.model import KeyFigures, PlaytestReport, TableFigures, TicketFigures
from carrozza.workshop.playtest.wording import decimal, percent, ticket_name

MOST_FINDINGS: Final = 12
MOST_TICKETS: Final = 6


class TextReport:
    """Prints a report in one language."""

    def __init__(self, console: Console, board: Board, language: str) -> None:
        self.console, self.board, self.language = console, board, language

    def phrase(self, key: str, **values: object) -> str:
        return say(f"playtest.report.{key}", self.language, **values)

    def print(self, report: PlaytestReport) -> None:
        self.console.print(self.phrase("title", board=report.title))
        if report.interrupted:
            self.console.print(self.phrase("interrupted", games=f"{report.games:,}", asked=f"{report.asked:,}"))
        if report.figures is None:
            return
        players = ", ".join(str(table.players) for table in report.tables)
        self.console.print(self.phrase("games", games=f"{report.games:,}", players=players, seed=report.seed))
        self._findings(report)
        self.console.print(self._tables(report.tables))
        self.console.print(self._tickets(report.tickets))
        self.console.print(self._parts(report))
        self.console.print(self._printed(report.figures, report.printed))

    def print_fixed(self, before: PlaytestReport, after: PlaytestReport) -> None:
        """What the changed values changed."""
        if before.figures is None or after.figures is None:
            return
        changed = [
            (was, now) for was, now in zip(before.tickets, after.tickets, strict=True) if was.points != now.points
        ]
        if not changed:
            self.console.print(self.phrase("fixed_none"))
            return
        table = self._table("ticket", "before", "after", "gain_before", "gain_after")
        for was, now in changed:
            table.add_row(
                ticket_name(self.board, was.id),
                str(was.points),
                str(now.points),
                self._signed(was.gain),
                self._signed(now.gain),
            )
        self.console.print(table)
        means = {
            "before": self._decimal(before.figures.unfairness),
            "after": self._decimal(after.figures.unfairness),
        }
        self.console.print(self.phrase("fixed_text", **means))

    def _findings(self, report: PlaytestReport) -> None:
        self.console.print()
        if not report.findings:
            self.console.print(self.phrase("nothing_found"))
        for number, finding in enumerate(report.findings[:MOST_FINDINGS], start=1):
            self.console.print(f"{number}. {finding.sentence}")
            self.console.print(Padding(f"{self.phrase('mend')} {finding.mend}", (0, 0, 0, 3)))
        if (more := len(report.findings) - MOST_FINDINGS) > 0:
            self.console.print(self.phrase("more", number=more))
        self.console.print()

    def _table(self, *keys: str) -> Table:
        table = Table()
        for place, key in enumerate(keys):
            table.add_column(self.phrase(key), justify="left" if place == 0 else "right", overflow="fold")
        return table

    def _tables(self, tables: Sequence[TableFigures]) -> Table:
        made = self._table("players", "wins", "score", "winner_ahead", "turns", "minutes", "endings")
        for of in tables:
            made.add_row(
                str(of.players),
                " ".join(percent(seat.wins, self.language) for seat in of.seats),
                f"{self._decimal(of.score, 0)} ± {self._decimal(of.deviation, 0)}",
                self._decimal(of.margin, 0),
                self._decimal(of.turns, 0),
                self._decimal(of.minutes, 0),
                f"{of.passed} / {of.endless}",
            )
        return made

    def _tickets(self, tickets: Sequence[TicketFigures]) -> Table:
        """Those that win most and those that lose most against their values."""
        ranked = sorted((ticket for ticket in tickets if ticket.gain is not None), key=lambda t: -(t.gain or 0.0))
        shown = ranked if len(ranked) <= 2 * MOST_TICKETS else ranked[:MOST_TICKETS] + ranked[-MOST_TICKETS:]
        made = self._table("ticket", "points", "kept", "made", "gain", "fair")
        for ticket in shown:
            made.add_row(
                ticket_name(self.board, ticket.id),
                str(ticket.points),
                self._percent(ticket.kept),
                self._percent(ticket.made),
                self._signed(ticket.gain),
                self._decimal(ticket.fair) + self._bounds(ticket),
            )
        return made

    def _bounds(self, ticket: TicketFigures) -> str:
        if ticket.fair_interval is None:
            return ""
        low, high = (self._decimal(bound) for bound in ticket.fair_interval)
        return f" ({low} … {high})"

    def _parts(self, report: PlaytestReport) -> Table:
        made = self._table("part", "part_points", "part_ahead", "part_share")
        for part in report.parts:
            made.add_row(
                say(f"part.{part.part}", self.language),
                self._decimal(part.points),
                self._signed(part.ahead),
                self._percent(part.share),
            )
        return made

    def _printed(self, figures: KeyFigures, printed: Sequence[KeyFigures]) -> Table:
        made = self._table("board", "minutes", "winner_ahead", "seat_advantage", "tickets_share", "unfairness")
        for of in (figures, *printed):
            made.add_row(
                self.phrase("this_board") if of is figures else of.title,
                f"{of.minutes[0]:.0f}–{of.minutes[1]:.0f}",
                self._decimal(of.margin, 0),
                f"+{percent(of.seat_advantage, self.language)}",
                percent(of.tickets_share, self.language),
                self._decimal(of.unfairness),
            )
        return made

    def _decimal(self, value: float | None, digits: int = 1) -> str:
        return "–" if value is None else decimal(value, self.language, digits)

    def _percent(self, value: float | None) -> str:
        return "–" if value is None else percent(value, self.language)

    def _signed(self, value: float | None) -> str:
        return f"+{self._decimal(value)}" if value is not None and round(value, 1) > 0 else self._decimal(value)
