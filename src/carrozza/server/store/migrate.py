"""Brings a database to the tables this program knows."""

import threading
from pathlib import Path
from typing import Final

from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, text

from carrozza.server.store.engines import WRITES, plain_engine
from carrozza.server.store.errors import TooNew

MIGRATIONS: Final = Path(__file__).parent / "migrations"
LATEST: Final = "head"
ADVISORY_LOCK: Final = 0x636172726F7A7A61
_alembic = threading.Lock()
"""Alembic keeps what it is doing in global variables."""


def migrate(url: URL, to: str = LATEST) -> None:
    """Under a lock, in one transaction: where several processes start at once, one migrates and the others wait."""
    engine = plain_engine(url)
    try:
        with _alembic, engine.connect().execution_options(**WRITES) as connection, connection.begin():
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ADVISORY_LOCK})
            _upgrade(connection, to)
    finally:
        engine.dispose()


def _upgrade(connection: Connection, to: str) -> None:
    scripts = ScriptDirectory(str(MIGRATIONS))
    _refuse_newer(scripts, MigrationContext.configure(connection).get_current_heads())
    with EnvironmentContext(Config(), scripts, fn=lambda present, _: scripts._upgrade_revs(to, present)) as environment:
        environment.configure(connection=connection)
        environment.run_migrations()


def _refuse_newer(known: ScriptDirectory, present: tuple[str, ...]) -> None:
    names = {script.revision for script in known.walk_revisions()}
    for revision in present:
        if revision not in names:
            raise TooNew(
                f"the database was made by a newer Carrozza (its tables are version {revision}, this program knows up "
                f"to {known.get_current_head()}): update this program, or give it another database"
            )
