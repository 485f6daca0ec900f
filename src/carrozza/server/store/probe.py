"""Finds out whether a write is kept now."""

import os
from dataclasses import dataclass
from typing import Final

from sqlalchemy import URL, delete, insert, text
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.outages import Reason
from carrozza.server.store.engines import plain_engine
from carrozza.server.store.sqlite_file.integrity import check_pages
from carrozza.server.store.sqlite_file.same_file import SameFile
from carrozza.server.store.tables import PROCESSES
from carrozza.server.store.writing.writer import Written

SIZE: Final = {"sqlite": 8192, "postgresql": 64}
"""Of the row in bytes. In SQLite it takes new pages, as a move may; PostgreSQL's own log grows with any row."""


@dataclass(frozen=True)
class WriteProbe:
    """Writes a row and deletes it again, in one transaction that nobody else sees."""

    async def __call__(self, connection: AsyncConnection) -> Written[None]:
        owner = f"probe {os.getpid()}".ljust(SIZE[connection.dialect.name], ".")
        await connection.execute(insert(PROCESSES).values(owner=owner, until=0))
        await connection.execute(delete(PROCESSES).where(PROCESSES.c.owner == owner))
        return Written(None)


def check_file(same_file: SameFile, url: URL, reason: Reason | None) -> None:
    """Open the file of an SQLite database anew: open connections may not notice that it is damaged.

    After damage all of it is read, so that nothing is called well which is not.
    """
    same_file.check()
    engine = plain_engine(url)
    try:
        with engine.connect() as connection:
            connection.execute(text("SELECT id FROM games LIMIT 1")).all()
            if reason == Reason.DATABASE_DAMAGED:
                check_pages(connection)
    finally:
        engine.dispose()
