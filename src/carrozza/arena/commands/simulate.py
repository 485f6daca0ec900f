"""`carrozza simulate`: from plain parameters to a report and an exit code."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from carrozza.arena.checks import ArenaError
from carrozza.arena.playing.results import Results
from carrozza.arena.playing.simulation import Plan, carry_out, make_plan, nothing_played
from carrozza.arena.reporting.export import ExportError, check_writable, export
from carrozza.arena.reporting.simulation_report import print_report
from carrozza.boards import BoardError
from carrozza.bots import BadSpec, FaultyBot, UnknownBot, check_specs
from carrozza.kernel.compiled import first_compile_ahead

DONE: Final = 0
FAILED: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130


def simulate_command(
    board: str,
    players: int,
    games: int,
    bots: Sequence[str] = ("random",),
    seed: int | None = None,
    threads: int | None = None,
    variants: Sequence[str] = (),
    as_json: bool = False,
    out: Path | None = None,
) -> int:
    """Simulate and report; returns the exit code."""
    try:
        check_specs(bots)
        plan = make_plan(board, players, games, bots, seed, threads, variants)
        if out:
            check_writable(out)
        results = _results(plan, quiet=as_json)
    except (BoardError, BadSpec, UnknownBot, FaultyBot, ArenaError, ExportError) as error:
        return complain(error, BAD_INPUT)
    _print_results(results, as_json)
    if out:
        try:
            export(results, out)
        except ExportError as error:
            return complain(error, FAILED)
    return INTERRUPTED if results.interrupted else DONE


def _results(plan: Plan, quiet: bool) -> Results:
    if first_compile_ahead():
        on_stderr().print("Compiling rules and bots, once, about a minute ...")
    try:
        with _progress_bar(plan.games, quiet) as on_progress:
            return carry_out(plan, on_progress)
    except KeyboardInterrupt:
        return nothing_played(plan)


@contextmanager
def _progress_bar(games: int, quiet: bool) -> Iterator[Callable[[int], None]]:
    """A bar on stderr, where that is a terminal; it goes when the games are over."""
    console = on_stderr()
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as bar:
        task = bar.add_task("games", total=games)
        yield lambda done: bar.update(task, completed=done)


def _print_results(results: Results, as_json: bool) -> None:
    if as_json:
        print(json.dumps(results.summary(), indent=2))
    else:
        print_report(Console(highlight=False), results)


def complain(error: Exception, code: int) -> int:
    on_stderr().print(f"carrozza: {error}")
    return code


def on_stderr() -> Console:
    return Console(stderr=True, markup=False, highlight=False, soft_wrap=True)
