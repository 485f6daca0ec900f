"""Whether an SQLite file is sound."""

from sqlalchemy import URL, Connection, text
from sqlalchemy.exc import DBAPIError

from carrozza.server.outages import Reason
from carrozza.server.store.engines import is_sqlite, plain_engine
from carrozza.server.store.errors import Unavailable


def check_integrity(url: URL) -> None:
    """Read the whole file; `Unavailable` where it is damaged."""
    if not is_sqlite(url):
        return
    engine = plain_engine(url)
    try:
        with engine.connect() as connection:
            check_pages(connection)
    except DBAPIError:
        raise damaged(url) from None
    finally:
        engine.dispose()


def check_pages(connection: Connection) -> None:
    if connection.execute(text("PRAGMA quick_check(1)")).scalar() != "ok":
        raise damaged(connection.engine.url)


def damaged(url: URL) -> Unavailable:
    how = f"stop the server and restore a backup: carrozza restore --database {url.database} --from COPY"
    return Unavailable(f"the database {url.database} is damaged; {how}", Reason.DATABASE_DAMAGED)
