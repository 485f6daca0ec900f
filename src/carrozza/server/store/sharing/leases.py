"""Leases: of all processes, the one that holds a game's lease plays its bots and watches its clock."""

import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Protocol

from sqlalchemy import Executable, Row, delete, func, or_
from sqlalchemy.dialects.postgresql import insert

from carrozza.server.store.tables import LEASES


class Leases(Protocol):
    async def lease(self, game: str, owner: str, seconds: float) -> bool: ...

    async def release(self, owner: str, game: str | None = None) -> None: ...


class LocalLeases:
    """For a single process: leases end with it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._held: dict[str, tuple[str, float]] = {}

    async def lease(self, game: str, owner: str, seconds: float) -> bool:
        now = self._clock()
        holder, until = self._held.get(game, (owner, now))
        if holder != owner and until > now:
            return False
        self._held[game] = owner, now + seconds
        return True

    async def release(self, owner: str, game: str | None = None) -> None:
        for held in [held for held, (holder, _) in self._held.items() if holder == owner and game in (None, held)]:
            del self._held[held]


# The database's own clock: those of several machines differ.
NOW: Final = func.extract("epoch", func.clock_timestamp())


class SharedLeases:
    """For many processes: in the database, each statement a transaction of its own."""

    def __init__(self, run: Callable[[Executable], Awaitable[Sequence[Row[Any]]]]) -> None:
        self._run = run

    async def lease(self, game: str, owner: str, seconds: float) -> bool:
        new = insert(LEASES).values(game=game, owner=owner, until=NOW + seconds)
        free = or_(LEASES.c.owner == owner, LEASES.c.until < NOW)
        taken = {"owner": new.excluded.owner, "until": new.excluded.until}
        wanted = new.on_conflict_do_update(index_elements=[LEASES.c.game], set_=taken, where=free)
        return bool(await self._run(wanted.returning(LEASES.c.game)))

    async def release(self, owner: str, game: str | None = None) -> None:
        held = delete(LEASES).where(LEASES.c.owner == owner)
        await self._run((held if game is None else held.where(LEASES.c.game == game)).returning(LEASES.c.game))
