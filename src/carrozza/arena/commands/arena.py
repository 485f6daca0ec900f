"""`carrozza arena`: from plain parameters to a report and an exit code."""

import json
from collections.abc import Sequence
from pathlib import Path

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
from carrozza.arena.contest_run import ContestOptions, ContestResult, run_contest
from carrozza.arena.playing.contest import make_contest
from carrozza.arena.reporting.plot import check_plot, draw
from carrozza.arena.reporting.progress import show_progress
from carrozza.arena.reporting.standings_report import print_standings
from carrozza.arena.statistics.sprt import MARGIN
from carrozza.bots import check_specs
from carrozza.interrupts import interrupt_flag


def arena_command(
    board: str,
    players: int,
    games: int,
    bots: Sequence[str],
    seed: int | None = 1,
    threads: int | None = None,
    variants: Sequence[str] = (),
    until_sure: bool = False,
    margin: float = MARGIN,
    out: Path | None = None,
    cluster: str | None = None,
    records: Path | None = None,
    plot: Path | None = None,
    strict: bool = False,
    as_json: bool = False,
) -> int:
    """Run a contest and report; returns the exit code."""
    try:
        with interrupt_flag():
            if plot:
                check_plot(plot)
            check_specs(bots)
            make_contest(board, players, games, bots, seed, variants)  # mistakes are reported before compiling
            options = ContestOptions(threads, cluster, out, records, until_sure, margin, strict)
            with show_progress(stderr_console(), quiet=as_json) as on_progress:
                announce_compilation()
                result = run_contest(board, players, games, bots, seed, variants, options, on_progress)
            return _report(result, as_json, plot)
    except StrictFault as fault:
        return print_fault(fault)
    except ValueError as error:
        return print_error(error, BAD_INPUT)
    except KeyboardInterrupt:
        return print_error(ArenaError("interrupted; no results"), INTERRUPTED)


def _report(result: ContestResult, as_json: bool, plot: Path | None) -> int:
    if as_json:
        print(json.dumps(result.summary(), indent=2, ensure_ascii=False))
    else:
        print_standings(stdout_console(), result)
    if plot and result.standings.games:
        try:
            draw(result, plot)
        except ArenaError as error:
            return print_error(error, FAILED)
    return INTERRUPTED if result.interrupted else DONE
