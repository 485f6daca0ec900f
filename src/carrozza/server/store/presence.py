"""Who is connected: each process tells the others which seats are with it.

Told by a notice whenever a seat comes or goes, and written down for whoever starts later. A process renews one row of
its own every few seconds, whatever the number of its connections; when it has died, that row ends, and all with it.
"""

import asyncio
import logging
import os
import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol

from sqlalchemy import Executable, Row, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from carrozza.server.store.errors import StoreError
from carrozza.server.store.leases import NOW
from carrozza.server.store.retry import with_patience
from carrozza.server.store.tables import CONNECTIONS, PROCESSES
from carrozza.server.store.writer import NOTIFY

LOG: Final = logging.getLogger(__name__)
PRESENCE_CHANNEL: Final = "carrozza_presence"
LEASE: Final = 10.0
"""Seconds for which the connections of a process that was killed are still believed in."""
BEATS: Final = 4
"""How often a process renews its row while it would last."""
GATHER: Final = 0.1
"""Seconds in which more seats may come and go before they are told, together."""
AGAIN: Final = 0.1

Heard = Callable[[str], None]
"""Is told of a game whose seats have come or gone elsewhere."""


class Presence(Protocol):
    def listen(self, heard: Heard) -> None: ...

    def here(self, game: str, seats: frozenset[int]) -> None:
        """These seats of a game are connected to this process, and no others."""

    def elsewhere(self, game: str) -> frozenset[int]:
        """The seats of a game that are connected to other processes."""

    async def start(self) -> None: ...

    async def close(self) -> None: ...


class OwnPresence:
    """Where one process serves: there is no elsewhere."""

    def listen(self, heard: Heard) -> None:
        pass

    def here(self, game: str, seats: frozenset[int]) -> None:
        pass

    def elsewhere(self, game: str) -> frozenset[int]:
        return frozenset()

    async def start(self) -> None:
        pass

    async def close(self) -> None:
        pass


