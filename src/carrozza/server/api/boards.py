"""The boards: what is on them, and their drawings."""

from functools import lru_cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic_core import to_json

import carrozza
from carrozza import boards
from carrozza.atlas.layout.store import layout_of
from carrozza.boards.facts import as_json
from carrozza.server import models, prices
from carrozza.server.api.rendered_responses import rendered, rendered_response
from carrozza.server.api.request_context import AskedLanguage
from carrozza.server.refusals import Refused
from carrozza.server.rendering.jobs import DrawingJob
from carrozza.server.rendering.rendered import Rendered, packed

router = APIRouter(prefix="/api", tags=["boards"])

DAY = 86_400
JSON = "application/json"
KEPT_A_WHILE = {"cache-control": "public, max-age=300", "x-version": carrozza.__version__}
BoardId = Annotated[str, Path(max_length=100, examples=["usa"])]
Theme = Literal["light", "dark", "auto"]


def check_board(board: str) -> str:
    """One of our own, by its name: never a path."""
    if board not in boards.names():
        raise Refused("unknown", 404, "server.unknown_board", board=board)
    return board


@router.get("/boards", response_model=models.Boards, responses=models.refusals(), summary="All boards")
def all_boards(request: Request) -> Response:
    return rendered_response(request, _summaries(), JSON, KEPT_A_WHILE)


@lru_cache(1)
def _summaries() -> Rendered:
    return packed([to_json({"boards": [summary(name) for name in boards.names()]})])


def summary(name: str) -> dict[str, Any]:
    board = boards.load(name)
    return {
        "id": board.id,
        "map": board.map,
        "ruleset": board.ruleset,
        "title": board.title,
        "full_title": board.full_title,
        "min_seats": board.rules.min_seats,
        "max_seats": board.rules.max_seats,
        "variants": list(board.variants),
        "cities": len(board.cities),
        "routes": len(board.routes),
        "tickets": len(board.tickets),
    }


@router.get("/boards/{board}", response_model=models.WholeBoard, responses=models.refusals(404), summary="A board")
def one_board(request: Request, board: BoardId) -> Response:
    """Its cities, routes, tickets and rules, its facts in numbers, and where everything lies on its drawing."""
    return rendered_response(request, _facts(check_board(board)), JSON, KEPT_A_WHILE)


@lru_cache
def _facts(name: str) -> Rendered:
    board = boards.load(name)
    layout = layout_of(board)
    facts = {
        **as_json(board),
        "full_title": board.full_title,
        "min_seats": board.rules.min_seats,
        "max_seats": board.rules.max_seats,
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
    job = DrawingJob(check_board(board), theme, language, prefix)
    made = await rendered(request, job, prices.DRAWING_WITH_PREFIX if prefix else prices.DRAWING)
    headers = {"cache-control": f"public, max-age={DAY}", "vary": "Accept-Language"}
    return rendered_response(request, made, "image/svg+xml", headers)
