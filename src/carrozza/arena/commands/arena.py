"""`carrozza arena`: from plain parameters to a report and an exit code."""

import json
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from carrozza.arena.checks import ArenaError
from carrozza.arena.commands.simulate import BAD_INPUT, DONE, FAILED, INTERRUPTED, complain, on_stderr
from carrozza.arena.playing.tournament import Tournament, Wishes, hold
from carrozza.arena.reporting.plot import check_plot, draw
from carrozza.arena.reporting.progress import running
from carrozza.arena.reporting.standings_report import print_standings
from carrozza.arena.statistics.sprt import MARGIN
from carrozza.bots import check_specs
from carrozza.kernel.compiled import first_compile_ahead


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
    as_json: bool = False,
) -> int:
    """Hold a contest and report; returns the exit code."""
    try:
        if plot:
            check_plot(plot)
        check_specs(bots)
        wishes = Wishes(threads, cluster, out, records, until_sure, margin)
        with running(on_stderr(), quiet=as_json) as on_progress:
            if first_compile_ahead():
                on_stderr().print("Compiling rules and bots, once, about a minute ...")
            held = hold(board, players, games, bots, seed, variants, wishes, on_progress)
    except ValueError as error:
        return complain(error, BAD_INPUT)
    except KeyboardInterrupt:
        return complain(ArenaError("interrupted before the first game"), INTERRUPTED)
    return _tell(held, as_json, plot)


def _tell(held: Tournament, as_json: bool, plot: Path | None) -> int:
    if as_json:
        print(json.dumps(held.summary(), indent=2, ensure_ascii=False))
    else:
        print_standings(Console(highlight=False, markup=False), held)
    if plot and held.standings.games:
        try:
            draw(held, plot)
        except ArenaError as error:
            return complain(error, FAILED)
    return INTERRUPTED if held.interrupted else DONE
