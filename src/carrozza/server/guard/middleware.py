"""The guard: ASGI middleware that checks, limits, logs and counts every request and connection."""

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from typing import Any, Final

from starlette.datastructures import MutableHeaders
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bound_contextvars

from carrozza.server import metrics
from carrozza.server.addresses import address_of
from carrozza.server.games.seating.tokens import is_game_id
from carrozza.server.guard.headers import add_headers
from carrozza.server.guard.hosts import is_served
from carrozza.server.guard.limits import MOST_OF_AN_ADDRESS, Limits, RateLimiter, largest_body
from carrozza.server.guard.origins import is_foreign
from carrozza.server.guard.request_bodies import Body, unfit
from carrozza.server.guard.token_buckets import TokenBuckets
from carrozza.server.guard.unfit_text import has_unfit_head, is_unfit_message
from carrozza.server.language import language_of
from carrozza.server.logs import get_logger
from carrozza.server.refusals import Refused, refused_for, too_fast
from carrozza.server.shutdown import Closing

log = get_logger(__name__)

METHODS: Final = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
HEALTH: Final = "/health"
PROBES: Final = (HEALTH, "/metrics")
UNFIT_TEXT: Final = 1007
POLICY_VIOLATION: Final = 1008
INTERNAL_ERROR: Final = 1011
FULL_SECONDS: Final = 10
"""After which an address with too many open connections may try again."""
RESTART_SECONDS: Final = 5
"""After which a client may try a server that is restarting."""


