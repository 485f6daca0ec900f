"""One writer a process: pending writes are committed together, in one transaction."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from carrozza.server.store.answer_limit import answering_transaction
from carrozza.server.store.changes import Publisher
from carrozza.server.store.engines import WRITES
from carrozza.server.store.errors import StoreError, Unavailable, Unfit
from carrozza.server.store.health import StoreHealth
from carrozza.server.store.retry import with_retries
from carrozza.server.store.rows import Change, Event
from carrozza.server.store.sqlite_file.same_file import SameFile
from carrozza.server.store.writing.appends import CHANNEL, Appends

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
    event: Event | None
    """The event, where to append it is all there is to do."""
    answer: asyncio.Future[Any]


Outcome = Written[Any] | Exception


class Writer:
    """Answers once a write is on disk. A slow disk makes batches larger, not queues longer."""

    def __init__(
        self,
        engine: AsyncEngine,
        publisher: Publisher,
        appends: Appends,
        health: StoreHealth,
        same_file: SameFile | None = None,
    ) -> None:
        self._health = health
        self._same_file = same_file
        self._appends = appends
        self._can_append = True
        """Whether the short way may be tried: not after it has failed, until a transaction has succeeded."""
        self._engine = engine.execution_options(**WRITES)
        self._publisher = publisher
        self._notifies = engine.dialect.name == "postgresql"
        self._pending: list[PendingWrite] = []
        self._task: asyncio.Task[None] | None = None

    async def do(self, game: str, write: Write[T], event: Event | None = None) -> T:
        """Give the `event` if to append it is all that `write` does."""
        pending = PendingWrite(game, write, event, asyncio.get_running_loop().create_future())
        self._pending.append(pending)
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name="store writer")
        value: T = await pending.answer
        return value

    async def finish(self) -> None:
        if self._task is not None:
            await self._task
        await self._appends.close()

    async def _work(self) -> None:
        try:
            while self._pending:
                batch, self._pending = self._pending[:LARGEST_BATCH], self._pending[LARGEST_BATCH:]
                # In one order for all processes, so that two batches never wait for each other.
                batch.sort(key=lambda pending: pending.game)
                batch = await self._not_appended(batch)
                if batch:
                    await self._answer(batch)
        finally:
            self._task = None

    async def _not_appended(self, batch: list[PendingWrite]) -> list[PendingWrite]:
        """Append what can be appended in one statement; what is left has to be written step by step."""
        first: dict[str, PendingWrite] = {}
        for pending in batch:
            first.setdefault(pending.game, pending)
        events = {pending.game: pending.event for pending in first.values() if pending.event is not None}
        if not events or not await self._appended(list(events.values())):
            return batch
        changes = [Change(event.game, event.number) for event in events.values()]
        for game, event in events.items():
            _resolve(first[game].answer, Written(event))
        self._publish(changes)
        return [pending for pending in batch if pending.game not in events or pending is not first[pending.game]]

    async def _appended(self, events: list[Event]) -> bool:
        if not self._can_append:
            return False
        try:
            with self._health.writing():
                if self._same_file is not None:
                    self._same_file.check()
                return await self._appends.append(events)
        except Exception:  # the transaction that follows finds out what it was
            self._can_append = False
            return False

    def _publish(self, changes: Iterable[Change]) -> None:
        for change in changes:
            self._publisher.publish(change)

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
        # Afterwards: whoever wrote it is the first to know.
        self._publish(_changes(outcomes))

    async def _together(self, batch: list[PendingWrite]) -> list[Outcome]:
        with self._health.writing():
            return await with_retries(lambda: self._transaction(batch), health=self._health)

    async def _alone(self, pending: PendingWrite) -> Outcome:
        try:
            return (await self._together([pending]))[0]
        except StoreError as error:
            return error

    async def _transaction(self, batch: list[PendingWrite]) -> list[Outcome]:
        async with answering_transaction(self._engine) as connection:
            outcomes = [await _attempt(pending.write, connection) for pending in batch]
            changes = list(_changes(outcomes))
            if self._notifies and changes:
                notices = sorted({f"{change.game} {change.number}" for change in changes})
                await connection.execute(NOTIFY, {"channel": CHANNEL, "notices": notices})
        self._can_append = True
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
