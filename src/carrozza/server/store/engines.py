"""Connections to the database, set up so that what is committed is on disk."""

import logging
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

BUSY_SECONDS: Final = 5
"""How long SQLite waits for the lock of another program."""
CONNECT_SECONDS: Final = 5
ANSWER_MS: Final = 20_000
"""After which a connection to PostgreSQL that gets no answer is given up."""
LOCK_SECONDS: Final = 5
STATEMENT_SECONDS: Final = 7
POOL_SECONDS: Final = 10
"""How long a statement waits for a connection while all are in use, as when PostgreSQL hangs."""
POOL_SIZE: Final = 5
WRITES: Final = {"writes": True}
"""The option of connections that are going to write."""

# Else it would write every statement with its parameters into a log of that level: seeds and hands.
logging.getLogger("aiosqlite").setLevel(logging.INFO)


def async_engine(url: URL) -> AsyncEngine:
    # Parameters stay hidden: they are seeds and hands, and errors end up in logs.
    pool = {"pool_size": POOL_SIZE} | ({} if is_sqlite(url) else {"pool_timeout": POOL_SECONDS})
    engine = create_async_engine(url, hide_parameters=True, connect_args=connect_arguments(url), **pool)
    _set_up(engine.sync_engine)
    if not is_sqlite(url):
        event.listen(engine.sync_engine, "connect", _limit_waiting)
    return engine


def for_statements(engine: AsyncEngine) -> AsyncEngine:
    """The same connections, each statement a transaction of its own: no BEGIN and COMMIT to wait for."""
    return engine if is_sqlite(engine.url) else engine.execution_options(isolation_level="AUTOCOMMIT")


def plain_engine(url: URL) -> Engine:
    """A synchronous engine, for the migrations."""
    driver = "sqlite+pysqlite" if is_sqlite(url) else url.drivername
    engine = create_engine(
        url.set(drivername=driver), hide_parameters=True, poolclass=NullPool, connect_args=connect_arguments(url)
    )
    _set_up(engine)
    return engine


def is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def connect_arguments(url: URL) -> dict[str, Any]:
    """Arguments of the driver besides the address."""
    if is_sqlite(url):
        return {"timeout": BUSY_SECONDS}
    keep_alive = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
    lost = {"connect_timeout": CONNECT_SECONDS, "tcp_user_timeout": ANSWER_MS}
    return {"application_name": "carrozza", **lost, **keep_alive}


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


def _limit_waiting(connection: Any, _record: object) -> None:
    """A lock that another program holds must not keep a move waiting for ever."""
    connection.set_autocommit(True)
    cursor = connection.cursor()
    cursor.execute(f"SET lock_timeout = '{LOCK_SECONDS}s'")
    cursor.execute(f"SET statement_timeout = '{STATEMENT_SECONDS}s'")
    cursor.close()
    connection.set_autocommit(False)


def _begin_sqlite(connection: Connection) -> None:
    """A writer asks for its lock at once: one that read first could not wait for it. Other statements stand alone."""
    if connection.get_execution_options().get("writes"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
