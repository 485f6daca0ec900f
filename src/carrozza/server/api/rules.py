"""The rules of one board, from the same source as the rule pages of the documentation."""

from typing import Any

from fastapi import APIRouter, Response

from carrozza import boards
from carrozza.game.sentences.rulebook import chapters, rule_in_full, rules_of, uses, words_of
from carrozza.server import models
from carrozza.server.api.boards import BoardId, check_board
from carrozza.server.api.request_context import AskedLanguage, answer

router = APIRouter(prefix="/api", tags=["boards"])


@router.get("/rules/{board}", response_model=models.Rules, responses=models.refusals(404), summary="A board's rules")
def rules(board: BoardId, language: AskedLanguage) -> Response:
    """Only those that can matter on this board, each with the id that refusals name."""
    response = answer(rules_json(check_board(board), language))
    response.headers["cache-control"] = "public, max-age=300"
    response.headers["vary"] = "accept-language"
    return response


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
