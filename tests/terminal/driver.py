"""Somebody at the keyboard: reads what is on the screen and answers with one of the numbers it shows."""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from carrozza.game import Game
from carrozza.game.words import say
from carrozza.terminal.page import Page, make_console
from carrozza.terminal.people import seats_for
from carrozza.terminal.prompts import Keyboard, Left
from carrozza.terminal.session import Session
from carrozza.terminal.sitting import Sitting

WIDTH = 80
_NUMBERED = re.compile(r"^ +(\d+)  \S", re.MULTILINE)
LONGEST_TALK = 20_000
"""Prompts that no game comes near."""


@dataclass(frozen=True)
class Exchange:
    """What was printed before a prompt, the prompt, and what was answered."""

    shown: str
    prompt: str
    answer: str
    viewer: str | None


class Table:
    """A sitting whose screen is a text and whose keyboard is a function."""

    def __init__(
        self,
        board: str,
        players: Sequence[str] = ("Ada",),
        bots: Sequence[str] = (),
        *,
        seed: int = 1,
        variants: Sequence[str] = (),
        language: str = "en",
        file: Path | None = None,
        game: Game | None = None,
    ) -> None:
        seats = seats_for(players, bots)
        self.screen = StringIO()
        self.language = language
        self.page = Page(make_console(self.screen, WIDTH), language)
        self.answer: Callable[[str, str], str] = self.leave
        self.game = game or Game(board, seats.names, seed, variants=variants)
        self.sitting = Sitting(self.game, seats, self.page, Keyboard(self.page, self.read, echo=True), file=file)
        self.talk: list[Exchange] = []
        self.read_up_to = 0

    def say(self, key: str, **values: object) -> str:
        return say(key, self.language, **values)

    @staticmethod
    def leave(shown: str, prompt: str) -> str:
        raise EOFError

    def read(self, prompt: str) -> str:
        """Stands in for `input`."""
        shown = self.screen.getvalue()[self.read_up_to :]
        self.screen.write(prompt)
        self.read_up_to = len(self.screen.getvalue())
        assert len(self.talk) < LONGEST_TALK, "this game does not end"
        answer = self.answer(shown, prompt)
        self.talk.append(Exchange(shown, prompt, answer, self.sitting.viewer))
        return answer

    @property
    def text(self) -> str:
        return self.screen.getvalue()

    def play(self, *answers: str) -> int | None:
        """Give these answers, then leave. The exit code, or none where the game came to its end."""
        waiting = iter(answers)

        def answer(shown: str, prompt: str) -> str:
            try:
                return next(waiting)
            except StopIteration:
                raise EOFError from None

        return self.play_by(answer)

    def play_by(self, answer: Callable[[str, str], str]) -> int | None:
        self.answer = answer
        try:
            Session(self.sitting).run()
        except Left as left:
            return left.code
        return None

    def anyhow(self, seed: int, chatter: float = 0.0) -> Callable[[str, str], str]:
        """Answers at random out of the numbers shown; now and then a command, a filter, a slip or a step back."""
        dice = random.Random(seed)
        numbers: list[str] = []
        several = 0
        asides = ["?", "score", "hand", "tickets", "log", "log all", "table", "board a", "describe", "rules D3"]
        asides += ["", "back", "999", "a", "undo", "draw locomotive", "claim no-such-route", "all", "mine", "zzz"]

        def answer(shown: str, prompt: str) -> str:
            nonlocal numbers, several
            if not prompt.endswith("> "):
                return ""
            question = re.escape(self.say("terminal.which_tickets", number=7)).replace("7", r"(\d)")
            if asked := re.search(question, shown):
                several = int(asked[1])
            if found := _NUMBERED.findall(shown):
                numbers = found
                several = several if asked else 0
            if dice.random() < chatter:
                return dice.choice(asides)
            if several:
                return " ".join(dice.sample(numbers, dice.randint(several, len(numbers))))
            return dice.choice(numbers)

        return answer
