"""Renders in a process of its own, and keeps what was rendered up to a number of bytes."""

import math
from asyncio import StreamReader
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

from carrozza.server.processes.child_process import ChildProcess, Hangs, NoAnswer, json_line, read_json
from carrozza.server.processes.fair_queue import Requester
from carrozza.server.processes.process_pool import Busy, ProcessPool
from carrozza.server.processes.shared_results import SharedResults
from carrozza.server.refusals import Refused, read_refusal, refused_for
from carrozza.server.rendering.jobs import Job, key_of, message_of, seconds_for, too_slow
from carrozza.server.rendering.rendered import Rendered

START_SECONDS: Final = 1800.0
"""For the process to start, on a machine that has to compile the rules first."""
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
        head, body = await self.exchange(json_line(message_of(job)), seconds_for(job), _read)
        if "refused" in head:
            raise read_refusal(head["refused"])
        if "fault" in head:
            raise RenderFault(head["fault"])
        return Rendered(body, head["tag"], head["size"])


class Renderer:
    """Renders each job once: who asks for the same meanwhile, or later, gets the same bytes."""

    def __init__(self, start: Callable[[], Awaitable[RenderProcess]] = RenderProcess.start) -> None:
        self.pool = ProcessPool("rendering", start, 1)
        self.pool.most_waiting, self.pool.most_of_one = MOST_WAITING, MOST_OF_ONE
        self.results = SharedResults[Rendered](KEPT_BYTES, weight=lambda made: len(made.packed))
        self._owed = 0.0
        """Milliseconds of the jobs under way and in the queue, by their prices."""

    async def render(self, job: Job, payer: str, price: float, charge: Callable[[float], object]) -> Rendered:
        """A kept one, or else charged and rendered. `charge` may refuse; a full queue is refused with 503."""
        key = key_of(job)

        def rendered() -> Coroutine[Any, Any, Rendered]:
            requester = Requester(key, payer)
            self._check_room(requester)
            charge(price)
            return self._rendered(job, requester, price)

        return await self.results.get(key, rendered, keep=job.kept)

    def _check_room(self, requester: Requester) -> None:
        """Before anything is charged."""
        try:
            self.pool.check_room(requester)
        except Busy:
            raise self._busy() from None

    def _busy(self) -> Refused:
        return refused_for("busy", 503, "server.rendering_busy", math.ceil(self._owed / 1000))

    async def _rendered(self, job: Job, requester: Requester, price: float) -> Rendered:
        self._owed += price
        try:
            async with self.pool.use(requester, WAIT_SECONDS) as process:
                return await process.render(job)
        except Hangs:
            raise too_slow(job) or self._busy() from None
        except NoAnswer:
            raise self._busy() from None
        finally:
            self._owed -= price

    async def close(self) -> None:
        await self.results.close()
        await self.pool.close()


async def _read(stream: StreamReader) -> tuple[dict[str, Any], bytes]:
    head = await read_json(stream)
    return head, await stream.readexactly(head["packed"])
