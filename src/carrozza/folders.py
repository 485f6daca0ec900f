"""Where files that are not part of the program lie, and how they are written."""

import os
import secrets
from pathlib import Path

from platformdirs import user_cache_path, user_data_path


def cache_folder() -> Path:
    """What can be computed again: compiled rules and layouts. `CARROZZA_CACHE` may name another folder."""
    named = os.environ.get("CARROZZA_CACHE")
    return Path(named) if named else user_cache_path("carrozza", appauthor=False)


def data_folder() -> Path:
    """What belongs to the user: the games of `carrozza play`."""
    return user_data_path("carrozza", appauthor=False)


def write_whole(file: Path, content: bytes) -> None:
    """Write a file as a whole or not at all: an interrupt or a full disk leaves what was there before."""
    target = file.resolve()
    if target.exists() and not target.is_file():  # a terminal or a pipe
        target.write_bytes(content)
        return
    part = target.with_name(f".{target.stem}-{secrets.token_hex(4)}.part")
    try:
        part.write_bytes(content)
        os.replace(part, target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write_named(file: Path, content: bytes) -> None:
    """The same for a file that the user named: `ValueError` where it cannot be written."""
    try:
        write_whole(file, content)
    except OSError as wrong:
        raise ValueError(f"{file} cannot be written: {wrong.strerror}") from None
