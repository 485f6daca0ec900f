"""Copies of an SQLite database: made while it is served, checked, and put back."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from carrozza.server.store.database_url import address_of
from carrozza.server.store.engines import BUSY_SECONDS, is_sqlite
from carrozza.server.store.sqlite_file.file_lock import locked

POSTGRESQL: Final = (
    "PostgreSQL has tools of its own: pg_dump makes a copy while it is served, pg_restore puts it back; "
    "see Backup in docs/server.md"
)
KEPT: Final = ".before-restore"
"""Behind the name of a database that was replaced."""


class Contents(NamedTuple):
    games: int
    events: int


def back_up(database: str, out: Path) -> Contents:
    """Copy the database as it is at one moment; nobody waits. `out` is there only when it is whole and sound."""
    source = _file_of(database)
    if out.exists() and out.samefile(source):
        raise ValueError(f"{out} is the database itself: give the copy another name")
    with _opened(source) as original, _written(out) as copy:
        with closing(sqlite3.connect(copy)) as made:
            original.backup(made)
            made.execute("PRAGMA journal_mode=DELETE")
        return contents_of(copy)


def restore(database: str, copy: Path) -> Contents:
    """Put a copy in the place of the database, which is kept under another name. Refused while it is served."""
    target = _file_of(database, must_exist=False)
    found = contents_of(copy)
    with locked(address_of(database)), _written(target) as made:
        shutil.copyfile(copy, made)
        contents_of(made)
        if target.exists():
            _keep(target)
        # They belong to the old file: with the new one they would damage it.
        for side in ("-wal", "-shm"):
            Path(f"{target}{side}").unlink(missing_ok=True)
    return found


def contents_of(file: Path) -> Contents:
    """What a copy holds. A `ValueError` where it is damaged, or no database of ours."""
    try:
        with _opened(file) as connection:
            if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                raise ValueError(f"{file} is damaged")
            connection.execute("SELECT version_num FROM alembic_version").fetchone()
            games, events = (connection.execute(f"SELECT count(*) FROM {table}") for table in ("games", "events"))
            return Contents(games.fetchone()[0], events.fetchone()[0])
    except sqlite3.DatabaseError as error:
        raise ValueError(f"{file} is damaged, or no database of Carrozza: {error}") from None


def _keep(target: Path) -> None:
    """With all that its write-ahead log holds."""
    with suppress(sqlite3.Error), _opened(target) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copy2(target, f"{target}{KEPT}")


def _file_of(database: str, *, must_exist: bool = True) -> Path:
    url = address_of(database)
    if not is_sqlite(url):
        raise ValueError(POSTGRESQL)
    path = Path(str(url.database)).resolve()
    if must_exist and not path.is_file():
        raise ValueError(f"there is no database {path}")
    return path


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    if not file.is_file():
        raise ValueError(f"there is no file {file}")
    with closing(sqlite3.connect(f"file:{quote(str(file))}?mode=rw", uri=True, timeout=BUSY_SECONDS)) as connection:
        yield connection


@contextmanager
def _written(file: Path) -> Iterator[Path]:
    """A new file that takes the name when it is complete and on disk, for nobody else to read: it holds seeds."""
    made = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        os.close(os.open(made, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield made
        _flush(made)
        made.replace(file)
        _flush(file.parent)
    finally:
        made.unlink(missing_ok=True)


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
