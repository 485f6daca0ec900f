"""The process that thinks for bots: a question a line comes in, an answer a line goes out. It ends with its input."""

import json
import os
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any, Final

from carrozza.bots import Bot, make_bot
from carrozza.game import Game
from carrozza.server.bots.bot_request import Question

MOST_BOTS: Final = 64
"""Those asked longest ago are forgotten, and think afresh when they are asked again."""
GENTLE: Final = 10
"""How far thinking stands back behind serving."""


class Bench:
    """The bots that were asked lately, each with what it keeps in mind from one decision to the next."""

    def __init__(self) -> None:
        self.bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()

    def answer(self, question: Question) -> str:
        view = question.seen()
        return str(self._bot(question).choose(view))

    def _bot(self, question: Question) -> Bot:
        key = (question.table, question.seat, question.bot)
        if key not in self.bots:
            self.bots[key] = make_bot(question.bot, question.seen().names, question.seed)
            if len(self.bots) > MOST_BOTS:
                self.bots.popitem(last=False)[1].close()
        self.bots.move_to_end(key)
        return self.bots[key]


def warm_up(bot: str) -> None:
    """One decision, so that compiling takes nobody's time later on."""
    game = Game("new-york", seats=2, seed=1)
    chosen = make_bot(bot, game.names, seed=1)
    chosen.choose(game.view(0))
    chosen.close()


def think(questions: IO[bytes], answers: IO[bytes]) -> None:
    bench = Bench()
    for line in questions:
        answers.write(json.dumps(_answered(bench, json.loads(line))).encode() + b"\n")
        answers.flush()


def _answered(bench: Bench, asked: dict[str, Any]) -> dict[str, str]:
    try:
        if "warm" in asked:
            warm_up(asked["warm"])
            return {"ready": asked["warm"]}
        return {"move": bench.answer(Question.read(asked))}
    except Exception as fault:  # whatever a bot does, the next question is heard
        return {"fault": type(fault).__name__}


def _own_streams() -> tuple[IO[bytes], IO[bytes]]:
    """The two pipes, out of reach of what a bot prints or reads."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)
    return questions, answers


def main(prepare: Callable[[], object] = lambda: os.nice(GENTLE)) -> None:
    questions, answers = _own_streams()
    with suppress(OSError):
        prepare()
    with suppress(BrokenPipeError, KeyboardInterrupt):
        think(questions, answers)


if __name__ == "__main__":
    main()
