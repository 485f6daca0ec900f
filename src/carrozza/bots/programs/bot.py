"""Bots that are programs, in any language: `exec:./mybot`. The messages are described in docs/bot-protocol.md."""

import time
from collections.abc import Sequence

from carrozza.bots.fallback import BotFailed, FallbackBot
from carrozza.bots.programs import messages
from carrozza.bots.programs.line_process import Ended, TooLong, TooSlow
from carrozza.bots.programs.starting import start_program
from carrozza.bots.seeds import bot_seed
from carrozza.bots.specs.limits import seconds_of
from carrozza.bots.specs.notation import Spec
from carrozza.game import Move, View, parse_move
from carrozza.game.names import Names
from carrozza.game.scores import Result


class ProgramBot(FallbackBot):
    """A process that is sent views and names moves. It starts at once, and is greeted when it is first asked."""

    def __init__(self, spec: Spec, names: Names, seed: int) -> None:
        super().__init__(names, seed)
        self.start_limit, self.move_limit = seconds_of(spec)
        self.protocol: int | None = None
        """The version of the protocol that the program speaks, once it has said hello."""
        self._result: Result | None = None
        self._unanswered: set[int] = set()
        """Questions that the fallback has answered: a late answer to one of them is dropped."""
        self._process = start_program(spec)

    def ask(self, view: View, legal: Sequence[Move]) -> Move:
        protocol = self.protocol or self._greet(view)
        question = self.decisions
        shown, asked = messages.view_of(view, protocol), messages.decide(legal, question, self.move_limit)
        deadline = time.monotonic() + self.move_limit
        self._unanswered.add(question)
        self._send(shown)
        self._send(asked)
        return self._answer(question, deadline)

    def _greet(self, view: View) -> int:
        seed, seat = bot_seed(self.seed), view.seat or ""
        greeting = messages.hello(self.names, seat, seed, self.start_limit, self.move_limit)
        deadline = time.monotonic() + self.start_limit
        self._send(greeting)
        try:
            line = self._line(deadline, self.start_limit)
        except BotFailed as failed:
            raise BotFailed(failed.fault, for_good=True) from None
        said = messages.read(line)
        if said is None or said.get("type") != "hello":
            raise self.failed("garbage", f"instead of hello: {line}", for_good=True)
        protocol = said.get("protocol")
        if type(protocol) is not int or protocol not in messages.PROTOCOLS:
            spoken = " or ".join(map(str, messages.PROTOCOLS))
            raise self.failed("garbage", f"not protocol {spoken}: {line}", for_good=True)
        self.protocol = protocol
        return protocol

    def _answer(self, question: int, deadline: float) -> Move:
        while True:
            line = self._line(deadline, self.move_limit)
            said = messages.read(line)
            if said is None or not isinstance(said.get("move"), str):
                raise self.failed("garbage", line, self.errors)
            number = said.get("question")
            if type(number) is not int or number not in self._unanswered:
                raise self.failed("number", f"asked question {question}: {line}", self.errors)
            self._unanswered.remove(number)
            if number == question:
                return self._move(said["move"])

    def _move(self, text: str) -> Move:
        try:
            return parse_move(text)
        except ValueError:
            raise self.failed("illegal", text, self.errors) from None

    def _send(self, message: messages.Message) -> None:
        self._process.send(messages.line_of(message))

    def _line(self, deadline: float, limit: float) -> str:
        try:
            return self._process.receive(deadline)
        except TooSlow:
            raise self.failed("slow", f"nothing said for {limit:g} s", self.errors) from None
        except TooLong as line:
            raise self.failed("flood", str(line), self.errors, for_good=True) from None
        except Ended as ended:
            raise self.failed("crash", str(ended), self.errors, for_good=True) from None

    @property
    def errors(self) -> str:
        """The end of what the program has written to its standard error."""
        return self._process.errors

    def game_over(self, result: Result) -> None:
        self._result = result

    def close(self) -> None:
        """Say goodbye, with the result where there is one; a program that has been given up is ended without."""
        if self.given_up:
            self._process.close(farewell=0)
        else:
            self._process.send_if_open(messages.line_of(messages.bye(self._result)))
            self._process.close()
