"""The server as an ASGI application."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware

import carrozza
from carrozza.game import Game
from carrozza.server import store as stores
from carrozza.server.api import bots, games, health, hints, live, moves, page, reference, replays, score
from carrozza.server.api.boards import drawn_boards, own_boards, rules
from carrozza.server.api.request_context import answer, not_kept
from carrozza.server.api.workshop import drafts, new_boards, playtest
from carrozza.server.bots.adviser import Adviser
from carrozza.server.bots.bot_turns import BotTurns
from carrozza.server.connections import (
    STATE,
    OpenConnections,
    is_out_of_files,
    most_connections,
)
from carrozza.server.games.expiry import delete_abandoned_regularly
from carrozza.server.games.live.live_games import LiveGames
from carrozza.server.guard import add_guard
from carrozza.server.guard.limits import MOST_OF_AN_ADDRESS
from carrozza.server.guard.shared_limits import share_limits
from carrozza.server.language import language_of
from carrozza.server.logs import get_logger
from carrozza.server.metrics import bot_decided, game_stalled
from carrozza.server.openapi import described, methods_at
from carrozza.server.own_boards.directory import BoardDirectory
from carrozza.server.own_boards.folders import folder_bundles
from carrozza.server.processes.fair_queue import Requester, Urgency
from carrozza.server.refusals import Refused
from carrozza.server.rendering.layouts import LayoutMaker
from carrozza.server.rendering.renderer import Renderer
from carrozza.server.settings import Settings
from carrozza.server.shutdown import Closing
from carrozza.server.store import StoreError
from carrozza.server.views.view_json import view_json
from carrozza.server.workshop.long_work import LongWork

log = get_logger(__name__)

ABOUT = """Play Ticket to Ride's boards with people and bots.

Make a game with `POST /api/games`, then look at it with the token of your seat (`GET /api/games/{game}/view`) and play
one of the moves that `legal_moves` lists (`POST /api/games/{game}/moves`), which answers with the move's number. The
view after it, and after every move of others, is pushed: read the lines of `GET /api/games/{game}/events`, or open the
WebSocket `/api/games/{game}/live` and send `{"token": "...", "since": 0, "language": "en"}` first. It sends objects of
`type` `view`, `seats`, `waiting`, `keeping`, `ping` or `error`, and takes moves as well, which it answers with an
`answer`. With `"changes": true` in that first message, `changes` come in the place of all views but the first.

Tokens go into the header `Authorization: Bearer ...`, never into addresses. A refusal is
`{"error", "message", "rule"}`, in the language of `?language=` or `Accept-Language` (`en`, `it`).
"""
SMALLEST_COMPRESSED = 1024
YOUNG_OBJECTS = 10_000
"""So many new ones before they are looked at: hundreds of moves under way make that many, all soon gone."""
NOT_COMPRESSED = (*DEFAULT_EXCLUDED_CONTENT_TYPES, live.LINES)
"""A compressor would hold the lines of a stream back until it has more of them."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """For uvicorn: `uvicorn --factory carrozza.server.app:create_app`."""
    settings = settings or Settings()
    app = FastAPI(
        title="Carrozza",
        version=carrozza.__version__,
        description=ABOUT,
        license_info={"name": "MIT"},
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
    )
    app.state.settings = settings
    for router in (
        drawn_boards.router,
        own_boards.router,
        bots.router,
        rules.router,
        reference.router,
        games.router,
        moves.router,
        hints.router,
        live.router,
        replays.router,
        score.router,
        drafts.router,
        new_boards.router,
        playtest.router,
        health.router,
    ):
        app.include_router(router)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _invalid_values)
    app.add_exception_handler(HTTPException, _not_found)
    app.add_exception_handler(StoreError, _store_error)
    app.add_middleware(
        GZipMiddleware, minimum_size=SMALLEST_COMPRESSED, compresslevel=5, exclude_content_types=NOT_COMPRESSED
    )
    app.state.closing = Closing()
    app.state.rate_limiter = add_guard(app, settings, app.state.closing)
    app.include_router(page.router)
    app.openapi = partial(described, app)  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
    settings: Settings = app.state.settings
    most_of_an_address = MOST_OF_AN_ADDRESS if settings.guarded else None
    open_connections = OpenConnections(most_connections(), most_of_an_address, settings.proxies, settings.head_seconds)
    asyncio.get_running_loop().set_exception_handler(partial(_background_failed, open_connections))
    watching = asyncio.create_task(open_connections.watch())
    started = False
    try:
        async with _serving(app):
            started = True
            yield {STATE: open_connections}
    except Exception:
        if started:
            log.exception("stop_failed")
        else:
            log.exception("start_failed")
        raise
    finally:
        watching.cancel()


def _background_failed(
    open_connections: OpenConnections, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]
) -> None:
    """asyncio's own report would quote what was being worked on, and come every second while there are no files."""
    error = context.get("exception")
    if is_out_of_files(error):
        open_connections.refused()
    elif not isinstance(error, ConnectionError):
        log.error("background_failed", exc_info=error)


