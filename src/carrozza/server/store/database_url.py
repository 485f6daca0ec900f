"""Where the database is: from what people write to what SQLAlchemy needs."""

from importlib.util import find_spec
from pathlib import Path
from typing import Final

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from carrozza.server.store.errors import BadAddress

SQLITE: Final = "sqlite+aiosqlite"
POSTGRESQL: Final = "postgresql+psycopg"
EXAMPLES: Final = "for example games.db, sqlite:///games.db or postgresql://user@host/name"


def address_of(written: str) -> URL:
    """The address with the driver that we use; a plain path is an SQLite file."""
    if not written.strip():
        raise BadAddress(f"the database has no address; {EXAMPLES}")
    if "://" not in written:
        return URL.create(SQLITE, database=written)
    try:
        url = make_url(written)
        family = url.get_backend_name()
    except (ArgumentError, ValueError):
        raise BadAddress(f"the address of the database cannot be read; {EXAMPLES}") from None
    match family:
        case "sqlite":
            return _sqlite(url)
        case "postgresql" | "postgres":
            return _postgresql(url)
    raise BadAddress(f"{family} is not a database that Carrozza knows; {EXAMPLES}")


def _postgresql(url: URL) -> URL:
    if find_spec("psycopg") is None:
        raise BadAddress("PostgreSQL needs one more package: pip install 'carrozza[postgres]'")
    return url.set(drivername=POSTGRESQL)


def shown(url: URL) -> str:
    """The address for logs and errors: no password, and no query, which may hold one."""
    return url.set(query={}).render_as_string(hide_password=True)


def _sqlite(url: URL) -> URL:
    if url.database in (None, "", ":memory:"):
        raise BadAddress(f"games must be kept in a file; {EXAMPLES}")
    return url.set(drivername=SQLITE)


def prepare_file(url: URL) -> None:
    """Make the file of an SQLite database, for nobody else to read: it holds the seeds of games still going on."""
    if url.get_backend_name() != "sqlite" or url.database is None:
        return
    path = Path(url.database)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
    except OSError as error:
        raise BadAddress(f"the database {path} cannot be opened: {error.strerror or error}") from None
