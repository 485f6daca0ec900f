"""`carrozza board playtest`: from plain parameters to reports, files and an exit code."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from carrozza.arena.checks import ArenaError
from carrozza.arena.commands.console import (
    BAD_INPUT,
    DONE,
    FAILED,
    INTERRUPTED,
    announce_compilation,
    print_error,
    stderr_console,
    stdout_console,
)
from carrozza.atlas.layout.store import layout_of
from carrozza.boards import Board, load
from carrozza.boards.bundle import SUFFIX
from carrozza.bots import check_specs
from carrozza.folders import write_whole
from carrozza.interrupts import InterruptFlag, interrupt_flag
from carrozza.words import languages, say
from carrozza.workshop.playtest.fixing import suggested_values, with_values, write_fixed
from carrozza.workshop.playtest.games import OnProgress, Plan, make_plan
from carrozza.workshop.playtest.model import PlaytestReport
from carrozza.workshop.playtest.page import report_html
from carrozza.workshop.playtest.playtesting import playtest_plan
from carrozza.workshop.playtest.styles import STYLES
from carrozza.workshop.playtest.text_report import TextReport

REPORTS: Final = (".html", ".json")
BOARD_FILES: Final = (".toml", SUFFIX)


@dataclass(frozen=True)
class Asked:
    """What the command is to do, beside playing."""

    outs: tuple[Path, ...]
    as_json: bool
    fix: bool
    language: str

    def reports(self) -> list[Path]:
        return [out for out in self.outs if out.suffix.lower() in REPORTS]

    def board_file(self, board: Board) -> Path | None:
        """Where the fixed board goes: the file named, else the map maker's own."""
        named = [out for out in self.outs if out.suffix.lower() in BOARD_FILES]
        return named[0] if named else board.file


def playtest_command(
    name: str,
    games: int,
    players: Sequence[int] | None = None,
    bots: Sequence[str] | None = None,
    seed: int | None = 1,
    threads: int | None = None,
    outs: Sequence[Path] = (),
    as_json: bool = False,
    fix: bool = False,
    language: str = "en",
) -> int:
    """Playtest and report; returns the exit code."""
    asked = Asked(tuple(outs), as_json, fix, language)
    try:
        with interrupt_flag() as interrupt:
            board = load(name)
            _check(asked, board)
            check_specs([bot for bot in bots or () if bot not in STYLES])
            plan = make_plan(board, games, players, list(bots) if bots else None, seed, threads)
            announce_compilation()
            report = _played(plan, interrupt, asked)
            after = _fixed(plan, report, interrupt, asked) if fix else None
            return _report(board, report, after, asked)
    except ValueError as error:
        return print_error(error, BAD_INPUT)
    except OSError as error:
        return print_error(OSError(f"{error.filename or ''}: {error.strerror or error}"), FAILED)
    except KeyboardInterrupt:
        return print_error(ArenaError("interrupted; no report"), INTERRUPTED)


def _check(asked: Asked, board: Board) -> None:
    """Mistakes are told before anything is played."""
    if asked.language not in languages():
        raise ValueError(f"no language '{asked.language}'; choose {' or '.join(languages())}")
    for out in asked.outs:
        known = (*REPORTS, *BOARD_FILES) if asked.fix else REPORTS
        if out.suffix.lower() not in known:
            more = "" if asked.fix or out.suffix.lower() not in BOARD_FILES else "; a board is written with --fix"
            raise ValueError(f"{out}: end the name with {' or '.join(known)}{more}")
        if not out.absolute().parent.is_dir():
            raise ValueError(f"{out}: there is no folder {out.absolute().parent}; make it first")
    if asked.fix and asked.board_file(board) is None:
        raise ValueError(
            f"{board.id} comes with the game and stays as it is; name a file for the new one with -o NAME.toml"
        )


def _played(plan: Plan, interrupt: InterruptFlag, asked: Asked) -> PlaytestReport:
    with _progress_bar(plan.games, quiet=asked.as_json) as on_progress:
        return playtest_plan(plan, interrupt, asked.language, on_progress)


def _fixed(plan: Plan, before: PlaytestReport, interrupt: InterruptFlag, asked: Asked) -> PlaytestReport | None:
    """Write the suggested values, and play again with other deals; nothing is written after Ctrl-C."""
    values, board = suggested_values(before), plan.board
    if before.interrupted:
        return None
    target = asked.board_file(board)
    assert target is not None
    write_fixed(board, values, target)
    if not asked.as_json:
        stdout_console().print(
            say("playtest.report.written", asked.language, file=str(target), number=len(values)), soft_wrap=True
        )
    again = replace(plan, board=with_values(board, values), seed=plan.seed + 1)
    return _played(again, interrupt, asked)


def _report(board: Board, report: PlaytestReport, after: PlaytestReport | None, asked: Asked) -> int:
    shown = after or report
    if asked.as_json:
        print(_as_json(report, after))
    else:
        text = TextReport(stdout_console(), board, asked.language)
        text.print(shown)
        if after is not None:
            text.print_fixed(report, after)
    for out in asked.reports():
        if out.suffix.lower() == ".json":
            write_whole(out, f"{_as_json(report, after)}\n".encode())
        elif shown.figures is not None:
            page = report_html(shown, board, layout_of(board), asked.language, report if after else None)
            write_whole(out, page.encode())
    return INTERRUPTED if shown.interrupted or report.interrupted else DONE


def _as_json(report: PlaytestReport, after: PlaytestReport | None) -> str:
    """The report; with --fix both, and the values that were changed."""
    if after is None:
        return json.dumps(report.model_dump(mode="json"), ensure_ascii=False, indent=1)
    both = {
        "values": suggested_values(report),
        "before": report.model_dump(mode="json"),
        "after": after.model_dump(mode="json"),
    }
    return json.dumps(both, ensure_ascii=False, indent=1)


@contextmanager
def _progress_bar(games: int, quiet: bool) -> Iterator[OnProgress]:
    """A bar on standard error, if that is a terminal; it disappears after the last game."""
    console = stderr_console()
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as bar:
        task = bar.add_task("games", total=games)
        yield lambda done: bar.update(task, completed=done)
