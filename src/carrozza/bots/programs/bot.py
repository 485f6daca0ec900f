"""Bots that are programs, in any language: `exec:./mybot`. What is said is described in docs/bot-protocol.md."""

import errno
import time
from collections.abc import Sequence
from typing import Final

from carrozza.boards.faults import did_you_mean
from carrozza.bots.fallback import Guarded, Misbehaved
from carrozza.bots.programs import messages
from carrozza.bots.programs.line_process import Ended, LineProcess, TooLong, TooSlow
from carrozza.bots.seeds import own_luck
from carrozza.bots.specs.notation import BadSpec, Budget, Spec
from carrozza.game import Move, View, parse_move
from carrozza.game.names import Names

LIMITS: Final = {"start": "10s", "move": "2s"}
"""How long a program may take to say hello, and to decide."""
ADVICE: Final = {
    errno.ENOENT: "check the path; a program in this folder is written ./name",
    errno.EACCES: "make it executable, or name what runs it, as in exec:python3 mybot.py",
    errno.ENOEXEC: "begin it with a #! line, or name what runs it, as in exec:python3 mybot.py",
}


def check_program(spec: Spec) -> Spec:
    """The spec with its limits written as times; a `BadSpec` says what they cannot be."""
    settings = []
    for name, value in spec.settings:
        if name not in LIMITS:
            told = f"it has {' and '.join(LIMITS)}"
            raise BadSpec(f"'{spec}': a program has no parameter '{name}'{did_you_mean(name, LIMITS)}; {told}")
        settings.append((name, str(_limit(spec, name, str(value)))))
    return Spec(spec.name, None, tuple(settings), spec.command)


def _limit(spec: Spec, name: str, text: str) -> Budget:
    try:
        limit = Budget.parse(text)
    except BadSpec:
        limit = Budget()
    if limit.milliseconds is None:
        raise BadSpec(f"'{spec}': {name} is a time, such as {LIMITS[name]} or 500ms, and not '{text}'")
    return limit


class ProgramBot(Guarded):
    """A process that is sent views and names moves. It starts at once, and is greeted when it is first asked."""

    def __init__(self, spec: Spec, names: Names, seed: int) -> None:
        super().__init__(names, seed)
        limits = {**LIMITS, **spec.parameters}
        self.start_limit, self.move_limit = (Budget.parse(str(limits[name])).seconds or 0 for name in LIMITS)
        self._greeted = False
        self._unanswered: set[int] = set()
        """Questions that a stand-in has answered: the program's own answers may still come, and count no more."""
        try:
            self._process = LineProcess(spec.command)
        except (OSError, ValueError) as error:
            raise _not_started(spec, error) from None

    def ask(self, view: View, legal: Sequence[Move]) -> Move:
        if not self._greeted:
            self._greet(view)
        question = self.decisions
        shown, asked = messages.view_of(view), messages.decide(legal, question, self.move_limit)
        deadline = time.monotonic() + self.move_limit
        self._unanswered.add(question)
        self._send(shown)
        self._send(asked)
        return self._answer(question, deadline)

    def _greet(self, view: View) -> None:
        seed, seat = own_luck(self.seed), view.seat or ""
        greeting = messages.hello(self.names, seat, seed, self.start_limit, self.move_limit)
        deadline = time.monotonic() + self.start_limit
        self._send(greeting)
        try:
            line = self._line(deadline, self.start_limit)
        except Misbehaved as wrong:
            raise Misbehaved(wrong.fault, for_good=True) from None
        said = messages.read(line)
        if said is None or said.get("type") != "hello":
            raise self.misbehaved("garbage", f"instead of hello: {line}", for_good=True)
        if said.get("protocol") != messages.PROTOCOL:
            raise self.misbehaved("garbage", f"not protocol {messages.PROTOCOL}: {line}", for_good=True)
        self._greeted = True

    def _answer(self, question: int, deadline: float) -> Move:
        while True:
            line = self._line(deadline, self.move_limit)
            said = messages.read(line)
            if said is None or not isinstance(said.get("move"), str):
                raise self.misbehaved("garbage", line)
            number = said.get("question")
            if type(number) is not int or number not in self._unanswered:
                raise self.misbehaved("number", f"asked question {question}: {line}")
            self._unanswered.remove(number)
            if number == question:
                return self._move(said["move"])

    def _move(self, text: str) -> Move:
        try:
            return parse_move(text)
        except ValueError:
            raise self.misbehaved("illegal", text) from None

    def _send(self, message: messages.Message) -> None:
        self._process.send(messages.line_of(message))

    def _line(self, deadline: float, limit: float) -> str:
        try:
            return self._process.receive(deadline)
        except TooSlow:
            raise self.misbehaved("slow", f"nothing said for {limit:g} s") from None
        except TooLong as line:
            raise self.misbehaved("flood", str(line), for_good=True) from None
        except Ended as ended:
            raise self.misbehaved("crash", str(ended), for_good=True) from None

    @property
    def errors(self) -> str:
        """The end of what the program has written to its standard error."""
        return self._process.errors

    def close(self) -> None:
        """Say goodbye; a program that has been given up is ended without."""
        if self.given_up:
            self._process.close(farewell=0)
        else:
            self._process.send_if_open(messages.line_of(messages.bye()))
            self._process.close()


def _not_started(spec: Spec, error: OSError | ValueError) -> BadSpec:
    reason, advice = str(error), "write the command without it"
    if isinstance(error, OSError):
        reason, advice = error.strerror or reason, ADVICE.get(error.errno or 0, "try the command by itself")
    return BadSpec(f"'{spec}': {spec.command[0]} cannot be started: {reason}; {advice}")
