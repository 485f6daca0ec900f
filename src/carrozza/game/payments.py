"""Which of several payments is the cheapest (C2 leaves the choice to the player)."""

from collections.abc import Iterable
from typing import TypeVar

from carrozza.game.cards import Cards
from carrozza.game.moves import BuildStation, Claim, PayTunnel, PlaceMarker

Paid = Claim | PayTunnel | BuildStation | PlaceMarker
"""The moves that are paid for."""
P = TypeVar("P", Claim, PayTunnel, BuildStation, PlaceMarker, Paid)


def payment_cost(cards: Cards, hand: Cards) -> tuple[int, int]:
    """What sorts payments: the fewest locomotives first, then the colour there is most of."""
    return cards.locomotives, -max((hand.get(colour, 0) for colour in cards.colours), default=0)


def cheapest_first(moves: Iterable[P], hand: Cards) -> list[P]:
    """What is equally cheap stays in the board's order of colours."""
    return sorted(moves, key=lambda move: payment_cost(move.cards or Cards(), hand))
