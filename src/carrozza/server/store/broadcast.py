"""What processes tell each other in passing: heard by those who are there, and written nowhere."""

import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Protocol

from sqlalchemy import Executable, Row

from carrozza.server.store.writer import NOTIFY

HEARSAY_CHANNEL: Final = "carrozza_hearsay"

Heard = Callable[[str], None]


class Hearsay(Protocol):
    def listen(self, heard: Heard) -> None:
        """From now on, what other processes tell."""

    async def tell(self, notices: Sequence[str]) -> None:
        """Each is of at most 7000 bytes."""


class NoHearsay:
    """Where one process serves, nobody is there to be told."""

    def listen(self, heard: Heard) -> None:
        pass

    async def tell(self, notices: Sequence[str]) -> None:
        pass


class SharedHearsay:
    def __init__(self, run: Callable[[Executable], Awaitable[Sequence[Row[Any]]]]) -> None:
        self._run = run
        self._own = secrets.token_hex(6)
        self._heard: list[Heard] = []

    def listen(self, heard: Heard) -> None:
        self._heard.append(heard)

    async def tell(self, notices: Sequence[str]) -> None:
        if notices:
            signed = [f"{self._own} {notice}" for notice in notices]
            await self._run(NOTIFY.bindparams(channel=HEARSAY_CHANNEL, notices=signed))

    def hear(self, notice: str) -> None:
        whose, _, told = notice.partition(" ")
        if whose != self._own:
            for heard in self._heard:
                heard(told)

    def lost(self) -> None:
        """Nobody relies on it."""
