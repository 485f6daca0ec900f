"""Reading the keyboard, one line at a time."""

import sys
from collections.abc import Callable
from typing import Final

from carrozza.interrupts import interrupts_raised
from carrozza.terminal.showing.page import Page
from carrozza.terminal.typed_words import folded

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""

Reader = Callable[[str], str]
"""Shows a prompt and returns a line; `input` is one."""


class Quit(Exception):
    """The people leave the game: by a command, the end of the input, or Ctrl-C."""

    def __init__(self, code: int) -> None:
        self.code = code


class Keyboard:
    """Reads answers line by line. The end of the input and Ctrl-C leave the game."""

    def __init__(self, page: Page, read: Reader = input, *, echo: bool = False) -> None:
        self.page = page
        self.read = read
        self.echo = echo
        """Whether to print what was read, where no terminal does."""

    def line(self, prompt: str) -> str:
        try:
            with interrupts_raised():
                text = " ".join(self.read(self.page.spelt(prompt)).split())
        except EOFError:
            self.page.blank()
            raise Quit(0) from None
        except KeyboardInterrupt:
            self.page.blank()
            raise Quit(INTERRUPTED) from None
        if self.echo:
            self.page.echo(text)
        return text

    def forget(self) -> None:
        """Clear the line history, so that nobody can recall what another has typed."""
        if "readline" in sys.modules:
            sys.modules["readline"].clear_history()

    def agrees(self, question: str) -> bool:
        """Ask a question until it is answered with yes or no."""
        yes, no = self.page.say("terminal.yes"), self.page.say("terminal.no")
        while True:
            answer = folded(self.line(f"{question} ({yes}/{no}) "))
            if answer and folded(yes).startswith(answer):
                return True
            if answer and folded(no).startswith(answer):
                return False
            self.page.tell("terminal.yes_or_no", yes=yes, no=no)
