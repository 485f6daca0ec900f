"""Retries while the database is away."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from sqlalchemy.exc import DBAPIError, InterfaceError, InternalError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from carrozza.server.outages import Reason
from carrozza.server.store.errors import StoreError, Unavailable, Unfit
from carrozza.server.store.health import StoreHealth, reason_of

RETRY_SECONDS: Final = 10.0
"""Less than the page waits for an answer, so that it is told the reason."""
GRACE_SECONDS: Final = 2.0
"""A database that is restarted is back within this time, and nobody need be told."""
FIRST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 0.5
# Deadlock or serialisation (class 40), connection (08), shutting down and starting up (57P).
TEMPORARY: Final = ("40", "08", "57P")
PERMANENT: Final = ("authentication failed", "does not exist", "no pg_hba.conf entry")

IN_WORDS: Final[dict[Reason | None, str]] = {
    Reason.DISK_FULL: "the disk is full",
    Reason.DISK_ERROR: "the disk fails",
    Reason.DATABASE_LOCKED: "the database is locked",
    Reason.DATABASE_DAMAGED: "the database is damaged",
    Reason.READ_ONLY: "the database cannot be written",
}

T = TypeVar("T")


async def with_retries(
    work: Callable[[], Awaitable[T]], seconds: float | None = None, health: StoreHealth | None = None
) -> T:
    """Do the work, again while the database is away. It may run twice: a commit may succeed and its answer be lost.

    In an outage that has lasted for `seconds` already, it is tried once. Not by stamina: it takes 40 µs for each
    statement, and its hooks log the text of exceptions.
    """
    seconds = RETRY_SECONDS if seconds is None else seconds
    loop = asyncio.get_running_loop()
    began = loop.time()
    pause = FIRST_PAUSE
    while True:
        try:
            return await work()
        except Unavailable as error:
            if health is not None and error.reason is not None:
                health.failed(Reason(error.reason))
            raise
        except (SQLAlchemyError, OSError, UnicodeError) as error:
            reason, passed = reason_of(error), loop.time() - began
            last = not is_temporary(error) or passed + pause > seconds
            if health is not None and reason is not None:
                health.suspected = reason
                if last or passed > GRACE_SECONDS:
                    health.failed(reason)
                last = last or health.lasts_longer_than(seconds)
            if last:
                raise _store_error(error, reason) from error
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def is_temporary(error: Exception) -> bool:
    if not isinstance(error, DBAPIError):
        return isinstance(error, OSError | PoolTimeout)
    state = getattr(error.orig, "sqlstate", None)
    if state is not None:
        return str(state).startswith(TEMPORARY)
    if _of_sqlite(error):  # which has waited for its lock already; and a full disk stays full
        return False
    gone = error.connection_invalidated or isinstance(error, OperationalError | InterfaceError)
    return gone and not _is_permanent(error)


def _of_sqlite(error: DBAPIError) -> bool:
    return getattr(error.orig, "sqlite_errorcode", None) is not None


def _is_permanent(error: DBAPIError) -> bool:
    """A wrong name or password stays wrong. Before there is a connection, libpq tells reasons only in words."""
    return any(words in str(error.orig) for words in PERMANENT)


def _store_error(error: Exception, reason: Reason | None) -> StoreError:
    if reason is not None or isinstance(error, OperationalError | InterfaceError | InternalError):
        return Unavailable(f"{IN_WORDS.get(reason, 'the database does not answer')} ({_words(error)})", reason)
    return Unfit(f"the database cannot do what was asked of it ({_words(error)})")


def _words(error: Exception) -> str:
    """The database's own only where it answers no statement: these might repeat what was to be kept secret."""
    if isinstance(error, DBAPIError) and error.statement is None:
        return " ".join(str(error.orig).split())
    return type(error).__name__
