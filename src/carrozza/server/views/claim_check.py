"""Whether a route can be claimed, and why not: decided from the seat's view alone."""

from typing import Any

from carrozza.game import IllegalMove, View
from carrozza.game.move_actions import carry_out
from carrozza.game.moves import Claim
from carrozza.game.position import Position
from carrozza.game.refusal_details import explain
from carrozza.kernel.state import NOBODY, TURN, copied
from carrozza.server.refusals import Refused


def why_not(view: View, route: str, language: str) -> dict[str, Any]:
    """What would pay for the route in a turn of this seat's, and what stands in the way, now or then."""
    if route not in view.board.route_index:
        raise Refused("unknown", 404, "server.unknown_route", route=route)
    assert view.seat is not None, "a watcher claims nothing"
    if view.finished:
        return _answer((), IllegalMove("E5"), language)
    turn = _own_turn(view)
    refused = _refusal(turn, view.seat, route)
    if refused is not None:
        return _answer((), refused, language)
    claims = (move for move in turn.legal_moves if isinstance(move, Claim) and move.route == route)
    payments = tuple(str(move.cards) for move in claims)
    return _answer(payments, _not_now(view), language)


def _own_turn(view: View) -> Position:
    """The table as it would be at the beginning of this seat's turn."""
    state = copied(view.state)
    state.actor, state.phase = view.names.seat_number(view.seat or 0), TURN
    state.route = state.city = NOBODY
    return Position(view.names, state)


def _refusal(position: Position, player: str, route: str) -> IllegalMove | None:
    tried = Position(position.names, copied(position.state))
    try:
        carry_out(tried.names, tried.state, Claim(route))
    except IllegalMove as refused:
        return explain(refused, position, player, Claim(route))
    return None


def _not_now(view: View) -> IllegalMove | None:
    if view.to_move == view.seat and view.phase == "turn":
        return None
    if view.phase == "opening":
        return IllegalMove("S3")
    rule = "S6" if view.phase == "start" else "T1"
    if view.to_move == view.seat:
        return IllegalMove(rule)
    return IllegalMove(rule).because("wrong_player", player=view.seat, owner=view.to_move)


def _answer(payments: tuple[str, ...], refused: IllegalMove | None, language: str) -> dict[str, Any]:
    return {
        "legal": refused is None,
        "payments": list(payments),
        "rule": None if refused is None else refused.rule,
        "message": None if refused is None else refused.sentence(language),
    }
