"""The folder in which the processes of one server keep their metrics.

The first process holds a lock in it, which the system releases however that process ends. What a killed server has left
is removed by the next one that starts: every folder whose lock nobody holds.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

try:
    import fcntl
except ImportError:  # only POSIX has it; elsewhere what is left stays
    fcntl = None  # type: ignore[assignment]

PREFIX = "carrozza-metrics-"
NEW_PREFIX = "carrozza-new-metrics-"
"""Until the lock is held; nobody removes these."""
LOCK = "lock"


@contextmanager
def metrics_folder() -> Iterator[Path]:
    """A folder for as long as the block lasts. It has its name only once it is locked, so that nobody removes it."""
    _remove_abandoned()
    new = Path(tempfile.mkdtemp(prefix=NEW_PREFIX))
    folder = new.with_name(new.name.replace(NEW_PREFIX, PREFIX))
    with (new / LOCK).open("w") as lock:
        _take(lock)
        new.rename(folder)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def _remove_abandoned() -> None:
    if fcntl is None:
        return
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):  # another may be removing it
            if folder.lstat().st_uid == os.geteuid():
                with (folder / LOCK).open() as lock:
                    if _take(lock):
                        shutil.rmtree(folder, ignore_errors=True)


def _take(lock: TextIO) -> bool:
    """Whether nobody else holds it."""
    if fcntl is not None:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True
