"""Why the server cannot keep moves."""

from enum import StrEnum


class Reason(StrEnum):
    """Why a write cannot be kept."""

    DISK_FULL = "disk_full"
    DISK_ERROR = "disk_error"
    DATABASE_LOCKED = "database_locked"
    DATABASE_DAMAGED = "database_damaged"
    DATABASE_AWAY = "database_away"
    DATABASE_SILENT = "database_silent"
    READ_ONLY = "read_only"
