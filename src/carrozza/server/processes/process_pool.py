"""A pool of processes, each of which answers one request at a time. One that dies or hangs is replaced."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from carrozza.server.logs import get_logger
from carrozza.server.processes.child_process import ChildProcess, NoAnswer
from carrozza.server.processes.fair_queue import FairQueue, Requester, Urgency

log = get_logger(__name__)

P = TypeVar("P", bound=ChildProcess)

RESTART_PAUSE: Final = 5.0
"""Seconds before another start where one has failed."""


class Busy(NoAnswer):
    """All processes were busy for too long, or too many wait already."""


@dataclass(eq=False)
class _Request(Generic[P]):
    """Somebody who waits for a process."""

    requester: Requester
    process: "asyncio.Future[P]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class ProcessPool(Generic[P]):
    """Up to `most` processes, started when they are needed, for work that takes about equally long.

    Who waits is served by the fair queue. Where there are several processes, games of bots alone leave one of them
    to people.
    """

    def __init__(
        self, name: str, start: Callable[[], Awaitable[P]], most: int, slow_start: float | None = None
    ) -> None:
        self.name = name
        """For log lines."""
        self.most = most
        self.most_waiting: int | None = None
        self.most_of_one: int | None = None
        """How many requests may wait, of everybody and of one payer."""
        self.compiling = False
        """Whether the first start takes longer than `slow_start`: on a new machine it compiles the bots."""
        self.on_compiling: Callable[[bool], object] = lambda compiling: None
        """Called when that begins and when it ends."""
        self._start_process = start
        self._slow_start = slow_start
        self._ready = False
        self._idle: list[P] = []
        self._busy: dict[P, Requester] = {}
        self._queue: FairQueue[_Request[P]] = FairQueue()
        self._starting: set[asyncio.Task[None]] = set()
        self._disposing: set[asyncio.Task[None]] = set()
        self._closed = False

    @asynccontextmanager
    async def use(self, requester: Requester, wait: float) -> AsyncIterator[P]:
        """A process of one's own; `Busy` if none is free within `wait` seconds."""
        process = await self._free(requester, wait)
        try:
            process.remember(requester.table)
            yield process
        finally:
            self._release(process)

    def start_one(self) -> None:
        """Start the first process before it is needed."""
        if not (self._idle or self._busy or self._starting):
            self._start_another()

    async def _free(self, requester: Requester, wait: float) -> P:
        self.check_room(requester)
        request: _Request[P] = _Request(requester)
        self._queue.put(request, requester)
        self._serve()
        try:
            async with asyncio.timeout(wait):
                return await asyncio.shield(request.process)
        except TimeoutError:
            self._leave_queue(request)
            raise Busy("all processes are busy") from None
        except asyncio.CancelledError:
            self._leave_queue(request)
            raise

    def check_room(self, requester: Requester) -> None:
        """`Busy` if too many wait already."""
        everybody = self.most_waiting is not None and len(self._queue) >= self.most_waiting
        if everybody or (self.most_of_one is not None and self._queue.waiting_of(requester.payer) >= self.most_of_one):
            raise Busy("too many wait")

    def _serve(self) -> None:
        """Give the free processes to those who are next, and start another where one is missing."""
        self._drop_dead()
        while self._idle and (request := self._queue.take(self._least_urgent())) is not None:
            process = self._idle_for(request.requester.table)
            self._busy[process] = request.requester
            request.process.set_result(process)
        if self._queue.has(self._least_urgent()) and self._may_start():
            self._start_another()

    def _least_urgent(self) -> Urgency:
        """Bots alone may have all processes but one."""
        alone = sum(requester.urgency > Urgency.PEOPLE for requester in self._busy.values())
        return Urgency.UNWATCHED if alone < max(1, self.most - 1) else Urgency.PEOPLE

    def _may_start(self) -> bool:
        # The first process compiles; the others then read its cache.
        count = len(self._idle) + len(self._busy) + len(self._starting)
        return count < self.most and (self._ready or not self._starting)

    def _idle_for(self, table: str) -> P:
        """A process that may remember the table, or the one used last."""
        process = next((process for process in self._idle if table in process.tables), self._idle[-1])
        self._idle.remove(process)
        return process

    def _drop_dead(self) -> None:
        for dead in [process for process in self._idle if not process.alive]:
            self._idle.remove(dead)
            self._dispose(dead)

    def _leave_queue(self, request: "_Request[P]") -> None:
        """Pass on a process that was assigned at the last moment."""
        if not self._queue.remove(request, request.requester):
            given = request.process
            if given.done() and not given.cancelled() and given.exception() is None:
                self._release(given.result())
        request.process.cancel()

    def _release(self, process: P) -> None:
        self._busy.pop(process, None)
        if self._closed or not process.alive:
            self._dispose(process)
        else:
            self._idle.append(process)
        if not self._closed:
            self._serve()

    def _start_another(self) -> None:
        task = asyncio.create_task(self._start())
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _start(self) -> None:
        try:
            with self._watching_first_start():
                process = await self._start_process()
                self._ready = True
            self._starting.discard(_this_task())
            self._release(process)
        except (NoAnswer, OSError) as error:
            log.error("bot_process_not_started", bot=self.name, error=str(error))
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
            log.info("bots_compiling", bot=self.name)
        else:
            log.info("bots_compiled", bot=self.name, ready=self._ready)
        self.on_compiling(compiling)

    def _refuse_all(self) -> None:
        if self._busy:
            return
        while (request := self._queue.take()) is not None:
            if not request.process.done():
                request.process.set_exception(NoAnswer("no process"))

    def _dispose(self, process: P) -> None:
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


def _this_task() -> "asyncio.Task[None]":
    task = asyncio.current_task()
    assert task is not None
    return task
