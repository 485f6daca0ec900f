"""Games that are over: their records and replays, and records that people bring along."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import PlainTextResponse

from carrozza.game import Game
from carrozza.server import models
from carrozza.server.api.request_context import AskedLanguage, ReadAccess, answer
from carrozza.server.games.access import Access
from carrozza.server.refusals import Refused
from carrozza.server.store import GameState
from carrozza.server.views.replays import bad_record, record_text, replay, replay_record

router = APIRouter(prefix="/api", tags=["replays"])

WhoseEyes = Annotated[
    str | None,
    Query(max_length=100, description="A player's name, `all` for every hand; nobody's: as a watcher saw it."),
]
LARGEST = 512 * 1024


@router.get(
    "/games/{game}/record",
    response_class=Response,
    responses={
        200: {"content": {"text/plain": {"schema": {"type": "string"}}}, "description": "The record."},
        **models.refusals(401, 403, 404, 409),
    },
    summary="The record of a finished game",
)
async def record(access: ReadAccess) -> Response:
    """As text, with the seed: it replays exactly."""
    text = record_text(await _finished(access))
    name = f"carrozza-{access.live_game.game_id}.txt"
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})


@router.get(
    "/games/{game}/replay",
    response_model=models.Replay,
    responses=models.refusals(401, 403, 404, 409),
    summary="A finished game, frame by frame",
)
async def replay_game(access: ReadAccess, language: AskedLanguage, seat: WhoseEyes = None) -> Response:
    game = await _finished(access)
    return answer(await asyncio.to_thread(replay, game, seat, language))


@router.post(
    "/replays",
    response_model=models.Replay,
    responses=models.refusals(403, 404),
    summary="A record that you bring, frame by frame",
    openapi_extra={"requestBody": {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def replay_text(request: Request, language: AskedLanguage, seat: WhoseEyes = None) -> Response:
    """The text of a record, of a game that is over or not."""
    body = await request.body()
    if len(body) > LARGEST:
        raise Refused("size", 413, "server.bad_record", fault=f"> {LARGEST} B")
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise bad_record("UTF-8") from None
    return answer(await asyncio.to_thread(replay_record, text, seat, language))


async def _finished(access: Access) -> Game:
    """The game with all its earlier states; refused while it goes on."""
    access.viewer()
    if access.live_game.state != GameState.FINISHED:
        raise Refused("playing", 409, "server.not_finished")
    return await asyncio.to_thread(access.live_game.folded.replayed)
