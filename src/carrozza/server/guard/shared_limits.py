"""One limit for all processes: whoever takes much at one is known at the others.

Nothing is written, and in quiet times nothing is said: only who has used up half of a limit is told of, once a second.
Whoever asks at many processes at once may for that second have as much of each; it is made up for afterwards.
"""

import asyncio
import json
import logging
from contextlib import suppress
from typing import Final

from carrozza.server.guard.limits import Taken, Turnstile
from carrozza.server.store import Store, StoreError

log = logging.getLogger(__name__)

EVERY: Final = 1.0
MOST: Final = 200
"""Of each limit, who are told of at once; the others a second later."""
A_NOTICE: Final = 40
"""How many fit in a notice."""
LONGEST_NAME: Final = 64
"""Of an address or a player; longer ones are nobody's."""


async def share(store: Store, turnstile: Turnstile) -> None:
    """For as long as the server runs."""
    store.hearsay.listen(lambda notice: hear(turnstile, notice))
    while True:
        await asyncio.sleep(EVERY)
        try:
            await store.hearsay.tell(notices(turnstile))
        except StoreError as wrong:  # until the database is back, each counts for itself
            log.warning("limits are not shared", extra={"told": {"why": type(wrong).__name__}})


def notices(turnstile: Turnstile) -> list[str]:
    told = [taken for taken in turnstile.told(MOST) if len(taken.who) <= LONGEST_NAME]
    return [json.dumps(told[first : first + A_NOTICE]) for first in range(0, len(told), A_NOTICE)]


def hear(turnstile: Turnstile, notice: str) -> None:
    with suppress(ValueError, TypeError):  # what another version may say
        for limit, who, number in json.loads(notice):
            turnstile.hear(Taken(limit, who, number))
