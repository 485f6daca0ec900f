"""Games with bots inside the tests' own process: a real store, real sittings, real processes that think."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from carrozza.server.bots.bot_turns import LEASE, BotCrew
from carrozza.server.bots.deciding import Deciding
from carrozza.server.games.seats import Seat
from carrozza.server.games.sitting import Sitting, Sittings
from carrozza.server.settings import Settings
from carrozza.server.store import GameState, NewGame, Store
from tests.server.storing import PATIENCE, opened

ADA = Seat("Ada", "person", person=True)
GAME = "k7f3k7f3k7"


def bot(name: str, spec: str) -> Seat:
    return Seat(name, "bot", spec)


@dataclass
class Table:
    store: Store
    sittings: Sittings
    crew: BotCrew

    async def begin(self, *seats: Seat, game: str = GAME, board: str = "new-york", **options: object) -> Sitting:
        written = [seat.as_json() for seat in seats]
        state = GameState.WAITING if any(seat.free for seat in seats) else GameState.PLAYING
        await self.store.create_game(NewGame(game, board, written, 7, "test", options=options, state=state))
        return await self.sittings.get(game)

    async def until(self, true: Callable[[Sitting], object], game: str = GAME) -> Sitting:
        """Wait until the sitting is as it should be."""
        async with asyncio.timeout(PATIENCE):
            while True:
                sitting = await self.sittings.get(game)
                version = sitting.version
                if true(sitting):
                    return sitting
                await sitting.changed(version)


@asynccontextmanager
async def table(
    url: str, deciding: Deciding | None = None, pause: float = 0.0, lease: float = LEASE
) -> AsyncIterator[Table]:
    async with opened(url) as store:
        sittings = Sittings(store)
        following = asyncio.create_task(sittings.follow())
        crew = BotCrew(store, sittings, Settings(bot_pause=pause, bot_workers=1), deciding, lease=lease)
        crew.start()
        try:
            yield Table(store, sittings, crew)
        finally:
            await crew.close()
            following.cancel()


def at_table(url: str, use: Callable[[Table], Awaitable[None]], deciding: Callable[[], Deciding] | None = None) -> None:
    async def run() -> None:
        async with table(url, None if deciding is None else deciding()) as found:
            await use(found)

    asyncio.run(run())


def is_over(sitting: Sitting) -> bool:
    return sitting.state == GameState.FINISHED


def waits_for_ada(sitting: Sitting) -> bool:
    return sitting.now.undecided() == [0]
