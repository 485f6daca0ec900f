"""Lays out drafts in a process of its own, one after another, and tells how far it is."""

import asyncio
import json
from asyncio import StreamReader
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any, ClassVar, Final

from carrozza.server.processes.child_process import ChildProcess, NoAnswer, json_line, read_json
from carrozza.server.processes.fair_queue import Requester
from carrozza.server.processes.process_pool import Busy, ProcessPool
from carrozza.server.refusals import Refused, refused_for

START_SECONDS: Final = 600.0
LAYOUT_SECONDS: Final = 300.0
"""For one layout: that of the largest board takes about twenty on a machine with nothing else to do."""
WAIT_SECONDS: Final = 60.0
MOST_WAITING: Final = 16
MOST_OF_ONE: Final = 2
LONGEST_LINE: Final = 4 << 20
"""Of a layout: names may be long, and there may be many."""

Message = dict[str, Any]


class LayoutProcess(ChildProcess):
    """One process (`layout_process.py`)."""

    longest_line: ClassVar[int] = LONGEST_LINE

    @classmethod
    async def start(cls) -> "LayoutProcess":
        started = await cls.run("carrozza.server.workshop.layout_process")
        try:
            await started.exchange(b"", START_SECONDS, read_json)
        except BaseException:
            await started.dispose()
            raise
        return started

    async def lay_out(self, draft: Mapping[str, Any], tell: Callable[[Message], None]) -> None:
        """Tell every message, the last of which ends it; whoever cancels this ends the process."""

        async def read(stream: StreamReader) -> None:
            while "share" in (message := json.loads(await stream.readline())):
                tell(message)
            tell(message)

        await self.exchange(json_line(draft), LAYOUT_SECONDS, read)


class Layouts:
    """The layouts that people wait for."""

    def __init__(self) -> None:
        self.pool = ProcessPool("layouts", LayoutProcess.start, 1)
        self.pool.most_waiting, self.pool.most_of_one = MOST_WAITING, MOST_OF_ONE

    async def lay_out(self, draft: Mapping[str, Any], payer: str) -> AsyncIterator[Message]:
        """Messages `{"share": 0.3}`, then `{"layout": ...}`. Whoever stops listening ends the work."""
        told: asyncio.Queue[Message | None] = asyncio.Queue()
        working = asyncio.create_task(self._work(draft, Requester(payer, payer), told.put_nowait))
        working.add_done_callback(lambda _: told.put_nowait(None))
        try:
            while (message := await told.get()) is not None:
                yield _checked(message)
            working.result()
        finally:
            working.cancel()

    async def _work(self, draft: Mapping[str, Any], requester: Requester, tell: Callable[[Message], None]) -> None:
        try:
            async with self.pool.use(requester, WAIT_SECONDS) as process:
                await process.lay_out(draft, tell)
        except NoAnswer:
            raise busy() from None

    def check_room(self, payer: str) -> None:
        """Before anything is charged."""
        try:
            self.pool.check_room(Requester(payer, payer))
        except Busy:
            raise busy() from None

    async def close(self) -> None:
        await self.pool.close()


def busy() -> Refused:
    return refused_for("busy", 503, "server.draft.busy", 10)


def _checked(message: Message) -> Message:
    if "refused" in message:
        error, status, key, values = message["refused"]
        raise Refused(error, status, key, **values)
    if "fault" in message:
        raise RuntimeError(f"the layout process raised {message['fault']}")
    return message
