"""Somebody at the keyboard: reads what is on the screen and answers with one of the numbers it shows."""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from carrozza.game import Game
from carrozza.terminal.keyboard import Keyboard, Quit
from carrozza.terminal.seats import seats_for
from carrozza.terminal.session import Session
from carrozza.terminal.showing.page import Page, make_console
from carrozza.terminal.terminal_game import TerminalGame
from carrozza.words import say

WIDTH = 80
RANDOM_BOTS = ("random", "random")
"""Against one person, where a test asks for none: cheap, and not too clever to leave a person something to do."""
LONGEST_TALK = 5_000
"""Prompts that no game comes near."""
NUMBERED = re.compile(r"^ +(\d+)  (\S.*)$", re.MULTILINE)
ASIDES = (
    "?", "score", "hand", "tickets", "log", "log all", "table", "board a", "describe", "rules D3",
    "", "back", "999", "a", "undo", "draw locomotive", "claim no-such-route", "all", "mine", "zzz", "save",
)  # fmt: skip
"""What a player types now and then instead of an answer."""

Answer = Callable[[str, str], str]
"""From what was printed since the last prompt, and the prompt, to a line."""


@dataclass(frozen=True)
class Exchange:
    """What was printed before a prompt, the prompt, what was answered, and who was looking."""

    shown: str
    prompt: str
    answer: str
    viewer: str | None


class ScriptedTerminal:
    """A terminal_game whose screen is a text and whose keyboard is a function."""

    def __init__(
        self,
        board: str = "usa",
        players: Sequence[str] = ("Ada",),
        bots: Sequence[str] = (),
        *,
        seed: int = 1,
        variants: Sequence[str] = (),
        language: str = "en",
        file: Path | None = None,
    ) -> None:
        seats = seats_for(players, bots or (RANDOM_BOTS if len(players) == 1 else ()))
        self.screen = StringIO()
        self.language = language
        self.page = Page(make_console(self.screen, WIDTH), language)
        self.game = Game(board, seats.names, seed, variants=variants, first=0)
        self.terminal_game = TerminalGame(
            self.game, seats, self.page, Keyboard(self.page, self._read, echo=True), file=file
        )
        self.talk: list[Exchange] = []
        self._answer: Answer = _leave
        self._read_up_to = 0

    def say(self, key: str, **values: object) -> str:
        return say(key, self.language, **values)

    @property
    def text(self) -> str:
        return self.screen.getvalue()

    @property
    def last_words(self) -> str:
        """What was printed between the last two prompts."""
        return self.talk[-1].shown

    def _read(self, prompt: str) -> str:
        """Stands in for `input`."""
        shown = self.text[self._read_up_to :]
        self.screen.write(prompt)
        self._read_up_to = len(self.text)
        assert len(self.talk) < LONGEST_TALK, "this game does not end"
        self.talk.append(Exchange(shown, prompt, "", self.terminal_game.viewer))
        answer = self._answer(shown, prompt)
        self.talk[-1] = Exchange(shown, prompt, answer, self.terminal_game.viewer)
        return answer

    def play(self, *answers: str) -> int | None:
        """Give these answers, then end the input. The exit code; none where the game came to its end."""
        waiting = iter(answers)

        def answer(shown: str, prompt: str) -> str:
            try:
                return next(waiting)
            except StopIteration:
                raise EOFError from None

        return self.play_by(answer)

    def play_by(self, answer: Answer) -> int | None:
        self._answer = answer
        session = Session(self.terminal_game)
        try:
            session.run()
        except Quit as left:
            return left.code
        finally:
            session.close()
        return None

    def anyhow(self, seed: int = 1, chatter: float = 0.0, eager: float = 0.5) -> Answer:
        """Answers out of the numbers shown, at random but eager to claim; now and then something else."""
        dice = random.Random(seed)
        claim = self.say("terminal.claim", number=7).split("7")[0]
        question = re.escape(self.say("terminal.which_tickets", number=7)).replace("7", r"(\d)")
        options: list[tuple[str, str]] = []
        fewest = 0

        def answer(shown: str, prompt: str) -> str:
            nonlocal options, fewest
            if not prompt.endswith("> "):
                return ""
            if found := NUMBERED.findall(shown):
                options, fewest = found, 0
            if asked := re.search(question, shown):
                fewest = int(asked[1])
            if dice.random() < chatter:
                return dice.choice(ASIDES)
            numbers = [number for number, _ in options]
            if fewest:
                return " ".join(dice.sample(numbers, dice.randint(fewest, len(numbers))))
            claims = [number for number, label in options if label.startswith(claim)]
            return claims[0] if claims and dice.random() < eager else dice.choice(numbers)

        return answer


def _leave(shown: str, prompt: str) -> str:
    raise EOFError
