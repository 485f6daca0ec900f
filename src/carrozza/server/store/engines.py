"""Connections to the database, set up so that what is committed is on disk."""

import logging
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

BUSY_SECONDS: Final = 15
CONNECT_SECONDS: Final = 5
POOL_SIZE: Final = 5
WRITES: Final = {"writes": True}
"""The option of connections that are going to write."""

# Else it would write every statement with its parameters into a log of that level: seeds and hands.
logging.getLogger("aiosqlite").setLevel(logging.INFO)


def async_engine(url: URL) -> AsyncEngine:
    # Parameters stay hidden: they are seeds and hands, and errors end up in logs.
    engine = create_async_engine(url, hide_parameters=True, pool_size=POOL_SIZE, connect_args=connect_arguments(url))
    _set_up(engine.sync_engine)
    return engine


def for_statements(engine: AsyncEngine) -> AsyncEngine:
    """The same connections, each statement a transaction of its own: no BEGIN and COMMIT to wait for."""
    return engine if _is_sqlite(engine.url) else engine.execution_options(isolation_level="AUTOCOMMIT")


def plain_engine(url: URL) -> Engine:
    """A synchronous engine, for the migrations."""
    driver = "sqlite+pysqlite" if _is_sqlite(url) else url.drivername
    engine = create_engine(
        url.set(drivername=driver), hide_parameters=True, poolclass=NullPool, connect_args=connect_arguments(url)
    )
    _set_up(engine)
    return engine


def _is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def connect_arguments(url: URL) -> dict[str, Any]:
    """Arguments of the driver besides the address."""
    if _is_sqlite(url):
        return {"timeout": BUSY_SECONDS}
    keep_alive = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
    return {"connect_timeout": CONNECT_SECONDS, "application_name": "carrozza", **keep_alive}


def _set_up(engine: Engine) -> None:
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)


def _set_up_sqlite(connection: Any, _record: object) -> None:
    # The driver would begin transactions in its own way, and too late.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """A writer asks for its lock at once: one that read first could not wait for it. Other statements stand alone."""
    if connection.get_execution_options().get("writes"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
