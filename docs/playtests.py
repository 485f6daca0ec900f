"""Playtest the printed boards: `python -m docs.playtests`.

It keeps their figures in the package, to compare other boards with, and writes the tables of `playtest.md` and a
picture for each board.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from carrozza import boards
from carrozza.workshop.playtest import KeyFigures, PlaytestReport, playtest
from carrozza.workshop.playtest.model import TicketFigures
from carrozza.workshop.playtest.page.charts import values_chart
from carrozza.workshop.playtest.page.style import style_sheet
from carrozza.workshop.playtest.printed import write_printed
from carrozza.workshop.playtest.wording import ticket_name
from docs.made_part import write_made_part

HERE: Final = Path(__file__).parent
GAMES: Final = 20_000
LARGEST: Final = 5


def correlation(tickets: Sequence[TicketFigures]) -> float:
    """Of the fair values with the printed ones."""
    known = [(ticket.points, ticket.fair) for ticket in tickets if ticket.fair is not None]
    return float(np.corrcoef(np.array(known).T)[0, 1])


def largest_differences(tickets: Sequence[TicketFigures], number: int = LARGEST) -> list[TicketFigures]:
    known = [ticket for ticket in tickets if ticket.fair is not None]
    return sorted(known, key=lambda ticket: -abs((ticket.fair or 0.0) - ticket.points))[:number]


def picture_name(board: str) -> str:
    return f"playtest-{board}.svg"


def picture(report: PlaytestReport) -> str:
    """Fair values over printed ones, as a file that stands alone."""
    board = boards.load(report.board)
    names = [ticket_name(board, ticket.id) for ticket in report.tickets]
    chart = values_chart(report.tickets, f"{report.title}: fair and printed values", "printed", "fair", names)
    named = chart.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    page = '<rect width="100%" height="100%" style="fill:var(--page)"/>'
    head, _, rest = named.partition(">")
    return f"{head}><style>{style_sheet()}</style>{page}{rest}\n"


def tables(reports: Sequence[PlaytestReport]) -> str:
    return "\n".join([*_overview(reports), *_by_board(reports)]).strip()


def _overview(reports: Sequence[PlaytestReport]) -> Iterator[str]:
    yield "| board | games | correlation | off by | made | minutes | best seat | by tickets | by routes | by path |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    for report in reports:
        figures = _figures(report)
        cells = [
            report.title,
            f"{report.games:,}",
            f"{correlation(report.tickets):.2f}",
            f"{figures.unfairness or 0:.1f}",
            f"{figures.made:.0%}",
            f"{figures.minutes[0]:.0f}–{figures.minutes[1]:.0f}",
            f"+{figures.seat_advantage:.0%}",
            f"{figures.tickets_share:.0%}",
            f"{figures.routes_share:.0%}",
            f"{figures.path_share:.0%}",
        ]
        yield f"| {' | '.join(cells)} |"
    yield ""


def _by_board(reports: Sequence[PlaytestReport]) -> Iterator[str]:
    for report in reports:
        board = boards.load(report.board)
        yield f"### {report.title}\n"
        yield f"![Fair values over printed ones]({'pictures/' + picture_name(report.board)})\n"
        yield "| ticket | printed | fair | kept | made | wins or loses |"
        yield "|---|---:|---:|---:|---:|---:|"
        for ticket in largest_differences(report.tickets):
            low, high = ticket.fair_interval or (0.0, 0.0)
            cells = [
                ticket_name(board, ticket.id),
                str(ticket.points),
                f"{ticket.fair or 0:.1f} ({low:.1f} to {high:.1f})",
                f"{ticket.kept or 0:.0%}",
                f"{ticket.made or 0:.0%}",
                f"{ticket.gain or 0:+.1f}",
            ]
            yield f"| {' | '.join(cells)} |"
        yield ""


def _figures(report: PlaytestReport) -> KeyFigures:
    assert report.figures is not None
    return report.figures


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m docs.playtests", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    games = parser.parse_args().games
    reports = []
    for name in boards.names():
        before = time.process_time()
        reports.append(playtest(boards.load(name), games))
        spent = time.process_time() - before
        print(f"{name}: {reports[-1].games:,} games in {reports[-1].seconds:.1f} s, {spent:.1f} s of CPU", flush=True)
    write_printed([_figures(report) for report in reports])
    for report in reports:
        (HERE / "pictures" / picture_name(report.board)).write_text(picture(report), encoding="utf-8")
    write_made_part("playtest.md", "docs.playtests", tables(reports))


if __name__ == "__main__":
    main()
