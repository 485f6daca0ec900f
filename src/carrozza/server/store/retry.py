"""Waiting for a database that went away, and telling that it did not come back."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from sqlalchemy.exc import DBAPIError, InterfaceError, InternalError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from carrozza.server.store.errors import StoreError, Unavailable, Unfit

LOG: Final = logging.getLogger(__name__)
PATIENCE: Final = 15.0
FIRST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 0.5
# Deadlock or serialisation (class 40), connection (08), shutting down and starting up (57P).
PASSING: Final = ("40", "08", "57P")
TURNED_AWAY: Final = ("authentication failed", "does not exist", "no pg_hba.conf entry")

T = TypeVar("T")


async def with_patience(work: Callable[[], Awaitable[T]], seconds: float = PATIENCE) -> T:
    """Do the work, again while the reason to fail may pass. It must bear doing twice: only the answer may be lost."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + seconds
    pause = FIRST_PAUSE
    while True:
        try:
            return await work()
        except (SQLAlchemyError, OSError, UnicodeError) as error:
            if not may_pass(error) or loop.time() + pause > deadline:
                raise _told(error) from error
            if pause == FIRST_PAUSE:
                LOG.warning("%s; trying again", _told(error))
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def may_pass(error: Exception) -> bool:
    if not isinstance(error, DBAPIError):
        return isinstance(error, OSError | PoolTimeout)
    state = getattr(error.orig, "sqlstate", None)
    if state is not None:
        return str(state).startswith(PASSING)
    if _of_sqlite(error):  # which has waited for its lock already; and a full disk stays full
        return False
    gone = error.connection_invalidated or isinstance(error, OperationalError | InterfaceError)
    return gone and not _turned_away(error)


def _of_sqlite(error: DBAPIError) -> bool:
    return getattr(error.orig, "sqlite_errorcode", None) is not None


def _turned_away(error: DBAPIError) -> bool:
    """A wrong name or password stays wrong. Before there is a connection, libpq tells reasons only in words."""
    return any(
        words in str(error.orig) for words in ("authentication failed", "does not exist", "no pg_hba.conf entry")
    )


def _told(error: Exception) -> StoreError:
    if isinstance(error, OSError | PoolTimeout | OperationalError | InterfaceError | InternalError):
        return Unavailable(f"the database does not answer ({_reason(error)})")
    return Unfit(f"the database cannot do what was asked of it ({_reason(error)})")


def _reason(error: Exception) -> str:
    """In the database's words only where it answers no statement: these might repeat what was to be kept secret."""
    if isinstance(error, DBAPIError) and error.statement is None:
        return " ".join(str(error.orig).split())
    return type(error).__name__
