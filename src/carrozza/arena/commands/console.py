"""Exit codes, messages and consoles of the commands."""

from typing import Final

from rich.console import Console

from carrozza.arena.checks import StrictFault
from carrozza.kernel.compiled import first_compile_ahead

DONE: Final = 0
FAILED: Final = 1
BAD_INPUT: Final = 2
BOT_FAULT: Final = 3
INTERRUPTED: Final = 130


def print_error(error: Exception, code: int) -> int:
    stderr_console().print(f"carrozza: {error}")
    return code


def print_fault(fault: StrictFault) -> int:
    """The bot's traceback, and what it was doing."""
    if fault.traceback:
        stderr_console().print(fault.traceback.rstrip())
    return print_error(fault, BOT_FAULT)


def announce_compilation() -> None:
    if first_compile_ahead():
        stderr_console().print("Compiling rules and bots, once, about a minute ...")


def stdout_console() -> Console:
    """Prints names as they are: no markup, no emoji codes."""
    return Console(markup=False, emoji=False, highlight=False)


def stderr_console() -> Console:
    return Console(stderr=True, markup=False, emoji=False, highlight=False, soft_wrap=True)
