"""News of games from other processes: PostgreSQL's notices, on a connection of their own."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Final, Protocol

import psycopg
from psycopg.sql import SQL, Identifier
from sqlalchemy.ext.asyncio import AsyncEngine

from carrozza.server.store.changes import Broadcast
from carrozza.server.store.engines import connect_arguments
from carrozza.server.store.errors import Unavailable
from carrozza.server.store.retry import PATIENCE
from carrozza.server.store.rows import LOOK_AGAIN, Change

LOG: Final = logging.getLogger(__name__)
LISTEN: Final = SQL("LISTEN {}")
PULSE_SECONDS: Final = 10.0
PULSE_TIMEOUT: Final = 5.0
PAUSE_SECONDS: Final = 0.2
AGAIN_SECONDS: Final = 0.1


class Hearer(Protocol):
    def hear(self, notice: str) -> None: ...

    def lost(self) -> None:
        """Notices may have been lost: look again at everything."""


class Games:
    """Hears which games go on elsewhere."""

    def __init__(self, broadcast: Broadcast) -> None:
        self._broadcast = broadcast

    def hear(self, notice: str) -> None:
        self._broadcast.tell(change_of(notice))

    def lost(self) -> None:
        self._broadcast.tell(LOOK_AGAIN)


class Listener:
    """Listens until it is ended, for one hearer a channel. While it could not, notices were lost: then it says so."""

    def __init__(self, engine: AsyncEngine, hearers: Mapping[str, Hearer]) -> None:
        self._arguments = {**engine.dialect.create_connect_args(engine.url)[1], **connect_arguments(engine.url)}
        self._hearers = hearers
        self._task: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()

    async def start(self) -> None:
        """Listens when this returns."""
        self._task = asyncio.create_task(self._listen(), name="store listener")
        try:
            await asyncio.wait_for(self._listening.wait(), PATIENCE)
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
            except Exception as error:  # whatever it was, the listening goes on
                LOG.warning("no notices from the database (%s); listening again", type(error).__name__)
            await asyncio.sleep(PAUSE_SECONDS)

    async def _listen_once(self) -> None:
        async with await psycopg.AsyncConnection.connect(**self._arguments, autocommit=True) as connection:
            for channel in self._hearers:
                await connection.execute(LISTEN.format(Identifier(channel)))
            if self._listening.is_set():
                for hearer in self._hearers.values():
                    hearer.lost()
            self._listening.set()
            while True:
                async for notice in connection.notifies(timeout=PULSE_SECONDS):
                    self._hearers[notice.channel].hear(notice.payload)
                # A connection may die without a word, and would then be silent for ever.
                async with asyncio.timeout(PULSE_TIMEOUT):
                    await connection.execute("SELECT 1")


def change_of(notice: str) -> Change:
    game, _, number = notice.rpartition(" ")
    return Change(game, int(number)) if game and number.isdigit() else LOOK_AGAIN
