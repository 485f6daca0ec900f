"""`carrozza terminal`: from what was asked for on the command line to a game, and out again."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from carrozza.boards.faults import did_you_mean
from carrozza.bots import check_specs
from carrozza.game import Game
from carrozza.game.records.record import Record
from carrozza.kernel.compiled import first_compile_ahead
from carrozza.terminal.page import Page, make_console
from carrozza.terminal.people import Seats, seats_again, seats_for
from carrozza.terminal.prompts import Keyboard, Left
from carrozza.terminal.session import Session
from carrozza.terminal.sitting import Sitting
from carrozza.words import languages

BAD_INPUT = 2
INTERRUPTED = 130


def play_command(
    board: str = "usa",
    players: Sequence[str] | None = None,
    bots: Sequence[str] = (),
    seed: int | None = None,
    variants: Sequence[str] = (),
    language: str = "en",
    save: Path | None = None,
    load: Path | None = None,
) -> int:
    """Play a game, a new one or that of a record. Returns the exit code."""
    _be_forgiving()
    try:
        page = _page(language)
        check_specs(bots)
        if first_compile_ahead():
            page.tell("terminal.first_compile")
        game, seats, seeded = _loaded(load, players, bots) if load else _new(board, players, bots, seed, variants)
        sitting = Sitting(game, seats, page, _keyboard(page), file=save, seeded=seeded)
        session = Session(sitting)
        _check_file(sitting, load)
    except ValueError as wrong:
        print(f"carrozza: {wrong}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    return _play(session)


def _be_forgiving() -> None:
    """A character the terminal does not know must not end the game."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _page(language: str) -> Page:
    if language not in languages():
        told = did_you_mean(language, languages())
        raise ValueError(f"no language '{language}'{told}; choose {' or '.join(languages())}")
    return Page(make_console(), language)


def _keyboard(page: Page) -> Keyboard:
    interactive = sys.stdin.isatty()
    if interactive:
        with suppress(ImportError):
            import readline  # noqa: F401  (lets the line be edited)
    return Keyboard(page, echo=not interactive)


def _new(
    board: str, players: Sequence[str] | None, bots: Sequence[str], seed: int | None, variants: Sequence[str]
) -> tuple[Game, Seats, bool]:
    seats = seats_for(players, bots)
    return Game(board, seats.names, seed, variants=variants), seats, True


def _loaded(file: Path, players: Sequence[str] | None, bots: Sequence[str]) -> tuple[Game, Seats, bool]:
    try:
        record = Record.load(file)
        return record.replay(), seats_again(record.seats, players, bots), record.seed is not None
    except ValueError as wrong:
        told = str(wrong)
        raise ValueError(told if told.startswith(str(file)) else f"{file}: {told}") from None


def _check_file(sitting: Sitting, load: Path | None) -> None:
    """Never write over a game that is not this one."""
    file = sitting.file
    if file is None:
        return
    if file.exists() and (load is None or not file.samefile(load)):
        raise ValueError(f"{file} is there already: go on with that game by --load, or save in another file")
    try:
        sitting.save(file)
    except OSError as error:
        raise ValueError(f"{file} cannot be written: {error.strerror or error}") from None


def _play(session: Session) -> int:
    """The whole game and the farewell; whoever is impatient may press Ctrl-C twice."""
    sitting = session.sitting
    try:
        code = _leave_by(session)
        if sitting.file is not None:
            sitting.page.tell("terminal.saved", file=sitting.file)
        sitting.page.tell("terminal.goodbye")
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _leave_by(session: Session) -> int:
    try:
        session.run()
    except Left as left:
        return left.code
    except KeyboardInterrupt:
        session.page.blank()
        return INTERRUPTED
    finally:
        session.close()
    return 0
