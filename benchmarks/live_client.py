"""A WebSocket client that costs little beside the server that is measured: frames are read where they arrive."""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Any, Final, cast

from pydantic_core import from_json, to_json

TEXT: Final = 0x81
CLOSE: Final = 0x88
PING: Final = 0x89
PONG: Final = 0x8A
LONGEST_SHORT: Final = 125
TWO_BYTES: Final = 126
UPGRADE: Final = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
)

Heard = Callable[[dict[str, Any]], None]


class LiveClient(asyncio.Protocol):
    """One connection; calls `heard` with each message."""

    def __init__(self, heard: Heard) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._heard = heard
        self._transport: asyncio.Transport | None = None
        self._unread = b""

    @classmethod
    async def open(cls, host: str, port: int, path: str, heard: Heard) -> "LiveClient":
        made = cls(heard)
        await asyncio.get_running_loop().create_connection(lambda: made, host, port)
        key = base64.b64encode(os.urandom(16)).decode()
        made._write(UPGRADE.format(path=path, host=f"{host}:{port}", key=key).encode())
        await made.opened
        return made

    def send(self, message: dict[str, Any]) -> None:
        self._write(frame(TEXT, to_json(message)))

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self._unread = self._unread + data if self._unread else data
        if not self.opened.done():
            self._read_answer()
        while (read := unframed(self._unread)) is not None:
            kind, body, size = read
            self._unread = self._unread[size:]
            if kind == TEXT:
                self._heard(from_json(body))
            elif kind == PING:
                self._write(frame(PONG, body))
            elif kind == CLOSE:
                raise RuntimeError(f"the server closed a connection: {body!r}")

    def _read_answer(self) -> None:
        head, end, rest = self._unread.partition(b"\r\n\r\n")
        if end:
            assert head.startswith(b"HTTP/1.1 101 "), head
            self._unread = rest
            self.opened.set_result(None)

    def _write(self, data: bytes) -> None:
        assert self._transport is not None
        self._transport.write(data)


def frame(kind: int, body: bytes) -> bytes:
    """As a client sends it: masked."""
    size, mask = len(body), os.urandom(4)
    head = bytes((kind, 0x80 | size)) if size <= LONGEST_SHORT else bytes((kind, 0x80 | TWO_BYTES)) + size.to_bytes(2)
    key = (mask * (size // 4 + 1))[:size]
    return head + mask + (int.from_bytes(body) ^ int.from_bytes(key)).to_bytes(size)


def unframed(data: bytes) -> tuple[int, bytes, int] | None:
    """The first whole frame of a server, which masks nothing: its kind, its body and its size; none before it is all
    there."""
    if len(data) < 2:
        return None
    begin, size = 2, data[1]
    if size >= TWO_BYTES:
        begin += 2 if size == TWO_BYTES else 8
        size = int.from_bytes(data[2:begin])
    end = begin + size
    return None if len(data) < end else (data[0], data[begin:end], end)
