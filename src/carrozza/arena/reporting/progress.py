"""Progress of a contest: a running table at a terminal, else a line now and then."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from carrozza.arena.playing.results_table import Ledger
from carrozza.arena.playing.tournament import Progress
from carrozza.arena.reporting.standings_report import bots_table
from carrozza.arena.statistics.standings import Standings, standings

ROUGHLY: Final = 100
"""Resamples for an interval that is soon replaced."""
TABLE_EVERY: Final = 1.0
LINE_EVERY: Final = 15.0
"""Seconds."""


class Pace:
    """Says when it is time again; the making of a report may take a tenth of the time, at most."""

    def __init__(self, every: float) -> None:
        self.every = every
        self.next = time.monotonic() + every

    def due(self) -> bool:
        return time.monotonic() >= self.next

    def end(self, begun: float) -> None:
        now = time.monotonic()
        self.next = now + max(self.every, 10 * (now - begun))


@contextmanager
def running(console: Console, quiet: bool) -> Iterator[Progress | None]:
    if console.is_terminal:
        with Live(console=console, transient=True, auto_refresh=False) as live:
            yield _Follower(TABLE_EVERY, lambda ledger, seconds: live.update(_shown(ledger, seconds), refresh=True))
    else:
        yield None if quiet else _Follower(LINE_EVERY, lambda ledger, seconds: console.print(_line(ledger, seconds)))


class _Follower:
    def __init__(self, every: float, show: Callable[[Ledger, float], None]) -> None:
        self.pace = Pace(every)
        self.started = time.monotonic()
        self.show = show

    def __call__(self, ledger: Ledger) -> None:
        if self.pace.due():
            begun = time.monotonic()
            self.show(ledger, begun - self.started)
            self.pace.end(begun)


def _shown(ledger: Ledger, seconds: float) -> Group:
    return Group(bots_table(standings(ledger, ROUGHLY)), Text(f"{_progress(ledger, seconds)}; Ctrl-C ends it here"))


def _line(ledger: Ledger, seconds: float) -> str:
    found = standings(ledger, ROUGHLY)
    return f"{_progress(ledger, seconds)}: {', '.join(_bots(found))}"


def _bots(found: Standings) -> Iterator[str]:
    for bot in found.bots:
        if bot.win_rate is not None:
            yield f"{bot.name} {bot.win_rate:.1%}"


def _progress(ledger: Ledger, seconds: float) -> str:
    return f"{ledger.games:,} of {ledger.contest.games:,} games, {seconds:.0f} s"
