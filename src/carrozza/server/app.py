"""The server as an ASGI application."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

import carrozza
from carrozza.game import Game
from carrozza.server import store as stores
from carrozza.server.api import boards, bots, games, live, moves, page, reference, replays, rules
from carrozza.server.api.request_context import answer, language_of
from carrozza.server.bots import BotCrew
from carrozza.server.games.sitting import Sittings
from carrozza.server.guard import Closing, put_on_guard
from carrozza.server.guard.compression import Packing
from carrozza.server.guard.expiry import forget_abandoned
from carrozza.server.guard.metrics import bot_decided
from carrozza.server.guard.shared_limits import share
from carrozza.server.openapi import described, methods_at
from carrozza.server.refusals import Refused
from carrozza.server.settings import Settings
from carrozza.server.store import StoreError
from carrozza.server.views.view_json import view_json

ABOUT = """Play Ticket to Ride's boards with people and bots.

Make a game with `POST /api/games`, then look at it with the token of your seat (`GET /api/games/{game}/view`) and play
one of the moves that `legal` lists (`POST /api/games/{game}/moves`). To hear of what others do, read the lines of
`GET /api/games/{game}/events`, or open the WebSocket `/api/games/{game}/live` and send
`{"token": "...", "since": 0, "language": "en"}` first; it answers with objects of `type` `view`, `seats`, `waiting`,
`ping` or `error`, and takes moves as well, to which comes an `answer`.

Tokens go into the header `Authorization: Bearer ...`, never into addresses. What is refused is told as
`{"error", "message", "rule"}`, in the language of `?language=` or `Accept-Language` (`en`, `it`).
"""
SMALLEST_PACKED = 1024


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
        boards.router,
        bots.router,
        rules.router,
        reference.router,
        games.router,
        moves.router,
        live.router,
        replays.router,
    ):
        app.include_router(router)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _wrong_values)
    app.add_exception_handler(HTTPException, _not_there)
    app.add_exception_handler(StoreError, _busy)
    app.add_middleware(Packing, minimum_size=SMALLEST_PACKED, compresslevel=5)
    put_on_guard(app, settings)
    app.include_router(page.router)
    app.openapi = partial(described, app)  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    closing: Closing = app.state.closing
    await asyncio.to_thread(_compile_rules)
    store = await stores.open(settings.database)
    sittings = Sittings(store, settings.sittings)
    crew = BotCrew(store, sittings, settings, noted=bot_decided)
    app.state.store, app.state.sittings, app.state.crew = store, sittings, crew
    tasks = [
        asyncio.create_task(sittings.follow()),
        asyncio.create_task(_say_goodbye(closing, sittings)),
        asyncio.create_task(forget_abandoned(store, sittings)),
    ]
    if app.state.turnstile is not None:
        tasks.append(asyncio.create_task(share(store, app.state.turnstile)))
    crew.start()
    try:
        with closing.on_signals():
            yield
    finally:
        closing.begin()
        await crew.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await store.close()


def _compile_rules() -> None:
    """Whatever has to be compiled is compiled before anybody waits for it."""
    game = Game(seats=2, seed=1)
    while game.phase == "opening":
        game.play(game.legal_moves[0])
    game.play("draw deck")
    view_json(game.view(0), "en", result=game.result())


async def _say_goodbye(closing: Closing, sittings: Sittings) -> None:
    """Wake everybody who waits, so that they hear that the server goes."""
    await closing.wait()
    sittings.nudge()


async def _refused(request: Request, refused: Exception) -> Response:
    assert isinstance(refused, Refused)
    return answer(refused.as_json(language_of(request)), refused.status)


async def _wrong_values(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, RequestValidationError)
    places = [".".join(str(part) for part in error["loc"]) for error in wrong.errors()]
    refused = Refused("values", 422, "server.wrong_values", where=", ".join(dict.fromkeys(places)))
    return await _refused(request, refused.saying(places=places))


async def _not_there(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, HTTPException)
    if wrong.status_code == 400:  # a body that is not even text
        return await _refused(request, Refused("values", 422, "server.wrong_values", where="body"))
    methods = methods_at(request.app, request.url.path)
    if not methods:
        return await _refused(request, Refused("unknown", 404, "server.unknown_page"))
    response = await _refused(request, Refused("method", 405, "server.wrong_method"))
    response.headers["allow"] = ", ".join(methods)
    return response


async def _busy(request: Request, wrong: Exception) -> Response:
    response = await _refused(request, Refused("busy", 503, "server.busy"))
    response.headers["retry-after"] = "1"
    return response
