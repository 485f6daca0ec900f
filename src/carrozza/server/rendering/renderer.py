"""Renders in a process of its own, and keeps what was rendered up to a number of bytes."""

import asyncio
import math
from asyncio import StreamReader
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Final

from carrozza.server.processes.child_process import ChildProcess, NoAnswer, json_line, read_json
from carrozza.server.processes.fair_queue import Requester
from carrozza.server.processes.process_pool import Busy, ProcessPool
from carrozza.server.refusals import Refused, refused_for
from carrozza.server.rendering.jobs import Job, key_of, message_of
from carrozza.server.rendering.rendered import Rendered

START_SECONDS: Final = 1800.0
"""For the process to start, on a machine that has to compile the rules first."""
RENDER_SECONDS: Final = 120.0
"""For one job: the longest takes about four on a machine with nothing else to do."""
WAIT_SECONDS: Final = 30.0
"""In the queue."""
MOST_WAITING: Final = 64
MOST_OF_ONE: Final = 16
"""Jobs in the queue, of everybody and of one address."""
KEPT_BYTES: Final = 64 << 20


class RenderFault(Exception):
    """The renderer raised an exception, of which only the class is told."""


class RenderProcess(ChildProcess):
    """One process (`render_process.py`)."""

    @classmethod
    async def start(cls) -> "RenderProcess":
        started = await cls.run("carrozza.server.rendering.render_process")
        try:
            await started.exchange(b"", START_SECONDS, read_json)
        except BaseException:
            await started.dispose()
            raise
        return started

    async def render(self, job: Job) -> Rendered:
        head, body = await self.exchange(json_line(message_of(job)), RENDER_SECONDS, _read)
        if "refused" in head:
            error, status, key, values = head["refused"]
            raise Refused(error, status, key, **values)
        if "fault" in head:
            raise RenderFault(head["fault"])
        return Rendered(body, head["tag"], head["size"])


class Renderer:
    """Renders each job once: who asks for the same meanwhile, or later, gets the same bytes."""

    def __init__(self, start: Callable[[], Awaitable[RenderProcess]] = RenderProcess.start) -> None:
        self.pool = ProcessPool("rendering", start, 1)
        self.pool.most_waiting, self.pool.most_of_one = MOST_WAITING, MOST_OF_ONE
        self._kept = KeptBytes(KEPT_BYTES)
        self._under_way: dict[str, asyncio.Task[Rendered]] = {}
        self._owed = 0.0
        """Milliseconds of the jobs under way and in the queue, by their prices."""

    async def render(self, job: Job, payer: str, price: float, charge: Callable[[float], object]) -> Rendered:
        """From the cache, or else charged and rendered. `charge` may refuse; a full queue is refused with 503."""
        key = key_of(job)
        kept = self._kept.get(key)
        if kept is not None:
            return kept
        if key not in self._under_way:
            requester = Requester(key, payer)
            self._check_room(requester)
            charge(price)
            self._under_way[key] = asyncio.create_task(self._rendered(key, job, requester, price))
            self._under_way[key].add_done_callback(lambda task: self._done(key, task))
        return await asyncio.shield(self._under_way[key])

    def _check_room(self, requester: Requester) -> None:
        """Before anything is charged."""
        try:
            self.pool.check_room(requester)
        except Busy:
            raise self._busy() from None

    def _busy(self) -> Refused:
        return refused_for("busy", 503, "server.rendering_busy", math.ceil(self._owed / 1000))

    async def _rendered(self, key: str, job: Job, requester: Requester, price: float) -> Rendered:
        self._owed += price
        try:
            async with self.pool.use(requester, WAIT_SECONDS) as process:
                made = await process.render(job)
        except NoAnswer:
            raise self._busy() from None
        finally:
            self._owed -= price
        if job.kept:
            self._kept.put(key, made)
        return made

    def _done(self, key: str, task: "asyncio.Task[Rendered]") -> None:
        self._under_way.pop(key, None)
        if not task.cancelled():
            task.exception()  # whoever asked may be gone, and nobody has to know of it

    async def close(self) -> None:
        for task in tuple(self._under_way.values()):
            task.cancel()
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)
        await self.pool.close()


class KeptBytes:
    """What was used last, up to so many bytes."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self._kept: OrderedDict[str, Rendered] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: str) -> Rendered | None:
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: str, made: Rendered) -> None:
        if key in self._kept:
            self.size -= len(self._kept.pop(key).packed)
        self._kept[key] = made
        self.size += len(made.packed)
        while self.size > self.most:
            self.size -= len(self._kept.popitem(last=False)[1].packed)


async def _read(stream: StreamReader) -> tuple[dict[str, Any], bytes]:
    head = await read_json(stream)
    return head, await stream.readexactly(head["packed"])
