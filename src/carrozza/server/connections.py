"""Open connections: how many there may be, and how long one may take to send the head of a request.

uvicorn waits for ever for the head, and asyncio logs an error a second when no file descriptor is left. Both are
avoided here, in subclasses of uvicorn's protocols: whichever it chooses, h11 or httptools.
"""

import asyncio
import errno
import ipaddress
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol
from websockets.exceptions import InvalidState

from carrozza.server.addresses import address_of
from carrozza.server.guard.limits import MOST_OF_AN_ADDRESS
from carrozza.server.logs import get_logger

try:
    import resource
except ImportError:  # only POSIX has it
    resource = None  # type: ignore[assignment]

log = get_logger(__name__)

LARGEST_HEAD: Final = 64 * 1024
CALM_SECONDS: Final = 10.0
"""Without a refusal, after which there are no longer too many."""
RETRY_SECONDS: Final = 5
LEAVING_SECONDS: Final = 1.0
MOST_LEAVING: Final = 32
RESERVE: Final = 256
"""File descriptors for everything else: the database, bots, the page's files."""
MOST_FILES: Final = 65_536
OUT_OF_FILES: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
BUSY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\n"
    b"content-type: application/json\r\n"
    b"content-length: %d\r\n"
    b"retry-after: %d\r\n"
    b"connection: close\r\n\r\n%b"
)
BUSY_BODY: Final = b'{"error":"busy","message":"Too many connections. Try again in a moment.","rule":null}'

STATE: Final = "open_connections"
"""Where the application's state has them, for uvicorn's protocols."""


