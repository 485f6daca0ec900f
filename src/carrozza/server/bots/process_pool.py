"""A pool of bot processes, each of which answers one request at a time. One that dies or hangs is replaced."""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from carrozza.server.bots.bot_request import BotRequest
from carrozza.server.logs import get_logger

log = get_logger(__name__)

LONGEST_LINE: Final = 1 << 16
START_SECONDS: Final = 1800.0
"""For a process to start: the very first compiles the bots, which takes long on a small machine."""
RESTART_PAUSE: Final = 5.0
"""Seconds before another start where one has failed."""


class NoAnswer(Exception):
    """No process is free, or the one asked has died, hangs or gave no move; in a few words, which."""


class StillCompiling(NoAnswer):
    """The bot is still being compiled: not a fault."""


class BotProcess:
    """One process (`bot_process.py`). It is sent only views."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.games: set[str] = set()
        """The games it has been asked about: it may still remember their bots."""
        self._ended = False

    @classmethod
    async def start(cls, bot: str) -> "BotProcess":
        """Ready to play such a bot."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "carrozza.server.bots.bot_process"),
            stdin=PIPE,
            stdout=PIPE,
            limit=LONGEST_LINE,
            start_new_session=True,  # Ctrl-C reaches the server alone, which lets bots finish
        )
        started = cls(process)
        try:
            await started._answer({"compile": bot}, START_SECONDS)
        except BaseException:
            await started.dispose()
            raise
        return started

    async def choose(self, request: BotRequest, seconds: float) -> str:
        self.games.add(request.game)
        answer = await self._answer(request.line(), seconds)
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
            self.end()  # or its answer would be read as that to the next request
            raise
        return answer

    @property
    def alive(self) -> bool:
        return not self._ended and self.process.returncode is None

    def end(self) -> None:
        self._ended = True
        with suppress(ProcessLookupError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:  # Windows
                self.process.kill()

    async def dispose(self) -> None:
        """End it, close its pipes and wait for its exit."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.end()
        self.process.stdin.close()
        with suppress(OSError, ValueError):
            await self.process.stdout.read()
        await self.process.wait()


class ProcessPool:
    """Up to `most` processes, started when they are needed, for bots that take about equally long."""

    def __init__(self, bot: str, most: int, slow_start: float | None = None) -> None:
        self.bot = bot
        self.most = most
        self.compiling = False
        """Whether the first start takes longer than `slow_start`: on a new machine it compiles the bots."""
        self.on_compiling: Callable[[bool], object] = lambda compiling: None
        """Called when that begins and when it ends."""
        self._slow_start = slow_start
        self._ready = False
        self._idle: list[BotProcess] = []
        self._busy: set[BotProcess] = set()
        self._waiting: deque[asyncio.Future[BotProcess]] = deque()
        self._starting: set[asyncio.Task[None]] = set()
        self._disposing: set[asyncio.Task[None]] = set()
        self._closed = False

    async def choose(self, request: BotRequest, wait: float, seconds: float) -> str:
        """The move in notation; `NoAnswer` if no process is free within `wait` seconds or answers within `seconds`."""
        process = await self._free(request.game, wait)
        try:
            return await process.choose(request, seconds)
        finally:
            self._busy.discard(process)
            self._release(process)

    def start_one(self) -> None:
        """Start the first process before it is needed."""
        if not (self._idle or self._busy or self._starting):
            self._start_another()

    async def _free(self, game: str, wait: float) -> BotProcess:
        for dead in [process for process in self._idle if not process.alive]:
            self._idle.remove(dead)
            self._dispose(dead)
        if not self._idle:
            return await self._next_free(wait)
        process = next((process for process in self._idle if game in process.games), self._idle[-1])
        self._idle.remove(process)
        self._busy.add(process)
        return process

    async def _next_free(self, wait: float) -> BotProcess:
        # The first process compiles; the others then read its cache.
        if len(self._busy) + len(self._starting) < self.most and (self._ready or not self._starting):
            self._start_another()
        waiting: asyncio.Future[BotProcess] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        try:
            async with asyncio.timeout(wait):
                return await asyncio.shield(waiting)
        except TimeoutError:
            self._leave_queue(waiting)
            raise NoAnswer("all processes are busy") from None
        except asyncio.CancelledError:
            self._leave_queue(waiting)
            raise

    def _leave_queue(self, waiting: "asyncio.Future[BotProcess]") -> None:
        """Pass on a process that was assigned at the last moment."""
        if waiting.done() and not waiting.cancelled() and waiting.exception() is None:
            process = waiting.result()
            self._busy.discard(process)
            self._release(process)
        waiting.cancel()

    def _start_another(self) -> None:
        task = asyncio.create_task(self._start())
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _start(self) -> None:
        try:
            with self._watching_first_start():
                process = await BotProcess.start(self.bot)
                self._ready = True
            self._release(process)
        except (NoAnswer, OSError) as error:
            log.error("bot_process_not_started", bot=self.bot, error=str(error))
            self._refuse_all()
            await asyncio.sleep(RESTART_PAUSE)

    @contextmanager
    def _watching_first_start(self) -> Iterator[None]:
        """Report `compiling` where the first start takes long, and when it is over."""
        if self._ready or self._slow_start is None:
            yield
            return
        timer = asyncio.get_running_loop().call_later(self._slow_start, self._set_compiling, True)
        try:
            yield
        finally:
            timer.cancel()
            self._set_compiling(False)

    def _set_compiling(self, compiling: bool) -> None:
        if compiling == self.compiling or self._closed:
            return
        self.compiling = compiling
        if compiling:
            log.info("bots_compiling", bot=self.bot)
        else:
            log.info("bots_compiled", bot=self.bot, ready=self._ready)
        self.on_compiling(compiling)

    def _refuse_all(self) -> None:
        if self._busy:
            return
        while self._waiting:
            waiting = self._waiting.popleft()
            if not waiting.done():
                waiting.set_exception(NoAnswer("no process"))

    def _release(self, process: BotProcess) -> None:
        if self._closed or not process.alive:
            self._dispose(process)
            if self._waiting and not self._closed:
                self._start_another()
            return
        while self._waiting:
            waiting = self._waiting.popleft()
            if not waiting.done():
                self._busy.add(process)
                waiting.set_result(process)
                return
        self._idle.append(process)

    def _dispose(self, process: BotProcess) -> None:
        task = asyncio.create_task(process.dispose())
        self._disposing.add(task)
        task.add_done_callback(self._disposing.discard)

    async def close(self) -> None:
        self._closed = True
        for task in tuple(self._starting):
            task.cancel()
        for process in (*self._idle, *self._busy):
            self._dispose(process)
        await asyncio.gather(*self._starting, return_exceptions=True)
        await asyncio.gather(*self._disposing, return_exceptions=True)
