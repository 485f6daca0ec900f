"""Games with bots inside the tests' own process: a real store, real live_games, real processes that think."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from carrozza.server.bots.bot_turns import LEASE, BotTurns, OnStalled
from carrozza.server.bots.move_chooser import MoveChooser
from carrozza.server.bots.watchdog import Watchdog
from carrozza.server.games.live.live_game import LiveGame
from carrozza.server.games.live.live_games import LiveGames
from carrozza.server.games.seating.seats import Seat
from carrozza.server.settings import Settings
from carrozza.server.store import GameState, NewGame, Store
from tests.server.storing import PATIENCE, opened

ADA = Seat("Ada", "person", person=True)
GAME = "k7f3k7f3k7"


@dataclass
class StoppedClock:
    """A clock that stands still until it is told to go on."""

    now: float = 1_000_000.0

    def __call__(self) -> float:
        return self.now

    def go_on(self, seconds: float) -> None:
        self.now += seconds


def bot(name: str, spec: str) -> Seat:
    return Seat(name, "bot", spec)


@dataclass
class BotGames:
    store: Store
    live_games: LiveGames
    bot_turns: BotTurns
    stopped_clock: StoppedClock | None = None

    async def go_on(self, seconds: float, game: str = GAME) -> LiveGame:
        """Let time pass, and whoever waits for it look at the clock."""
        assert self.stopped_clock is not None, "only where the test stops the clock"
        self.stopped_clock.go_on(seconds)
        live_game = await self.live_games.get(game)
        live_game.wake()
        return live_game

    async def begin(self, *seats: Seat, game: str = GAME, board: str = "new-york", **options: object) -> LiveGame:
        written = [seat.as_json() for seat in seats]
        state = GameState.WAITING if any(seat.free for seat in seats) else GameState.PLAYING
        await self.store.create_game(NewGame(game, board, written, 7, "test", options=options, state=state))
        return await self.live_games.get(game)

    async def until(self, true: Callable[[LiveGame], object], game: str = GAME) -> LiveGame:
        """Wait until the live_game is as it should be."""
        async with asyncio.timeout(PATIENCE):
            while True:
                live_game = await self.live_games.get(game)
                version = live_game.version
                if true(live_game):
                    return live_game
                await live_game.wait_for_change(version)


@asynccontextmanager
async def bot_games(
    url: str,
    deciding: MoveChooser | None = None,
    pause: float = 0.0,
    lease: float = LEASE,
    stopped_clock: StoppedClock | None = None,
    watchdog: Watchdog | None = None,
    on_stalled: OnStalled | None = None,
) -> AsyncIterator[BotGames]:
    async with opened(url) as store:
        store.now = stopped_clock or time.time
        live_games = LiveGames(store)
        following = asyncio.create_task(live_games.follow())
        settings = Settings(bot_pause=pause, bot_workers=1)
        bot_turns = BotTurns(
            store, live_games, settings, deciding, lease=lease, watchdog=watchdog, on_stalled=on_stalled
        )
        bot_turns.start()
        try:
            yield BotGames(store, live_games, bot_turns, stopped_clock)
        finally:
            await bot_turns.close()
            following.cancel()


def with_bot_games(
    url: str,
    use: Callable[[BotGames], Awaitable[None]],
    deciding: Callable[[], MoveChooser] | None = None,
    stopped_clock: StoppedClock | None = None,
) -> None:
    async def run() -> None:
        async with bot_games(url, None if deciding is None else deciding(), stopped_clock=stopped_clock) as found:
            await use(found)

    asyncio.run(run())


def is_over(live_game: LiveGame) -> bool:
    return live_game.state == GameState.FINISHED


def waits_for_ada(live_game: LiveGame) -> bool:
    return live_game.folded.undecided() == [0]


def goes_on(live_game: LiveGame) -> bool:
    """Bots have moved some times, in the opening and after it."""
    return live_game.folded.state == GameState.FINISHED or len(live_game.folded.turns) > 4
