"""The boards: what is on them, and their drawings."""

import hashlib
from functools import lru_cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Path, Query, Response

import carrozza
from carrozza import boards
from carrozza.atlas.drawing import draw
from carrozza.atlas.layout.store import layout_of
from carrozza.boards.facts import as_json
from carrozza.server import models
from carrozza.server.api.request_context import AskedLanguage, answer
from carrozza.server.refusals import Refused

router = APIRouter(prefix="/api", tags=["boards"])

DAY = 86_400
BoardId = Annotated[str, Path(max_length=100, examples=["usa"])]
Theme = Literal["light", "dark", "auto"]


def check_board(board: str) -> str:
    """One of our own, by its name: never a path."""
    if board not in boards.names():
        raise Refused("unknown", 404, "server.unknown_board", board=board)
    return board


@router.get("/boards", response_model=models.Boards, responses=models.refusals(), summary="All boards")
def all_boards() -> Response:
    return _kept_a_while(answer(_summaries()))


@lru_cache(1)
def _summaries() -> dict[str, Any]:
    return {"boards": [summary(name) for name in boards.names()]}


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
def one_board(board: BoardId) -> Response:
    """Its cities, routes, tickets and rules, its facts in numbers, and where everything lies on its drawing."""
    return _kept_a_while(answer(_facts(check_board(board))))


@lru_cache
def _facts(name: str) -> dict[str, Any]:
    board = boards.load(name)
    layout = layout_of(board)
    return {
        **as_json(board),
        "full_title": board.full_title,
        "min_seats": board.rules.min_seats,
        "max_seats": board.rules.max_seats,
        "layout": {
            "width": layout.width,
            "height": layout.height,
            "cities": {city: list(point) for city, point in layout.cities.items()},
            "spaces": {route: [list(space) for space in spaces] for route, spaces in layout.routes.items()},
        },
    }


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
def drawing(
    board: BoardId,
    language: AskedLanguage,
    theme: Theme = "light",
    prefix: Annotated[str, Query(pattern="^[a-z][a-z0-9-]{0,15}$|^$", description="Begins every id.")] = "",
    if_none_match: Annotated[str | None, Header()] = None,
) -> Response:
    made, tag = _drawn(check_board(board), theme, language, prefix)
    headers = {"etag": tag, "cache-control": f"public, max-age={DAY}", "vary": "accept-language"}
    if if_none_match is not None and tag in if_none_match:
        return Response(status_code=304, headers=headers)
    return Response(made, media_type="image/svg+xml", headers=headers)


@lru_cache(maxsize=64)
def _drawn(board: str, theme: Theme, language: str, prefix: str) -> tuple[bytes, str]:
    made = draw(boards.load(board), theme=theme, language=language, prefix=prefix, pieces=True).svg.encode()
    return made, f'"{hashlib.sha256(made).hexdigest()[:16]}"'


def _kept_a_while(response: Response) -> Response:
    response.headers["cache-control"] = "public, max-age=300"
    response.headers["x-version"] = carrozza.__version__
    return response
