"""Games that are over: their records and replays, and records that people bring along."""

import re
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import PlainTextResponse

from carrozza.game import Game
from carrozza.server import models, prices
from carrozza.server.api.rendered_responses import rendered, rendered_response
from carrozza.server.api.request_context import AskedLanguage, ReadAccess, directory_of
from carrozza.server.games.tables.access import Access
from carrozza.server.own_boards.served_board import OwnBoard
from carrozza.server.refusals import Refused
from carrozza.server.rendering.jobs import ReplayJob
from carrozza.server.store import GameState
from carrozza.server.views.replays import bad_record, most_moves, record_text

router = APIRouter(prefix="/api", tags=["replays"])

WhoseEyes = Annotated[
    str | None,
    Query(max_length=100, description="A player's name, `all` for every hand; nobody's: as a watcher saw it."),
]
LARGEST = 512 * 1024
JSON = "application/json"
DIGEST = re.compile(r"^Digest:[ \t]*([0-9a-f]{32})\b", re.MULTILINE)
AS_YOU_HAVE_IT: dict[int | str, dict[str, Any]] = {304: {"description": "As you have it."}}
OF_ITS_READER = {"cache-control": "private, no-cache", "vary": "Accept-Language, Authorization"}
"""Kept by the reader's browser, which asks each time whether it is still the same."""


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
    text = record_text(_finished(access))
    name = f"carrozza-{access.live_game.game_id}.txt"
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})


@router.get(
    "/games/{game}/replay",
    response_model=models.Replay,
    responses={**AS_YOU_HAVE_IT, **models.refusals(401, 403, 404, 409)},
    summary="A finished game, frame by frame",
)
async def replay_game(
    request: Request, access: ReadAccess, language: AskedLanguage, seat: WhoseEyes = None
) -> Response:
    game = _finished(access)
    own = (await directory_of(request).get(access.live_game.row.board)).for_process()
    job = ReplayJob(record_text(game), seat or None, language, own)
    made = await rendered(request, job, prices.of_replay(len(game.history)))
    return rendered_response(request, made, JSON, OF_ITS_READER)


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
    job = ReplayJob(text, seat or None, language, await _own_board(request, text))
    made = await rendered(request, job, prices.of_replay(most_moves(text)))
    return rendered_response(request, made, JSON, {"cache-control": "no-store"})


async def _own_board(request: Request, record: str) -> OwnBoard | None:
    """The own board of a record, where this server knows it by the digest that the record carries."""
    digest = DIGEST.search(record.partition("\n\n")[0])
    known = None if digest is None else await directory_of(request).with_facts(digest[1])
    return None if known is None else known.for_process()


def _finished(access: Access) -> Game:
    """The game; refused while it goes on."""
    access.viewer()
    game = access.live_game.folded.game
    if game is None or access.live_game.state != GameState.FINISHED:
        raise Refused("playing", 409, "server.not_finished")
    return game
