"""Processes that think for bots, each one question at a time. One that dies or hangs is ended, and another started."""

import asyncio
import json
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from carrozza.server.bots.bot_request import Question

log = logging.getLogger(__name__)

LONGEST_LINE: Final = 1 << 16
WARMING: Final = 1800.0
"""Seconds for a process to start; the very first compiles the bots, which a small machine takes long for."""
REST: Final = 5.0
"""Seconds before another is tried, where one could not be started."""


class NoAnswer(Exception):
    """Nobody is free, or the one who was asked has died, hangs or gave up; in a few words, which."""


class StillWarming(NoAnswer):
    """The bot is being compiled: no fault of anybody's."""


class Thinker:
    """One process. It is shown views alone (`thinker.py`)."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.tables: set[str] = set()
        """Whose bots it remembers, as far as we do."""
        self._ended = False

    @classmethod
    async def start(cls, bot: str) -> "Thinker":
        """Ready to play such a bot."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "carrozza.server.bots.bot_process"),
            stdin=PIPE,
            stdout=PIPE,
            limit=LONGEST_LINE,
            start_new_session=True,  # Ctrl-C is for the server, which lets them finish
        )
        thinker = cls(process)
        try:
            await thinker._answer({"warm": bot}, WARMING)
        except BaseException:
            await thinker.gone()
            raise
        return thinker

    async def choose(self, question: Question, seconds: float) -> str:
        self.tables.add(question.table)
        answer = await self._answer(question.line(), seconds)
        if "move" not in answer:
            raise NoAnswer(str(answer.get("fault", "no move")))
        return str(answer["move"])

    async def _answer(self, asked: bytes | dict[str, str], seconds: float) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        line = asked if isinstance(asked, bytes) else json.dumps(asked).encode() + b"\n"
        try:
            async with asyncio.timeout(seconds):
                self.process.stdin.write(line)
                await self.process.stdin.drain()
                answered = await self.process.stdout.readline()
            answer: dict[str, Any] = json.loads(answered)
        except TimeoutError:
            self.end()
            raise NoAnswer("hangs") from None
        except (OSError, ValueError):
            self.end()
            raise NoAnswer("died") from None
        except asyncio.CancelledError:
            self.end()  # its answer would be taken for the next one's
            raise
        return answer

    @property
    def alive(self) -> bool:
        return not self._ended and self.process.returncode is None

    def end(self) -> None:
        self._ended = True
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    async def gone(self) -> None:
        """Ended, with nothing left of it: neither its entry in the system's list nor its pipes."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.end()
        self.process.stdin.close()
        with suppress(OSError, ValueError):
            await self.process.stdout.read()
        await self.process.wait()


class Lane:
    """Up to so many thinkers, started when they are needed, for bots that take about as long as each other."""

    def __init__(self, bot: str, most: int, patience: float | None = None) -> None:
        self.bot = bot
        self.most = most
        self.warming = False
        """Whether the first takes longer than `patience` to start: on a new machine, bots are compiled first."""
        self.heed_warming: Callable[[], object] = lambda: None
        """Called when that begins, and when it is over."""
        self._patience = patience
        self._ready = False
        self._idle: list[Thinker] = []
        self._busy: set[Thinker] = set()
        self._waiting: deque[asyncio.Future[Thinker]] = deque()
        self._starting: set[asyncio.Task[None]] = set()
        self._burying: set[asyncio.Task[None]] = set()
        self._closed = False

    async def choose(self, question: Question, wait: float, seconds: float) -> str:
        """The move in notation; `NoAnswer` where nobody is free before `wait` is over, or thinks longer than
        `seconds`."""
        thinker = await self._free(question.table, wait)
        try:
            return await thinker.choose(question, seconds)
        finally:
            self._busy.discard(thinker)
            self._give_back(thinker)

    def warm(self) -> None:
        """Start one ahead."""
        if not (self._idle or self._busy or self._starting):
            self._start_another()

    async def _free(self, table: str, wait: float) -> Thinker:
        for dead in [thinker for thinker in self._idle if not thinker.alive]:
            self._idle.remove(dead)
            self._bury(dead)
        if not self._idle:
            return await self._next_free(wait)
        thinker = next((thinker for thinker in self._idle if table in thinker.tables), self._idle[-1])
        self._idle.remove(thinker)
        self._busy.add(thinker)
        return thinker

    async def _next_free(self, wait: float) -> Thinker:
        # What the first compiles, the others read: they would only compile the same.
        if len(self._busy) + len(self._starting) < self.most and (self._ready or not self._starting):
            self._start_another()
        waiting: asyncio.Future[Thinker] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        try:
            async with asyncio.timeout(wait):
                return await asyncio.shield(waiting)
        except TimeoutError:
            self._leave_queue(waiting)
            raise NoAnswer("all are busy") from None
        except asyncio.CancelledError:
            self._leave_queue(waiting)
            raise

    def _leave_queue(self, waiting: "asyncio.Future[Thinker]") -> None:
        """Whoever was served in the last moment passes it on."""
        if waiting.done() and not waiting.cancelled() and waiting.exception() is None:
            thinker = waiting.result()
            self._busy.discard(thinker)
            self._give_back(thinker)
        waiting.cancel()

    def _start_another(self) -> None:
        task = asyncio.create_task(self._start())
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _start(self) -> None:
        try:
            with self._minded():
                thinker = await Thinker.start(self.bot)
                self._ready = True
            self._give_back(thinker)
        except (NoAnswer, OSError) as wrong:
            log.error("no process to think for bots", extra={"told": {"bot": self.bot, "why": str(wrong)}})
            self._refuse_all()
            await asyncio.sleep(REST)

    @contextmanager
    def _minded(self) -> Iterator[None]:
        """While the first is started: where it takes long, that is told, and when it is over."""
        if self._ready or self._patience is None:
            yield
            return
        minding = asyncio.get_running_loop().call_later(self._patience, self._set_warming, True)
        try:
            yield
        finally:
            minding.cancel()
            self._set_warming(False)

    def _set_warming(self, warming: bool) -> None:
        if warming == self.warming or self._closed:
            return
        self.warming = warming
        told = {"bot": self.bot, "ready": self._ready}
        log.info("bots are being compiled" if warming else "bots were compiled", extra={"told": told})
        self.heed_warming()

    def _refuse_all(self) -> None:
        if self._busy:
            return
        while self._waiting:
            waiting = self._waiting.popleft()
            if not waiting.done():
                waiting.set_exception(NoAnswer("no process"))

    def _give_back(self, thinker: Thinker) -> None:
        if self._closed or not thinker.alive:
            self._bury(thinker)
            if self._waiting and not self._closed:
                self._start_another()
            return
        while self._waiting:
            waiting = self._waiting.popleft()
            if not waiting.done():
                self._busy.add(thinker)
                waiting.set_result(thinker)
                return
        self._idle.append(thinker)

    def _bury(self, thinker: Thinker) -> None:
        task = asyncio.create_task(thinker.gone())
        self._burying.add(task)
        task.add_done_callback(self._burying.discard)

    async def close(self) -> None:
        self._closed = True
        for task in tuple(self._starting):
            task.cancel()
        for thinker in (*self._idle, *self._busy):
            self._bury(thinker)
        await asyncio.gather(*self._starting, return_exceptions=True)
        await asyncio.gather(*self._burying, return_exceptions=True)