@asynccontextmanager
async def _serving(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    closing: Closing = app.state.closing
    await asyncio.to_thread(compile_rules)
    store = await stores.open(settings.database)
    directory = BoardDirectory(store, await asyncio.to_thread(folder_bundles))
    live_games = LiveGames(store, settings.live_games, directory)
    bot_turns = BotTurns(
        store, live_games, settings, on_decision=bot_decided, on_stalled=game_stalled, pace=partial(_pace, app)
    )
    renderer, adviser = Renderer(), Adviser(bot_turns.chooser)
    layouts, playtests = LongWork("layouts"), LongWork("playtests")
    own_layouts = LayoutMaker(Renderer())
    store.health.listen(live_games.wake)
    store.broadcast.listen(partial(playtest.hear_of_stops, playtests))
    app.state.store, app.state.live_games, app.state.directory = store, live_games, directory
    app.state.renderer, app.state.own_layouts, app.state.adviser = renderer, own_layouts, adviser
    app.state.layouts, app.state.playtests = layouts, playtests
    tasks = [
        asyncio.create_task(live_games.follow()),
        asyncio.create_task(_wake_on_shutdown(closing, live_games)),
        asyncio.create_task(delete_abandoned_regularly(store, live_games)),
    ]
    if app.state.rate_limiter is not None:
        tasks.append(asyncio.create_task(share_limits(store, app.state.rate_limiter)))
    bot_turns.start()
    if settings.start_bots:
        renderer.pool.start_one()
    _spare_the_collector()
    try:
        with closing.on_signals():
            yield
    finally:
        closing.begin()
        await adviser.close()
        await bot_turns.close()
        await renderer.close()
        await layouts.close()
        await playtests.close()
        await own_layouts.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await store.close()


def _pace(app: FastAPI, requester: Requester) -> float:
    """How many seconds a bot's move has to wait, by the limits of whoever began its game."""
    rate_limiter = app.state.rate_limiter
    alone = requester.urgency > Urgency.PEOPLE
    return 0.0 if rate_limiter is None else float(rate_limiter.pace(requester.payer, alone=alone))


def compile_rules() -> None:
    """Compile what serving needs, or read it from the cache, before the first request."""
    game = Game(seats=2, seed=1)
    while game.phase == "opening":
        game.play(game.legal_moves[0])
    game.play("draw deck")
    view_json(game.view(0), "en", result=game.result())


def _spare_the_collector() -> None:
    """Never look for garbage again in what has been loaded by now: that took a fifth of the time under load, and every
    connection waited for it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS)


async def _wake_on_shutdown(closing: Closing, live_games: LiveGames) -> None:
    """Wake every connection, so that it closes."""
    await closing.wait()
    live_games.wake()


async def _refused(request: Request, refused: Exception) -> Response:
    assert isinstance(refused, Refused)
    response = answer(refused.as_json(language_of(request)), refused.status)
    if "retry_after" in refused.more:
        response.headers["retry-after"] = str(refused.more["retry_after"])
    return response


async def _invalid_values(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, RequestValidationError)
    places = [".".join(str(part) for part in error["loc"]) for error in wrong.errors()]
    refused = Refused("values", 422, "server.wrong_values", where=", ".join(dict.fromkeys(places)))
    return await _refused(request, refused.with_fields(places=places))


async def _not_found(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, HTTPException)
    if wrong.status_code == 400:  # a body that is not even text
        return await _refused(request, Refused("values", 422, "server.wrong_values", where="body"))
    methods = methods_at(request.app, request.url.path)
    if not methods:
        return await _refused(request, Refused("unknown", 404, "server.unknown_page"))
    response = await _refused(request, Refused("method", 405, "server.wrong_method"))
    response.headers["allow"] = ", ".join(methods)
    return response


async def _store_error(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, StoreError)
    refused = not_kept(wrong)
    response = await _refused(request, refused)
    response.headers["retry-after"] = str(refused.more["retry_after"])
    return response
