"""`carrozza simulate`: from plain parameters to a report and an exit code."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from carrozza.arena.checks import ArenaError, StrictFault
from carrozza.arena.commands.console import (
    BAD_INPUT,
    DONE,
    FAILED,
    INTERRUPTED,
    announce_compilation,
    print_error,
    print_fault,
    stderr_console,
    stdout_console,
)
from carrozza.arena.playing.results import Results
from carrozza.arena.playing.simulation import make_plan, run_plan
from carrozza.arena.reporting.export import ExportError, check_writable, export
from carrozza.arena.reporting.simulation_report import print_report
from carrozza.arena.tables.table_folder import TableError, TableFolder
from carrozza.boards import BoardError
from carrozza.bots import BadSpec, FaultyBot, UnknownBot, check_specs
from carrozza.interrupts import interrupt_flag


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
    decisions: bool = False,
    overwrite: bool = False,
    cluster: str | None = None,
    strict: bool = False,
) -> int:
    """Simulate and report; returns the exit code."""
    folder: TableFolder | None = None
    try:
        with interrupt_flag() as interrupt:
            check_specs(bots)
            into_tables = out is not None and not out.suffix
            plan = make_plan(
                board, players, games, bots, seed, threads, variants, cluster, into_tables, decisions, strict
            )
            if decisions and not into_tables:
                raise ArenaError("--decisions needs a folder: give --out a name without an ending")
            if out and into_tables:
                folder = TableFolder(out, plan, overwrite)
                folder.prepare()
            elif out:
                check_writable(out)
            announce_compilation()
            with _progress_bar(plan.games, quiet=as_json) as on_progress:
                results = run_plan(plan, interrupt, on_progress, folder.add if folder else None)
                if folder:
                    folder.flush()
            return _report(results, as_json, folder or out)
    except StrictFault as fault:
        return print_fault(fault)
    except TableError as error:
        return print_error(error, FAILED if folder and folder.games else BAD_INPUT)
    except (BoardError, BadSpec, UnknownBot, FaultyBot, ArenaError, ExportError) as error:
        return print_error(error, BAD_INPUT)
    except KeyboardInterrupt:
        return print_error(ArenaError("interrupted; no results"), INTERRUPTED)


def _report(results: Results, as_json: bool, out: Path | TableFolder | None) -> int:
    if as_json:
        print(json.dumps(results.summary(), indent=2))
    else:
        print_report(stdout_console(), results)
    if isinstance(out, TableFolder):
        if results.interrupted:
            said = f"interrupted; the first {out.games:,} of {out.plan.games:,} games are in {out.path}"
            return print_error(ArenaError(said), INTERRUPTED)
    elif out:
        try:
            export(results, out)
        except ExportError as error:
            return print_error(error, FAILED)
    return INTERRUPTED if results.interrupted else DONE


@contextmanager
def _progress_bar(games: int, quiet: bool) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, if that is a terminal; it disappears after the last game."""
    console = stderr_console()
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as bar:
        task = bar.add_task("games", total=games)
        yield lambda done: bar.update(task, completed=done)
