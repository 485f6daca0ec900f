"""Where files that are not part of the program lie."""

import os
from pathlib import Path

from platformdirs import user_cache_path, user_data_path


def cache_folder() -> Path:
    """What can be computed again: compiled rules and layouts. `CARROZZA_CACHE` may name another folder."""
    named = os.environ.get("CARROZZA_CACHE")
    return Path(named) if named else user_cache_path("carrozza", appauthor=False)


def data_folder() -> Path:
    """What belongs to the user: the games of `carrozza play`."""
    return user_data_path("carrozza", appauthor=False)
