"""Who sees to it that every game goes on: bots get their turn, and clocks that have run out are heard.

Of several processes one attends to a game at a time, by a lease; what two of them did at once, the log decides.
"""

import asyncio
import logging
import os
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from carrozza.server.bots.deciding import Choice, Deciding
from carrozza.server.games import clocks
from carrozza.server.games.sitting import Sitting, Sittings
from carrozza.server.refusals import Refused
from carrozza.server.settings import Settings
from carrozza.server.store import Change, GameRow, GameState, Store, StoreError

log = logging.getLogger(__name__)

LEASE: Final = 20.0
"""Seconds a process that has died keeps the others from its games, at most."""
ROUND: Final = 5.0
"""How often games that another process attended are looked at again."""
FIRST_SHARE: Final = 0.75
"""What part of a turn's pause comes before its first decision; each that follows in the same turn has the rest."""
REGRET = 4.0
"""How many pauses a bot waits while somebody may still take a move back."""
BEGINNINGS: Final = ("opening", "start", "turn")
SETBACK: Final = 1.0
"""Seconds before a game is looked at again in which something went wrong."""
MOST_AT_ONCE: Final = 32
"""Games that are read at the same time: after a restart there may be thousands."""
MOST_KNOWN: Final = 20_000

Noted = Callable[[str, float], None]


