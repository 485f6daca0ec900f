"""Reading the keyboard, one line at a time."""

from collections.abc import Callable

from carrozza.terminal.page import Page

Reader = Callable[[str], str]
"""Shows a prompt and returns a line; `input` is one."""


class Left(Exception):
    """The people have left: by a command, by the end of the input, or by Ctrl-C."""

    def __init__(self, code: int) -> None:
        self.code = code


class Keyboard:
    """Asks, and is answered in lines. The end of the input and Ctrl-C leave the game."""

    def __init__(self, page: Page, read: Reader = input) -> None:
        self.page = page
        self.read = read

    def line(self, prompt: str) -> str:
        try:
            return " ".join(self.read(prompt).split())
        except EOFError:
            self.page.blank()
            raise Left(0) from None
        except KeyboardInterrupt:
            self.page.blank()
            raise Left(130) from None

    def agrees(self, question: str) -> bool:
        """A question to be answered with yes or no."""
        yes, no = self.page.say("terminal.yes"), self.page.say("terminal.no")
        while True:
            answer = self.line(f"{question} ({yes}/{no}) ").casefold()
            if answer and yes.startswith(answer):
                return True
            if answer and no.startswith(answer):
                return False
            self.page.tell("terminal.yes_or_no", yes=yes, no=no)
