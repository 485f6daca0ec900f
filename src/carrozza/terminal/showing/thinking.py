"""A line that says which bot is thinking, if that takes long; it disappears with the move."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Timer

from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

from carrozza.terminal.showing.page import INDENT, Page

DELAY_SECONDS = 0.3
"""Before the line is shown."""


@contextmanager
def thinking_shown(page: Page, player: str) -> Iterator[None]:
    """Only on a terminal: it is not written to a file or a pipe."""
    if not page.console.is_terminal:
        yield
        return
    line = _Line(page, page.say("terminal.thinks", player=player))
    timer = Timer(DELAY_SECONDS, line.show)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        line.wipe()


class _Line:
    def __init__(self, page: Page, text: str) -> None:
        self.page = page
        self.text = text
        self.lock = Lock()
        self.shown = self.over = False

    def show(self) -> None:
        with self.lock:
            if not self.over:
                self.shown = True
                end = "\n" if self.page.console.is_dumb_terminal else ""
                line = Text(" " * INDENT + self.page.spelt(self.text), "dim")
                self.page.console.print(line, end=end, no_wrap=True, overflow="crop")

    def wipe(self) -> None:
        with self.lock:
            self.over = True
            if self.shown and not self.page.console.is_dumb_terminal:
                self.page.console.control(Control(ControlType.CARRIAGE_RETURN, (ControlType.ERASE_IN_LINE, 2)))
