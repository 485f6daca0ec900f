"""Hints in sentences."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from carrozza.boards import Board
from carrozza.bots.hints.reasons import FreeRoutesAt, Reason
from carrozza.game.cards import DECK, LOCOMOTIVE, Cards
from carrozza.game.moves import (
    BuildStation,
    Claim,
    Decline,
    Draw,
    DrawTickets,
    Finish,
    Keep,
    Move,
    MoveAlvin,
    NoMarker,
    Pass,
    PayTunnel,
    PlaceMarker,
    Start,
)
from carrozza.game.sentences.description import cards_in_words, city_name, route_name, ticket_in_words, ticket_name
from carrozza.words import say, say_number

COUNTED: Final = {
    "cards": "cards",
    "length": "trains",
    "locomotives": "locomotives",
    "others": "trains",
    "points": "points",
    "routes": "routes",
    "trains": "trains",
}
"""Numbers that are said with what they count: `3 trains`."""


class Wording:
    """Says hints in one language, in the names of one board."""

    def __init__(self, board: Board, language: str = "en") -> None:
        self.board = board
        self.language = language

    def move(self, move: Move) -> str:
        """What to do, as a request: `Claim Denver–Santa Fe with 2 green.`"""
        match move:
            case Claim(route, cards):
                return self._say("claim", route=self._route(route), cards=self._cards(cards))
            case Draw(card):
                return self._draw(card)
            case DrawTickets():
                return self._say("draw_tickets")
            case Keep(tickets):
                return self._say("keep", tickets=self._list(self._ticket(ticket) for ticket in tickets))
            case Start(city):
                return self._say("start", city=self._city(city))
            case BuildStation(city, cards):
                return self._say("station", city=self._city(city), cards=self._cards(cards))
            case PlaceMarker(city, cards):
                return self._say("marker", city=self._city(city), cards=self._cards(cards))
            case MoveAlvin(city):
                return self._say("alvin", city=self._city(city))
            case PayTunnel(cards):
                return self._say("pay_extra", cards=self._cards(cards))
            case Decline():
                return self._say("decline")
            case NoMarker():
                return self._say("no_marker")
            case Pass() | Finish():
                return self._say("pass")

    def _draw(self, card: str) -> str:
        if card == DECK:
            return self._say("draw_blind")
        if card == LOCOMOTIVE:
            return self._say("draw_locomotive")
        return self._say("draw_row", colour=say(f"card.{card}", self.language))

    def _say(self, key: str, **values: object) -> str:
        return say(f"hint.move.{key}", self.language, **values)

    def reason(self, reason: Reason) -> str:
        """A sentence about the position."""
        return self.fact(reason.as_json())

    def fact(self, fact: Mapping[str, Any]) -> str:
        """The sentence of a reason in its JSON form."""
        values = {name: self._value(name, value) for name, value in fact.items() if name != "kind"}
        values["number"] = _number(fact)
        return say(f"hint.reason.{_key(fact)}", self.language, **values)

    def _value(self, name: str, value: Any) -> object:
        said = self._names().get(name)
        if said is not None:
            return said(value)
        return say_number(f"count.{COUNTED[name]}", self.language, value) if name in COUNTED else value

    def _names(self) -> Mapping[str, Callable[[Any], str]]:
        return {
            "city": self._city,
            "cities": lambda cities: self._list(self._city(city) for city in cities),
            "route": self._route,
            "tickets": lambda tickets: self._list(self._ticket(ticket) for ticket in tickets),
            "ticket": lambda ticket: ticket_in_words(self.board, ticket, self.language),
            "colour": lambda colour: say(f"card.{colour}", self.language),
        }

    def _city(self, city: str) -> str:
        return city_name(self.board, city)

    def _route(self, route: str) -> str:
        return route_name(self.board, route, self.language)

    def _ticket(self, ticket: str) -> str:
        return ticket_name(self.board, ticket)

    def _cards(self, cards: Cards | None) -> str:
        return cards_in_words(cards or Cards(), self.language)

    def _list(self, names: Iterable[str]) -> str:
        """`A, B and C`."""
        *first, last = tuple(names) or ("",)
        return last if not first else f"{', '.join(first)} {say('word.and', self.language)} {last}"


def _number(fact: Mapping[str, Any]) -> int:
    """What chooses between one and many: how many tickets or cities are named, or else the number that is said."""
    for name in ("tickets", "cities"):
        if name in fact:
            return len(fact[name])
    return int(fact.get("completed", fact.get("routes", 1)))


def _key(fact: Mapping[str, Any]) -> str:
    kind: str = fact["kind"]
    if kind == FreeRoutesAt.kind and fact["routes"] == 0:
        return "no_free_routes_at"
    if fact.get("tickets") == [] and kind in ("card_for", "last_card_for", "ferry_needs"):
        return f"{kind}_points"
    if kind in ("card_for", "last_card_for") and fact["colour"] == LOCOMOTIVE:
        return f"{kind}_any"
    return kind
