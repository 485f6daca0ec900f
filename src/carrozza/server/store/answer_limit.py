"""How long a connection to PostgreSQL may wait for an answer.

A database that hangs keeps its connections open and its machine acknowledges what they are sent, so that neither the
system's timeouts nor the database's own end the wait, and the driver would wait on even after a cancellation. The
connection is shut down instead: the driver then reports it as lost, as when the database has gone away.
"""

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

ANSWER_SECONDS: Final = 8.0
"""More than PostgreSQL's own limits (`engines.py`), whose errors say more; and less than the page waits, together with
an attempt to connect anew."""


@asynccontextmanager
async def answering(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection of the engine's that has to answer in time."""
    async with engine.connect() as connection:
        with shut_down_after((await connection.get_raw_connection()).driver_connection):
            yield connection


@asynccontextmanager
async def answering_transaction(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    async with answering(engine) as connection, connection.begin():
        yield connection


@contextmanager
def shut_down_after(driver: Any, seconds: float | None = None) -> Iterator[None]:
    """Shut a connection of psycopg's down if the block lasts longer; other drivers' are left alone."""
    seconds = ANSWER_SECONDS if seconds is None else seconds
    if not hasattr(driver, "pgconn"):
        yield
        return
    timer = asyncio.get_running_loop().call_later(seconds, _shut_down, driver)
    try:
        yield
    finally:
        timer.cancel()


def _shut_down(driver: Any) -> None:
    with suppress(Exception), socket.socket(fileno=os.dup(driver.fileno())) as line:  # it may be closed already
        line.shutdown(socket.SHUT_RDWR)
