"""Changes of games, published within one process."""

import asyncio
from types import TracebackType
from typing import Self

from carrozza.server.store.rows import Change


class Changes:
    """One subscriber's changes since it subscribed. A slow one gets only the newest of each game and kind."""

    def __init__(self, publisher: "Publisher") -> None:
        self._publisher = publisher
        self._pending: dict[tuple[str | None, bool], Change] = {}
        self._wake = asyncio.Event()
        self._closed = False

    def add(self, change: Change) -> None:
        kind = change.game, change.number > 0
        known = self._pending.get(kind)
        if known is None or known.number < change.number:
            self._pending[kind] = change
        self._wake.set()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Change:
        while not self._pending:
            if self._closed:
                raise StopAsyncIteration
            self._wake.clear()
            await self._wake.wait()
        return self._pending.pop(next(iter(self._pending)))

    async def aclose(self) -> None:
        self.end()
        self._publisher.unsubscribe(self)

    def end(self) -> None:
        self._closed = True
        self._wake.set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


class Publisher:
    def __init__(self) -> None:
        self._subscribers: set[Changes] = set()

    def subscribe(self) -> Changes:
        subscriber = Changes(self)
        self._subscribers.add(subscriber)
        return subscriber

    def unsubscribe(self, subscriber: Changes) -> None:
        self._subscribers.discard(subscriber)

    def publish(self, change: Change) -> None:
        for subscriber in self._subscribers:
            subscriber.add(change)

    def end(self) -> None:
        for subscriber in self._subscribers:
            subscriber.end()
        self._subscribers.clear()
