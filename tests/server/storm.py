"""A process that writes to a store as fast as it can, and says what was confirmed: to be killed. It begins at the first
line that it is sent.

python -m tests.server.storm ADDRESS WRITER GAME...
"""

import asyncio
import sys
from contextlib import suppress

from carrozza.server.store import Store, Taken, Unavailable
from tests.server.storing import opened


async def write_game(store: Store, writer: str, game: str) -> None:
    number = await next_number(store, game, 1)
    while True:
        try:
            event = await store.append(game, number, "move", 0, f"{writer} {number}", f"{writer}-{number}")
        except Unavailable:
            continue  # with the same id: it may have been written
        except Taken:
            number = await next_number(store, game, number)
        else:
            print(f"{event.game} {event.number} {event.body}", flush=True)
            number += 1


async def next_number(store: Store, game: str, first: int) -> int:
    """The first number from `first` on that is free."""
    while True:
        with suppress(Unavailable):
            return first + len(await store.events(game, first - 1))


async def write(url: str, writer: str, games: list[str]) -> None:
    async with opened(url) as store:
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        await asyncio.gather(*(write_game(store, writer, game) for game in games))


def main() -> None:
    asyncio.run(write(sys.argv[1], sys.argv[2], sys.argv[3:]))


if __name__ == "__main__":
    main()
