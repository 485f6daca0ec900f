"""One writer a process: what waits to be written goes to disk together, in one transaction."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from carrozza.server.store.changes import Broadcast
from carrozza.server.store.engines import WRITES
from carrozza.server.store.errors import StoreError, Unavailable, Unfit
from carrozza.server.store.retry import with_patience
from carrozza.server.store.rows import Change

CHANNEL: Final = "carrozza"
MOST_TOGETHER: Final = 64
NOTIFY: Final = text("SELECT pg_notify(:channel, notice) FROM unnest(CAST(:notices AS text[])) AS notice")

T = TypeVar("T")


@dataclass(frozen=True)
class Written(Generic[T]):
    value: T
    change: Change | None = None


Write = Callable[[AsyncConnection], Awaitable[Written[T]]]
"""Writes something, or raises a `StoreError` having written nothing. It may be done again if the answer was lost."""


@dataclass(frozen=True)
class Waiting:
    game: str
    write: Write[Any]
    answer: asyncio.Future[Any]


Outcome = Written[Any] | Exception


class Writer:
    """Answers only once the disk has it. A disk that takes its time makes batches larger, not queues longer."""

    def __init__(self, engine: AsyncEngine, broadcast: Broadcast) -> None:
        self._engine = engine.execution_options(**WRITES)
        self._broadcast = broadcast
        self._notifies = engine.dialect.name == "postgresql"
        self._waiting: list[Waiting] = []
        self._task: asyncio.Task[None] | None = None

    async def do(self, game: str, write: Write[T]) -> T:
        waiting = Waiting(game, write, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name="store writer")
        value: T = await waiting.answer
        return value

    async def finish(self) -> None:
        if self._task is not None:
            await self._task

    async def _work(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
                # In one order for all processes, so that two batches never wait for each other.
                batch.sort(key=lambda waiting: waiting.game)
                await self._answer(batch)
        finally:
            self._task = None

    async def _answer(self, batch: list[Waiting]) -> None:
        try:
            outcomes: list[Outcome] = await self._together(batch)
        except Unfit:
            # One of them is at fault: the others must not suffer.
            outcomes = [await self._alone(waiting) for waiting in batch]
        except Unavailable as error:
            # Those that came later have waited as long.
            batch, self._waiting = batch + self._waiting, []
            outcomes = [error] * len(batch)
        except Exception as error:
            outcomes = [error] * len(batch)
        for waiting, outcome in zip(batch, outcomes, strict=True):
            _tell(waiting.answer, outcome)

    async def _together(self, batch: list[Waiting]) -> list[Outcome]:
        return await with_patience(lambda: self._transaction(batch))

    async def _alone(self, waiting: Waiting) -> Outcome:
        try:
            return (await self._together([waiting]))[0]
        except StoreError as error:
            return error

    async def _transaction(self, batch: list[Waiting]) -> list[Outcome]:
        async with self._engine.begin() as connection:
            outcomes = [await _attempt(waiting.write, connection) for waiting in batch]
            changes = list(_changes(outcomes))
            if self._notifies and changes:
                notices = sorted({f"{change.game} {change.number}" for change in changes})
                await connection.execute(NOTIFY, {"channel": CHANNEL, "notices": notices})
        for change in changes:
            self._broadcast.tell(change)
        return outcomes


async def _attempt(write: Write[Any], connection: AsyncConnection) -> Outcome:
    try:
        return await write(connection)
    except StoreError as refusal:
        return refusal


def _changes(outcomes: Iterable[Outcome]) -> Iterable[Change]:
    return (outcome.change for outcome in outcomes if isinstance(outcome, Written) and outcome.change is not None)


def _tell(answer: asyncio.Future[Any], outcome: Outcome) -> None:
    if answer.done():  # whoever asked has left
        return
    if isinstance(outcome, Written):
        answer.set_result(outcome.value)
    else:
        answer.set_exception(outcome)
