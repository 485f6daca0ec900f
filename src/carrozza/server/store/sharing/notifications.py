"""PostgreSQL notifications from other processes, on a connection of their own."""

import asyncio
from collections.abc import Mapping
from typing import Final, Protocol

import psycopg
from psycopg.sql import SQL, Identifier
from pydantic_core import from_json
from sqlalchemy.ext.asyncio import AsyncEngine

from carrozza.server.logs import get_logger
from carrozza.server.store.answer_limit import shut_down_after
from carrozza.server.store.changes import Publisher
from carrozza.server.store.engines import connect_arguments
from carrozza.server.store.errors import Unavailable
from carrozza.server.store.retry import RETRY_SECONDS
from carrozza.server.store.rows import LOOK_AGAIN, Change, Event

log = get_logger(__name__)

LISTEN: Final = SQL("LISTEN {}")
PULSE_SECONDS: Final = 10.0
PULSE_TIMEOUT: Final = 5.0
PAUSE_SECONDS: Final = 0.2
AGAIN_SECONDS: Final = 0.1


class Receiver(Protocol):
    def receive(self, notice: str) -> None: ...

    def resync(self) -> None:
        """Read everything again: notices may have been lost."""


class GameNotices:
    """Publishes in this process which games have changed in others."""

    def __init__(self, publisher: Publisher, owner: str) -> None:
        self._publisher = publisher
        self._owner = owner

    def receive(self, notice: str) -> None:
        owner, _, rest = notice.partition(" ")
        if owner != self._owner:  # this process has published its own
            for change in changes_of(rest) if rest.startswith("[") else [change_of(notice)]:
                self._publisher.publish(change)

    def resync(self) -> None:
        self._publisher.publish(LOOK_AGAIN)


class Listener:
    """Listens on each channel for one receiver, and asks them to resync after the connection was lost."""

    def __init__(self, engine: AsyncEngine, receivers: Mapping[str, Receiver]) -> None:
        self._arguments = {**engine.dialect.create_connect_args(engine.url)[1], **connect_arguments(engine.url)}
        self._receivers = receivers
        self._task: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()
        self._lost = False

    async def start(self) -> None:
        """Listens when this returns."""
        self._task = asyncio.create_task(self._listen(), name="store listener")
        try:
            await asyncio.wait_for(self._listening.wait(), RETRY_SECONDS)
        except TimeoutError:
            raise Unavailable("the database sends no notices") from None

    async def end(self) -> None:
        # Again and again: a wait that is over at that very moment swallows the cancellation (Python 3.11).
        while self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task], timeout=AGAIN_SECONDS)

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_once()
            except Exception as error:  # whatever it was, listen again
                if not self._lost:
                    log.warning("notifications_lost", error=type(error).__name__)
                self._lost = True
            await asyncio.sleep(PAUSE_SECONDS)

    async def _listen_once(self) -> None:
        async with await psycopg.AsyncConnection.connect(**self._arguments, autocommit=True) as connection:
            for channel in self._receivers:
                await connection.execute(LISTEN.format(Identifier(channel)))
            self._lost = False
            if self._listening.is_set():
                for receiver in self._receivers.values():
                    receiver.resync()
            self._listening.set()
            while True:
                async for notice in connection.notifies(timeout=PULSE_SECONDS):
                    self._receivers[notice.channel].receive(notice.payload)
                # A dead connection would stay silent for ever.
                with shut_down_after(connection, PULSE_TIMEOUT):
                    await connection.execute("SELECT 1")


def changes_of(events: str) -> list[Change]:
    """The changes of a notice that holds the events themselves."""
    read = [Event(**fields) for fields in from_json(events)]
    return [Change(event.game, event.number, event) for event in read]


def change_of(notice: str) -> Change:
    game, _, number = notice.rpartition(" ")
    return Change(game, int(number)) if game and number.isdigit() else LOOK_AGAIN
