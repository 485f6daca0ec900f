"""Reading a case: everything that is wrong with it, before anything is played."""

from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from carrozza import boards
from carrozza.game.cards import DECK
from carrozza.game.errors import InvalidSeats, UnknownName
from carrozza.game.game import Game
from carrozza.game.names import Names
from carrozza.game.positions.checking import unknown
from carrozza.game.positions.flaws import Flaw, FlawedInput, flaws_of_shape
from carrozza.game.referee.model import CHOICES, Case, CaseMove, KeepChoice, Payment, RefusedMove
from carrozza.game.seating import seat_table
from carrozza.words.phrases import Phrase

ALTERNATIVES = (Payment.__name__, KeepChoice.__name__)


def read_case(raw: object, board: boards.Board | None = None) -> tuple[Case, Game]:
    """Check everything about a case before it is played; `FlawedInput` lists all that is wrong.

    The board is looked for by its name, unless it is given.
    """
    try:
        case = Case.model_validate(raw)
    except ValidationError as invalid:
        raise FlawedInput(flaws_of_shape(invalid, ALTERNATIVES)) from None
    names = _seated(case, board)
    flaws = list(_flaws_of_moves(names, case))
    try:
        game = Game(names.board, names.seats, case.seed, variants=names.variants, first=0, position=case.position)
    except FlawedInput as flawed:
        flaws = [Flaw(_join("position", flaw.path), flaw.reason) for flaw in flawed.flaws] + flaws
    if flaws:
        raise FlawedInput(flaws)
    return case, game


def _join(*path: str) -> str:
    return ".".join(part for part in path if part)


def _seated(case: Case, given: boards.Board | None) -> Names:
    try:
        board = given or boards.load(case.board)
    except boards.BoardError as wrong:
        raise FlawedInput([Flaw("board", Phrase("flaw.shape", message=str(wrong)))]) from None
    try:
        return seat_table(board, case.seats, case.variants)
    except UnknownName as wrong:
        raise FlawedInput([Flaw("variants", wrong.phrase)]) from None
    except InvalidSeats as wrong:
        raise FlawedInput([Flaw("seats", wrong.phrase)]) from None


def _flaws_of_moves(names: Names, case: Case) -> Iterator[Flaw]:
    for index, move in enumerate(case.moves):
        yield from _flaws_of_move(names, move, f"moves[{index}]")
    for key in ("legal", "not_legal"):
        listed = case.expect.get(key, [])
        if not isinstance(listed, list):
            yield Flaw(f"expect.{key}", Phrase("flaw.no_list"))
            continue
        for index, raw in enumerate(listed):
            yield from _flaws_of_expected(names, raw, key, f"expect.{key}[{index}]")


def _flaws_of_expected(names: Names, raw: object, key: str, path: str) -> Iterator[Flaw]:
    try:
        move = _expected_move(raw, key)
    except ValidationError as invalid:
        for flaw in flaws_of_shape(invalid, ALTERNATIVES):
            yield Flaw(_join(path, flaw.path), flaw.reason)
        return
    yield from _flaws_of_move(names, move, path if key == "legal" else f"{path}.move")


def _expected_move(raw: object, key: str) -> CaseMove:
    return CaseMove.model_validate(raw) if key == "legal" else RefusedMove.model_validate(raw).move


def _flaws_of_move(names: Names, move: CaseMove, path: str) -> Iterator[Flaw]:
    if not move.named:
        yield Flaw(path, Phrase("flaw.no_choice", known=", ".join(CHOICES)))
        return
    companions = ("tunnel", "marker", "alvin") if move.choice == "claim" else ()
    strangers = [name for name in move.named if name != move.choice and name not in companions]
    if strangers:
        yield Flaw(path, Phrase("flaw.two_choices", choice=move.choice, others=", ".join(strangers)))
    if move.cards is not None and move.choice not in ("claim", "station"):
        yield Flaw(f"{path}.cards", Phrase("flaw.cards_alone"))
    yield from _unknown_in_move(names, move, path)


def _unknown_in_move(names: Names, move: CaseMove, path: str) -> Iterator[Flaw]:
    marker = move.marker
    kept = move.draw_tickets.keep if isinstance(move.draw_tickets, KeepChoice) else ()
    extra = move.tunnel.pay if isinstance(move.tunnel, Payment) else {}
    checks: list[tuple[str, Any, Any]] = [
        ("player", names.seat_number, [move.player]),
        ("keep", names.ticket_number, move.keep or ()),
        ("draw_tickets.keep", names.ticket_number, kept),
        ("start", names.city_number, [move.start] if move.start is not None else ()),
        ("station", names.city_number, [move.station] if move.station is not None else ()),
        ("alvin", names.city_number, [move.alvin] if move.alvin is not None else ()),
        ("marker.city", names.city_number, [marker.city] if marker else ()),
        ("claim", names.route_number, [move.claim] if move.claim is not None else ()),
        ("draw", names.kind_number, [card for card in move.draw or () if card != DECK]),
        ("cards", names.kind_number, move.cards or ()),
        ("marker.cards", names.kind_number, (marker.cards or ()) if marker else ()),
        ("tunnel.pay", names.kind_number, extra),
    ]
    for key, find, values in checks:
        yield from unknown(find, [(f"{path}.{key}", value) for value in values])
