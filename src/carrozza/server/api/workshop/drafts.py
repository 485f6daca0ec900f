"""The workshop: checking, laying out, drawing and printing boards that are being made. Nothing of them is stored."""

import json
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.openapi.constants import REF_TEMPLATE
from starlette.responses import StreamingResponse

from carrozza.server import models, prices
from carrozza.server.api.boards.drawn_boards import KEPT_A_WHILE, BoardId, own_layout
from carrozza.server.api.live import LINES
from carrozza.server.api.rendered_responses import charge, payer_of, rendered, rendered_response
from carrozza.server.api.request_context import AskedLanguage, answer, directory_of
from carrozza.server.refusals import Refused
from carrozza.server.workshop import models as workshop_models
from carrozza.server.workshop.drafts import draft_of
from carrozza.server.workshop.jobs import DraftCheckJob, DraftDrawingJob, DraftPrintJob, GroundJob, SuggestionJob
from carrozza.server.workshop.long_work import LongWork
from carrozza.server.workshop.switches import switches

router = APIRouter(prefix="/api/workshop", tags=["workshop"])

JSON = "application/json"
PDF = "application/pdf"
SVG = "image/svg+xml"
Degrees = Annotated[float, Query(ge=-360, le=360, allow_inf_nan=False)]
Latitude = Annotated[float, Query(ge=-90, le=90, allow_inf_nan=False)]


@router.get(
    "/boards/{board}",
    response_model=workshop_models.Started,
    responses=models.refusals(404),
    summary="One of the boards, to start from",
)
async def start(request: Request, board: BoardId) -> Response:
    """Its document as a board file has it, with its rules in one table, and its layout."""
    known = await directory_of(request).get(board)
    layout = await own_layout(request, known)
    return answer(await run_in_threadpool(draft_of, known.board, layout))


@router.get(
    "/rules", response_model=workshop_models.RuleSwitches, responses=models.refusals(), summary="The rules' switches"
)
def rules(language: AskedLanguage) -> Response:
    """All of them, each with its range, the value that goes without saying, and the rules it is about."""
    return answer({"switches": switches(language)})


@router.get(
    "/ground",
    response_model=workshop_models.Ground,
    responses=models.refusals(),
    summary="Coasts, lakes, borders and rivers of a part of the world",
)
async def ground(request: Request, west: Degrees, south: Latitude, east: Degrees, north: Latitude) -> Response:
    """As fine as the part is small. `east` may lie beyond the date line."""
    if not (west < east <= west + 360 and south < north):
        raise Refused("values", 422, "server.draft.empty_window")
    made = await rendered(request, GroundJob(west, south, east, north), prices.GROUND)
    return rendered_response(request, made, JSON, KEPT_A_WHILE)


@router.post(
    "/check", response_model=workshop_models.Checked, responses=models.refusals(), summary="What is wrong with a board"
)
async def check(request: Request, language: AskedLanguage, asked: workshop_models.Draft) -> Response:
    """Every fault, as `carrozza board check` tells them; where there is none, what printed boards do otherwise."""
    made = await rendered(request, DraftCheckJob(_text(asked.document), language), prices.CHECK)
    return rendered_response(request, made, JSON)


@router.post(
    "/suggest",
    response_model=workshop_models.Suggested,
    responses=models.refusals(),
    summary="Suggest tickets or colours",
)
async def suggest(request: Request, language: AskedLanguage, asked: workshop_models.DraftToSuggestFor) -> Response:
    """A set of `tickets` with values by the habits of printed boards, or the `routes` in balanced colours, as
    `carrozza board suggest` finds them."""
    job = SuggestionJob(_text(asked.document), language, asked.what, asked.seed)
    made = await rendered(request, job, prices.SUGGESTION)
    return rendered_response(request, made, JSON)


@router.post(
    "/layout",
    response_class=Response,
    responses={
        200: {
            "content": {LINES: {"schema": {"$ref": REF_TEMPLATE.format(model="LayoutLine")}}},
            "description": "Lines: how far it is and, at the end, the layout.",
        },
        **models.refusals(),
    },
    summary="Lay a board out",
)
async def lay_out(request: Request, language: AskedLanguage, asked: workshop_models.DraftToLayOut) -> Response:
    """Takes seconds, less from a nearby `layout`. Lines `{"share": 0.3}` tell how far it is, the last one
    `{"layout": ...}`. Close the connection to give it up."""
    layouts: LongWork = request.app.state.layouts
    payer = payer_of(request)
    layouts.check_room(payer)
    charge(request, prices.DRAFT_LAYOUT)
    task = {"task": "layout", "language": language, **asked.model_dump()}
    return StreamingResponse(await layouts.lines(task, payer, language), media_type=LINES)


@router.post(
    "/draw",
    response_class=Response,
    responses={200: {"content": {SVG: {"schema": {"type": "string"}}}}, **models.refusals()},
    summary="Draw a board that has a layout",
)
async def draw(request: Request, language: AskedLanguage, asked: workshop_models.DraftToDraw) -> Response:
    job = DraftDrawingJob(_text(asked.document), _text(asked.layout), language, asked.theme, asked.prefix)
    made = await rendered(request, job, prices.DRAWING)
    return rendered_response(request, made, SVG)


@router.post(
    "/print",
    response_class=Response,
    responses={
        200: {"content": {PDF: {"schema": {"type": "string", "format": "binary"}}}},
        **models.refusals(),
    },
    summary="Print a board that has a layout",
)
async def print_draft(request: Request, language: AskedLanguage, asked: workshop_models.DraftToPrint) -> Response:
    """A PDF at true size, as `carrozza board print` makes it."""
    job = DraftPrintJob(_text(asked.document), _text(asked.layout), language, asked.paper, tuple(asked.parts))
    made = await rendered(request, job, prices.PRINT)
    return rendered_response(request, made, PDF, {"content-disposition": 'attachment; filename="board.pdf"'})


def _text(document: dict[str, Any]) -> str:
    return json.dumps(document, separators=(",", ":"))
