"""Looking at a game and moving in it."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response

from carrozza.server import models
from carrozza.server.api.request_context import AskedLanguage, Asker, Looking, Moving, answer, written
from carrozza.server.games.seats import Seat
from carrozza.server.games.sitting import Played
from carrozza.server.refusals import Refused
from carrozza.server.views.claim_check import why_not
from carrozza.server.views.view_json import sitting_view, view_bytes

router = APIRouter(prefix="/api/games/{game}", tags=["play"])

Describe = Annotated[bool, Query(description="Whether the view is described in sentences as well.")]


@router.get(
    "/view",
    response_model=models.View,
    responses=models.refusals(401, 403, 404, 409),
    summary="What you may know",
)
async def view(asker: Looking, language: AskedLanguage, describe: Describe = True) -> Response:
    """The view of the seat whose token is given; with a watcher's, or with none where anybody may watch, the public
    table."""
    seat = asker.viewer()
    asker.check_begun()
    return written(view_bytes(asker.sitting, seat, language, described=describe))


@router.post(
    "/moves",
    response_model=models.Moved,
    responses=models.refusals(401, 403, 404, 409),
    summary="Play a move",
)
async def move(asker: Moving, language: AskedLanguage, asked: models.NewMove, describe: Describe = True) -> Response:
    """A move in its notation, as `legal_moves` of your view lists it.

    The same `id` again gives the same answer and plays nothing twice. A `number` that is not that of the present view
    is answered with 409 and the view as it is now; while opening tickets are chosen, it is not looked at. A move that
    the rules refuse is answered with 422, the rule and a sentence.
    """
    done = await play(asker, asked.move, asked.id, asked.number)
    return _answer(asker, done, language, describe)


@router.post(
    "/undo",
    response_model=models.Moved,
    responses=models.refusals(401, 403, 404, 409),
    summary="Take your last move back",
)
async def undo(asker: Moving, language: AskedLanguage, asked: models.Undo, describe: Describe = True) -> Response:
    """While nobody has acted and nothing hidden has come to light since; `can_undo` of your view says whether."""
    done = await play(asker, None, asked.id, asked.number)
    return _answer(asker, done, language, describe)


@router.get(
    "/why/{route}",
    response_model=models.Why,
    responses=models.refusals(401, 403, 404, 409),
    summary="Whether you can claim a route, and why not",
)
async def why(
    asker: Looking, language: AskedLanguage, route: Annotated[str, Path(max_length=100, examples=["denver-santa-fe"])]
) -> Response:
    """What you could pay with; or the rule and the sentence that stand in the way."""
    seat = asker.seat()
    asker.check_begun()
    return answer(why_not(asker.sitting.view(seat), route, language))


async def play(asker: Asker, move: str | None, client_id: str | None, number: int | None) -> Played | Refused:
    """A move, or an undo where there is none, for the asker's own seat."""
    seat = asker.seat()
    await take_back_seat(asker, seat)
    if move is None:
        return await asker.sitting.undo(seat, client_id, number)
    return await asker.sitting.play(seat, move, client_id, number)


async def take_back_seat(asker: Asker, seat: int) -> None:
    """Who acts is back, from the door or from a clock that ran out; only what the host has decided stays so."""
    here = asker.sitting.seats[seat]
    if here.kind == "open" or (here.kind == "bot" and here.stand_in != "clock"):
        raise Refused("bot", 409, "server.bot_plays")
    if here.left or here.stand_in == "clock":
        await asker.sitting.reseat(seat, _back)


def _back(seat: Seat) -> Seat:
    return seat.given_back() if seat.left or seat.stand_in == "clock" else seat


def _answer(asker: Asker, done: Played | Refused, language: str, describe: bool) -> Response:
    sitting, seat = asker.sitting, asker.seat()
    if isinstance(done, Played):
        view = view_bytes(sitting, seat, language, described=describe)
        return written(b'{"number":%d,"view":%b}' % (done.number, view))
    more: dict[str, Any] = {"number": sitting.number}
    if done.error == "stale":
        more["view"] = sitting_view(sitting, seat, language, described=describe)
    raise done.saying(**more)
