"""HTTP and WebSocket by hand: whatever no library would send can be sent, and every byte of an answer is seen."""

import asyncio
import base64
import json
import os
import struct
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

Headers = Iterable[tuple[str, str]]

PATIENCE: Final = 120.0
"""Far more than an answer takes: only what never comes is a failure."""
LOOPBACK: Final = "127.0.0.1"
LARGEST_HEAD: Final = 1 << 18
CONTINUE, SWITCHING = 100, 101
WITHOUT_BODY: Final = (SWITCHING, 204, 304)
STREAM: Final = "application/x-ndjson"
TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA


class Unanswered(Exception):
    """The connection ended, or nothing came in time."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    """Of a stream of lines, the first; it is empty where there is nothing to tell yet."""

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key == name), "")

    def json(self) -> Any:
        return json.loads(self.body)


def request_bytes(method: str, target: str, headers: Headers = (), body: bytes | None = None) -> bytes:
    """A request as it goes over the wire; characters beyond Latin-1 are sent as UTF-8."""
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers)]
    head = "\r\n".join(lines).encode("utf-8", "surrogatepass")
    return head + b"\r\n\r\n" + (body or b"")


class Wire:
    """A connection to a server on this machine, kept alive, and opened again where it was closed."""

    def __init__(self, port: int, source: str = LOOPBACK) -> None:
        self.port = port
        self.source = source
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(
        self, method: str, path: str, token: str | None = None, body: Any = None, headers: Headers = ()
    ) -> Answer:
        """An orderly request, with JSON as its body."""
        content = None if body is None else json.dumps(body).encode()
        made = [("Host", f"{LOOPBACK}:{self.port}"), *headers]
        if token is not None:
            made.append(("Authorization", f"Bearer {token}"))
        if content is not None:
            made += [("Content-Type", "application/json"), ("Content-Length", str(len(content)))]
        return await self.send(request_bytes(method, path, made, content), head=method == "HEAD")

    async def send(self, sent: bytes, *, head: bool = False) -> Answer:
        """The answer to these bytes. On a connection that was used before and has been closed, they are sent again."""
        try:
            async with asyncio.timeout(PATIENCE):
                if self._writer is not None:
                    with suppress(Unanswered, OSError):
                        return await self._sent(sent, head)
                return await self._sent(sent, head)
        except (TimeoutError, OSError) as wrong:
            self.close()
            raise Unanswered(type(wrong).__name__) from None

    async def _sent(self, sent: bytes, head: bool) -> Answer:
        reader, writer = await self._open()
        try:
            writer.write(sent)
            await writer.drain()
            answer = await read_answer(reader, head=head)
        except BaseException:
            self.close()
            raise
        if answer.header("connection") == "close" or answer.header("content-type").startswith(STREAM):
            self.close()
        return answer

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await opened(self.port, self.source)
        return self._reader, self._writer

    def close(self) -> None:
        if self._writer is not None:
            self._writer.transport.abort()
        self._reader = self._writer = None


async def opened(port: int, source: str = LOOPBACK) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection(LOOPBACK, port, limit=LARGEST_HEAD, local_addr=(source, 0))


async def read_answer(reader: asyncio.StreamReader, *, head: bool = False) -> Answer:
    status, headers = await _read_head(reader)
    while status == CONTINUE:
        status, headers = await _read_head(reader)
    answer = Answer(status, headers, b"")
    if head or status in WITHOUT_BODY:
        return answer
    return Answer(status, headers, await _read_body(reader, answer))


async def _read_head(reader: asyncio.StreamReader) -> tuple[int, tuple[tuple[str, str], ...]]:
    try:
        text = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError) as wrong:
        raise Unanswered(type(wrong).__name__) from None
    first, *lines = text.removesuffix("\r\n\r\n").split("\r\n")
    words = first.split(" ", 2)
    if not first.startswith("HTTP/1.") or not words[1].isdigit():
        raise Unanswered(f"not HTTP: {first[:40]!r}")
    pairs = (line.partition(":") for line in lines)
    return int(words[1]), tuple((name.lower(), value.strip()) for name, _, value in pairs)


async def _read_body(reader: asyncio.StreamReader, answer: Answer) -> bytes:
    try:
        if answer.header("transfer-encoding") == "chunked":
            return await _read_chunks(reader, one=answer.header("content-type").startswith(STREAM))
        length = answer.header("content-length")
        return await (reader.readexactly(int(length)) if length else reader.read())
    except (asyncio.IncompleteReadError, ConnectionError) as wrong:
        raise Unanswered(type(wrong).__name__) from None


async def _read_chunks(reader: asyncio.StreamReader, *, one: bool) -> bytes:
    parts: list[bytes] = []
    while size := int((await reader.readline()).split(b";")[0] or b"0", 16):
        parts.append(await reader.readexactly(size))
        await reader.readline()
        if one:
            return parts[0]
    await reader.readline()
    return b"".join(parts)


class Live:
    """A WebSocket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, port: int, path: str, source: str = LOOPBACK, headers: Headers = ()) -> "Live | Answer":
        """The open socket, or the answer that refused it."""
        key = base64.b64encode(os.urandom(16)).decode()
        given = [("Host", f"{LOOPBACK}:{port}"), ("Upgrade", "websocket"), ("Connection", "Upgrade")]
        given += [("Sec-WebSocket-Key", key), ("Sec-WebSocket-Version", "13"), *headers]
        reader, writer = await opened(port, source)
        async with asyncio.timeout(PATIENCE):
            writer.write(request_bytes("GET", path, given))
            answer = await read_answer(reader)
        if answer.status == SWITCHING:
            return cls(reader, writer)
        writer.transport.abort()
        return answer

    async def say(self, message: object) -> None:
        await self.frame(TEXT, json.dumps(message).encode())

    async def frame(self, kind: int, content: bytes, *, final: bool = True) -> None:
        await self.send(frame_bytes(kind, content, final=final))

    async def send(self, sent: bytes) -> None:
        self._writer.write(sent)
        await self._writer.drain()

    async def hear(self) -> tuple[int, bytes]:
        """The kind and content of the next frame; a close's content begins with its code. Pings are answered."""
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    kind, content = await self._heard()
                    if kind != PING:
                        return kind, content
                    await self.frame(PONG, content)
        except (TimeoutError, asyncio.IncompleteReadError, OSError) as wrong:
            raise Unanswered(type(wrong).__name__) from None

    async def _heard(self) -> tuple[int, bytes]:
        first, second = await self._reader.readexactly(2)
        size = second & 0x7F
        if size == 126:
            size = struct.unpack("!H", await self._reader.readexactly(2))[0]
        elif size == 127:
            size = struct.unpack("!Q", await self._reader.readexactly(8))[0]
        return first & 0xF, await self._reader.readexactly(size)

    async def hear_json(self, kind: str | None = None) -> dict[str, Any]:
        """The next message, or the next of a type."""
        while True:
            opcode, content = await self.hear()
            if opcode == CLOSE:
                raise Unanswered(f"closed with {close_code(content)}")
            if opcode != TEXT:
                continue
            message: dict[str, Any] = json.loads(content)
            if kind is None or message["type"] == kind:
                return message

    def close(self) -> None:
        self._writer.transport.abort()


def frame_bytes(kind: int, content: bytes, *, final: bool = True) -> bytes:
    """One frame of a WebSocket, masked; `kind` may be what no standard knows."""
    size, mask = len(content), os.urandom(4)
    head = bytes([(0x80 if final else 0) | kind])
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 1 << 16:
        head += bytes([0x80 | 126]) + struct.pack("!H", size)
    else:
        head += bytes([0x80 | 127]) + struct.pack("!Q", size)
    whole = int.from_bytes(content, "big") ^ int.from_bytes((mask * (size // 4 + 1))[:size], "big")
    return head + mask + whole.to_bytes(size, "big")


def close_code(content: bytes) -> int | None:
    return int.from_bytes(content[:2], "big") if len(content) >= 2 else None
