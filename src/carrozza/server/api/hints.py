"""Asking what an expert would do."""

import time
from typing import Any

from fastapi import APIRouter, Request, Response

from carrozza.bots.hints.wording import Wording
from carrozza.game import View, parse_move
from carrozza.server import models
from carrozza.server.api.rendered_responses import charge, payer_of
from carrozza.server.api.request_context import AskedLanguage, ReadAccess, answer
from carrozza.server.bots.adviser import Adviser
from carrozza.server.games.hinting import check_may_ask, digest_of_view
from carrozza.server.metrics import hints_given
from carrozza.server.processes.fair_queue import Requester
from carrozza.server.refusals import Refused

router = APIRouter(prefix="/api/games/{game}", tags=["play"])


@router.post(
    "/hints",
    response_model=models.Hints,
    responses=models.refusals(401, 403, 404, 409, 503),
    summary="What an expert would do",
)
async def hints(request: Request, access: ReadAccess, language: AskedLanguage) -> Response:
    """The best move, and one or two that come close, each with its reasons. Only for the one person at a table of bots,
    while it is theirs to decide. How often hints were asked for is shown with the result; asking again in the same
    position counts once."""
    live_game, seat = access.live_game, access.seat()
    access.check_begun()
    check_may_ask(live_game, seat)
    view, began = live_game.view(seat), time.perf_counter()
    adviser: Adviser = request.app.state.adviser
    requester = Requester(live_game.game_id, payer_of(request))
    found = await adviser.hints(view, requester, live_game.row.board, lambda price: charge(request, price))
    position = digest_of_view(view)
    await live_game.note_hint(seat, position)
    if seat not in live_game.folded.undecided() or digest_of_view(live_game.view(seat)) != position:
        raise Refused("stale", 409, "server.stale").with_fields(number=live_game.number)
    hints_given(time.perf_counter() - began)
    said = [hint_fields(view, hint, language) for hint in found]
    return answer({"number": live_game.number, "asked": len(live_game.folded.hinted), "hints": said})


def hint_fields(view: View, hint: dict[str, Any], language: str) -> dict[str, Any]:
    """A hint with its sentences."""
    words = Wording(view.board, language)
    reasons = [{**reason, "text": words.fact(reason)} for reason in hint["reasons"]]
    return {**hint, "text": words.move(parse_move(hint["move"])), "reasons": reasons}
