"""Progress of a contest: at a terminal a table that is updated, otherwise a line now and then."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from carrozza.arena.contest_run import OnProgress
from carrozza.arena.playing.results_table import ResultsTable
from carrozza.arena.reporting.standings_report import bots_table
from carrozza.arena.statistics.standings import Standings, standings

ROUGHLY: Final = 100
"""Resamples for an interval that is soon replaced."""
TABLE_EVERY: Final = 1.0
LINE_EVERY: Final = 15.0
"""Seconds."""


class Pace:
    """When the next report is due: making reports may take at most a tenth of the time."""

    def __init__(self, every: float) -> None:
        self.every = every
        self.next = time.monotonic() + every

    def due(self) -> bool:
        return time.monotonic() >= self.next

    def end(self, begun: float) -> None:
        now = time.monotonic()
        self.next = now + max(self.every, 10 * (now - begun))


@contextmanager
def show_progress(console: Console, quiet: bool) -> Iterator[OnProgress | None]:
    if console.is_terminal:
        with Live(console=console, transient=True, auto_refresh=False) as live:
            yield _Reporter(TABLE_EVERY, lambda results, seconds: live.update(_shown(results, seconds), refresh=True))
    else:
        yield None if quiet else _Reporter(LINE_EVERY, lambda results, seconds: console.print(_line(results, seconds)))


class _Reporter:
    def __init__(self, every: float, show: Callable[[ResultsTable, float], None]) -> None:
        self.pace = Pace(every)
        self.started = time.monotonic()
        self.show = show

    def __call__(self, results: ResultsTable) -> None:
        if self.pace.due():
            begun = time.monotonic()
            self.show(results, begun - self.started)
            self.pace.end(begun)


def _shown(results: ResultsTable, seconds: float) -> Group:
    hint = "Ctrl-C finishes the games under way and stops"
    return Group(bots_table(standings(results, ROUGHLY)), Text(f"{_progress(results, seconds)}; {hint}"))


def _line(results: ResultsTable, seconds: float) -> str:
    found = standings(results, ROUGHLY)
    return f"{_progress(results, seconds)}: {', '.join(_bots(found))}"


def _bots(found: Standings) -> Iterator[str]:
    for bot in found.bots:
        if bot.win_rate is not None:
            yield f"{bot.name} {bot.win_rate:.1%}"


def _progress(results: ResultsTable, seconds: float) -> str:
    return f"{results.games:,} of {results.contest.games:,} games, {seconds:.0f} s"
