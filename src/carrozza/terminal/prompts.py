"""Reading the keyboard, one line at a time."""

import sys
from collections.abc import Callable

from carrozza.terminal.filters import folded
from carrozza.terminal.page import Page

Reader = Callable[[str], str]
"""Shows a prompt and returns a line; `input` is one."""


class Left(Exception):
    """The people have left: by a command, by the end of the input, or by Ctrl-C."""

    def __init__(self, code: int) -> None:
        self.code = code


class Keyboard:
    """Asks, and is answered in lines. The end of the input and Ctrl-C leave the game."""

    def __init__(self, page: Page, read: Reader = input, *, echo: bool = False) -> None:
        self.page = page
        self.read = read
        self.echo = echo
        """Whether to print what was read, where no terminal does."""

    def line(self, prompt: str) -> str:
        try:
            text = " ".join(self.read(self.page.spelt(prompt)).split())
        except EOFError:
            self.page.blank()
            raise Left(0) from None
        except KeyboardInterrupt:
            self.page.blank()
            raise Left(130) from None
        if self.echo:
            self.page.echo(text)
        return text

    def forget(self) -> None:
        """Let nobody bring back what another has typed."""
        if "readline" in sys.modules:
            sys.modules["readline"].clear_history()

    def agrees(self, question: str) -> bool:
        """A question to be answered with yes or no."""
        yes, no = self.page.say("terminal.yes"), self.page.say("terminal.no")
        while True:
            answer = folded(self.line(f"{question} ({yes}/{no}) "))
            if answer and folded(yes).startswith(answer):
                return True
            if answer and folded(no).startswith(answer):
                return False
            self.page.tell("terminal.yes_or_no", yes=yes, no=no)
