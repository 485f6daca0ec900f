"""The boards: what is on them, and their drawings."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic_core import to_json

import carrozza
from carrozza import boards
from carrozza.atlas.layout.store import layout_of
from carrozza.atlas.layout_model import Layout
from carrozza.boards import Board
from carrozza.boards.facts import as_json
from carrozza.server import models, prices
from carrozza.server.api.rendered_responses import charge, payer_of, rendered, rendered_response
from carrozza.server.api.request_context import AskedLanguage, directory_of
from carrozza.server.board_names import PREFIX
from carrozza.server.own_boards.directory import KnownBoard
from carrozza.server.own_boards.served_board import ServedBoard, board_name
from carrozza.server.rendering.jobs import DrawingJob
from carrozza.server.rendering.layouts import LayoutMaker
from carrozza.server.rendering.own_board_jobs import no_layout
from carrozza.server.rendering.rendered import Rendered, packed
from carrozza.words.phrases import Phrase

router = APIRouter(prefix="/api", tags=["boards"])

DAY = 86_400
JSON = "application/json"
KEPT_A_WHILE = {"cache-control": "public, max-age=300", "x-version": carrozza.__version__}
BoardId = Annotated[str, Path(max_length=100, examples=["usa"])]
Theme = Literal["light", "dark", "auto"]


@router.get("/boards", response_model=models.Boards, responses=models.refusals(), summary="All boards")
async def all_boards(request: Request) -> Response:
    """Those that come with Carrozza, those of the server's own folders, and uploaded ones that are listed."""
    own = await directory_of(request).listed()
    shown = (*(boards.load(name) for name in boards.names()), *(known.board for known in own))
    return rendered_response(request, _summaries(shown), JSON, KEPT_A_WHILE)


@lru_cache(4)
def _summaries(shown: Sequence[Board]) -> Rendered:
    return packed([to_json({"boards": [summary(board) for board in shown]})])


def summary(board: Board) -> dict[str, Any]:
    return {
        **titles(board),
        "variants": list(board.variants),
        "cities": len(board.cities),
        "routes": len(board.routes),
        "tickets": len(board.tickets),
    }


def titles(board: Board) -> dict[str, Any]:
    own = isinstance(board, ServedBoard)
    return {
        "id": board_name(board),
        "own": own,
        # Two people may call their maps the same.
        "map": f"{PREFIX}{board.stored}" if isinstance(board, ServedBoard) else board.map,
        "ruleset": board.ruleset,
        "title": board.title,
        "full_title": board.full_title,
        "min_seats": board.rules.min_seats,
        "max_seats": board.rules.max_seats,
    }


@router.get("/boards/{board}", response_model=models.WholeBoard, responses=models.refusals(404), summary="A board")
async def one_board(request: Request, board: BoardId) -> Response:
    """Its cities, routes, tickets and rules, its facts in numbers, and where everything lies on its drawing."""
    known = await directory_of(request).get(board)
    layout = await own_layout(request, known)
    made = await run_in_threadpool(_facts, known.board, None if layout is None else layout.to_text())
    return rendered_response(request, made, JSON, KEPT_A_WHILE)


async def own_layout(request: Request, known: KnownBoard) -> Layout | None:
    """The layout of an own board, computed where it has none; nothing for those that come with the program."""
    if known.row is None or known.layout is not None:
        return known.layout
    layouts: LayoutMaker = request.app.state.own_layouts
    text = await layouts.text_of(
        known.row.id, known.row.bundle, payer_of(request), lambda price: charge(request, price)
    )
    layout = await directory_of(request).keep_layout(known, text)
    if layout is None:
        raise no_layout(Phrase("layout_fault.no_sheet"))
    return layout


@lru_cache(maxsize=64)
def _facts(board: Board, own_layout: str | None) -> Rendered:
    layout = layout_of(board) if own_layout is None else Layout.from_json(json.loads(own_layout))
    facts = {
        **as_json(board),
        **titles(board),
        "layout": {
            "width": layout.width,
            "height": layout.height,
            "cities": {city: list(point) for city, point in layout.cities.items()},
            "labels": {city: list(label[:4]) for city, label in layout.labels.items()},
            "furniture": {name: list(box) for name, box in layout.furniture.items()},
            "spaces": {route: [list(space) for space in spaces] for route, spaces in layout.routes.items()},
        },
    }
    return packed([to_json(facts)])


@router.get(
    "/boards/{board}/drawing.svg",
    response_class=Response,
    responses={
        200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}, "description": "The board, drawn."},
        304: {"description": "As you have it."},
        **models.refusals(404),
    },
    summary="A board's drawing",
)
async def drawing(
    request: Request,
    board: BoardId,
    language: AskedLanguage,
    theme: Theme = "light",
    prefix: Annotated[str, Query(pattern="^[a-z][a-z0-9-]{0,15}$|^$", description="Begins every id.")] = "",
) -> Response:
    """Drawn once for each theme and language, whatever the prefix."""
    known = await directory_of(request).get(board)
    own = known.for_process(await own_layout(request, known))
    job = DrawingJob(known.name, theme, language, prefix, own)
    made = await rendered(request, job, prices.DRAWING_WITH_PREFIX if prefix else prices.DRAWING)
    headers = {"cache-control": f"public, max-age={DAY}", "vary": "Accept-Language"}
    return rendered_response(request, made, "image/svg+xml", headers)