class Guard:
    """Wraps an ASGI application. Without a rate limiter it still checks names, origins and sizes, logs and counts."""

    def __init__(
        self,
        app: ASGIApp,
        closing: Closing,
        origins: Sequence[str] = (),
        rate_limiter: RateLimiter | None = None,
        host_names: Sequence[str] = (),
    ) -> None:
        self.host_names = frozenset(host_names)
        self._open: Counter[str] = Counter()
        """WebSockets and streams by address."""
        self.origins = tuple(origin.rstrip("/") for origin in origins)
        self.app = _with_origins(app, self.origins) if self.origins else app
        self.closing = closing
        self.rate_limiter = rate_limiter
        self.limits = Limits() if rate_limiter is None else rate_limiter.limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._connection(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = Body(scope, receive, largest_body(self.limits, scope))
        answer = _Answer(scope, send, body)
        with bound_contextvars(request=answer.id):
            try:
                self._check(scope)
                await body.read()
                if body.disconnected:
                    return
                with self._lasting(scope) if scope["path"].endswith("/events") else nullcontext():
                    await self.app(scope, body, answer.send)
            except Refused as refused:
                await answer.refuse(refused)
            except Exception as fault:
                await answer.fail(fault)
            finally:
                answer.record()

    def _check(self, scope: Scope) -> None:
        self._check_head(scope)
        if is_foreign(scope, self.origins):
            raise Refused("origin", 403, "guard.foreign")
        if self.closing and scope["method"] == "POST" and scope["path"].rstrip("/") == "/api/games":
            raise refused_for("closing", 503, "guard.closing", RESTART_SECONDS)
        wait = 0.0 if self.rate_limiter is None or scope["path"] in PROBES else self.rate_limiter.take(scope)
        if wait:
            raise too_fast(wait)

    def _check_head(self, scope: Scope) -> None:
        """Whether it is meant for this server, and readable. Probes often come by the name of a container."""
        if scope["path"] != HEALTH and not is_served(scope, self.host_names):
            raise Refused("host", 421, "guard.unknown_host")
        if has_unfit_head(scope):
            raise unfit()

    async def _connection(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        socket = _Socket(receive, send, self._message_limit(scope))
        with bound_contextvars(request=secrets.token_hex(8)):
            try:
                self._check_connection(scope)
                with self._lasting(scope):
                    await self.app(scope, socket.receive, socket.send)
            except Refused as refused:
                metrics.REFUSED.labels(refused.error).inc()
                await _deny(scope, socket.send, refused)
            except Exception:
                if not socket.disconnected:
                    metrics.FAULTS.inc()
                    log.exception("connection_failed", route=_route(scope))
                    await _close_after_fault(send)
            finally:
                seconds = round(time.perf_counter() - began, 1)
                log.info("connection_closed", route=_route(scope), game=_game(scope), seconds=seconds)

    @contextmanager
    def _lasting(self, scope: Scope) -> Iterator[None]:
        """Count a WebSocket or stream while it is open; refused where its address has too many."""
        who = address_of(scope)
        if self.rate_limiter is not None and self._open[who] >= MOST_OF_AN_ADDRESS:
            raise too_fast(FULL_SECONDS)
        self._open[who] += 1
        try:
            with metrics.connection():
                yield
        finally:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]

    def _message_limit(self, scope: Scope) -> Callable[[], bool]:
        """Counts a message; true where it is one too many, over its connection or over all that its address has."""
        rate_limiter = self.rate_limiter
        if rate_limiter is None:
            return lambda: False
        bucket = TokenBuckets(rate_limiter.limits.messages)
        return lambda: bool(bucket.take("") or rate_limiter.take_message(scope))

    def _check_connection(self, scope: Scope) -> None:
        self._check_head(scope)
        if is_foreign(scope, self.origins):
            raise Refused("origin", 403, "guard.foreign")
        wait = 0.0 if self.rate_limiter is None else self.rate_limiter.take(scope)
        if wait:
            raise too_fast(wait)


class _Socket:
    """A WebSocket: a client that sends too much, or text that cannot be stored, is disconnected."""

    def __init__(self, receive: Receive, send: Send, is_too_many: Callable[[], bool]) -> None:
        self.disconnected = False
        """Whether the client has gone, so that what fails afterwards is no fault."""
        self._receive = receive
        self._send = send
        self._is_too_many = is_too_many

    async def send(self, message: Message) -> None:
        try:
            await self._send(message)
        except OSError:
            self.disconnected = True
            raise

    async def receive(self) -> Message:
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            self.disconnected = True
        elif message["type"] == "websocket.receive":
            if self._is_too_many():
                return await self._disconnect("rate", POLICY_VIOLATION)
            if is_unfit_message(message.get("text") or ""):
                return await self._disconnect("values", UNFIT_TEXT)
        return message

    async def _disconnect(self, why: str, code: int) -> Message:
        metrics.REFUSED.labels(why).inc()
        with suppress(OSError):
            await self.send({"type": "websocket.close", "code": code})
        self.disconnected = True
        return {"type": "websocket.disconnect", "code": code}


class _Answer:
    """The answer to one request: adds headers, logs and counts it once, and always sends something."""

    def __init__(self, scope: Scope, send: Send, body: Body) -> None:
        self.id = secrets.token_hex(8)
        self.began = time.perf_counter()
        self.status: int | None = None
        self._scope = scope
        self._send = send
        self._body = body

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            headers["x-request-id"] = self.id
            add_headers(headers, self._scope["path"])
            if not self._body.complete:  # what still comes of it would have to be read
                headers["connection"] = "close"
        await self._send(message)

    async def refuse(self, refused: Refused) -> None:
        metrics.REFUSED.labels(refused.error).inc()
        await self._json(refused)

    async def fail(self, fault: Exception) -> None:
        metrics.FAULTS.inc()
        log.error("request_failed", exc_info=fault, route=_route(self._scope))
        if self.status is None:
            await self._json(Refused("broken", 500, "server.broken").with_fields(request=self.id))

    async def _json(self, refused: Refused) -> None:
        answer = _as_response(refused, self._scope)
        await answer(self._scope, _nothing, self.send)

    def record(self) -> None:
        seconds, route = time.perf_counter() - self.began, _route(self._scope)
        method = self._scope["method"] if self._scope["method"] in METHODS else "other"
        metrics.REQUESTS.labels(method, route, self.status or "none").inc()
        metrics.REQUEST_SECONDS.labels(route).observe(seconds)
        if method == "POST" and route.endswith("/moves") and self.status == 200:
            metrics.MOVES.labels("person").inc()
        level = logging.DEBUG if route in PROBES else logging.INFO
        ms, game = round(seconds * 1000, 1), _game(self._scope)
        log.log(level, "request", method=method, route=route, game=game, status=self.status, ms=ms)


def _with_origins(app: ASGIApp, origins: Sequence[str]) -> ASGIApp:
    methods, headers = ("GET", "POST", "PUT"), ("authorization", "content-type")
    return CORSMiddleware(app, allow_origins=origins, allow_methods=methods, allow_headers=headers)


def _as_response(refused: Refused, scope: Scope) -> JSONResponse:
    seconds = refused.more.get("retry_after")
    headers = None if seconds is None else {"retry-after": str(seconds)}
    return JSONResponse(refused.as_json(language_of(HTTPConnection(scope))), refused.status, headers)


async def _deny(scope: Scope, send: Send, refused: Refused) -> None:
    """Answer the handshake of a WebSocket with the refusal, where the server supports that."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        return
    answer = _as_response(refused, scope)

    async def sent(message: Message) -> None:
        await send({**message, "type": f"websocket.{message['type']}"})

    await answer({**scope, "type": "http"}, _nothing, sent)


async def _close_after_fault(send: Send) -> None:
    with suppress(Exception):  # it may be closed already
        await send({"type": "websocket.close", "code": INTERNAL_ERROR})


async def _nothing() -> Message:
    await asyncio.Event().wait()
    raise AssertionError


def _route(scope: Scope) -> str:
    """The route's pattern, never the path itself: a client may put anything there."""
    route: Any = scope.get("route")
    return str(getattr(route, "path", "other"))


def _game(scope: Scope) -> str | None:
    """The game's id, where it has the form of one: a client may put anything there."""
    game: str | None = scope.get("path_params", {}).get("game")
    return game if game is not None and is_game_id(game) else None
