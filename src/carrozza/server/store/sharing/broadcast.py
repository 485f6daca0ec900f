"""Notices from this process to all others, which are not stored."""

import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Protocol

from sqlalchemy import Executable, Row

from carrozza.server.store.writing.writer import NOTIFY

BROADCAST_CHANNEL: Final = "carrozza_broadcast"

Receive = Callable[[str], None]


class Broadcast(Protocol):
    def listen(self, receive: Receive) -> None:
        """Call `receive` with each notice of another process."""

    async def send(self, notices: Sequence[str]) -> None:
        """Each has at most 7000 bytes."""


class NoBroadcast:
    """For a single process: there are no others."""

    def listen(self, receive: Receive) -> None:
        pass

    async def send(self, notices: Sequence[str]) -> None:
        pass


class PostgresBroadcast:
    """By NOTIFY, signed so that a process ignores its own."""

    def __init__(self, run: Callable[[Executable], Awaitable[Sequence[Row[Any]]]]) -> None:
        self._run = run
        self._own = secrets.token_hex(6)
        self._receivers: list[Receive] = []

    def listen(self, receive: Receive) -> None:
        self._receivers.append(receive)

    async def send(self, notices: Sequence[str]) -> None:
        if notices:
            signed = [f"{self._own} {notice}" for notice in notices]
            await self._run(NOTIFY.bindparams(channel=BROADCAST_CHANNEL, notices=signed))

    def receive(self, notice: str) -> None:
        whose, _, text = notice.partition(" ")
        if whose != self._own:
            for receive in self._receivers:
                receive(text)

    def resync(self) -> None:
        """Nothing relies on notices that were lost."""
