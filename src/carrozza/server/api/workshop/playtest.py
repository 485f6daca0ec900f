"""Bots play boards that are being made."""

import json
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.openapi.constants import REF_TEMPLATE
from starlette.responses import StreamingResponse

from carrozza.server import models, prices
from carrozza.server.api.live import LINES
from carrozza.server.api.rendered_responses import charge, payer_of
from carrozza.server.api.request_context import AskedLanguage, store_of
from carrozza.server.store import StoreError
from carrozza.server.workshop import models as workshop_models
from carrozza.server.workshop.long_work import LongWork

router = APIRouter(prefix="/api/workshop", tags=["workshop"])

ANSWER: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {LINES: {"schema": {"$ref": REF_TEMPLATE.format(model="PlaytestLine")}}},
        "description": "Lines: which share of the games is played and, at the end, the report.",
    }
}


@router.post(
    "/playtest", response_class=Response, responses={**ANSWER, **models.refusals()}, summary="Let bots play a board"
)
async def playtest(request: Request, language: AskedLanguage, asked: workshop_models.DraftToPlaytest) -> Response:
    """Lines `{"share": 0.3}` tell how many of the games are played, the last one `{"report": ..., "html": ...}`: the
    figures and findings, and the same as one file for a browser, drawn on the board where the draft has a layout. It
    ends after a minute, with the games played so far, or when it is stopped by the name in its first line (`work`).
    Close the connection to give it up."""
    playtests: LongWork = request.app.state.playtests
    payer = payer_of(request)
    playtests.check_room(payer)
    charge(request, prices.of_playtest(asked.games))
    task = {"task": "playtest", "language": language, **asked.model_dump()}
    return StreamingResponse(await playtests.lines(task, payer, language), media_type=LINES)


@router.post("/playtest/{work}/stop", status_code=204, responses=models.refusals(), summary="Stop a playtest")
async def stop(request: Request, work: Annotated[str, Path(max_length=40)]) -> Response:
    """Its stream then ends with the report of the games played so far. Nothing happens where it has ended."""
    playtests: LongWork = request.app.state.playtests
    if not playtests.stop(work):
        with suppress(StoreError):  # then it ends by itself
            await store_of(request).broadcast.send([stop_notice(work)])
    return Response(status_code=204)


def stop_notice(work: str) -> str:
    """For the other processes: the playtest may be one of theirs."""
    return json.dumps({"stop": work})


def hear_of_stops(playtests: LongWork, notice: str) -> None:
    match json.loads(notice):
        case {"stop": str(work)}:
            playtests.stop(work)
