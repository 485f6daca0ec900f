"""The rules of one board, from the same source as the rule pages of the documentation."""

from functools import lru_cache
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic_core import to_json

from carrozza.boards import Board
from carrozza.game.sentences.rulebook import (
    Words,
    board_title,
    chapters,
    rule_in_full,
    rules_of,
    uses,
    words_of,
)
from carrozza.server import models
from carrozza.server.api.boards.drawn_boards import BoardId
from carrozza.server.api.rendered_responses import rendered_response
from carrozza.server.api.request_context import AskedLanguage, directory_of
from carrozza.server.own_boards.served_board import ServedBoard, board_name
from carrozza.server.rendering.rendered import Rendered, packed

router = APIRouter(prefix="/api", tags=["boards"])


@router.get("/rules/{board}", response_model=models.Rules, responses=models.refusals(404), summary="A board's rules")
async def rules(request: Request, board: BoardId, language: AskedLanguage) -> Response:
    """Only those that can matter on this board, each with the id that refusals name."""
    known = await directory_of(request).get(board)
    made = await run_in_threadpool(_rules, known.board, known.credits, language)
    headers = {"cache-control": "public, max-age=300", "vary": "Accept-Language"}
    return rendered_response(request, made, "application/json", headers)


@lru_cache
def _rules(board: Board, credits: tuple[str, ...], language: str) -> Rendered:
    return packed([to_json(rules_json(board, credits, language))])


def rules_json(board: Board, credits: tuple[str, ...], language: str) -> dict[str, Any]:
    words = words_of(language)
    facts = [{"name": key, "value": value} for key, value in uses(board, language) if value != words["none"]]
    return {
        "board": board_name(board),
        "title": board_title(board, language),
        "about": [*_about(board, credits, words), *map(_plain, words["intro"][1:])],
        "facts": facts,
        "sections": [
            {
                "title": words["group"][letter],
                "rules": [{"id": rule, "text": rule_in_full(rule, language)} for rule in chapter],
            }
            for letter, chapter in chapters(rules_of(board))
        ],
        "known": [_plain(line) for line in words["known"] if line],
        "trademark": words["trademark"],
    }


def _about(board: Board, credits: tuple[str, ...], words: Words) -> tuple[str, ...]:
    if isinstance(board, ServedBoard):
        return credits or board.notes
    return (words["credit"].get(board.id) or words["credit"][board.map],)


def _plain(text: str) -> str:
    """Without the marks of a Markdown page."""
    return text.removeprefix("- ").replace("*", "")
