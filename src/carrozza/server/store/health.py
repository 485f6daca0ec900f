"""Whether moves are kept: from when on they are not, why, and that it is over.

Every failure of the database is reported here, and so is every success. An outage is logged once at its beginning and
once at its end, however many statements fail in between. While it lasts, `watch` tries a write every second, so that it
ends by itself.
"""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from sqlalchemy.exc import DBAPIError, InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from carrozza.server.logs import get_logger
from carrozza.server.outages import Reason
from carrozza.server.store.errors import StoreError

log = get_logger(__name__)

LOOK_EVERY: Final = 1.0
SILENT_SECONDS: Final = 5.0
"""A write that has had no answer for so long counts as an outage."""
PROBE_SECONDS: Final = 2.0
"""How long whoever asks for the health waits for an answer."""
FRESH_SECONDS: Final = 1.0
"""For which the answer to one is the answer to all."""


SQLITE_REASONS: Final = {
    sqlite3.SQLITE_FULL: Reason.DISK_FULL,
    sqlite3.SQLITE_IOERR: Reason.DISK_ERROR,
    sqlite3.SQLITE_BUSY: Reason.DATABASE_LOCKED,
    sqlite3.SQLITE_LOCKED: Reason.DATABASE_LOCKED,
    sqlite3.SQLITE_PROTOCOL: Reason.DATABASE_LOCKED,
    sqlite3.SQLITE_CORRUPT: Reason.DATABASE_DAMAGED,
    sqlite3.SQLITE_NOTADB: Reason.DATABASE_DAMAGED,
    sqlite3.SQLITE_ERROR: Reason.DATABASE_DAMAGED,  # a table is missing: our statements are right
    sqlite3.SQLITE_SCHEMA: Reason.DATABASE_DAMAGED,
    sqlite3.SQLITE_CANTOPEN: Reason.DATABASE_AWAY,
    sqlite3.SQLITE_READONLY: Reason.READ_ONLY,
    sqlite3.SQLITE_PERM: Reason.READ_ONLY,
}
POSTGRESQL_REASONS: Final = {
    "53100": Reason.DISK_FULL,
    "58": Reason.DISK_ERROR,
    "55P03": Reason.DATABASE_LOCKED,
    "57014": Reason.DATABASE_LOCKED,
    "XX": Reason.DATABASE_DAMAGED,
    "42501": Reason.READ_ONLY,
    "42": Reason.DATABASE_DAMAGED,  # a table is missing: our statements are right
    "3F": Reason.DATABASE_DAMAGED,
    "25006": Reason.READ_ONLY,
    "08": Reason.DATABASE_AWAY,
    "28": Reason.DATABASE_AWAY,
    "3D": Reason.DATABASE_AWAY,
    "53": Reason.DATABASE_AWAY,
    "57": Reason.DATABASE_AWAY,
}
"""By SQLSTATE, or its class."""


def reason_of(error: Exception) -> Reason | None:
    """Why the database could not do it; none where the fault lies in what was asked of it."""
    if isinstance(error, OSError | PoolTimeout):
        return Reason.DATABASE_AWAY
    if not isinstance(error, DBAPIError):
        return None
    code = getattr(error.orig, "sqlite_errorcode", None)
    if code is not None:
        return SQLITE_REASONS.get(code & 0xFF)
    state = getattr(error.orig, "sqlstate", None)
    if state is not None:
        return POSTGRESQL_REASONS.get(state) or POSTGRESQL_REASONS.get(state[:2])
    lost = error.connection_invalidated or isinstance(error, OperationalError | InterfaceError | InternalError)
    return Reason.DATABASE_AWAY if lost else None


class StoreHealth:
    """The outage of a store's database, where there is one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.reason: Reason | None = None
        """Why moves are not being kept."""
        self.began = 0.0
        self.suspected: Reason | None = None
        """Why the last attempt failed, while it is repeated and nobody has been told."""
        self.writing_since: float | None = None
        """When the write under way was begun."""
        self._clock = clock
        self._listeners: list[Callable[[], None]] = []
        self._probing: asyncio.Task[None] | None = None
        self._probed = -FRESH_SECONDS

    def listen(self, changed: Callable[[], None]) -> None:
        """Call `changed` when an outage begins or ends."""
        self._listeners.append(changed)

    def failed(self, reason: Reason) -> None:
        if self.reason is None:
            self.began = self._clock()
            log.error("moves_not_kept", reason=reason)
        before, self.reason = self.reason, reason
        if before is None:
            self._call_listeners()

    def kept(self) -> None:
        """A write is on disk."""
        if self.reason is None:
            return
        log.info("moves_kept_again", reason=self.reason, seconds=round(self._clock() - self.began, 1))
        self.reason = None
        self._call_listeners()

    def _call_listeners(self) -> None:
        for changed in self._listeners:
            changed()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Around the one write that is under way."""
        self.writing_since = self._clock()
        try:
            yield
        finally:
            self.writing_since = self.suspected = None

    def lasts_longer_than(self, seconds: float) -> bool:
        return self.reason is not None and self._clock() - self.began > seconds

    async def probe(self, write: Callable[[], Awaitable[None]]) -> None:
        """Find out whether a write is kept now. Whoever asks meanwhile waits for the same one."""
        if self.reason is None and self._clock() - self._probed < FRESH_SECONDS:
            return
        if self._probing is None or self._probing.done():
            self._probing = asyncio.create_task(self._probe(write), name="store probe")
        done, _ = await asyncio.wait([self._probing], timeout=PROBE_SECONDS)
        if not done:
            self._is_silent()

    async def _probe(self, write: Callable[[], Awaitable[None]]) -> None:
        with suppress(StoreError):  # which has been reported
            await write()
            self._probed = self._clock()
            self.kept()

    async def watch(self, write: Callable[[], Awaitable[None]]) -> None:
        """Notice a write that gets no answer, and the end of an outage; for as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            if self.reason is not None:
                await self.probe(write)
            elif self.writing_since is not None and self._clock() - self.writing_since > SILENT_SECONDS:
                self._is_silent()

    def _is_silent(self) -> None:
        self.failed(self.reason or self.suspected or Reason.DATABASE_SILENT)

    async def close(self) -> None:
        if self._probing is not None:
            self._probing.cancel()
            await asyncio.gather(self._probing, return_exceptions=True)
