"""Reading a view, playing a move, taking it back, asking about a route."""

from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from carrozza.server import models
from carrozza.server.api.request_context import AskedLanguage, ReadAccess, WriteAccess, answer, written
from carrozza.server.games.live.live_game import Accepted, LiveGame
from carrozza.server.games.seating.seats import Seat
from carrozza.server.games.tables.access import Access
from carrozza.server.refusals import Refused
from carrozza.server.views.claim_check import why_not
from carrozza.server.views.view_json import live_game_view, view_bytes

router = APIRouter(prefix="/api/games/{game}", tags=["play"])

Describe = Annotated[bool, Query(description="Whether the view is described in sentences as well.")]
RouteId = Annotated[str, Path(max_length=100, examples=["denver-santa-fe"])]
WithView = Annotated[bool, Query(description="Whether the answer, or the refusal of a stale move, holds the view.")]


@router.get(
    "/view",
    response_model=models.View,
    responses=models.refusals(401, 403, 404, 409),
    summary="What you may know",
)
async def view(access: ReadAccess, language: AskedLanguage, describe: Describe = True) -> Response:
    """The view of the seat whose token is given; with a watcher's, or with none where anybody may watch, the public
    table."""
    seat = access.viewer()
    access.check_begun()
    return written(view_bytes(access.live_game, seat, language, described=describe))


@router.post(
    "/moves",
    response_model=models.Moved,
    responses=models.refusals(401, 403, 404, 409),
    summary="Play a move",
)
async def move(
    access: WriteAccess,
    language: AskedLanguage,
    asked: models.NewMove,
    view: WithView = False,
    describe: Describe = True,
) -> Response:
    """A move in its notation, as `legal_moves` of your view lists it. The answer is the number of the move in the
    log; the view after it comes over the WebSocket or the stream, or with the answer if `view=true` asks for it.

    The same `id` again gives the same number and plays nothing twice; with another move it is answered with 409. A
    `number` that is not that of the present view is answered with 409 and the present number; while opening tickets are
    chosen, it is not checked. A move that the rules refuse is answered with 422, the rule and a sentence.
    """
    done = await play(access, asked.move, asked.id, asked.number)
    return _answer(access, done, language, view, describe)


@router.post(
    "/undo",
    response_model=models.Moved,
    responses=models.refusals(401, 403, 404, 409),
    summary="Take your last move back",
)
async def undo(
    access: WriteAccess,
    language: AskedLanguage,
    asked: models.Undo,
    view: WithView = False,
    describe: Describe = True,
) -> Response:
    """While nobody has acted and nothing hidden has been revealed since, and not too often in one turn; `can_undo` of
    your view says whether."""
    done = await play(access, None, asked.id, asked.number)
    return _answer(access, done, language, view, describe)


@router.get(
    "/why/{route}",
    response_model=models.Why,
    responses=models.refusals(401, 403, 404, 409),
    summary="Whether you can claim a route, and why not",
)
async def why(
    access: ReadAccess,
    language: AskedLanguage,
    route: Annotated[str, Path(max_length=100, examples=["denver-santa-fe"])],
) -> Response:
    """What you could pay with; or the rule and the sentence that stand in the way."""
    seat = access.seat()
    access.check_begun()
    return answer(why_not(access.live_game.view(seat), route, language))


async def play(access: Access, move: str | None, client_id: str | None, number: int | None) -> Accepted | Refused:
    """Play a move for the token's own seat; an undo where `move` is none."""
    live_game, seat = access.live_game, access.seat()
    access.check_begun()
    if move is None:
        done = await live_game.undo(seat, client_id, number)
    else:
        done = await live_game.play(seat, move, client_id, number)
    await _return_to_seat(live_game, seat)
    return done


async def _return_to_seat(live_game: LiveGame, seat: int) -> None:
    """A person who acts is back, whoever let a bot play meanwhile; but not in a turn for which no time is left: the bot
    plays that one to its end, nor where the seat has changed too often and no move was played."""
    here = live_game.seats[seat]
    if (here.left or here.kind != "person") and not live_game.is_late(seat):
        with suppress(Refused):
            await live_game.change_seat(seat, Seat.after_acting)


def _answer(access: Access, done: Accepted | Refused, language: str, with_view: bool, describe: bool) -> Response:
    live_game, seat = access.live_game, access.seat()
    if isinstance(done, Refused):
        stale = with_view and done.error == "stale"
        shown = {"view": live_game_view(live_game, seat, language, described=describe)} if stale else {}
        raise done.with_fields(number=live_game.number, **shown)
    if not with_view:
        return answer({"number": done.number})
    view = view_bytes(live_game, seat, language, described=describe)
    return written(b'{"number":%d,"view":%b}' % (done.number, view))