class OpenConnections:
    """The connections of this process, of all addresses and of each."""

    def __init__(
        self,
        most: int,
        most_of_an_address: int | None = MOST_OF_AN_ADDRESS,
        proxies: str = "",
        head_seconds: float = 10.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.most = most
        self.most_of_an_address = most_of_an_address
        self.head_seconds = head_seconds
        """From the connection, or from the first byte of a later request."""
        self._proxies = proxies
        """Their clients share an address; the guard counts those apart."""
        self._clock = clock
        self._addresses: dict[Any, str] = {}
        self._of_address: Counter[str] = Counter()
        self._leaving: set[asyncio.Transport] = set()
        """Those that are being told that there are too many."""
        self._refused = 0
        self._began = self._last_refused = 0.0

    def __len__(self) -> int:
        return len(self._addresses)

    def admit(self, transport: Any) -> bool:
        """Count a connection, unless there are too many."""
        self.look()
        address = _peer(transport)
        if len(self) >= self.most or self._has_too_many(address):
            self.refused()
            return False
        self._addresses[transport] = address
        self._of_address[address] += 1
        return True

    def _has_too_many(self, address: str) -> bool:
        if self.most_of_an_address is None or self._of_address[address] < self.most_of_an_address:
            return False
        return not is_one_of(address, self._proxies)

    def release(self, transport: Any) -> None:
        self._leaving.discard(transport)
        address = self._addresses.pop(transport, None)
        if address is not None:
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]

    def refused(self) -> None:
        """One more was turned away: logged once for all that follow soon."""
        self._last_refused = self._clock()
        if not self._refused:
            self._began = self._last_refused
            log.warning("too_many_connections", open=len(self))
        self._refused += 1

    def turn_away(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        """Say so, and read on for a moment: a connection closed with something unread loses the answer."""
        if len(self._leaving) >= MOST_LEAVING:
            transport.abort()
            return
        self._leaving.add(transport)
        transport.write(BUSY % (len(BUSY_BODY), RETRY_SECONDS, BUSY_BODY))
        transport.write_eof()
        loop.call_later(LEAVING_SECONDS, transport.abort)

    def look(self) -> None:
        """Whether there are no longer too many."""
        if self._refused and self._clock() - self._last_refused > CALM_SECONDS:
            seconds = round(self._last_refused - self._began, 1)
            log.info("connections_accepted_again", refused=self._refused, seconds=seconds)
            self._refused = 0

    async def watch(self) -> None:
        """For as long as the server runs."""
        while True:
            await asyncio.sleep(CALM_SECONDS / 2)
            self.look()


def is_one_of(address: str, proxies: str) -> bool:
    """Whether it is one of the addresses and networks in a list with commas, as `--proxies` has it.

    >>> is_one_of("10.1.2.3", "127.0.0.1, 10.0.0.0/8"), is_one_of("192.0.2.7", "127.0.0.1"), is_one_of("x", "*")
    (True, False, True)
    """
    for proxy in filter(None, (part.strip() for part in proxies.split(","))):
        with suppress(ValueError):
            if proxy == "*" or ipaddress.ip_address(address) in ipaddress.ip_network(proxy, strict=False):
                return True
    return False


def most_connections() -> int:
    """As many as there are file descriptors, less the reserve; the limit is raised as far as the system allows."""
    if resource is None:
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    files = MOST_FILES if soft == resource.RLIM_INFINITY else soft
    return files - min(RESERVE, files // 2)


def is_out_of_files(error: object) -> bool:
    return isinstance(error, OSError) and error.errno in OUT_OF_FILES


def _peer(transport: Any) -> str:
    return address_of({"client": transport.get_extra_info("peername")})


class PatientHttp(AutoHTTPProtocol):  # type: ignore[valid-type, misc]
    """HTTP of one connection: closed when the head of a request takes too long, is too large, or is one too many."""

    def __init__(self, *arguments: Any, app_state: dict[str, Any], **options: Any) -> None:
        super().__init__(*arguments, app_state=app_state, **options)
        self._open: OpenConnections | None = app_state.get(STATE)
        self._connection: asyncio.Transport | None = None
        self._refused = False
        self._deadline: asyncio.TimerHandle | None = None
        self._head_size = 0

    def connection_made(self, transport: asyncio.Transport) -> None:
        if self._open is None:
            super().connection_made(transport)
            return
        self._connection = transport
        self._refused = not self._open.admit(transport)
        if self._refused:
            self._open.turn_away(transport, self.loop)
            return
        super().connection_made(transport)
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before or self.transport.get_protocol() is not self:
            self._head_is_here()
        elif self._open is not None and (before is None or before.response_complete):
            self._wait_for_head()
            self._head_size += len(data)
            if self._head_size > LARGEST_HEAD:
                self.transport.abort()

    def _wait_for_head(self) -> None:
        if self._deadline is None and self._open is not None:
            self._deadline = self.loop.call_later(self._open.head_seconds, self.transport.abort)

    def _head_is_here(self) -> None:
        self._head_size = 0
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def connection_lost(self, error: Exception | None) -> None:
        self._head_is_here()
        if self._open is not None and self._connection is not None:
            self._open.release(self._connection)
        if not self._refused:
            super().connection_lost(error)

    def eof_received(self) -> None:
        if not self._refused:
            super().eof_received()

    def pause_writing(self) -> None:
        if not self._refused:
            super().pause_writing()

    def resume_writing(self) -> None:
        if not self._refused:
            super().resume_writing()


class CountedWebSocket(AutoWebSocketsProtocol):  # type: ignore[valid-type, misc]
    """A WebSocket, which takes over the connection of a `PatientHttp`."""

    def __init__(self, *arguments: Any, app_state: dict[str, Any], **options: Any) -> None:
        super().__init__(*arguments, app_state=app_state, **options)
        self._open: OpenConnections | None = app_state.get(STATE)

    def data_received(self, data: bytes) -> None:
        """uvicorn closes where a text is no UTF-8, and fails where the client's own close has come together with it."""
        try:
            super().data_received(data)
        except InvalidState:
            self.transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        if self._open is not None:
            self._open.release(self.transport)
        super().connection_lost(error)
