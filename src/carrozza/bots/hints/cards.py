"""How many of the cards that a route costs a hand holds, and which card would bring it nearer."""

from collections.abc import Mapping
from typing import NamedTuple

from carrozza.boards.model import GRAY, LOCOMOTIVE, Route
from carrozza.bots.hints.alternatives import Situation
from carrozza.game.cards import Cards

WORTH_CARDS = 4
"""The shortest route that is worth collecting for without a ticket."""
NEARLY = 2
"""How many cards may be missing for it."""


def held_for(route: Route, hand: Cards, *, ferries: bool) -> int:
    """C2, C7: how many of the cards it costs are in the hand."""
    locomotives = hand.locomotives
    of_colour = hand.get(route.color, 0) if route.color != GRAY else max(map(hand.__getitem__, hand.colours), default=0)
    symbols = route.ferry if ferries else 0
    on_symbols = min(locomotives, symbols)
    return on_symbols + min(route.length - symbols, of_colour + locomotives - on_symbols)


class Collecting(NamedTuple):
    """A route that cards are collected for."""

    route: Route
    held: int
    tickets: tuple[str, ...]

    @property
    def missing(self) -> int:
        return self.route.length - self.held


def collected(situation: Situation) -> list[Collecting]:
    """Routes on the tickets' ways that cannot be paid for yet, those with the fewest cards missing first."""
    return _lacking(situation, situation.wanted)


def wanted_with(situation: Situation, card: str) -> Collecting | None:
    """The route on a ticket's way that this card helps to pay for."""
    return next((one for one in collected(situation) if _helps(situation, one, card)), None)


def brought_nearer(situation: Situation, card: str) -> Collecting | None:
    """The route that this card helps to pay for: on a ticket's way, on another that is as cheap, or one that is worth
    it for its points."""
    elsewhere = _lacking(situation, situation.helpful)
    worth = _for_points(situation)
    found = wanted_with(situation, card)
    return found or next((one for one in (*elsewhere, *worth) if _helps(situation, one, card)), None)


def paid_for(situation: Situation) -> list[Collecting]:
    """Routes on the tickets' ways that the hand can pay for."""
    found = [Collecting(situation.route(route), _held(situation, route), of) for route, of in situation.wanted.items()]
    return [one for one in found if one.missing == 0]


def _lacking(situation: Situation, wanted: Mapping[str, tuple[str, ...]]) -> list[Collecting]:
    found = [Collecting(situation.route(route), _held(situation, route), tickets) for route, tickets in wanted.items()]
    lacking = [one for one in found if one.missing > 0]
    return sorted(lacking, key=lambda one: (one.missing, -situation.ticket_points(one.tickets), one.route.id))


def _for_points(situation: Situation) -> list[Collecting]:
    trains = situation.view.trains(situation.seat)
    found = [
        Collecting(route, _held(situation, route.id), ())
        for route in situation.board.routes
        if WORTH_CARDS <= route.length <= trains
        and situation.is_free(route.id, situation.seat)
        and situation.is_in_reach(route.id, situation.seat)
    ]
    points = situation.board.rules.route_points
    lacking = [one for one in found if 0 < one.missing <= NEARLY]
    return sorted(lacking, key=lambda one: (one.missing, -points[one.route.length], one.route.id))


def _held(situation: Situation, route: str) -> int:
    hand = situation.view.hand(situation.seat)
    return held_for(situation.route(route), hand, ferries=situation.board.rules.ferries)


def _helps(situation: Situation, one: Collecting, card: str) -> bool:
    hand = situation.view.hand(situation.seat)
    with_card = Cards({**hand, card: hand.get(card, 0) + 1})
    return held_for(one.route, with_card, ferries=situation.board.rules.ferries) > one.held


def lacks_locomotives(situation: Situation, one: Collecting) -> bool:
    """C7."""
    return situation.board.rules.ferries and situation.view.hand(situation.seat).get(LOCOMOTIVE, 0) < one.route.ferry
