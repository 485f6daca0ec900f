"""The legal move that is meant where a bot leaves something open."""

from collections.abc import Sequence

from carrozza.game import Move, View
from carrozza.game.cards import Cards
from carrozza.game.moves import BuildStation, Claim, Keep, PayTunnel, PlaceMarker

Paid = Claim | PayTunnel | BuildStation | PlaceMarker


def legal_form(view: View, legal: Sequence[Move], move: Move) -> Move | None:
    """The move as it stands among the legal ones: tickets in any order, and a payment chosen where none is named."""
    if move in legal:
        return move
    if isinstance(move, Keep):
        same = [m for m in legal if isinstance(m, Keep) and sorted(m.tickets) == sorted(move.tickets)]
        return same[0] if same else None
    if isinstance(move, Paid) and move.cards is None:
        return _cheapest(view, [m for m in legal if isinstance(m, Paid) and _unpaid(m) == move])
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


def _cheapest(view: View, ways: list[Paid]) -> Paid | None:
    """As the game itself would choose: the fewest locomotives; then the colour there is most of."""
    hand = view.hand(view.seat or 0)

    def cost(move: Paid) -> tuple[int, int]:
        cards = move.cards or Cards()
        return cards.locomotives, -max((hand.get(colour, 0) for colour in cards.colours), default=0)

    return min(ways, key=cost, default=None)
