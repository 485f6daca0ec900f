"""A bot may hang, crash or answer nonsense; the game never blocks on it.

For a decision that it fails to make the planner's move is played instead. Every such fault is kept, with the traceback
or the program's own words, so that nobody takes the planner's moves for the bot's.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from carrozza.bots.bot import Bot, check_view
from carrozza.bots.compiled.bot import CompiledBot
from carrozza.bots.legal_form import legal_form
from carrozza.bots.specs.notation import Spec
from carrozza.game import Move, View
from carrozza.game.names import Names

MOST_FAULTS: Final = 3
"""After so many a bot is not asked any more."""
LONGEST_QUOTE: Final = 200
LONGEST_TRACEBACK: Final = 1 << 13
FAULTS: Final = ("slow", "crash", "garbage", "flood", "illegal", "number")
"""The kinds of faults: docs/bot-protocol.md says what each means."""
FALLBACK: Final = Spec("planner")


@dataclass(frozen=True)
class Fault:
    """One thing a bot did wrong."""

    kind: str
    """One of `FAULTS`."""
    decision: int
    """At which of its decisions, from 1 on; 0 before the first."""
    said: str
    """What it said, or what became of it; cut short."""
    traceback: str = ""
    """The traceback of a class, or the end of a program's standard error."""

    def __str__(self) -> str:
        return f"{self.kind} at decision {self.decision}: {self.said}"


@dataclass(frozen=True)
class FaultReport:
    """How reliable a bot was in a game."""

    decisions: int = 0
    """How often it had to decide; 0 for bots of our own, which are not watched."""
    replaced: int = 0
    """For how many of those the fallback played."""
    faults: tuple[Fault, ...] = ()

    @property
    def first(self) -> Fault | None:
        return self.faults[0] if self.faults else None


class BotFailed(Exception):
    """A bot has not named a move as it should."""

    def __init__(self, fault: Fault, *, for_good: bool = False) -> None:
        super().__init__(str(fault))
        self.fault = fault
        self.for_good = for_good
        """Whether there is no point in asking it again."""


class FallbackBot(Bot):
    """A bot that is not trusted. `faults` lists what it did wrong; after the third one only the fallback plays."""

    def __init__(self, names: Names, seed: int) -> None:
        self.names = names
        self.seed = seed
        self.faults: list[Fault] = []
        self.given_up = False
        """Whether it is not asked any more."""
        self.decisions = 0
        self.replaced = 0
        """How many decisions the fallback has made."""
        self._fallback: CompiledBot | None = None

    @abstractmethod
    def ask(self, view: View, legal: Sequence[Move]) -> Move:
        """The bot's own move, legal or not; `BotFailed` where there is none."""

    def choose(self, view: View) -> Move:
        check_view(self, view)
        self.decisions += 1
        if not self.given_up:
            try:
                legal = list(view.legal_moves)
                return self._legal(view, legal, self.ask(view, legal))
            except BotFailed as failed:
                self._note(failed)
        return self._fallback_move(view)

    def failed(self, kind: str, said: str, traceback: str = "", *, for_good: bool = False) -> BotFailed:
        return BotFailed(Fault(kind, self.decisions, cut(said), traceback[-LONGEST_TRACEBACK:]), for_good=for_good)

    @property
    def report(self) -> FaultReport:
        return FaultReport(self.decisions, self.replaced, tuple(self.faults))

    def _legal(self, view: View, legal: Sequence[Move], move: Move) -> Move:
        found = legal_form(view, legal, move)
        if found is None:
            raise self.failed("illegal", str(move))
        return found

    def _note(self, failed: BotFailed) -> None:
        self.faults.append(failed.fault)
        if failed.for_good or len(self.faults) >= MOST_FAULTS:
            self.given_up = True
            self.close()

    def _fallback_move(self, view: View) -> Move:
        self.replaced += 1
        if self._fallback is None:
            self._fallback = CompiledBot(FALLBACK, self.names, self.seed)
        return self._fallback.choose(view)


def fault_report(bot: Bot) -> FaultReport:
    """How reliable a bot was so far: decisions, how many of them were replaced, and its faults."""
    return bot.report if isinstance(bot, FallbackBot) else FaultReport()


def cut(text: str) -> str:
    """One line of at most 200 characters, all of which can be printed."""
    shown = " ".join("".join(mark if mark.isprintable() else " " for mark in text[: 4 * LONGEST_QUOTE]).split())
    return shown if len(shown) <= LONGEST_QUOTE else shown[: LONGEST_QUOTE - 1] + "…"
