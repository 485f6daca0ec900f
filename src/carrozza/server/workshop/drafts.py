"""A draft: a board's document from outside, with its layout where it has one. Nothing in it is trusted."""

from collections.abc import Mapping
from itertools import combinations, islice
from typing import Any

from pydantic import ValidationError

from carrozza import boards
from carrozza.atlas.layout.store import layout_of
from carrozza.atlas.layout_model import Layout, gap_in
from carrozza.boards import Board, BoardError
from carrozza.boards.bundle import LayoutDocument
from carrozza.boards.document import route_ids, ticket_ids
from carrozza.boards.model import MAX_SEATS, MAX_TICKETS
from carrozza.server.refusals import Refused

SOURCE = "board"


def board_of(document: Mapping[str, Any], language: str) -> Board:
    """The board of a draft, or the refusal that tells its first fault."""
    try:
        return boards.from_document(document, SOURCE)
    except BoardError as error:
        first = error.faults[0].sentence(language)
        raise Refused("flawed", 422, "server.draft.faults", number=len(error.faults), first=first) from None


def layout_in(given: Mapping[str, Any] | None) -> Layout | None:
    """The layout of a draft as far as it is one, whether or not it has a place for everything on the board."""
    if given is None:
        return None
    try:
        LayoutDocument.model_validate(given)
    except ValidationError:
        return None
    return Layout.from_json(given)


def whole_layout(given: Mapping[str, Any] | None, board: Board) -> Layout:
    """The layout of a draft with a place for everything, or a refusal."""
    layout = layout_in(given)
    if layout is None or gap_in(layout, board):
        raise Refused("flawed", 422, "server.draft.not_laid_out")
    return layout


def with_some_tickets(document: Mapping[str, Any]) -> dict[str, Any]:
    """The draft with tickets between any of its cities, where what its own are does not matter."""
    match document:
        case {"cities": list(cities)}:
            ids = [city["id"] for city in cities if isinstance(city, dict) and isinstance(city.get("id"), str)]
        case _:
            ids = []
    pairs = list(islice(combinations(dict.fromkeys(ids), 2), MAX_TICKETS))
    tickets = [{"a": a, "b": b, "points": 1, "long": index < MAX_SEATS} for index, (a, b) in enumerate(pairs)]
    return {**document, "tickets": tickets}


def draft_of(board: Board, layout: Layout | None = None) -> dict[str, Any]:
    """A board as a draft to start from, with its rules in one table."""
    return {"document": document_of(board), "layout": (layout or layout_of(board)).as_json()}


def document_of(board: Board) -> dict[str, Any]:
    """What a board file would say: nothing that goes without saying, and one set of rules."""
    entries = {
        "cities": _plain(board.cities),
        "routes": _without_own_ids(_plain(board.routes), route_ids),
        "tickets": _without_own_ids(_plain(board.tickets), ticket_ids),
    }
    rest = {
        "notes": list(board.notes),
        "rules": board.rules.model_dump(mode="json", exclude_defaults=True),
        "variants": {name: alvin.model_dump(mode="json") for name, alvin in board.variants.items()},
        "drawing": board.drawing.model_dump(mode="json", exclude_defaults=True),
    }
    return {"id": board.id, "title": board.title, **entries, **{key: value for key, value in rest.items() if value}}


def _plain(entries: Any) -> list[dict[str, Any]]:
    return [entry.model_dump(mode="json", exclude_defaults=True) for entry in entries]


def _without_own_ids(entries: list[dict[str, Any]], ids: Any) -> list[dict[str, Any]]:
    """Ids that the entries would be given anyhow."""
    return [
        {key: value for key, value in entry.items() if key != "id" or value != given}
        for entry, given in zip(entries, ids(entries), strict=True)
    ]
