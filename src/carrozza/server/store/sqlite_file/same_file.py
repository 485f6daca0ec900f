"""Refuses to write to an SQLite file that was removed or replaced: nobody would find the moves again."""

import os

from sqlalchemy import Engine, event

from carrozza.server.outages import Reason
from carrozza.server.store.engines import is_sqlite
from carrozza.server.store.errors import Unavailable


class SameFile:
    """Knows the file that the connections have open."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._inode = os.stat(path).st_ino

    def check(self, *_: object) -> None:
        """`Unavailable` where the path leads to no file, or to another one."""
        try:
            if os.stat(self._path).st_ino == self._inode:
                return
        except OSError:
            pass
        raise Unavailable("the file of the database is gone, or another has taken its place", Reason.DATABASE_AWAY)


def keep_to_file(engine: Engine) -> SameFile | None:
    """Check it before every commit; none where the database is no file."""
    if not is_sqlite(engine.url):
        return None
    same_file = SameFile(str(engine.url.database))
    event.listen(engine, "commit", same_file.check)
    return same_file
