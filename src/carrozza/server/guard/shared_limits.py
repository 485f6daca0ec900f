"""Rate limits across processes: each broadcasts, once a second, what clients with less than half left have taken.

Nothing is written, and while nobody comes near a limit nothing is sent. A client that uses many processes within one
second may take a burst at each; the others deduct it afterwards.
"""

import asyncio
import json
from contextlib import suppress
from typing import Final

from carrozza.server.guard.limits import RateLimiter, Usage
from carrozza.server.logs import get_logger
from carrozza.server.store import Store, StoreError, Unavailable

log = get_logger(__name__)

EVERY: Final = 1.0
MOST: Final = 200
"""Clients of each limit that are sent at once; the others a second later."""
A_NOTICE: Final = 40
"""Clients in one notice, whose size PostgreSQL limits."""
LONGEST_NAME: Final = 64
"""Of an address or a player's digest."""


async def share_limits(store: Store, rate_limiter: RateLimiter) -> None:
    """For as long as the server runs."""
    store.broadcast.listen(lambda notice: receive(rate_limiter, notice))
    while True:
        await asyncio.sleep(EVERY)
        try:
            await store.broadcast.send(notices(rate_limiter))
        except Unavailable:  # which is logged once
            pass
        except StoreError as error:  # until the database is back, each process counts for itself
            log.warning("limits_not_shared", error=type(error).__name__)


def notices(rate_limiter: RateLimiter) -> list[str]:
    usages = [usage for usage in rate_limiter.to_share(MOST) if len(usage.who) <= LONGEST_NAME]
    return [json.dumps(usages[first : first + A_NOTICE]) for first in range(0, len(usages), A_NOTICE)]


def receive(rate_limiter: RateLimiter, notice: str) -> None:
    with suppress(ValueError, TypeError):  # another version may send another form
        for limit, who, number in json.loads(notice):
            rate_limiter.used_elsewhere(Usage(limit, who, number))
