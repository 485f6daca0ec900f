"""One writer a process: pending writes are committed together, in one transaction."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from carrozza.server.store.changes import Publisher
from carrozza.server.store.engines import WRITES
from carrozza.server.store.errors import StoreError, Unavailable, Unfit
from carrozza.server.store.health import StoreHealth
from carrozza.server.store.retry import with_retries
from carrozza.server.store.rows import Change

CHANNEL: Final = "carrozza"
LARGEST_BATCH: Final = 64
NOTIFY: Final = text("SELECT pg_notify(:channel, notice) FROM unnest(CAST(:notices AS text[])) AS notice")

T = TypeVar("T")


@dataclass(frozen=True)
class Written(Generic[T]):
    value: T
    change: Change | None = None


Write = Callable[[AsyncConnection], Awaitable[Written[T]]]
"""Writes something, or raises a `StoreError` having written nothing. It may be done again if the answer was lost."""


@dataclass(frozen=True)
class PendingWrite:
    game: str
    write: Write[Any]
    answer: asyncio.Future[Any]


Outcome = Written[Any] | Exception


class Writer:
    """Answers once a write is on disk. A slow disk makes batches larger, not queues longer."""

    def __init__(self, engine: AsyncEngine, publisher: Publisher, health: StoreHealth) -> None:
        self._health = health
        self._engine = engine.execution_options(**WRITES)
        self._publisher = publisher
        self._notifies = engine.dialect.name == "postgresql"
        self._pending: list[PendingWrite] = []
        self._task: asyncio.Task[None] | None = None

    async def do(self, game: str, write: Write[T]) -> T:
        pending = PendingWrite(game, write, asyncio.get_running_loop().create_future())
        self._pending.append(pending)
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name="store writer")
        value: T = await pending.answer
        return value

    async def finish(self) -> None:
        if self._task is not None:
            await self._task

    async def _work(self) -> None:
        try:
            while self._pending:
                batch, self._pending = self._pending[:LARGEST_BATCH], self._pending[LARGEST_BATCH:]
                # In one order for all processes, so that two batches never wait for each other.
                batch.sort(key=lambda pending: pending.game)
                await self._answer(batch)
        finally:
            self._task = None

    async def _answer(self, batch: list[PendingWrite]) -> None:
        try:
            outcomes: list[Outcome] = await self._together(batch)
        except Unfit:
            # One of them is at fault: the others must not suffer.
            outcomes = [await self._alone(pending) for pending in batch]
        except Unavailable as error:
            # Those that came later have waited as long.
            batch, self._pending = batch + self._pending, []
            outcomes = [error] * len(batch)
        except Exception as error:
            outcomes = [error] * len(batch)
        for pending, outcome in zip(batch, outcomes, strict=True):
            _resolve(pending.answer, outcome)

    async def _together(self, batch: list[PendingWrite]) -> list[Outcome]:
        with self._health.writing():
            return await with_retries(lambda: self._transaction(batch), health=self._health)

    async def _alone(self, pending: PendingWrite) -> Outcome:
        try:
            return (await self._together([pending]))[0]
        except StoreError as error:
            return error

    async def _transaction(self, batch: list[PendingWrite]) -> list[Outcome]:
        async with self._engine.begin() as connection:
            outcomes = [await _attempt(pending.write, connection) for pending in batch]
            changes = list(_changes(outcomes))
            if self._notifies and changes:
                notices = sorted({f"{change.game} {change.number}" for change in changes})
                await connection.execute(NOTIFY, {"channel": CHANNEL, "notices": notices})
        for change in changes:
            self._publisher.publish(change)
        return outcomes


async def _attempt(write: Write[Any], connection: AsyncConnection) -> Outcome:
    try:
        return await write(connection)
    except StoreError as refusal:
        return refusal


def _changes(outcomes: Iterable[Outcome]) -> Iterable[Change]:
    return (outcome.change for outcome in outcomes if isinstance(outcome, Written) and outcome.change is not None)


def _resolve(answer: asyncio.Future[Any], outcome: Outcome) -> None:
    if answer.done():  # the request was cancelled
        return
    if isinstance(outcome, Written):
        answer.set_result(outcome.value)
    else:
        answer.set_exception(outcome)
