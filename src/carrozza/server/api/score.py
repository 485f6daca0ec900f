"""The score of a table at which people play with the real game."""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool

from carrozza.boards import Board
from carrozza.game import IllegalMove
from carrozza.game.positions.flaws import FlawedInput
from carrozza.game.referee import Case, score_case
from carrozza.server import models, prices
from carrozza.server.api.rendered_responses import charge
from carrozza.server.api.request_context import AskedLanguage, answer, directory_of
from carrozza.server.refusals import AgainstTheRules, FlawedTable
from carrozza.server.views.view_json import hands_json, view_json

router = APIRouter(prefix="/api", tags=["score"])


@router.post("/score", response_model=models.View, responses=models.refusals(404), summary="The score of a real table")
async def score(request: Request, language: AskedLanguage, asked: Case) -> Response:
    """Takes a case as `carrozza referee` does: board, seats, and the players' routes, tickets and pieces. With
    `{"player": "Ada", "finish": true}` as the last move it is counted as a finished game; without it, the scores are
    those the players would have if the game ended now. The answer is the view of a game, with `scores`, `winners` and
    `hands`. Nothing is stored."""
    known = await directory_of(request).get(asked.board)  # a case may name a file; not a file of the server's
    charge(request, prices.of_scoring(len(asked.moves)))
    return answer(await run_in_threadpool(_score, asked, known.board, language))


def _score(asked: Case, board: Board, language: str) -> dict[str, Any]:
    try:
        game, result = score_case(asked, board)
    except FlawedInput as flawed:
        raise FlawedTable(flawed, language) from None
    except IllegalMove as illegal:
        raise AgainstTheRules(illegal) from None
    view = view_json(game.view(None), language, result=result, legal=False, described=False)
    return {**view, "game": None, "number": len(asked.moves), "hands": hands_json(game)}
