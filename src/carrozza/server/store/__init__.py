"""The store: games, tokens and logs, in SQLite or PostgreSQL."""

from carrozza.server.outages import Reason
from carrozza.server.store.changes import Changes
from carrozza.server.store.errors import (
    BadAddress,
    GameExists,
    Gap,
    NoRoomForBoards,
    StoreError,
    Taken,
    TooManyBoards,
    TooNew,
    Unavailable,
    Unfit,
    UnknownGame,
)
from carrozza.server.store.health import StoreHealth
from carrozza.server.store.open_store import open
from carrozza.server.store.rows import (
    LOOK_AGAIN,
    BoardLimits,
    BoardRow,
    Change,
    Event,
    GameRow,
    GameState,
    Kind,
    NewGame,
    Role,
    TokenRow,
)
from carrozza.server.store.store import Store

__all__ = [
    "LOOK_AGAIN",
    "BadAddress",
    "BoardLimits",
    "BoardRow",
    "Change",
    "Changes",
    "Event",
    "GameExists",
    "GameRow",
    "GameState",
    "Gap",
    "Kind",
    "NewGame",
    "NoRoomForBoards",
    "Reason",
    "Role",
    "Store",
    "StoreError",
    "StoreHealth",
    "Taken",
    "TokenRow",
    "TooManyBoards",
    "TooNew",
    "Unavailable",
    "Unfit",
    "UnknownGame",
    "open",
]
