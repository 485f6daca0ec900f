"""Games that nobody came to: they are forgotten after a while, so that they do not pile up."""

import asyncio
import logging
import time
from typing import Final

from carrozza.server.games.sitting import Sittings
from carrozza.server.store import Store, StoreError

log = logging.getLogger(__name__)

AFTER: Final = 2 * 86400.0
"""Seconds that a game waits for its players. Once it has begun, it is kept."""
EVERY: Final = 1800.0


async def forget_abandoned(store: Store, sittings: Sittings) -> None:
    """For as long as the server runs."""
    while True:
        try:
            await forget_waiting(store, sittings, time.time() - AFTER)
        except StoreError as wrong:
            log.warning("abandoned games are looked for later", extra={"told": {"why": type(wrong).__name__}})
        await asyncio.sleep(EVERY)


async def forget_waiting(store: Store, sittings: Sittings, before: float) -> None:
    """Those made before then, unless somebody looks at them now."""
    old = [game for game in await store.waiting(before) if not _watched(sittings, game)]
    if old:
        await store.forget(old)
        for game in old:
            sittings.forget(game)
        log.info("abandoned games are forgotten", extra={"told": {"games": len(old)}})


def _watched(sittings: Sittings, game: str) -> bool:
    sitting = sittings.loaded(game)
    return (sitting is not None and sitting.connections > 0) or bool(sittings.store.presence.elsewhere(game))
