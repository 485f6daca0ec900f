"""Opens a store by its address."""

import asyncio

from carrozza.server.store.database_url import address_of, prepare_file, shown
from carrozza.server.store.engines import async_engine
from carrozza.server.store.errors import Unavailable, Unfit
from carrozza.server.store.migrate import migrate
from carrozza.server.store.retry import with_retries
from carrozza.server.store.store import Store


async def open(url: str) -> Store:
    """A path or an address (`sqlite:///games.db`, `postgresql://user@host/name`); its tables are brought up to date."""
    address = address_of(url)
    prepare_file(address)
    try:
        await with_retries(lambda: asyncio.to_thread(migrate, address))
    except Unavailable as error:
        raise Unavailable(f"{shown(address)}: {error}", error.reason) from error
    except Unfit as error:
        raise Unfit(f"{shown(address)}: {error}") from error
    store = Store(async_engine(address))
    try:
        await store.start()
    except BaseException:
        await store.close()
        raise
    return store
