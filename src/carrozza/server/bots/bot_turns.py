"""Plays the bots of games when it is their turn, and lets a bot take over when a person's clock runs out.

Of several processes the one that holds a game's lease does this; where two act at once, the log accepts one.
"""

import asyncio
import os
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from carrozza.server.bots.move_chooser import Choice, MoveChooser
from carrozza.server.bots.requesters import requester_of
from carrozza.server.bots.watchdog import HALTED_AFTER, LOOK_EVERY, Standstill, Watchdog
from carrozza.server.games.live import clocks
from carrozza.server.games.live.live_game import Accepted, LiveGame
from carrozza.server.games.live.live_games import LiveGames
from carrozza.server.logs import get_logger
from carrozza.server.processes.fair_queue import Requester
from carrozza.server.refusals import Refused
from carrozza.server.settings import Settings
from carrozza.server.store import Change, GameRow, GameState, Store, StoreError, Unavailable

log = get_logger(__name__)

LEASE: Final = 20.0
"""Seconds after which another process takes over the games of one that has died."""
CHECK_EVERY: Final = 5.0
"""Seconds between looks at games that another process holds."""
FIRST_SHARE: Final = 0.75
"""The part of a turn's pause before its first decision; each further one in the same turn has the rest."""
UNDO_PAUSES: Final = 4.0
"""How many pauses a bot waits while a person may still take a move back."""
FIRST_PHASES: Final = ("opening", "start", "turn")
ERROR_PAUSE: Final = 1.0
"""Seconds before another look at a game in which something went wrong."""
MOST_AT_ONCE: Final = 32
"""Games read at the same time: after a restart there may be thousands."""
MOST_KNOWN: Final = 20_000
MOST_MENDING: Final = 60.0
"""Seconds for an attempt to get a stalled game going again."""

OnDecision = Callable[[str, float], None]
"""Called with the bot's name and the seconds it took."""
Pace = Callable[[Requester], float]
"""How many seconds a decision has to wait, so that the games of one payer play no faster than the limits allow."""
OnStalled = Callable[[str], None]
"""Called with what was done about a game whose bots did not move."""


