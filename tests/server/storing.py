"""Stores for tests: opened, used and closed in a loop of their own."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from carrozza.server import store
from carrozza.server.store import Change, Changes, NewGame, Store

PATIENCE = 600.0
LARGEST_SEED = 2**128 - 1

T = TypeVar("T")


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    found = await store.open(url)
    try:
        yield found
    finally:
        await found.close()


def with_store(url: str, use: Callable[[Store], Awaitable[T]]) -> T:
    async def run() -> T:
        async with opened(url) as found:
            return await use(found)

    return asyncio.run(run())


def new_game(game: str = "k7f3", **changed: object) -> NewGame:
    values: dict[str, object] = {
        "id": game,
        "board": "old-west",
        "seats": [{"name": "Ada", "kind": "person"}, {"name": "Bruno", "kind": "open"}],
        "seed": LARGEST_SEED,
        "engine": "0.1.0",
        "variants": ["alvin"],
        "options": {"clock": None, "watch": "anyone"},
    }
    return NewGame(**values | changed)  # type: ignore[arg-type]


async def next_change(changes: Changes, wanted: Change) -> None:
    """Wait for this change, whatever comes before it."""

    async def look() -> None:
        async for change in changes:
            if change == wanted:
                return

    await asyncio.wait_for(look(), PATIENCE)
