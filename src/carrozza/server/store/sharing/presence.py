"""Presence: each process tells the others which seats are connected to it.

It sends a notification whenever a seat connects or disconnects, and stores the connections for processes that start
later. Every few seconds it renews one row of its own; when it dies, that row expires, and its connections with it.
"""

import asyncio
import os
import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol

from sqlalchemy import Executable, Row, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from carrozza.server.logs import get_logger
from carrozza.server.store.answer_limit import answering_transaction
from carrozza.server.store.errors import StoreError, Unavailable
from carrozza.server.store.health import StoreHealth
from carrozza.server.store.retry import with_retries
from carrozza.server.store.sharing.leases import NOW
from carrozza.server.store.tables import CONNECTIONS, PROCESSES
from carrozza.server.store.writing.writer import NOTIFY

log = get_logger(__name__)

PRESENCE_CHANNEL: Final = "carrozza_presence"
LEASE: Final = 10.0
"""Seconds after which the connections of a killed process expire."""
RENEWALS: Final = 4
"""How often a process renews its row within a lease."""
GATHER: Final = 0.1
"""Seconds in which further changes are collected before they are sent together."""
AGAIN: Final = 0.1

Changed = Callable[[str], None]
"""Called with a game whose seats have connected to other processes or left them."""


class Presence(Protocol):
    def listen(self, changed: Changed) -> None: ...

    def here(self, game: str, seats: frozenset[int]) -> None:
        """These seats of a game are connected to this process, and no others."""

    def elsewhere(self, game: str) -> frozenset[int]:
        """The seats of a game that are connected to other processes."""

    async def start(self) -> None: ...

    async def close(self) -> None: ...


class LocalPresence:
    """For a single process: nobody is elsewhere."""

    def listen(self, changed: Changed) -> None:
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
    """For many processes. Reading is free: what the others have sent is kept in memory."""

    def __init__(
        self,
        engine: AsyncEngine,
        run: Callable[[Executable], Awaitable[Sequence[Row[Any]]]],
        health: StoreHealth,
    ) -> None:
        self.owner = f"{os.getpid()}-{secrets.token_hex(6)}"
        self._engine = engine
        self._run = run
        self._health = health
        self._lease = LEASE
        self._listeners: list[Changed] = []
        self._here: dict[str, frozenset[int]] = {}
        self._unsent: set[str] = set()
        """Games whose connections have changed since they were last sent."""
        self._elsewhere: dict[str, dict[str, frozenset[int]]] = {}
        """By game and process."""
        self._must_read_all = True
        """Whether notices may have been lost."""
        self._received_meanwhile: list[str] | None = None
        """Notices that come while all rows are read."""
        self._synchronising = asyncio.Lock()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def listen(self, changed: Changed) -> None:
        self._listeners.append(changed)

    def here(self, game: str, seats: frozenset[int]) -> None:
        if seats:
            self._here[game] = seats
        else:
            self._here.pop(game, None)
        self._unsent.add(game)
        self._wake.set()

    def elsewhere(self, game: str) -> frozenset[int]:
        found = self._elsewhere.get(game)
        return frozenset().union(*found.values()) if found else frozenset()

    def receive(self, notice: str) -> None:
        if self._received_meanwhile is not None:
            self._received_meanwhile.append(notice)
        self._apply(notice)

    def resync(self) -> None:
        """Notices may have been lost."""
        self._must_read_all = True
        self._wake.set()

    async def start(self) -> None:
        """Knows all present seats when this returns."""
        await self._synchronise()
        self._task = asyncio.create_task(self._work(), name="store presence")

    async def close(self) -> None:
        """Remove this process's connections, and notify the others."""
        # Again and again: a wait that is over at that very moment swallows the cancellation (Python 3.11).
        while self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task], timeout=AGAIN)
        with suppress(StoreError):  # the row expires by itself
            await with_retries(self._remove_own_row, seconds=0)

    async def _work(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._lease / RENEWALS):
                    await self._wake.wait()
            self._wake.clear()
            try:
                await self._synchronise()
            except Unavailable:  # which is logged once, and tried again
                pass
            except Exception as error:  # whatever it was, try again later
                log.warning("presence_not_sent", error=type(error).__name__)
            await asyncio.sleep(GATHER)

    async def _synchronise(self) -> None:
        async with self._synchronising:
            await self._send()
            if self._must_read_all or await self._a_process_died():
                await self._read_all()

    async def _a_process_died(self) -> bool:
        known = {owner for found in self._elsewhere.values() for owner in found}
        alive = await self._run(select(PROCESSES.c.owner).where(PROCESSES.c.until > NOW))
        return not known <= {row.owner for row in alive}

    async def _send(self) -> None:
        games, self._unsent = self._unsent, set()
        try:
            await with_retries(lambda: self._write(games), health=self._health)
        except BaseException:
            self._unsent |= games
            raise

    async def _write(self, games: Iterable[str]) -> None:
        async with answering_transaction(self._engine) as connection:
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
        """False where the row has expired or was about to: other processes may have dropped its connections."""
        until, ours = NOW + self._lease, PROCESSES.c.owner == self.owner
        lasting = PROCESSES.c.until > NOW + self._lease / (2 * RENEWALS)
        renewed = update(PROCESSES).where(ours, lasting).values(until=until).returning(PROCESSES.c.owner)
        if (await connection.execute(renewed)).first() is not None:
            return True
        ended = select(PROCESSES.c.owner).where(PROCESSES.c.until < NOW).with_for_update(skip_locked=True)
        await connection.execute(delete(PROCESSES).where(or_(ours, PROCESSES.c.owner.in_(ended))))
        await connection.execute(insert(PROCESSES).values(owner=self.owner, until=until))
        return False

    async def _remove_own_row(self) -> None:
        async with answering_transaction(self._engine) as connection:
            await connection.execute(delete(PROCESSES).where(PROCESSES.c.owner == self.owner))
            await _notify(connection, [self.owner])

    async def _read_all(self) -> None:
        self._must_read_all, self._received_meanwhile = False, []
        alive = select(CONNECTIONS).join(PROCESSES).where(PROCESSES.c.until > NOW, PROCESSES.c.owner != self.owner)
        try:
            rows = await self._run(alive)
        except BaseException:
            self._must_read_all, self._received_meanwhile = True, None
            raise
        before, self._elsewhere = self._elsewhere, _by_game(rows)
        received, self._received_meanwhile = self._received_meanwhile, None
        for notice in received:
            self._apply(notice)
        for game in before.keys() | self._elsewhere.keys():
            if before.get(game) != self._elsewhere.get(game):
                self._call_listeners(game)

    def _apply(self, notice: str) -> None:
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
            self._call_listeners(game)

    def _call_listeners(self, game: str) -> None:
        for changed in self._listeners:
            changed(game)


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
