"""A process that runs bots: reads one request a line, writes one answer a line, and ends with its input."""

import json
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any, Final

from carrozza.bots import Bot, make_bot
from carrozza.bots.compiled.bot import CompiledBot
from carrozza.bots.hints.hint import MOST_SECONDS, compile_hints, hints
from carrozza.bots.neural.bot import compile_network
from carrozza.bots.neural.weights import Kind
from carrozza.bots.neural.weights.shipped import has_general_network
from carrozza.bots.search.bot import SearchBot
from carrozza.game import Game
from carrozza.server.bots.bot_request import BotRequest
from carrozza.server.processes.child_process import lower_priority, own_streams

MOST_BOTS: Final = 64
"""Beyond these the bot asked longest ago is closed; it starts afresh when it is asked again."""


class RecentBots:
    """The bots asked lately, each with what it remembers from one decision to the next."""

    def __init__(self) -> None:
        self.bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()

    def choose(self, request: BotRequest) -> str:
        return str(self._bot(request).choose(request.read_view()))

    def _bot(self, request: BotRequest) -> Bot:
        key = (request.game, request.seat, request.bot)
        if key not in self.bots:
            self.bots[key] = make_bot(request.bot, request.read_view().names, request.seed)
            if len(self.bots) > MOST_BOTS:
                self.bots.popitem(last=False)[1].close()
        self.bots.move_to_end(key)
        return self.bots[key]


def compile_bot(bot: str) -> None:
    """Compile a bot, or read it from the cache, by letting it decide once, and what else is asked of the same process:
    networks decide where compiled bots do; a search is guided by a network or not, and gives hints."""
    game = Game("new-york", seats=2, seed=1)
    chosen = make_bot(bot, game.names, seed=1)
    chosen.choose(game.view(0))
    chosen.close()
    kinds: tuple[Kind, ...] = ("flat", "tokens") if has_general_network() else ("flat",)
    if isinstance(chosen, CompiledBot):
        for kind in kinds:
            compile_network(kind)
    if isinstance(chosen, SearchBot):
        for guided_by in (None, *kinds):
            SearchBot.compile(guided_by)
        compile_hints()


def answer_requests(requests: IO[bytes], answers: IO[bytes]) -> None:
    bots = RecentBots()
    for line in requests:
        answers.write(json.dumps(_answered(bots, json.loads(line))).encode() + b"\n")
        answers.flush()


def _hints(request: BotRequest) -> list[dict[str, Any]]:
    return [hint.as_json() for hint in hints(request.read_view(), request.seed, seconds=MOST_SECONDS)]


def _answered(bots: RecentBots, asked: dict[str, Any]) -> dict[str, Any]:
    try:
        if "compile" in asked:
            compile_bot(asked["compile"])
            return {"ready": asked["compile"]}
        if "hints" in asked:
            return {"hints": _hints(BotRequest.read(asked["hints"]))}
        return {"move": bots.choose(BotRequest.read(asked))}
    except Exception as fault:  # a bot may raise anything, and the next request is still answered
        return {"fault": type(fault).__name__}


def main(prepare: Callable[[], object] = lower_priority) -> None:
    requests, answers = own_streams()
    prepare()
    with suppress(BrokenPipeError, KeyboardInterrupt):
        answer_requests(requests, answers)


if __name__ == "__main__":
    main()
