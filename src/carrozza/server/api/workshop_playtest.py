"""Bots play boards that are being made."""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.openapi.constants import REF_TEMPLATE
from starlette.responses import StreamingResponse

from carrozza.server import models, prices
from carrozza.server.api.live import LINES
from carrozza.server.api.rendered_responses import charge, payer_of
from carrozza.server.api.request_context import AskedLanguage
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
    ends after a minute, with the games played so far. Close the connection to give it up."""
    playtests: LongWork = request.app.state.playtests
    payer = payer_of(request)
    playtests.check_room(payer)
    charge(request, asked.games * prices.A_GAME_OF_BOTS)
    task = {"task": "playtest", "language": language, **asked.model_dump()}
    return StreamingResponse(await playtests.lines(task, payer, language), media_type=LINES)