class BotCrew:
    """Attends to the games of one process, from `start` to `close`."""

    def __init__(
        self,
        store: Store,
        sittings: Sittings,
        settings: Settings,
        deciding: Deciding | None = None,
        noted: Noted | None = None,
        lease: float = LEASE,
    ) -> None:
        self.store = store
        self.sittings = sittings
        self.pause = settings.bot_pause
        self._warm = settings.warm
        self.deciding = deciding or Deciding(settings.bot_workers)
        self.deciding.deep.heed_warming = lambda: sittings.warm(self.deciding.deep.warming)
        self.lease = lease
        self.owner = f"{os.getpid()}-{secrets.token_hex(6)}"
        self._noted = noted
        """Is told of every decision: by which bot, after how many seconds."""
        self._attending: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        """Games of which something new was heard while they were attended to."""
        self._elsewhere: set[str] = set()
        self._concern: dict[str, bool] = {}
        """Whether a game that is not in memory has a bot or a clock at all, as far as we know."""
        self._leased: dict[str, float] = {}
        self._reading = asyncio.Semaphore(MOST_AT_ONCE)
        self._running: list[asyncio.Task[None]] = []
        self._closing = False
        self._all_again = True
        """Whether all unfinished games are to be looked at: at the start, and when news may have been lost."""
        self._began = time.time()

    def start(self) -> None:
        """From now on; games that were left unfinished go on."""
        self._running = [asyncio.create_task(self._follow()), asyncio.create_task(self._make_rounds())]
        if self._warm:
            self.deciding.warm()

    async def close(self) -> None:
        """Let moves that are being written be written, then let go of everything."""
        self._closing = True
        tasks = [*self._running, *self._attending.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.deciding.close()
        with suppress(Exception):  # the leases end by themselves
            await self.store.release(self.owner)

    async def _follow(self) -> None:
        async with self.store.changes() as changes:
            async for change in changes:
                self._hear(change)

    def _hear(self, change: Change) -> None:
        if change.game is None:
            self._concern.clear()
            self._all_again = True
            return
        if not change.number:
            self._concern.pop(change.game, None)
        if change.game not in self._elsewhere:
            self.attend(change.game)

    async def _make_rounds(self) -> None:
        while True:
            games = set(self._elsewhere)
            self._elsewhere.clear()
            if self._all_again:
                games |= await self._unfinished()
            for game in games:
                self.attend(game)
            await asyncio.sleep(min(ROUND, self.lease / 2))

    async def _unfinished(self) -> set[str]:
        try:
            games = set(await self.store.unfinished())
        except StoreError as wrong:
            self._tell_setback(None, wrong)
            return set()
        self._all_again = False
        return games

    def attend(self, game: str) -> None:
        """Look whether it is a bot's turn; at most one looks at a time."""
        if self._closing:
            return
        if game in self._attending:
            self._again.add(game)
            return
        task = asyncio.create_task(self._attend(game))
        self._attending[game] = task
        task.add_done_callback(lambda _: self._attended(game))

    def _attended(self, game: str) -> None:
        del self._attending[game]
        if game in self._again:
            self._again.discard(game)
            self.attend(game)

    async def _attend(self, game: str) -> None:
        try:
            async with self._reading:
                concerned = await self._concerned(game)
            if concerned:
                await self._see_to(game)
        except Refused:
            self._concern[game] = False
        except Exception as wrong:
            self._tell_setback(game, wrong)
            await asyncio.sleep(SETBACK)
            self._elsewhere.add(game)

    async def _concerned(self, game: str) -> bool:
        sitting = self.sittings.loaded(game)
        if sitting is not None:
            return sitting.clock is not None or any(seat.kind == "bot" for seat in sitting.seats)
        if game not in self._concern:
            if len(self._concern) > MOST_KNOWN:
                self._concern.clear()
            self._concern[game] = _concerns(await self.store.game(game))
        return self._concern[game]

    async def _see_to(self, game: str) -> None:
        """Until the game waits for a person who has time."""
        while not self._closing:
            self._again.discard(game)
            sitting = await self._fresh(game)
            if sitting.state != GameState.PLAYING:
                await self._let_go(game, sitting)
                return
            seats = sitting.bots_to_move()
            late = clocks.late(sitting, self._began)
            if not seats and late is None:
                return
            if not await self._lease(game):
                self._elsewhere.add(game)
                return
            if seats:
                await self._decide(sitting, seats)
            elif late is not None:
                await self._mind_clock(sitting, late)

    async def _fresh(self, game: str) -> Sitting:
        async with self._reading:
            sitting = await self.sittings.get(game)
            await sitting.refresh()
            return sitting

    async def _let_go(self, game: str, sitting: Sitting) -> None:
        if sitting.state == GameState.FINISHED:
            self._concern[game] = False
            if self._leased.pop(game, None) is not None:
                await self.store.release(self.owner, game)

    async def _lease(self, game: str) -> bool:
        now = asyncio.get_running_loop().time()
        if self._leased.get(game, 0.0) > now + self.lease / 2:
            return True
        leased = await self.store.lease(game, self.owner, self.lease)
        if leased:
            self._leased[game] = now + self.lease
        else:
            self._leased.pop(game, None)
        return leased

    async def _decide(self, sitting: Sitting, seats: Sequence[int]) -> None:
        """All bots that have a decision to make: in the opening several at once, else one."""
        loop = asyncio.get_running_loop()
        number, began, pause = sitting.number, loop.time(), self._pause(sitting)
        choices = await asyncio.gather(*(self._choose(sitting, seat) for seat in seats))
        await asyncio.sleep(max(0.0, began + pause - loop.time()))
        for seat, choice in zip(seats, choices, strict=True):
            played = await asyncio.shield(sitting.play(seat, choice.move, f"bot {number}", number))
            if isinstance(played, Refused):
                if played.error != "stale":
                    told = {"game": sitting.game_id, "seat": seat, "by": choice.by, "error": played.error}
                    log.error("a bot's move was refused", extra={"told": told})
                    await asyncio.sleep(SETBACK)
                return

    def _pause(self, sitting: Sitting) -> float:
        """Longer where a person may still take the last move back."""
        if any(sitting.now.can_undo(seat) for seat, chair in enumerate(sitting.seats) if not chair.bot):
            return self.pause * REGRET
        begins = sitting.view(None).phase in BEGINNINGS
        return self.pause * (FIRST_SHARE if begins else 1 - FIRST_SHARE)

    async def _choose(self, sitting: Sitting, seat: int) -> Choice:
        began = time.perf_counter()
        bot = sitting.seats[seat].bot or clocks.STAND_IN
        choice = await self.deciding.choose(sitting.view(seat), sitting.game_id, sitting.row.board, bot)
        if self._noted is not None:
            self._noted(choice.by, time.perf_counter() - began)
        return choice

    async def _mind_clock(self, sitting: Sitting, late: float) -> None:
        """Wait until the clock runs out or something happens; whoever is late then, a bot plays for."""
        if late > 0:
            version = sitting.version
            with suppress(TimeoutError):
                async with asyncio.timeout(min(late, self.lease / 3)):
                    await sitting.changed(version)
            return
        for seat in clocks.people_to_move(sitting):
            log.info("a clock has run out", extra={"told": {"game": sitting.game_id, "seat": seat}})
            await asyncio.shield(sitting.reseat(seat, partial(clocks.stood_in_for, sitting, seat)))

    def _tell_setback(self, game: str | None, wrong: Exception) -> None:
        log.warning("a game is looked at again later", extra={"told": {"game": game, "why": type(wrong).__name__}})


def _concerns(row: GameRow | None) -> bool:
    if row is None or row.state == GameState.FINISHED:
        return False
    return row.options.get("clock") is not None or any(seat["kind"] == "bot" for seat in row.seats)
