"""Asking a player: lines that are neither commands nor moves, and menus to choose from by number."""

from collections.abc import Callable, Sequence

from rich.console import RenderableType
from rich.text import Text

from carrozza.game import Move, NotationError, parse_move
from carrozza.game.cards import DECK
from carrozza.game.moves import Draw
from carrozza.terminal.asking.commands import Commands
from carrozza.terminal.showing.screens import grid
from carrozza.terminal.terminal_game import TerminalGame
from carrozza.terminal.typed_words import folded, words_for

Option = tuple[RenderableType, Callable[[], Move | None]]
"""What is shown, and what comes of choosing it: nothing where the player thinks better of it."""

VERBS = ("keep", "start", "draw", "claim", "pay", "decline", "station", "alvin", "marker", "pass", "finish")
"""The words a typed move begins with, but for `no marker`."""


class Typed(Exception):
    """A move was typed instead of an answer."""

    def __init__(self, move: Move) -> None:
        self.move = move


class Asker:
    """Asks the player who is looking."""

    def __init__(self, terminal_game: TerminalGame, commands: Commands) -> None:
        self.terminal_game = terminal_game
        self.commands = commands
        self.page = terminal_game.page
        self._back = ("b", *words_for("terminal.back", self.page.language))
        self._all_tickets = words_for("terminal.all_tickets", self.page.language)

    def ask(self) -> str:
        """A line that is neither a command nor a move: those are carried out, or raised as `Typed`."""
        while True:
            text = self.terminal_game.keyboard.line(f"{self.terminal_game.viewer}> ")
            if self.commands.run(text):
                continue
            if not is_move(text):
                return text
            try:
                raise Typed(parsed(text))
            except NotationError as wrong:
                self.page.print(wrong.sentence(self.page.language))

    def is_back(self, text: str) -> bool:
        return folded(text) in self._back

    def is_all_tickets(self, text: str) -> bool:
        return folded(text) in self._all_tickets

    def not_a_choice(self, text: str, number: int) -> None:
        if text.isdecimal():
            self.page.tell("terminal.invalid_number", number=number)
        else:
            self.page.tell("terminal.invalid", text=text)

    def menu(
        self, question: str, options: Sequence[Option], otherwise: Callable[[str], Move | None] | None = None
    ) -> Move | None:
        """Choose by number; `otherwise` looks at words. Nothing chosen means: back."""
        self._show_menu(question, options)
        while True:
            text = self.ask()
            move: Move | None = None
            if self.is_back(text):
                return None
            if number := chosen(text, len(options)):
                move = options[number - 1][1]()
            elif text and otherwise is not None and not text.isdecimal():
                move = otherwise(text)
            elif text:
                self.not_a_choice(text, len(options))
                continue
            if move is not None:
                return move
            self._show_menu(question, options)

    def _show_menu(self, question: str, options: Sequence[Option]) -> None:
        self.page.blank()
        self.page.question(question)
        table = grid(">", "")
        for number, (shown, _) in enumerate(options, 1):
            table.add_row(str(number), shown if not isinstance(shown, str) else Text(shown))
        self.page.print(table)


def chosen(text: str, number: int) -> int:
    """The number from 1 to that many that a text stands for; 0 where it stands for none."""
    return int(text) if text.isascii() and text.isdecimal() and 1 <= int(text) <= number else 0


def is_move(text: str) -> bool:
    """Whether this is meant as a move in notation, and not as letters to look for."""
    first, *rest = text.lower().split() or [""]
    if first == "claim":
        return bool(rest) and "-" in rest[0]
    if first == "no":
        return rest == ["marker"]
    return first in VERBS and (first != "station" or bool(rest))


def parsed(text: str) -> Move:
    """The move a player has typed; `draw blind` is understood too."""
    words = text.lower()
    return Draw(DECK) if words == "draw blind" else parse_move(words)
