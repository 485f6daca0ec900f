"""The legal move that is meant where a bot leaves something open."""

from collections.abc import Sequence

from carrozza.game import Move, View
from carrozza.game.moves import BuildStation, Claim, Keep, PayTunnel, PlaceMarker
from carrozza.game.payments import Paid, cheapest_first


def legal_form(view: View, legal: Sequence[Move], move: Move) -> Move | None:
    """The move as it stands among the legal ones: tickets in any order, and a payment chosen where none is named."""
    if move in legal:
        return move
    if isinstance(move, Keep):
        same = [m for m in legal if isinstance(m, Keep) and sorted(m.tickets) == sorted(move.tickets)]
        return same[0] if same else None
    if isinstance(move, Paid) and move.cards is None:
        payments = [m for m in legal if isinstance(m, Paid) and _unpaid(m) == move]
        return next(iter(cheapest_first(payments, view.hand(view.seat or 0))), None)
    return None


def _unpaid(move: Paid) -> Paid:
    match move:
        case Claim(route):
            return Claim(route)
        case BuildStation(city):
            return BuildStation(city)
        case PlaceMarker(city):
            return PlaceMarker(city)
        case PayTunnel():
            return PayTunnel()
