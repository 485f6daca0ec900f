"""Bots that are Python classes, made and watched: other people's never stop a game."""

import traceback
from collections.abc import Sequence
from contextlib import suppress

from carrozza.bots.analysis import Analysis, NoAnalysis
from carrozza.bots.bot import Bot
from carrozza.bots.fallback import FallbackBot
from carrozza.bots.seeds import bot_seed
from carrozza.bots.specs.bot_classes import ERRORS, class_of
from carrozza.bots.specs.notation import Spec
from carrozza.game import Move, View, parse_move
from carrozza.game.names import Names
from carrozza.game.scores import Result
from carrozza.kernel.state import copied


def make_class_bot(spec: Spec, names: Names, seed: int, threads: int | None) -> Bot:
    """A bot of the class that the spec names; wrapped, unless it is one of ours."""
    found = class_of(spec)
    given = {"names": names, "seed": bot_seed(seed)} | ({} if threads is None else {"threads": threads})
    made: Bot = found.make(spec, **given)
    return made if found.trusted else PluginBot(made, names, seed)


class PluginBot(FallbackBot):
    """Another package's or file's bot: a fallback plays where it fails."""

    def __init__(self, bot: Bot, names: Names, seed: int) -> None:
        super().__init__(names, seed)
        self.bot = bot
        self._open = True

    def ask(self, view: View, legal: Sequence[Move]) -> Move:
        """On a copy of the view: the bot may write on it. A move may be text."""
        try:
            move = self.bot.choose(View(view.names, copied(view.state), view.seat))
        except ERRORS as error:
            raise self.failed("crash", f"{type(error).__name__}: {error}", _traceback(error)) from error
        return self._read(move) if isinstance(move, str) else move

    def _read(self, text: str) -> Move:
        try:
            return parse_move(text)
        except ValueError:
            raise self.failed("illegal", text) from None

    def analyse(self, view: View) -> Analysis:
        if not hasattr(self.bot, "analyse"):
            raise NoAnalysis(
                f"{type(self.bot).__name__} names a move without an analysis: it has no method analyse(view)"
            )
        return self.bot.analyse(View(view.names, copied(view.state), view.seat))

    def game_over(self, result: Result) -> None:
        if self._open and hasattr(self.bot, "game_over"):
            with suppress(*ERRORS):
                self.bot.game_over(result)

    def close(self) -> None:
        if self._open and hasattr(self.bot, "close"):
            with suppress(*ERRORS):
                self.bot.close()
        self._open = False


def _traceback(error: BaseException) -> str:
    """From the bot's own code on: the caller's frame says nothing about it."""
    own = error.__traceback__.tb_next if error.__traceback__ else None
    return "".join(traceback.format_exception(type(error), error, own or error.__traceback__))
