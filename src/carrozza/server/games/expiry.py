"""Deletes games that still wait for players after two days, and boards that nobody uses after a month."""

import asyncio
import time
from typing import Final

from carrozza.server.games.live.live_games import LiveGames
from carrozza.server.logs import get_logger
from carrozza.server.store import Store, StoreError

log = get_logger(__name__)

AFTER: Final = 2 * 86400.0
"""Seconds that a game waits for its players. Once it has begun, it is kept."""
BOARDS_AFTER: Final = 30 * 86400.0
"""Seconds that a board is kept which is not listed, and on which no game was made, since somebody saw it last."""
EVERY: Final = 1800.0


async def delete_abandoned_regularly(store: Store, live_games: LiveGames) -> None:
    """For as long as the server runs."""
    while True:
        try:
            await delete_abandoned(store, live_games, time.time() - AFTER)
            await delete_unused_boards(store, time.time() - BOARDS_AFTER)
        except StoreError as error:
            log.warning("abandoned_games_not_deleted", error=type(error).__name__)
        await asyncio.sleep(EVERY)


async def delete_abandoned(store: Store, live_games: LiveGames, created_before: float) -> None:
    """Those that nobody is connected to."""
    old = [game for game in await store.waiting(created_before) if not _has_connections(live_games, game)]
    if old:
        await store.forget(old)
        for game in old:
            live_games.forget(game)
        log.info("abandoned_games_deleted", games=len(old))


async def delete_unused_boards(store: Store, seen_before: float) -> None:
    deleted = await store.forget_boards(seen_before)
    if deleted:
        log.info("unused_boards_deleted", boards=deleted)


def _has_connections(live_games: LiveGames, game: str) -> bool:
    live_game = live_games.loaded(game)
    return (live_game is not None and live_game.connections > 0) or bool(live_games.store.presence.elsewhere(game))
