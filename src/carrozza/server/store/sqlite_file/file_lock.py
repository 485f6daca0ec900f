"""One server an SQLite file: the process that serves it holds a lock beside it.

The system releases the lock when the process ends, however it ends. The file itself stays; it only says where that
server is.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TextIO

from sqlalchemy import URL

from carrozza.server.store.engines import is_sqlite
from carrozza.server.store.errors import StoreError

try:
    import fcntl
except ImportError:  # only POSIX has it; elsewhere nothing is locked
    fcntl = None  # type: ignore[assignment]


class AlreadyServed(StoreError, ValueError):
    """Another server has this database open."""

    def __init__(self, path: Path, served_at: str | None) -> None:
        self.served_at = served_at
        where = f" at {served_at}" if served_at else ""
        super().__init__(
            f"{path} is being served already{where}: stop that server first, or give this one another --database"
        )


class FileLock:
    def __init__(self, file: TextIO) -> None:
        self._file = file

    def note(self, address: str) -> None:
        """Write down where the server is, for whoever wants to start another."""
        self._file.seek(0)
        self._file.truncate()
        json.dump({"pid": os.getpid(), "address": address}, self._file)
        self._file.flush()


@contextmanager
def locked(url: URL) -> Iterator[FileLock | None]:
    """Hold the lock of an SQLite file; none for other databases. Raises `AlreadyServed`."""
    if not is_sqlite(url) or url.database is None or fcntl is None:
        yield None
        return
    path = Path(url.database).resolve()
    with open(f"{path}.lock", "a+", encoding="utf-8", opener=_private) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise AlreadyServed(path, _noted(file)) from None
        yield FileLock(file)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _noted(file: TextIO) -> str | None:
    with suppress(ValueError, KeyError, TypeError):
        file.seek(0)
        noted: dict[str, Any] = json.load(file)
        return str(noted["address"])
    return None
