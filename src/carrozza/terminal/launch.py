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
from carrozza.interrupts import interrupt_flag, run_until_interrupted
from carrozza.kernel.compiled import first_compile_ahead
from carrozza.terminal.keyboard import INTERRUPTED, Keyboard, Quit
from carrozza.terminal.seats import Seats, seats_again, seats_for
from carrozza.terminal.session import Session
from carrozza.terminal.showing.page import Page, make_console
from carrozza.terminal.terminal_game import TerminalGame
from carrozza.words import languages

BAD_INPUT = 2


def play_command(
    board: str = "usa",
    players: Sequence[str] | None = None,
    bots: Sequence[str] = (),
    seed: int | None = None,
    variants: Sequence[str] = (),
    language: str = "en",
    save: Path | None = None,
    load: Path | None = None,
    number: int | None = None,
) -> int:
    """Play a new game, or continue that of a record; returns the exit code. `number` is that of the players: bots take
    the seats that are left."""
    _replace_unknown_characters()
    sessions: list[Session] = []

    def prepare() -> None:
        page = _page(language)
        check_specs(bots)
        seats = None if load else seats_for(players, bots, number)  # reports mistakes before it compiles
        if first_compile_ahead():
            page.tell("terminal.first_compile")
        if seats is None:
            game, seats, seeded = _loaded(Path(load or ""), players, bots)
        else:
            game, seeded = Game(board, seats.names, seed, variants=variants), True
        terminal_game = TerminalGame(game, seats, page, _keyboard(page), file=save, seeded=seeded)
        sessions.append(Session(terminal_game))
        _check_file(terminal_game, load)

    with interrupt_flag() as interrupt:
        try:
            if not run_until_interrupted(prepare, interrupt):
                return INTERRUPTED
        except ValueError as wrong:
            print(f"carrozza: {wrong}", file=sys.stderr)
            return BAD_INPUT
        return _play(sessions[0])


def _replace_unknown_characters() -> None:
    """A character that the terminal cannot show must not end the game."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _page(language: str) -> Page:
    if language not in languages():
        hint = did_you_mean(language, languages())
        raise ValueError(f"no language '{language}'{hint}; choose {' or '.join(languages())}")
    return Page(make_console(), language)


def _keyboard(page: Page) -> Keyboard:
    interactive = sys.stdin.isatty()
    if interactive:
        with suppress(ImportError):
            import readline  # noqa: F401  (lets the line be edited)
    return Keyboard(page, echo=not interactive)


def _loaded(file: Path, players: Sequence[str] | None, bots: Sequence[str]) -> tuple[Game, Seats, bool]:
    try:
        record = Record.load(file)
        return record.replay(), seats_again(record.seats, players, bots), record.seed is not None
    except ValueError as wrong:
        reason = str(wrong)
        raise ValueError(reason if reason.startswith(str(file)) else f"{file}: {reason}") from None


def _check_file(terminal_game: TerminalGame, load: Path | None) -> None:
    """Never write over a game that is not this one."""
    file = terminal_game.file
    if file is None:
        return
    if file.exists() and (load is None or not file.samefile(load)):
        raise ValueError(f"{file} exists already: continue that game with --load, or write to another file")
    try:
        terminal_game.save(file)
    except OSError as error:
        raise ValueError(f"{file} cannot be written: {error.strerror or error}") from None


def _play(session: Session) -> int:
    """The whole game and the farewell; a second Ctrl-C leaves without it."""
    terminal_game = session.terminal_game
    try:
        code = _leave_by(session)
        if terminal_game.file is not None:
            terminal_game.page.tell("terminal.saved", file=terminal_game.file)
        terminal_game.page.tell("terminal.goodbye")
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _leave_by(session: Session) -> int:
    try:
        session.run()
    except Quit as left:
        return left.code
    except KeyboardInterrupt:
        session.page.blank()
        return INTERRUPTED
    finally:
        session.close()
    return 0
