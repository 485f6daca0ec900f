"""Layouts and playtests of drafts: in a process of their own, one after another, telling how far they are."""

import asyncio
import json
import secrets
import signal
from asyncio import StreamReader
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing, suppress
from typing import Any, ClassVar, Final

from pydantic_core import to_json

from carrozza.server.processes.child_process import ChildProcess, NoAnswer, json_line, read_json
from carrozza.server.processes.fair_queue import Requester
from carrozza.server.processes.process_pool import Busy, ProcessPool
from carrozza.server.refusals import Refused, read_refusal, refused_for

START_SECONDS: Final = 1800.0
"""For a process to start, on a machine that has to compile the bots first."""
WORK_SECONDS: Final = 600.0
"""For one task: the longest takes about a minute on a machine with nothing else to do."""
WAIT_SECONDS: Final = 60.0
MOST_WAITING: Final = 16
MOST_OF_ONE: Final = 2
LONGEST_LINE: Final = 8 << 20
"""Of an answer: a report has a drawing of the board in it, and names may be long."""

Message = dict[str, Any]
Task = Mapping[str, Any]


class DraftProcess(ChildProcess):
    """One process (`draft_process.py`)."""

    longest_line: ClassVar[int] = LONGEST_LINE

    @classmethod
    async def start(cls) -> "DraftProcess":
        started = await cls.run("carrozza.server.workshop.draft_process")
        try:
            await started.exchange(b"", START_SECONDS, read_json)
        except BaseException:
            await started.dispose()
            raise
        return started

    async def work(self, task: Task, tell: Callable[[Message], None]) -> None:
        """Tell every message, the last of which ends it. Whoever cancels this ends the process: that frees its core at
        once, wherever the work is, and its memory too; the next task can wait the second that a new one takes."""

        async def read(stream: StreamReader) -> None:
            while "share" in (message := json.loads(await stream.readline())):
                tell(message)
            tell(message)

        await self.exchange(json_line(task), WORK_SECONDS, read)

    def interrupt(self) -> None:
        """Ask for the outcome of what is done so far, as Ctrl-C does at a terminal."""
        with suppress(ProcessLookupError, ValueError):  # Windows knows no such signal
            self.process.send_signal(signal.SIGINT)


class LongWork:
    """What people wait for, one after another."""

    def __init__(self, name: str) -> None:
        self.pool = ProcessPool(name, DraftProcess.start, 1)
        self.pool.most_waiting, self.pool.most_of_one = MOST_WAITING, MOST_OF_ONE
        self._under_way: dict[str, DraftProcess] = {}

    async def lines(self, task: Task, payer: str, language: str) -> AsyncIterator[bytes]:
        """The lines of an answer; the first tells the name by which the work can be stopped. What is refused at once is
        raised here, before anything is answered."""
        work = secrets.token_urlsafe(16)
        messages = self._messages(task, payer, work)
        first = await anext(messages)
        return _lines({**first, "work": work}, messages, language)

    def stop(self, work: str) -> bool:
        """End some work early, with the outcome of what is done; whether it is under way here."""
        process = self._under_way.get(work)
        if process is not None:
            process.interrupt()
        return process is not None

    async def _messages(self, task: Task, payer: str, work: str) -> AsyncIterator[Message]:
        """Messages `{"share": 0.3}`, then the outcome. Whoever stops listening ends the work."""
        told: asyncio.Queue[Message | None] = asyncio.Queue()
        working = asyncio.create_task(self._work(work, task, Requester(payer, payer), told.put_nowait))
        working.add_done_callback(lambda _: told.put_nowait(None))
        try:
            while (message := await told.get()) is not None:
                yield _checked(message)
            working.result()
        finally:
            working.cancel()

    async def _work(self, work: str, task: Task, requester: Requester, tell: Callable[[Message], None]) -> None:
        try:
            async with self.pool.use(requester, WAIT_SECONDS) as process:
                self._under_way[work] = process
                await process.work(task, tell)
        except NoAnswer:
            raise busy() from None
        finally:
            self._under_way.pop(work, None)

    def check_room(self, payer: str) -> None:
        """Before anything is charged."""
        try:
            self.pool.check_room(Requester(payer, payer))
        except Busy:
            raise busy() from None

    async def close(self) -> None:
        await self.pool.close()


async def _lines(first: Message, messages: AsyncIterator[Message], language: str) -> AsyncIterator[bytes]:
    async with aclosing(messages):  # type: ignore[type-var]
        yield to_json(first) + b"\n"
        try:
            async for message in messages:
                yield to_json(message) + b"\n"
        except Refused as refused:
            yield to_json({"error": refused.error, "message": refused.sentence(language)}) + b"\n"


def busy() -> Refused:
    return refused_for("busy", 503, "server.draft.busy", 10)


def _checked(message: Message) -> Message:
    if "refused" in message:
        raise read_refusal(message["refused"])
    if "fault" in message:
        raise RuntimeError(f"the process for drafts raised {message['fault']}")
    return message
