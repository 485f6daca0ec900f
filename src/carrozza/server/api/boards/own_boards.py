"""Own boards: uploading a bundle, what it is, and the bundle back again."""

from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.concurrency import run_in_threadpool

from carrozza import boards
from carrozza.atlas.layout.store import layout_of
from carrozza.boards.bundle import SUFFIX, Bundle, read_bundle
from carrozza.server import models, prices
from carrozza.server.api.boards.drawn_boards import JSON, KEPT_A_WHILE, BoardId, summary
from carrozza.server.api.rendered_responses import payer_of, rendered, rendered_response
from carrozza.server.api.request_context import AskedLanguage, answer, directory_of, store_of
from carrozza.server.own_boards.directory import KnownBoard, row_of
from carrozza.server.own_boards.served_board import UPLOADED, ServedBoard, served_boards
from carrozza.server.refusals import Refused
from carrozza.server.rendering.own_board_jobs import CheckJob
from carrozza.server.rendering.rendered import Rendered, packed
from carrozza.server.settings import Settings
from carrozza.server.store import BoardLimits, BoardRow, NoRoomForBoards, TooManyBoards

router = APIRouter(prefix="/api", tags=["boards"])

LIMITS = BoardLimits(of_one=50, number=10_000, size=256 << 20)
"""Boards of one address, of all, and their bytes."""
BUNDLE = "application/vnd.carrozza-board+json"
ListedAsked = Annotated[
    bool, Query(description="Whether everybody is to see it; refused where the server does not allow that.")
]


@router.post(
    "/boards",
    status_code=201,
    response_model=models.UploadedBoard,
    responses=models.refusals(403, 409, 415),
    summary="Upload a board",
    openapi_extra={"requestBody": {"required": True, "content": {JSON: {"schema": {"type": "object"}}}}},
)
async def upload(request: Request, language: AskedLanguage, listed: ListedAsked = False) -> Response:
    """Takes a bundle (`.carrozza-board`, of at most 512 kB) as `carrozza board pack` writes it, not compressed, and
    answers with the name by which it can be played. Everything in it is checked: each fault is told with its place and
    its remedy (`flaws`), and nothing is stored. The same bundle has the same name, however often it comes. Who knows
    the name can open and play it. A board on which no game is made is forgotten a month after it was last opened,
    unless it is listed."""
    _check_allowed(request, listed=listed)
    bundle = await _checked(request, language)
    row = await run_in_threadpool(row_of, bundle, listed=listed, payer=payer_of(request))
    new = await _write(request, row)
    found = await run_in_threadpool(served_boards, bundle)
    return answer(uploaded(found, new=new, listed=listed), 201)


def uploaded(found: list[ServedBoard], *, new: bool, listed: bool) -> dict[str, Any]:
    name = summary(found[0])["map"]
    summaries = [summary(board) for board in found]
    return {"board": name, "boards": summaries, "new": new, "listed": listed, "page": f"/b/{name}"}


def _check_allowed(request: Request, *, listed: bool) -> None:
    settings: Settings = request.app.state.settings
    if settings.uploads == "off":
        raise Refused("uploads", 403, "server.no_uploads")
    if listed and settings.uploads != "listed":
        raise Refused("listed", 403, "server.no_listing")
    if request.headers.get("content-encoding", "identity").strip().lower() not in ("identity", ""):
        raise Refused("encoding", 415, "server.compressed_board")


async def _checked(request: Request, language: str) -> Bundle:
    """In the rendering process: what somebody else wrote takes whatever time it takes there, and no longer."""
    text = (await request.body()).decode("utf-8")  # the guard lets nothing else through
    try:
        made = await rendered(request, CheckJob(text, language), prices.A_BOARD_CHECKED)
    except Refused as refused:
        raise refused.with_fields(places=[flaw["path"] for flaw in refused.more.get("flaws", ())]) from None
    canonical = b"".join(made.chunks())
    return await run_in_threadpool(read_bundle, canonical, UPLOADED)


async def _write(request: Request, row: BoardRow) -> bool:
    guarded = request.app.state.settings.guarded
    limits = LIMITS if guarded else replace(LIMITS, of_one=LIMITS.number)
    try:
        return await store_of(request).write_board(row, limits)
    except TooManyBoards:
        raise Refused("boards", 429, "server.too_many_boards", number=LIMITS.of_one) from None
    except NoRoomForBoards:
        raise Refused("full", 409, "server.no_room_for_boards") from None


@router.get(
    "/boards/{board}/summary", response_model=models.AboutBoard, responses=models.refusals(404), summary="In short"
)
async def about(request: Request, board: BoardId) -> Response:
    """What a board is called, how large it is and who is to be credited, without its layout."""
    known = await directory_of(request).get(board)
    listed = known.row is None or known.row.listed or known.name in directory_of(request).of_folders
    more = {
        "notes": list(known.board.notes),
        "credits": list(known.credits),
        "listed": listed,
        "others": list(known.others),
    }
    return answer({**summary(known.board), **more})


@router.get(
    "/boards/{board}/bundle",
    response_class=Response,
    responses={
        200: {"content": {BUNDLE: {"schema": {"type": "object"}}}, "description": "The bundle."},
        304: {"description": "As you have it."},
        **models.refusals(404),
    },
    summary="A board as one file",
)
async def bundle(request: Request, board: BoardId) -> Response:
    """The `.carrozza-board` file, to give away or to put into a folder of boards."""
    known = await directory_of(request).get(board)
    made = await run_in_threadpool(_file, known)
    name = f"{known.board.map}{SUFFIX}"  # an id: letters, digits and hyphens
    headers = {**KEPT_A_WHILE, "content-disposition": f'attachment; filename="{name}"'}
    return rendered_response(request, made, BUNDLE, headers)


def _file(known: KnownBoard) -> Rendered:
    return _shipped_file(known.board.map) if known.row is None else packed([known.row.bundle.encode()])


@lru_cache
def _shipped_file(map_name: str) -> Rendered:
    board = next(board for board in map(boards.load, boards.names()) if board.map == map_name)
    document = boards.bundle_of(map_name).document
    return packed([Bundle.of(document, layout_of(board).as_json(), board.notes, map_name).to_bytes()])
