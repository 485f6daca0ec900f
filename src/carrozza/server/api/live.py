"""Views pushed as they change: over a WebSocket for the page, as a stream of lines for programs."""

import asyncio
from collections.abc import AsyncIterator, Iterator
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
from carrozza.server.api.request_context import AskedLanguage, ReadAccess, Token, live_games_of, not_kept
from carrozza.server.games.live.live_game import Accepted
from carrozza.server.games.seating.seats import Seat
from carrozza.server.games.tables.access import Access, access_of
from carrozza.server.language import language_of
from carrozza.server.refusals import Refused
from carrozza.server.settings import Settings
from carrozza.server.shutdown import Closing
from carrozza.server.store import StoreError
from carrozza.server.views.feed import Feed, error_message
from carrozza.words import say

router = APIRouter(prefix="/api/games/{game}", tags=["live"])

PING = b'{"type":"ping"}'
LINES = "application/x-ndjson"
KINDS = ("Line", "Keeping")
"""The models of the lines of a stream."""
SERVICE_RESTART = 1012
TRY_AGAIN_LATER = 1013
REFUSED = 4000
"""Added to the HTTP status of a refusal, it makes the close code."""


@router.websocket("/live")
async def live(socket: WebSocket, game: str) -> None:
    """The client first sends `{"token", "since", "language"}`; then every change is pushed to it: as a `view`, or as
    `changes` of the view that came first, where it has asked for them by `"changes": true`.

    It may also play here: `{"move", "id", "number"}`, or `{"id", "number"}` for an undo, is answered by an `answer`
    with the number or the refusal, as by HTTP.
    """
    await socket.accept()
    settings: Settings = socket.app.state.settings
    language = language_of(socket)
    try:
        hello = await _hello(socket, settings)
        language = hello.language or language
        access = await access_of(live_games_of(socket), game, hello.token, fresh=True)
        wanted = {"described": hello.describe, "changes": hello.changes}
        feed = Feed(access, hello.token, hello.since, language, **wanted)
        await _return_to_seat(access)
        async with access.live_game.connected(feed.viewer):
            await _serve(socket, feed, settings)
    except StoreError as error:
        await _refuse(socket, not_kept(error), language)
    except Refused as refused:
        await _refuse(socket, refused, language)
    except WebSocketDisconnect:
        pass


async def _refuse(socket: WebSocket, refused: Refused, language: str) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.send_text(error_message(refused, language).decode())
        await socket.close(REFUSED + refused.status)


async def _hello(socket: WebSocket, settings: Settings) -> models.Hello:
    try:
        async with asyncio.timeout(settings.hello_seconds):
            return models.Hello.model_validate_json(await socket.receive_text())
    except (TimeoutError, ValidationError, KeyError):
        raise Refused("values", 400, "server.bad_hello") from None


async def _return_to_seat(access: Access) -> None:
    """A person who had left and connects again is back."""
    seat = access.viewer()
    if seat is not None and access.live_game.seats[seat].left:
        await access.live_game.change_seat(seat, Seat.after_connecting)


async def _serve(socket: WebSocket, feed: Feed, settings: Settings) -> None:
    """Receive and push until the client disconnects or the server shuts down."""
    tasks = {
        asyncio.create_task(_receive(socket, feed)),
        asyncio.create_task(_push(socket, feed, settings)),
    }
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _receive(socket: WebSocket, feed: Feed) -> None:
    while True:
        try:
            said = from_json(await socket.receive_text())
            if "id" in said:
                await _play(socket, feed, models.LiveMove.model_validate(said))
            else:
                _change_language(feed, models.Hello.model_validate(said).language)
        except (ValueError, KeyError, TypeError):
            refused = Refused("values", 422, "server.wrong_values", where="JSON")
            await socket.send_text(error_message(refused, feed.language).decode())


def _change_language(feed: Feed, language: str | None) -> None:
    if language is not None and language != feed.language:
        feed.again(language)
        feed.live_game.wake()


async def _play(socket: WebSocket, feed: Feed, asked: models.LiveMove) -> None:
    try:
        await feed.check()
        done = await play(feed.access, asked.move, asked.id, asked.number)
    except StoreError as error:
        done = not_kept(error)
    except Refused as refused:
        done = refused
    answer: dict[str, Any] = {"type": "answer", "id": asked.id, "status": 200, "number": feed.live_game.number}
    if isinstance(done, Accepted):
        answer["number"] = done.number
    else:
        answer |= {"status": done.status, **done.as_json(feed.language)}
    await socket.send_text(to_json(answer).decode())


async def _push(socket: WebSocket, feed: Feed, settings: Settings) -> None:
    closing: Closing = socket.app.state.closing
    quiet = False
    try:
        while not closing:
            await feed.check()
            await _send_changes(socket, feed, quiet, settings.slow_seconds)
            patience = settings.quiet_seconds if feed.owes_description() else settings.ping_seconds
            quiet = not await _wait_for_change(feed, patience)
        await socket.close(SERVICE_RESTART)
    except TimeoutError:
        await socket.close(TRY_AGAIN_LATER)


async def _send_changes(socket: WebSocket, feed: Feed, quiet: bool, seconds: float) -> None:
    """No message outlives its sending: thousands of connections may be waiting."""
    async with asyncio.timeout(seconds):
        for message in [*feed.messages(quiet=quiet), *_outage(feed)] or ([PING] if quiet else []):
            await socket.send_text(message.decode())


def _outage(feed: Feed) -> Iterator[bytes]:
    """That moves are not being kept, and that they are again."""
    kept = feed.live_game.store.health.reason is None
    if kept != feed.told_kept:
        feed.told_kept = kept
        message = say("server.kept_again" if kept else "server.not_kept", feed.language)
        yield to_json({"type": "keeping", "kept": kept, "message": message})


async def _wait_for_change(feed: Feed, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await feed.live_game.wait_for_change(feed.version)
    except TimeoutError:
        return False
    return True


@router.get(
    "/events",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "One JSON object a line, at once and then after every change; empty lines keep it alive. A "
            "line of `type` `keeping`, without a view, says that moves are not being saved, or that they are again.",
            "content": {LINES: {"schema": {"anyOf": [{"$ref": REF_TEMPLATE.format(model=name)} for name in KINDS]}}},
        },
        **models.refusals(401, 403, 404, 409),
    },
    summary="A stream of views",
)
async def events(
    request: Request,
    access: ReadAccess,
    token: Token,
    language: AskedLanguage,
    since: Annotated[int, Query(ge=0, le=2**31 - 1, description="The last number you have seen.")] = 0,
    describe: Describe = True,
) -> Response:
    """For programs: the same views as over the WebSocket, from the game's beginning to its end."""
    feed = Feed(access, token, since, language, described=describe)
    return StreamingResponse(_lines(request, feed), media_type=LINES)


async def _lines(request: Request, feed: Feed) -> AsyncIterator[bytes]:
    settings: Settings = request.app.state.settings
    closing: Closing = request.app.state.closing
    async with feed.live_game.connected(feed.viewer):
        while not closing:
            try:
                await feed.check()
            except (Refused, StoreError):
                return
            feed.version = feed.live_game.version
            for line in _due_lines(feed):
                yield line + b"\n"
            if feed.live_game.state == "finished":
                return
            await _wait_for_change(feed, settings.ping_seconds)


def _due_lines(feed: Feed) -> list[bytes]:
    """The view where it has changed, and news of an outage; an empty line where there is neither."""
    view = [feed.view_message(b"{")] if feed.is_due() else []
    return [*view, *_outage(feed)] or [b""]