class BotTurns:
    """Plays the bots of one process's games, from `start` to `close`."""

    def __init__(
        self,
        store: Store,
        live_games: LiveGames,
        settings: Settings,
        chooser: MoveChooser | None = None,
        on_decision: OnDecision | None = None,
        on_stalled: OnStalled | None = None,
        lease: float = LEASE,
        pace: Pace = lambda requester: 0.0,
        watchdog: Watchdog | None = None,
    ) -> None:
        self.store = store
        self.live_games = live_games
        self.pause = settings.bot_pause
        self._start_bots = settings.start_bots
        self.chooser = chooser or MoveChooser(settings.bot_workers)
        self.chooser.search.on_compiling = live_games.set_bots_compiling
        self.lease = lease
        self.owner = f"{os.getpid()}-{secrets.token_hex(6)}"
        self._on_decision = on_decision
        self._pace = pace
        self._on_stalled = on_stalled
        self._watchdog = watchdog or Watchdog()
        self._checking: dict[str, asyncio.Task[None]] = {}
        self._check_again: set[str] = set()
        """Games that changed while they were being checked."""
        self._held_elsewhere: set[str] = set()
        self._has_work: dict[str, bool] = {}
        """Of games that are not in memory: whether they have a bot or a clock at all."""
        self._leased: dict[str, float] = {}
        self._reading = asyncio.Semaphore(MOST_AT_ONCE)
        self._tasks: list[asyncio.Task[None]] = []
        self._closing = False
        self._check_all = True
        """Whether to check all unfinished games: at the start, and when notifications may have been lost."""

    def start(self) -> None:
        """Play from now on, in unfinished games too."""
        works = (self._follow(), self._check_regularly(), self._watch_regularly())
        self._tasks = [asyncio.create_task(work) for work in works]
        if self._start_bots:
            self.chooser.start_processes()

    async def close(self) -> None:
        """Let writes under way finish, then give back all leases."""
        self._closing = True
        tasks = [*self._tasks, *self._checking.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.chooser.close()
        with suppress(Exception):  # leases expire by themselves
            await self.store.release(self.owner)

    async def _follow(self) -> None:
        async with self.store.changes() as changes:
            async for change in changes:
                self._on_change(change)

    def _on_change(self, change: Change) -> None:
        if change.game is None:
            self._has_work.clear()
            self._check_all = True
            return
        if not change.number:
            self._has_work.pop(change.game, None)
        if change.game not in self._held_elsewhere and not self._needs_nothing(change.game, change.number):
            self.check(change.game)

    def _needs_nothing(self, game: str, number: int) -> bool:
        """Whether the game is in memory as it is after the change, with neither bot nor clock: then no task need look
        at it after every move."""
        live_game = self.live_games.loaded(game)
        return live_game is not None and live_game.number >= number and not _has_work(live_game)

    async def _check_regularly(self) -> None:
        while True:
            games = set(self._held_elsewhere)
            self._held_elsewhere.clear()
            if self._check_all:
                games |= await self._unfinished()
            for game in games:
                self.check(game)
            await asyncio.sleep(min(CHECK_EVERY, self.lease / 2))

    async def _unfinished(self) -> set[str]:
        try:
            games = set(await self.store.unfinished())
        except StoreError as error:
            _log_failure(None, error)
            return set()
        self._check_all = False
        return games

    def check(self, game: str) -> None:
        """Play the bots of a game if it is their turn; one check of a game runs at a time."""
        if self._closing:
            return
        if game in self._checking:
            self._check_again.add(game)
            return
        task = asyncio.create_task(self._check(game))
        self._checking[game] = task
        task.add_done_callback(lambda _: self._checked(game))

    def _checked(self, game: str) -> None:
        del self._checking[game]
        if game in self._check_again:
            self._check_again.discard(game)
            self.check(game)

    async def _check(self, game: str) -> None:
        try:
            async with self._reading:
                has_work = await self._may_have_work(game)
            if has_work:
                await self._play_on(game)
        except Refused:
            self._has_work[game] = False
        except Exception as error:
            _log_failure(game, error)
            if isinstance(error, StoreError):
                self._watchdog.start_again(game)
            await asyncio.sleep(ERROR_PAUSE)
            self._held_elsewhere.add(game)

    async def _may_have_work(self, game: str) -> bool:
        live_game = self.live_games.loaded(game)
        if live_game is not None:
            return _has_work(live_game)
        if game not in self._has_work:
            if len(self._has_work) > MOST_KNOWN:
                self._has_work.clear()
            self._has_work[game] = _has_bot_or_clock(await self.store.game(game))
        return self._has_work[game]

    async def _play_on(self, game: str) -> None:
        """Until the game waits for a person with time left."""
        while not self._closing:
            self._check_again.discard(game)
            live_game = await self._fresh(game)
            if live_game.state != GameState.PLAYING:
                await self._release(game, live_game)
                return
            seats = live_game.bots_to_move()
            timeout = clocks.seconds_to_timeout(live_game)
            if not seats and timeout is None:
                return
            if not await self._lease(game):
                self._held_elsewhere.add(game)
                return
            if seats:
                await self._decide(live_game, seats)
            elif timeout is not None:
                await self._watch_clock(live_game, timeout)

    async def _fresh(self, game: str) -> LiveGame:
        async with self._reading:
            live_game = await self.live_games.get(game)
            await live_game.refresh()
            return live_game

    async def _release(self, game: str, live_game: LiveGame) -> None:
        if live_game.state == GameState.FINISHED:
            self._has_work[game] = False
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

    async def _decide(self, live_game: LiveGame, seats: Sequence[int]) -> None:
        """All bots that have a decision to make: in the opening several at once, else one."""
        loop = asyncio.get_running_loop()
        requester, number = requester_of(live_game), live_game.number
        await self._wait_for_pace(requester)
        if live_game.number != number:
            return
        began, pause = loop.time(), self._pause(live_game)
        choices = await asyncio.gather(*(self._choose(live_game, seat, requester) for seat in seats))
        await asyncio.sleep(max(0.0, began + pause - loop.time()))
        for seat, choice in zip(seats, choices, strict=True):
            played = await asyncio.shield(live_game.play_for_bot(seat, choice.move, number))
            if isinstance(played, Refused):
                if played.error != "stale":
                    log.error("bot_move_refused", game=live_game.game_id, seat=seat, bot=choice.by, error=played.error)
                    await asyncio.sleep(ERROR_PAUSE)
                return

    async def _wait_for_pace(self, requester: Requester) -> None:
        """Keep the lease meanwhile; the bots are not late."""
        wait = self._pace(requester)
        while wait > 0:
            await asyncio.sleep(min(wait, self.lease / 3))
            wait -= self.lease / 3
            self._watchdog.start_again(requester.table)
            await self._lease(requester.table)

    def _pause(self, live_game: LiveGame) -> float:
        """Longer while a person may still take the last move back."""
        if any(live_game.folded.can_undo(seat) for seat, here in enumerate(live_game.seats) if not here.bot):
            return self.pause * UNDO_PAUSES
        begins = live_game.view(None).phase in FIRST_PHASES
        return self.pause * (FIRST_SHARE if begins else 1 - FIRST_SHARE)

    async def _choose(self, live_game: LiveGame, seat: int, requester: Requester) -> Choice:
        began = time.perf_counter()
        bot = live_game.seats[seat].bot or clocks.STAND_IN
        choice = await self.chooser.choose(live_game.view(seat), requester, live_game.row.board, bot)
        if self._on_decision is not None:
            self._on_decision(choice.by, time.perf_counter() - began)
        return choice

    async def _watch_clock(self, live_game: LiveGame, timeout: float) -> None:
        """Wait until the clock runs out or the game changes; then let a bot play for whoever is late."""
        if timeout > 0:
            version = live_game.version
            with suppress(TimeoutError):
                async with asyncio.timeout(min(timeout, self.lease / 3)):
                    await live_game.wait_for_change(version)
            return
        for seat in live_game.seats_on_the_clock():
            log.info("clock_ran_out", game=live_game.game_id, seat=seat)
            await asyncio.shield(live_game.change_seat(seat, partial(clocks.with_stand_in, live_game, seat)))

    async def _watch_regularly(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            await self.mend_stalled()

    async def mend_stalled(self) -> None:
        """Get games going again whose bots have not moved for too long."""
        for game, seen in self._watchdog.stalled(self.live_games).items():
            try:
                async with asyncio.timeout(MOST_MENDING):
                    await self._mend(game, seen)
            except Exception as error:  # another look follows
                _log_failure(game, error)
                if isinstance(error, StoreError):
                    self._watchdog.start_again(game)

    async def _mend(self, game: str, seen: Standstill) -> None:
        """Only with the lease: another process that holds it has a watchdog too."""
        if not await self._lease(game):
            return
        await self._stop_check(game)
        done = await _decided_by_server(await self._fresh(game), seen)
        log.error("game_stalled", game=game, seconds=round(seen.seconds), done=done)
        if self._on_stalled is not None:
            self._on_stalled(done)
        if done == "read":
            self._watchdog.start_again(game)
        self.check(game)

    async def _stop_check(self, game: str) -> None:
        task = self._checking.get(game)
        if task is not None:
            task.cancel()
            await asyncio.wait({task})


async def _decided_by_server(live_game: LiveGame, seen: Standstill) -> str:
    """Play the first legal move without asking a bot; end the game where none has been accepted for long."""
    seats = live_game.bots_to_move()
    if live_game.number != seen.number or not seats:
        return "read"
    for seat in seats:
        if await _plays_first_legal(live_game, seat):
            return "moved"
    if seen.seconds >= HALTED_AFTER:
        await live_game.halt(seen.number)
    return "halted" if live_game.folded.halted else "nothing"


async def _plays_first_legal(live_game: LiveGame, seat: int) -> bool:
    """The first that the game accepts."""
    try:
        for move in live_game.view(seat).legal_moves:
            if isinstance(await live_game.play_for_bot(seat, move, live_game.number), Accepted):
                return True
    except StoreError:
        raise
    except Exception as error:  # the rules themselves fail
        _log_failure(live_game.game_id, error)
    return False


def _log_failure(game: str | None, error: Exception) -> None:
    if isinstance(error, Unavailable):  # which is logged once, not for each game
        return
    log.warning("bot_turn_postponed", game=game, error=type(error).__name__)


def _has_work(live_game: LiveGame) -> bool:
    return live_game.clock is not None or any(seat.kind == "bot" for seat in live_game.seats)


def _has_bot_or_clock(row: GameRow | None) -> bool:
    if row is None or row.state == GameState.FINISHED:
        return False
    return row.options.get("clock") is not None or any(seat["kind"] == "bot" for seat in row.seats)
