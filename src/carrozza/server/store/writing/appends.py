"""The short way of a move into the log: all events of a batch in one statement, on one connection of the driver's own.

It only says whether everything went as it should. Whatever did not is written again step by step by the writer, which
finds out why; to write an event twice changes nothing.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final, Protocol

from pydantic_core import to_json
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from carrozza.server.store.answer_limit import shut_down_after
from carrozza.server.store.rows import Event
from carrozza.server.store.tables import EVENTS

CHANNEL: Final = "carrozza"
LONGEST_NOTICE: Final = 7000
"""PostgreSQL allows 7999 bytes."""
COLUMNS: Final = tuple(column.name for column in EVENTS.c)


class Appends(Protocol):
    async def append(self, events: Sequence[Event]) -> bool:
        """Append these events, of different games, on disk; false if not all of them are there now."""

    async def close(self) -> None: ...


class _OnDriver:
    """Holds one connection of the engine's and speaks to its driver, for SQLAlchemy takes longer than the database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._connection: AsyncConnection | None = None
        self._driver: Any = None

    async def _connected(self) -> Any:
        if self._connection is None:
            connection = await self._engine.connect()
            self._driver = (await connection.get_raw_connection()).driver_connection
            self._connection = connection
        return self._driver

    async def append(self, events: Sequence[Event]) -> bool:
        try:
            driver = await self._connected()
            with shut_down_after(driver):
                return await self._append(driver, events)
        except BaseException:
            await self.close(broken=True)
            raise

    async def _append(self, driver: Any, events: Sequence[Event]) -> bool:
        raise NotImplementedError

    async def close(self, *, broken: bool = False) -> None:
        connection, self._connection, self._driver = self._connection, None, None
        if connection is not None:
            if broken:
                await connection.invalidate()
            await connection.close()


class SqliteAppends(_OnDriver):
    """The driver works in a thread: one statement, because a busy event loop lets a thread wait after each."""

    async def _append(self, driver: Any, events: Sequence[Event]) -> bool:
        before = driver.total_changes
        values = [value for event in events for value in vars(event).values()]
        await driver.execute_fetchall(_sqlite_statement(len(events)), values)
        appended: int = driver.total_changes - before
        return appended == len(events)


class PostgresAppends(_OnDriver):
    """One round trip: the statement is a transaction, and notifies other processes of its events."""

    def __init__(self, engine: AsyncEngine, owner: str) -> None:
        super().__init__(engine)
        self._owner = owner

    async def _append(self, driver: Any, events: Sequence[Event]) -> bool:
        for part in _parts(events):
            text = events_text(part)
            values = {"events": text, "number": len(part), "notice": f"{self._owner} {text}", "channel": CHANNEL}
            cursor = await driver.execute(_postgres_statement(), values, prepare=True)
            if cursor.rowcount != 1:
                return False
        return True


def events_text(events: Sequence[Event]) -> str:
    return to_json([vars(event) for event in events]).decode()


def _parts(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Each short enough for one notice."""
    part: list[Event] = []
    size = 0
    for event in events:
        length = len(events_text([event]))
        if part and size + length > LONGEST_NOTICE:
            yield part
            part, size = [], 0
        part.append(event)
        size += length
    yield part


_FOLLOWS: Final = """
    EXISTS (SELECT 1 FROM games WHERE games.id = new.game)
    AND (new.number = 1
         OR EXISTS (SELECT 1 FROM events AS old WHERE old.game = new.game AND old.number = new.number - 1))
    ON CONFLICT DO NOTHING"""
"""Nothing is written of a game that does not exist, nor after a gap, nor over what is there."""


@cache
def _sqlite_statement(rows: int) -> str:
    row = f"({', '.join('?' * len(COLUMNS))})"
    names = ", ".join(COLUMNS)
    return f"""
        WITH new ({names}) AS (VALUES {", ".join([row] * rows)})
        INSERT INTO events ({names}) SELECT {names} FROM new WHERE {_FOLLOWS}"""


@cache
def _postgres_statement() -> str:
    """Gives one row if all events were written."""
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    names = ", ".join(f'"{name}"' for name in COLUMNS)
    typed = ", ".join(f'"{column.name}" {column.type.compile(dialect)}' for column in EVENTS.c)
    return f"""
        WITH written AS (
            INSERT INTO events ({names})
            SELECT {names} FROM json_to_recordset(%(events)s::json) AS new ({typed}) WHERE {_FOLLOWS} RETURNING 1
        )
        SELECT pg_notify(%(channel)s, %(notice)s) WHERE (SELECT count(*) FROM written) = %(number)s"""
