"""News of games within one process."""

import asyncio
from types import TracebackType
from typing import Self

from carrozza.server.store.rows import Change


class Changes:
    """One listener's changes, from the moment it was made. Who is slow gets only the newest of each game and kind."""

    def __init__(self, broadcast: "Broadcast") -> None:
        self._broadcast = broadcast
        self._news: dict[tuple[str | None, bool], Change] = {}
        self._wake = asyncio.Event()
        self._closed = False

    def tell(self, change: Change) -> None:
        kind = change.game, change.number > 0
        known = self._news.get(kind)
        if known is None or known.number < change.number:
            self._news[kind] = change
        self._wake.set()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Change:
        while not self._news:
            if self._closed:
                raise StopAsyncIteration
            self._wake.clear()
            await self._wake.wait()
        return self._news.pop(next(iter(self._news)))

    async def aclose(self) -> None:
        self.end()
        self._broadcast.forget(self)

    def end(self) -> None:
        self._closed = True
        self._wake.set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


class Broadcast:
    def __init__(self) -> None:
        self._listeners: set[Changes] = set()

    def listen(self) -> Changes:
        listener = Changes(self)
        self._listeners.add(listener)
        return listener

    def forget(self, listener: Changes) -> None:
        self._listeners.discard(listener)

    def tell(self, change: Change) -> None:
        for listener in self._listeners:
            listener.tell(change)

    def end(self) -> None:
        for listener in self._listeners:
            listener.end()
        self._listeners.clear()