class SharedPresence:
    """Where many processes serve. Asking costs nothing: what the others have told is kept in memory."""

    def __init__(
        self, engine: AsyncEngine, run: Callable[[Executable], Awaitable[Sequence[Row[Any]]]], lease: float = LEASE
    ) -> None:
        self.owner = f"{os.getpid()}-{secrets.token_hex(6)}"
        self._engine = engine
        self._run = run
        self._lease = lease
        self._heard: list[Heard] = []
        self._here: dict[str, frozenset[int]] = {}
        self._untold: set[str] = set()
        """Games of which the others do not yet know what they should."""
        self._elsewhere: dict[str, dict[str, frozenset[int]]] = {}
        """By game and process."""
        self._all_again = True
        """Whether notices may have been lost."""
        self._meanwhile: list[str] | None = None
        """Notices that come while everything is read."""
        self._looking = asyncio.Lock()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def listen(self, heard: Heard) -> None:
        self._heard.append(heard)

    def here(self, game: str, seats: frozenset[int]) -> None:
        if seats:
            self._here[game] = seats
        else:
            self._here.pop(game, None)
        self._untold.add(game)
        self._wake.set()

    def elsewhere(self, game: str) -> frozenset[int]:
        found = self._elsewhere.get(game)
        return frozenset().union(*found.values()) if found else frozenset()

    def hear(self, notice: str) -> None:
        if self._meanwhile is not None:
            self._meanwhile.append(notice)
        self._take(notice)

    def lost(self) -> None:
        """Notices may have been lost."""
        self._all_again = True
        self._wake.set()

    async def start(self) -> None:
        """Knows of everybody when this returns."""
        await self._look_round()
        self._task = asyncio.create_task(self._work(), name="store presence")

    async def close(self) -> None:
        """All who were here are gone, and the others hear it now."""
        # Again and again: a wait that is over at that very moment swallows the cancellation (Python 3.11).
        while self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task], timeout=AGAIN)
        with suppress(StoreError):  # it ends by itself
            await with_patience(self._say_goodbye, seconds=0)

    async def _work(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._lease / BEATS):
                    await self._wake.wait()
            self._wake.clear()
            try:
                await self._look_round()
            except Exception as error:  # whatever it was, it goes on
                LOG.warning("who is connected is told later (%s)", type(error).__name__)
            await asyncio.sleep(GATHER)

    async def _look_round(self) -> None:
        async with self._looking:
            await self._tell()
            if self._all_again or await self._somebody_died():
                await self._read_all()

    async def _somebody_died(self) -> bool:
        known = {owner for found in self._elsewhere.values() for owner in found}
        alive = await self._run(select(PROCESSES.c.owner).where(PROCESSES.c.until > NOW))
        return not known <= {row.owner for row in alive}

    async def _tell(self) -> None:
        games, self._untold = self._untold, set()
        try:
            await with_patience(lambda: self._write(games))
        except BaseException:
            self._untold |= games
            raise

    async def _write(self, games: Iterable[str]) -> None:
        async with self._engine.begin() as connection:
            if not await self._renewed(connection):
                games = {*games, *self._here}
            if not games:
                return
            here = {game: self._here.get(game, frozenset()) for game in sorted(games)}
            ours = delete(CONNECTIONS).where(CONNECTIONS.c.owner == self.owner, CONNECTIONS.c.game.in_(here))
            await connection.execute(ours)
            rows = [{"owner": self.owner, "game": game, "seat": seat} for game, seats in here.items() for seat in seats]
            if rows:
                await connection.execute(insert(CONNECTIONS), rows)
            await _notify(connection, [_notice(self.owner, game, seats) for game, seats in here.items()])

    async def _renewed(self, connection: AsyncConnection) -> bool:
        """False where it has ended, or was about to: others may take this process for dead, and must hear all again."""
        until, ours = NOW + self._lease, PROCESSES.c.owner == self.owner
        lasting = PROCESSES.c.until > NOW + self._lease / (2 * BEATS)
        renewed = update(PROCESSES).where(ours, lasting).values(until=until).returning(PROCESSES.c.owner)
        if (await connection.execute(renewed)).first() is not None:
            return True
        ended = select(PROCESSES.c.owner).where(PROCESSES.c.until < NOW).with_for_update(skip_locked=True)
        await connection.execute(delete(PROCESSES).where(or_(ours, PROCESSES.c.owner.in_(ended))))
        await connection.execute(insert(PROCESSES).values(owner=self.owner, until=until))
        return False

    async def _say_goodbye(self) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(delete(PROCESSES).where(PROCESSES.c.owner == self.owner))
            await _notify(connection, [self.owner])

    async def _read_all(self) -> None:
        self._all_again, self._meanwhile = False, []
        alive = select(CONNECTIONS).join(PROCESSES).where(PROCESSES.c.until > NOW, PROCESSES.c.owner != self.owner)
        try:
            rows = await self._run(alive)
        except BaseException:
            self._all_again, self._meanwhile = True, None
            raise
        before, self._elsewhere = self._elsewhere, _by_game(rows)
        heard, self._meanwhile = self._meanwhile, None
        for notice in heard:
            self._take(notice)
        for game in before.keys() | self._elsewhere.keys():
            if before.get(game) != self._elsewhere.get(game):
                self._say(game)

    def _take(self, notice: str) -> None:
        owner, _, rest = notice.partition(" ")
        if owner == self.owner:
            return
        game, _, seats = rest.partition(" ")
        there = frozenset(int(seat) for seat in seats.split(",") if seat.isdigit())
        for place in [game] if game else list(self._elsewhere):
            self._put(owner, place, there)

    def _put(self, owner: str, game: str, seats: frozenset[int]) -> None:
        before, found = self.elsewhere(game), self._elsewhere.setdefault(game, {})
        found[owner] = seats
        if not seats:
            del found[owner]
        if not found:
            del self._elsewhere[game]
        if self.elsewhere(game) != before:
            self._say(game)

    def _say(self, game: str) -> None:
        for heard in self._heard:
            heard(game)


def _notice(owner: str, game: str, seats: Iterable[int]) -> str:
    return f"{owner} {game} {','.join(str(seat) for seat in sorted(seats))}"


def _by_game(rows: Iterable[Row[Any]]) -> dict[str, dict[str, frozenset[int]]]:
    made: dict[str, dict[str, frozenset[int]]] = {}
    for row in rows:
        found = made.setdefault(row.game, {})
        found[row.owner] = found.get(row.owner, frozenset()) | {row.seat}
    return made


async def _notify(connection: AsyncConnection, notices: Sequence[str]) -> None:
    await connection.execute(NOTIFY, {"channel": PRESENCE_CHANNEL, "notices": list(notices)})
