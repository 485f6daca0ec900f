"""The page that is printed on: its language, its signs and its colours."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import IO, Final

from rich.cells import cell_len, set_cell_size
from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.control import Control
from rich.rule import Rule
from rich.text import Text

from carrozza.boards.show import STYLES
from carrozza.game.cards import LOCOMOTIVE
from carrozza.game.position import Position
from carrozza.words import say

SIGNS: Final = {
    "red": "✚",
    "orange": "▲",
    "yellow": "★",
    "green": "❯",
    "blue": "≈",
    "purple": "○",
    "pink": "○",
    "black": "■",
    "white": "●",
    LOCOMOTIVE: "⊛",
}
PLAIN_SIGNS: Final = {
    "red": "+",
    "orange": "^",
    "yellow": "*",
    "green": ">",
    "blue": "~",
    "purple": "o",
    "pink": "o",
    "black": "#",
    "white": ".",
    LOCOMOTIVE: "@",
}
"""For a terminal that knows only ASCII."""

SHAPES: Final = "●▲■◆⬟⬢"
PLAYER_STYLES: Final = ("blue", "red", "green", "yellow", "bright_black", "white")
PLAIN_LETTERS: Final = str.maketrans({"–": "-", "“": '"', "”": '"', "«": '"', "»": '"', "’": "'", "…": "..."})
INDENT: Final = 2
LABEL_GAP: Final = 2
FORGET_SCROLLED: Final = "\x1b[3J"
"""Empties what has scrolled off the screen."""


def make_console(file: IO[str] | None = None, width: int | None = None) -> Console:
    """A console that prints names as they are, whatever is in them."""
    return Console(file=file, width=width, highlight=False, markup=False, emoji=False)


class Page:
    """Prints in one language; never tells anything by colour alone."""

    def __init__(self, console: Console, language: str) -> None:
        self.console = console
        self.language = language
        self.plain = console.options.ascii_only

    def say(self, key: str, **values: object) -> str:
        return say(key, self.language, **values)

    def spelt(self, text: str) -> str:
        """As the terminal can write it: where it knows only ASCII, without accents and fine punctuation."""
        if not self.plain:
            return text
        return unicodedata.normalize("NFKD", text.translate(PLAIN_LETTERS)).encode("ascii", "ignore").decode()

    def tell(self, key: str, style: str = "", **values: object) -> None:
        """Print a sentence of the catalogue."""
        self.print(Text(self.say(key, **values), style))

    def question(self, question: str) -> None:
        self.print(Text(question, "bold"))

    def print(self, thing: RenderableType, indent: int = INDENT) -> None:
        """Indented, and without the blanks that rich puts behind what it prints."""
        lines = self._lines(thing, max(self.console.width - indent, 20))
        self._print_lines(Text(" " * indent).append(line) for line in lines)

    def facts(self, facts: Sequence[tuple[str, RenderableType]]) -> None:
        """Each behind its label. As a table with tables in it, it would take rich a third longer."""
        beside = max(cell_len(self.spelt(label)) for label, _ in facts) + LABEL_GAP
        self._print_lines(line for label, fact in facts for line in self._labelled(label, fact, beside))

    def _labelled(self, label: str, fact: RenderableType, beside: int) -> Iterator[Text]:
        begins = Text(" " * INDENT).append(set_cell_size(self.spelt(label), beside), "dim")
        for line in self._lines(fact, max(self.console.width - INDENT - beside, 20)):
            yield begins.append(line)
            begins = Text(" " * (INDENT + beside))

    def _lines(self, thing: RenderableType, width: int) -> Iterator[Text]:
        """As they come out in this width."""
        console = self.console
        options = console.options.update(width=width)
        for line in console.render_lines(Text(thing) if isinstance(thing, str) else thing, options, pad=False):
            yield Text.assemble(*((self.spelt(segment.text), segment.style or "") for segment in line))

    def _print_lines(self, lines: Iterable[Text]) -> None:
        """All at once, and without the blanks that rich puts behind them."""
        printed = list(lines)
        for line in printed:
            line.rstrip()
        if printed:
            self.console.print(Text("\n").join(printed), no_wrap=True, overflow="ignore")

    def echo(self, text: str) -> None:
        """What was read, where no terminal shows it."""
        self.console.print(Text(self.spelt(text)))

    def blank(self) -> None:
        self.console.print()

    def heading(self, title: str) -> None:
        self.blank()
        self.console.print(Rule(Text(self.spelt(title), "bold"), align="left", style="yellow"))

    def clear(self) -> None:
        """Leave nothing to be read on the screen, nor above it."""
        console = self.console
        if console.is_terminal and not console.is_dumb_terminal:
            console.control(Control.home(), Control.clear())
            if not console.legacy_windows:
                console.file.write(FORGET_SCROLLED)
                console.file.flush()
        elif console.is_terminal:
            console.print("\n" * console.height)
        else:
            self.heading("")

    def sign(self, kind: str) -> Text:
        signs = PLAIN_SIGNS if self.plain else SIGNS
        return Text(signs.get(kind, " "), "bold" if kind == LOCOMOTIVE else STYLES[kind])

    def card(self, kind: str, number: int | None = None) -> Text:
        """A card with its sign: `3 ✚ red`; without a number `✚ red`."""
        text = Text() if number is None else Text(f"{number} ")
        return text.append(self.sign(kind)).append(f" {self.say(f'card.{kind}', number=number or 1)}")

    def cards(self, cards: Mapping[str, int]) -> Text:
        """Cards in a line: `3 ✚ red, 1 ⊛ locomotive`."""
        return Text(", ").join(self.card(kind, number) for kind, number in cards.items())

    def card_columns(self, cards: Mapping[str, int], kinds: tuple[str, ...]) -> RenderableType:
        """Cards side by side, in the board's order; what does not fit goes on below."""
        held = [self.card(kind, cards[kind]) for kind in kinds if cards.get(kind)]
        return Columns(held, padding=(0, 3, 0, 0)) if held else Text(self.say("word.nothing"))

    def player(self, position: Position, seat: str) -> Text:
        """A name with its shape."""
        number = position.seats.index(seat)
        if self.plain:
            return Text(seat)
        return Text.assemble((SHAPES[number], PLAYER_STYLES[number]), " ", seat)
