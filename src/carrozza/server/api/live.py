"""Games as they go on: a WebSocket for pages, a stream of lines for programs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, WebSocket
from fastapi.openapi.constants import REF_TEMPLATE
from pydantic import ValidationError
from pydantic_core import from_json, to_json
from starlette.responses import Response, StreamingResponse
from starlette.websockets import WebSocketDisconnect

from carrozza.server import models
from carrozza.server.api.moves import Describe, play
from carrozza.server.api.request_context import AskedLanguage, Asker, Looking, Token, asker_of, language_of, sittings_of
from carrozza.server.games.seats import Seat
from carrozza.server.games.sitting import Played
from carrozza.server.guard import Closing
from carrozza.server.refusals import Refused
from carrozza.server.settings import Settings
from carrozza.server.store import StoreError
from carrozza.server.views.feed import Feed, error_message

router = APIRouter(prefix="/api/games/{game}", tags=["live"])

PING = b'{"type":"ping"}'
LINES = "application/x-ndjson"
COME_BACK = 1012
"""The close code of a server that is restarting."""
TOO_SLOW = 1013
OUR_CODES = 4000
"""Close codes from here on are HTTP's, so many further."""


@router.websocket("/live")
async def live(socket: WebSocket, game: str) -> None:
    """First the client says `{"token", "since", "language"}`; then it is told all that is new to it.

    It may also play here: to `{"move", "id", "number"}`, or `{"id", "number"}` for an undo, comes an `answer`.
    """
    await socket.accept()
    settings: Settings = socket.app.state.settings
    language = language_of(socket)
    try:
        hello = await _hello(socket, settings)
        language = hello.language or language
        asker = await asker_of(sittings_of(socket), game, hello.token)
        await asker.sitting.refresh()
        feed = Feed(asker, hello.token, hello.since, language, described=hello.describe)
        await _come_back(asker)
        async with asker.sitting.connected(feed.viewer):
            await _serve(socket, feed, settings)
    except Refused as refused:
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_text(error_message(refused, language).decode())
            await socket.close(OUR_CODES + refused.status)
    except WebSocketDisconnect:
        pass


async def _hello(socket: WebSocket, settings: Settings) -> models.Hello:
    try:
        async with asyncio.timeout(settings.hello_seconds):
            return models.Hello.model_validate_json(await socket.receive_text())
    except (TimeoutError, ValidationError, KeyError):
        raise Refused("values", 400, "server.bad_hello") from None


async def _come_back(asker: Asker) -> None:
    """Who had left the table and looks in again is back."""
    seat = asker.viewer()
    if seat is not None and asker.sitting.seats[seat].left:
        await asker.sitting.reseat(seat, _back)


def _back(seat: Seat) -> Seat:
    return seat.given_back() if seat.left and seat.kind == "person" else seat


async def _serve(socket: WebSocket, feed: Feed, settings: Settings) -> None:
    """Until the client goes, or the server does."""
    tasks = {
        asyncio.create_task(_listen(socket, feed)),
        asyncio.create_task(_tell(socket, feed, settings)),
    }
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _listen(socket: WebSocket, feed: Feed) -> None:
    while True:
        try:
            said = from_json(await socket.receive_text())
            if "id" in said:
                await _play(socket, feed, models.LiveMove.model_validate(said))
            else:
                _retell(feed, models.Hello.model_validate(said).language)
        except (ValueError, KeyError, TypeError):
            refused = Refused("values", 422, "server.wrong_values", where="JSON")
            await socket.send_text(error_message(refused, feed.language).decode())


def _retell(feed: Feed, language: str | None) -> None:
    if language is not None and language != feed.language:
        feed.again(language)
        feed.sitting.nudge()


async def _play(socket: WebSocket, feed: Feed, asked: models.LiveMove) -> None:
    try:
        await feed.check()
        done = await play(feed.asker, asked.move, asked.id, asked.number)
    except StoreError:
        done = Refused("busy", 503, "server.busy")
    except Refused as refused:
        done = refused
    told: dict[str, Any] = {"type": "answer", "id": asked.id, "status": 200, "number": feed.sitting.number}
    if isinstance(done, Played):
        told["number"] = done.number
    else:
        told |= {"status": done.status, **done.as_json(feed.language)}
    await socket.send_text(to_json(told).decode())


async def _tell(socket: WebSocket, feed: Feed, settings: Settings) -> None:
    closing: Closing = socket.app.state.closing
    quiet = False
    try:
        while not closing:
            await feed.check()
            await _send_news(socket, feed, quiet, settings.slow_seconds)
            quiet = not await _wait_for_news(feed, settings.ping_seconds)
        await socket.close(COME_BACK)
    except TimeoutError:
        await socket.close(TOO_SLOW)


async def _send_news(socket: WebSocket, feed: Feed, quiet: bool, seconds: float) -> None:
    """Nothing of it is kept while the connection waits: there may be thousands."""
    for message in list(feed.news()) or ([PING] if quiet else []):
        async with asyncio.timeout(seconds):
            await socket.send_text(message.decode())


async def _wait_for_news(feed: Feed, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await feed.sitting.changed(feed.version)
    except TimeoutError:
        return False
    return True


@router.get(
    "/events",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "One JSON object a line, at once and then after every change; empty lines keep it alive.",
            "content": {LINES: {"schema": {"$ref": REF_TEMPLATE.format(model="Line")}}},
        },
        **models.refusals(401, 403, 404, 409),
    },
    summary="A stream of views",
)
async def events(
    request: Request,
    asker: Looking,
    token: Token,
    language: AskedLanguage,
    since: Annotated[int, Query(ge=0, le=2**31 - 1, description="The last number you have seen.")] = 0,
    describe: Describe = True,
) -> Response:
    """For programs: the same views as over the WebSocket, from the game's beginning to its end."""
    feed = Feed(asker, token, since, language, described=describe)
    return StreamingResponse(_lines(request, feed), media_type=LINES)


async def _lines(request: Request, feed: Feed) -> AsyncIterator[bytes]:
    settings: Settings = request.app.state.settings
    closing: Closing = request.app.state.closing
    async with feed.sitting.connected(feed.viewer):
        while not closing:
            try:
                await feed.check()
            except Refused:
                return
            feed.version = feed.sitting.version
            yield feed.view_message(b"{") + b"\n" if feed.is_due() else b"\n"
            if feed.sitting.state == "finished":
                return
            await _wait_for_news(feed, settings.ping_seconds)
