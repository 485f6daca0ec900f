"""Draw the pictures of README and docs, the boards and a game in the terminal: `python -m docs.picture`."""

import io
import re
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from carrozza.atlas.drawing import draw
from carrozza.boards import load
from carrozza.game import Game
from carrozza.game.records.record import Record
from carrozza.terminal.keyboard import Keyboard, Quit
from carrozza.terminal.seats import USUAL_BOT, Seats
from carrozza.terminal.session import Session
from carrozza.terminal.showing.page import Page
from carrozza.terminal.terminal_game import TerminalGame

RECORD = Path(__file__).parents[1] / "tests" / "golden" / "europe-3.txt"
PICTURES = Path(__file__).parent / "pictures"
BOARDS = ("usa", "europe", "new-york", "italy-advanced", "old-west")
MOVES = 150
WIDTH = 92
ANSWERS = ("7",)
NIGHT_TRAIN = TerminalTheme(
    (0x14, 0x18, 0x1D),
    (0xED, 0xE6, 0xD6),
    [
        (0x14, 0x18, 0x1D),
        (216, 53, 63),
        (60, 160, 60),
        (226, 180, 95),
        (70, 150, 220),
        (168, 117, 174),
        (90, 170, 190),
        (0xED, 0xE6, 0xD6),
    ],
    [
        (0x8A, 0x88, 0x80),
        (230, 90, 95),
        (90, 190, 90),
        (252, 213, 22),
        (110, 180, 240),
        (200, 150, 205),
        (130, 200, 215),
        (252, 251, 247),
    ],
)


def drawn() -> str:
    """The picture as SVG, with no font or anything else from elsewhere."""
    console = Console(record=True, file=io.StringIO(), width=WIDTH, force_terminal=True, highlight=False, markup=False)
    page = Page(console, "en")
    _play(_game(), page)
    svg = console.export_svg(title="carrozza terminal europe", theme=NIGHT_TRAIN)
    return re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", svg, flags=re.DOTALL)


def _game() -> Game:
    record = Record.load(RECORD)
    for moves in range(MOVES, len(record.moves)):
        game = record.replay(moves)
        if game.phase == "turn" and game.to_move == game.seats[0]:
            return game
    raise ValueError("no turn of the first seat so late in the game")


def _play(game: Game, page: Page) -> None:
    answers = iter(ANSWERS)

    def read(prompt: str) -> str:
        page.console.print(prompt, end="")
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    seats = Seats(game.seats, (game.seats[0],), dict.fromkeys(game.seats[1:], USUAL_BOT))
    with suppress(Quit):
        Session(TerminalGame(game, seats, page, Keyboard(page, read, echo=True), file=None, seeded=True)).run()


def draw_all() -> None:
    """Every picture. The boards follow the reader's light or dark screen."""
    (PICTURES / "terminal.svg").write_text(drawn(), encoding="utf-8")
    for name in BOARDS:
        board = load(name)
        draw(board, theme="auto", fonts=True).save(PICTURES / f"{board.map}.svg")
    draw(_game(), theme="auto", fonts=True).save(PICTURES / "game.svg")


if __name__ == "__main__":
    draw_all()
    print(f"drawn: {PICTURES}")
