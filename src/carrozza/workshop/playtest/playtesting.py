"""`playtest`: play a board many times, measure, and say what stands out."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from threading import Timer

import carrozza
from carrozza.boards import Board
from carrozza.interrupts import InterruptFlag, interrupt_flag
from carrozza.workshop.playtest import measures
from carrozza.workshop.playtest.findings import findings
from carrozza.workshop.playtest.games import OnProgress, Plan, PlayedGames, make_plan, play_plan
from carrozza.workshop.playtest.model import PlaytestReport
from carrozza.workshop.playtest.printed import printed_figures
from carrozza.workshop.playtest.wording import worded


def playtest(
    board: Board,
    games: int = 20_000,
    players: Sequence[int] | None = None,
    bots: list[str] | None = None,
    seed: int | None = 1,
    threads: int | None = None,
    language: str = "en",
    on_progress: OnProgress | None = None,
    most_seconds: float | None = None,
) -> PlaytestReport:
    """Let bots of several styles play a board, with every number of players, and report.

    Ctrl-C ends it early, and so does the time after `most_seconds`, with a report of the games played so far.

    >>> from carrozza import boards
    >>> report = playtest(boards.load("new-york"), games=40)
    >>> report.games, [table.players for table in report.tables]
    (40, [2, 3, 4])
    """
    plan = make_plan(board, games, players, bots, seed, threads)
    with interrupt_flag() as interrupt, _pressed_after(most_seconds, interrupt):
        return playtest_plan(plan, interrupt, language, on_progress)


@contextmanager
def _pressed_after(seconds: float | None, interrupt: InterruptFlag) -> Iterator[None]:
    if seconds is None:
        yield
        return
    timer = Timer(seconds, interrupt.press)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def playtest_plan(
    plan: Plan, interrupt: InterruptFlag, language: str = "en", on_progress: OnProgress | None = None
) -> PlaytestReport:
    return report_of(play_plan(plan, interrupt, on_progress), language)


def report_of(played: PlayedGames, language: str = "en") -> PlaytestReport:
    """Measure the games that were played."""
    board = played.plan.board
    tables = [table for every in played.tables if len(table := every.among_styles())]
    report = _measured(replace(played, tables=tuple(tables)), played)
    found = findings(board, report)
    return report.model_copy(update={"findings": tuple(worded(finding, board, language) for finding in found)})


def _measured(among_styles: PlayedGames, played: PlayedGames) -> PlaytestReport:
    plan, tables = played.plan, among_styles.tables
    board = plan.board
    by_seats = tuple(map(measures.table_figures, tables))
    parts = measures.part_figures(tables) if tables else ()
    routes = measures.route_figures(board, tables) if tables else ()
    tickets = measures.ticket_figures(board, tables) if tables else ()
    styles = measures.style_figures(plan, tables) if tables else ()
    floor = measures.floor_figures(played.tables)
    figures = (
        measures.key_figures(board, played.games, by_seats, parts, routes, tickets, floor, styles) if tables else None
    )
    return PlaytestReport(
        board=board.id,
        title=board.full_title,
        version=carrozza.__version__,
        seed=plan.seed,
        asked=plan.games,
        games=played.games,
        interrupted=played.interrupted,
        seconds=played.seconds,
        styles=styles,
        floor=floor,
        tables=by_seats,
        parts=parts,
        routes=routes,
        tickets=tickets,
        figures=figures,
        findings=(),
        printed=printed_figures(),
    )
