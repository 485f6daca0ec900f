"""Request bodies: read whole, up to a size and within a time, before the application runs."""

import asyncio
from typing import Final

from starlette.types import Message, Receive, Scope

from carrozza.server.refusals import Refused

SECONDS: Final = 20.0
"""For a body to arrive."""


class Body:
    """An ASGI `receive` that gives the whole body in one message."""

    def __init__(self, receive: Receive, most: int | None) -> None:
        self._receive = receive
        self._most = most
        self._read: Message | None = None

    async def read(self, scope: Scope) -> None:
        """Refused where it is too large or comes too slowly."""
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if not announced.isdigit():
            raise Refused("request", 400, "guard.bad_request")
        self._check(int(announced))
        try:
            async with asyncio.timeout(SECONDS):
                self._read = await self._whole()
        except TimeoutError:
            raise Refused("slow", 408, "guard.too_slow") from None

    async def _whole(self) -> Message:
        parts: list[bytes] = []
        size, more = 0, True
        while more:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                return message
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            self._check(size)
            more = message.get("more_body", False)
        return {"type": "http.request", "body": b"".join(parts), "more_body": False}

    def _check(self, size: int) -> None:
        if self._most is not None and size > self._most:
            raise Refused("size", 413, "guard.too_large", number=self._most // 1024)

    async def __call__(self) -> Message:
        if self._read is not None:
            message, self._read = self._read, None
            return message
        return await self._receive()
