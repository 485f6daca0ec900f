"""The curves at the terminal: a table that is updated; where there is no terminal, a line for each evaluation."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from carrozza.learning.config.model import Budget
from carrozza.learning.curve.series import opponent_label, seats_in, share_series
from carrozza.learning.runs.log import Entry
from carrozza.learning.schedule import Progress

BARS: Final = "▁▂▃▄▅▆▇█"
SHOWN: Final = 24
"""Evaluations of a curve in one line."""
EVERY: Final = 0.5
"""Seconds between two pictures."""


def sparkline(shares: Sequence[float]) -> str:
    """Shares from 0 to 1 as bars.

    >>> sparkline([0.0, 0.5, 1.0])
    '▁▅█'
    """
    return "".join(BARS[min(int(share * len(BARS)), len(BARS) - 1)] for share in shares[-SHOWN:])


class LiveCurve:
    """Is told of every entry of the log."""

    def __init__(self, console: Console, live: Live | None, title: str, budget: Budget) -> None:
        self.console, self.live, self.title, self.budget = console, live, title, budget
        self.entries: list[Entry] = []
        self.drawn = 0.0

    def __call__(self, entry: Entry) -> None:
        self.entries.append(entry)
        if self.live is None:
            if entry["kind"] in ("evaluation", "weights"):
                self.console.print(told(entry))
        elif entry["kind"] == "evaluation" or time.monotonic() - self.drawn > EVERY:
            self.live.update(self._picture(entry), refresh=True)
            self.drawn = time.monotonic()

    def _picture(self, last: Entry) -> Group:
        spent = Progress(last["round"], last["decisions"], last["seconds"]).spent(self.budget)
        speed = last["decisions"] / max(last["seconds"], 1e-9)
        heading = f"{self.title}: {spent:.0%} of the budget, {progress_text(last)}, {speed:,.0f} decisions/s"
        hint = Text("Ctrl-C stops after this round, with a checkpoint", style="dim")
        losses = last.get("losses", {})
        state = "  ".join(f"{name} {value:.3f}" for name, value in losses.items() if value)
        return Group(Text(heading), curve_table(self.entries), Text(state), hint)


def curve_table(entries: Sequence[Entry]) -> Table:
    table = Table(box=None, pad_edge=False)
    for column in ("players", "opponent", "won", "95% interval", "curve"):
        table.add_column(column)
    for seats in seats_in(entries):
        for series in share_series(entries, seats):
            interval = f"{series.low[-1]:.1%} to {series.high[-1]:.1%}"
            row = (str(seats), opponent_label(series), f"{series.values[-1]:.1%}", interval, sparkline(series.values))
            table.add_row(*row)
    return table


def progress_text(entry: Entry) -> str:
    return f"round {entry['round']:,}, {entry['decisions']:,} decisions, {entry['seconds']:.0f} s"


def told(entry: Entry) -> str:
    """An entry in one line."""
    if entry["kind"] == "weights":
        tried = ", ".join(f"{share:.2%} as {precision}" for precision, share in entry["agreeing"].items())
        return f"weights as {entry['precision']}; decisions as in training: {tried}"
    results = [
        f"{result['opponent']}{' (held out)' if result['held_out'] else ''} at {result['seats']}: "
        f"{result['share']:.1%} ({result['interval'][0]:.1%} to {result['interval'][1]:.1%})"
        for result in entry.get("results", ())
    ]
    errors = ", ".join(f"{error:.1%}" for error in entry.get("calibration_error", {}).values())
    return f"{progress_text(entry)}: {'; '.join(results)}; calibration error {errors}"


@contextmanager
def live_curve(console: Console, title: str, budget: Budget) -> Iterator[LiveCurve]:
    if console.is_terminal:
        with Live(console=console, auto_refresh=False) as live:
            yield LiveCurve(console, live, title, budget)
    else:
        yield LiveCurve(console, None, title, budget)
