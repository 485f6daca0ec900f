"""Request bodies: read whole, up to a size and within a time, before the application runs."""

import asyncio
from typing import Final

from starlette.types import Message, Receive, Scope

from carrozza.server.guard.unfit_text import is_unfit_body
from carrozza.server.refusals import Refused

SECONDS: Final = 20.0
"""For a body to arrive."""


def unfit() -> Refused:
    return Refused("values", 400, "guard.unfit_text")


class Body:
    """An ASGI `receive` that gives the whole body in one message."""

    def __init__(self, scope: Scope, receive: Receive, most: int) -> None:
        headers = dict(scope["headers"])
        self._announced: bytes = headers.get(b"content-length", b"0")
        self._receive = receive
        self._most = most
        self._read: Message | None = None
        self.complete = self._announced == b"0" and b"transfer-encoding" not in headers
        """Whether the client has sent all of it."""
        self.disconnected = False
        """Whether the client went away before all of it had come."""

    async def read(self) -> None:
        """Refused where it is too large, comes too slowly, or holds text that cannot be stored."""
        if not self._announced.isdigit():
            raise Refused("request", 400, "guard.bad_request")
        self._check(int(self._announced))
        try:
            async with asyncio.timeout(SECONDS):
                self._read = await self._whole()
        except TimeoutError:
            raise Refused("slow", 408, "guard.too_slow") from None
        self.disconnected = self._read["type"] == "http.disconnect"
        self.complete = not self.disconnected
        if is_unfit_body(self._read.get("body", b"")):
            raise unfit()

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
        if size > self._most:
            raise Refused("size", 413, "guard.too_large", number=self._most // 1024)

    async def __call__(self) -> Message:
        if self._read is not None:
            message, self._read = self._read, None
            return message
        return await self._receive()
