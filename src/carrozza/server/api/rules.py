"""The rules of one board, from the same source as the rule pages of the documentation."""

from functools import lru_cache
from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic_core import to_json

from carrozza import boards
from carrozza.game.sentences.rulebook import chapters, rule_in_full, rules_of, uses, words_of
from carrozza.server import models
from carrozza.server.api.boards import BoardId, check_board
from carrozza.server.api.rendered_responses import rendered_response
from carrozza.server.api.request_context import AskedLanguage
from carrozza.server.rendering.rendered import Rendered, packed

router = APIRouter(prefix="/api", tags=["boards"])


@router.get("/rules/{board}", response_model=models.Rules, responses=models.refusals(404), summary="A board's rules")
def rules(request: Request, board: BoardId, language: AskedLanguage) -> Response:
    """Only those that can matter on this board, each with the id that refusals name."""
    headers = {"cache-control": "public, max-age=300", "vary": "Accept-Language"}
    return rendered_response(request, _rules(check_board(board), language), "application/json", headers)


@lru_cache
def _rules(board: str, language: str) -> Rendered:
    return packed([to_json(rules_json(board, language))])


def rules_json(name: str, language: str) -> dict[str, Any]:
    board, words = boards.load(name), words_of(language)
    facts = [{"name": key, "value": value} for key, value in uses(board, language) if value != words["none"]]
    return {
        "board": name,
        "title": words["board"][name],
        "about": [words["credit"].get(name) or words["credit"][board.map], *map(_plain, words["intro"][1:])],
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


def _plain(text: str) -> str:
    """Without the marks of a Markdown page."""
    return text.removeprefix("- ").replace("*", "")
