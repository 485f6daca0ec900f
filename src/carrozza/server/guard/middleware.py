"""The gate: everything that comes in passes it, and everything that goes out."""

import asyncio
import logging
import math
import secrets
import time
from collections.abc import Sequence
from typing import Any, Final

from starlette.datastructures import MutableHeaders
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from carrozza.server.api.request_context import language_of
from carrozza.server.games.tokens import is_game_id
from carrozza.server.guard import metrics
from carrozza.server.guard.headers import add_headers
from carrozza.server.guard.limits import Turnstile
from carrozza.server.guard.logs import REQUEST
from carrozza.server.guard.origins import is_foreign
from carrozza.server.guard.request_bodies import Body
from carrozza.server.guard.shutdown import Closing
from carrozza.server.guard.token_buckets import Buckets
from carrozza.server.refusals import Refused

log = logging.getLogger(__name__)

METHODS: Final = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
PROBES: Final = ("/health", "/metrics")
POLICY_VIOLATION: Final = 1008
COME_BACK: Final = 5
"""Seconds after which a server that is restarting may be there again."""


class Gate:
    """An ASGI application around another. Without a turnstile it still checks origins, and logs and counts."""

    def __init__(
        self, app: ASGIApp, closing: Closing, origins: Sequence[str] = (), turnstile: Turnstile | None = None
    ) -> None:
        self.origins = tuple(origin.rstrip("/") for origin in origins)
        self.app = _open_to(app, self.origins) if self.origins else app
        self.closing = closing
        self.turnstile = turnstile

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._connection(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = _Answer(scope, send)
        mark = REQUEST.set(answer.id)
        try:
            self._check(scope)
            body = Body(receive, self._largest(scope))
            await body.read(scope)
            with metrics.counted(scope["path"].endswith("/events")):
                await self.app(scope, body, answer.send)
        except Refused as refused:
            await answer.refuse(refused)
        except Exception as fault:
            await answer.fail(fault)
        finally:
            answer.tell()
            REQUEST.reset(mark)

    def _check(self, scope: Scope) -> None:
        if is_foreign(scope, self.origins):
            raise Refused("origin", 403, "guard.foreign")
        if self.closing and scope["method"] == "POST" and scope["path"].rstrip("/") == "/api/games":
            raise _to_wait("closing", 503, "guard.closing", COME_BACK)
        wait = 0.0 if self.turnstile is None or scope["path"] in PROBES else self.turnstile.wait(scope)
        if wait:
            raise _to_wait("rate", 429, "guard.too_fast", wait)

    def _largest(self, scope: Scope) -> int | None:
        return None if self.turnstile is None else self.turnstile.largest_body(scope)

    async def _connection(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, identity = time.perf_counter(), secrets.token_hex(8)
        mark = REQUEST.set(identity)
        try:
            self._check_connection(scope)
            with metrics.counted(True):
                await self.app(scope, self._limited(receive, send), send)
        except Refused as refused:
            metrics.REFUSED.labels(refused.error).inc()
            await _deny(scope, send, refused)
        except Exception:
            metrics.FAULTS.inc()
            log.exception("a connection ended in a fault", extra={"told": {"route": _route(scope)}})
            await _hang_up(send)
        finally:
            told = {"route": _route(scope), "game": _game(scope), "seconds": round(time.perf_counter() - began, 1)}
            log.info("connection", extra={"told": told})
            REQUEST.reset(mark)

    def _check_connection(self, scope: Scope) -> None:
        if is_foreign(scope, self.origins):
            raise Refused("origin", 403, "guard.foreign")
        wait = 0.0 if self.turnstile is None else self.turnstile.wait(scope)
        if wait:
            raise _to_wait("rate", 429, "guard.too_fast", wait)

    def _limited(self, receive: Receive, send: Send) -> Receive:
        """Who talks without end is hung up on."""
        if self.turnstile is None:
            return receive
        bucket = Buckets(self.turnstile.limits.messages)

        async def received() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive" and bucket.wait(""):
                metrics.REFUSED.labels("rate").inc()
                await send({"type": "websocket.close", "code": POLICY_VIOLATION})
                return {"type": "websocket.disconnect", "code": POLICY_VIOLATION}
            return message

        return received


class _Answer:
    """What is sent to one request: with our headers on it, once in the log, and always something."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.id = secrets.token_hex(8)
        self.began = time.perf_counter()
        self.status: int | None = None
        self._scope = scope
        self._send = send

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            headers["x-request-id"] = self.id
            add_headers(headers, self._scope["path"])
        await self._send(message)

    async def refuse(self, refused: Refused) -> None:
        metrics.REFUSED.labels(refused.error).inc()
        await self._json(refused)

    async def fail(self, fault: Exception) -> None:
        metrics.FAULTS.inc()
        log.error("a request ended in a fault", exc_info=fault, extra={"told": {"route": _route(self._scope)}})
        if self.status is None:
            await self._json(Refused("broken", 500, "server.broken").saying(request=self.id))

    async def _json(self, refused: Refused) -> None:
        answer = _in_words(refused, self._scope)
        await answer(self._scope, _nothing, self.send)

    def tell(self) -> None:
        seconds, route = time.perf_counter() - self.began, _route(self._scope)
        method = self._scope["method"] if self._scope["method"] in METHODS else "other"
        metrics.REQUESTS.labels(method, route, self.status or "none").inc()
        metrics.REQUEST_SECONDS.labels(route).observe(seconds)
        if method == "POST" and route.endswith("/moves") and self.status == 200:
            metrics.MOVES.labels("person").inc()
        told = {"method": method, "route": route, "game": _game(self._scope), "status": self.status}
        level = logging.DEBUG if route in PROBES else logging.INFO
        log.log(level, "request", extra={"told": {**told, "ms": round(seconds * 1000, 1)}})


def _open_to(app: ASGIApp, origins: Sequence[str]) -> ASGIApp:
    methods, headers = ("GET", "POST", "PUT"), ("authorization", "content-type")
    return CORSMiddleware(app, allow_origins=origins, allow_methods=methods, allow_headers=headers)


def _to_wait(error: str, status: int, key: str, seconds: float) -> Refused:
    number = max(1, math.ceil(seconds))
    return Refused(error, status, key, number=number).saying(retry_after=number)


def _in_words(refused: Refused, scope: Scope) -> JSONResponse:
    seconds = refused.more.get("retry_after")
    headers = None if seconds is None else {"retry-after": str(seconds)}
    return JSONResponse(refused.as_json(language_of(HTTPConnection(scope))), refused.status, headers)


async def _deny(scope: Scope, send: Send, refused: Refused) -> None:
    """Instead of a WebSocket, an answer in words, where the server can give one."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        return
    answer = _in_words(refused, scope)

    async def sent(message: Message) -> None:
        await send({**message, "type": f"websocket.{message['type']}"})

    await answer({**scope, "type": "http"}, _nothing, sent)


async def _hang_up(send: Send) -> None:
    try:
        await send({"type": "websocket.close", "code": 1011})
    except Exception:  # it is closed already
        log.debug("nobody was there any more")


async def _nothing() -> Message:
    await asyncio.Event().wait()
    raise AssertionError


def _route(scope: Scope) -> str:
    """The pattern, not the path itself: whatever strangers ask for stands in no log and makes no metric."""
    route: Any = scope.get("route")
    return str(getattr(route, "path", "other"))


def _game(scope: Scope) -> str | None:
    """Where it has the form of one: a stranger may have put anything in its place."""
    game: str | None = scope.get("path_params", {}).get("game")
    return game if game is not None and is_game_id(game) else None
