"""From what a player may do to what the player does, in every moment of the game."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

from rich.text import Text

from carrozza.game import Cards, Move, View
from carrozza.game.cards import DECK, LOCOMOTIVE
from carrozza.game.moves import (
    BuildStation,
    Claim,
    Decline,
    Draw,
    DrawTickets,
    Keep,
    MoveAlvin,
    NoMarker,
    Pass,
    PayTunnel,
    PlaceMarker,
    Start,
)
from carrozza.game.payments import Paid, cheapest_first
from carrozza.game.sentences.description import city_name, expected, route_name
from carrozza.terminal.asking.asker import Asker, Option, Typed, chosen
from carrozza.terminal.asking.cities import CityList
from carrozza.terminal.asking.routes import RouteList
from carrozza.terminal.showing.screens import offered_table

M = TypeVar("M", bound=Move)
Placed = TypeVar("Placed", Start, MoveAlvin, BuildStation, PlaceMarker)


def decide(asker: Asker, view: View) -> Move:
    """The move the player chooses; one that was typed may still be refused."""
    choices = Choices(asker, view)
    try:
        while True:
            move = choices.now()
            if move is not None:
                return move
    except Typed as typed:
        return _with_names(view, typed.move)


def _with_names(view: View, move: Move) -> Move:
    """`keep 1 3` means the first and the third of those offered."""
    offered = view.offered(view.seat or "")
    if isinstance(move, Keep) and all(chosen(word, len(offered)) for word in move.tickets):
        return Keep(tuple(offered[int(word) - 1] for word in move.tickets))
    return move


class Choices:
    """What one player can choose in one position."""

    def __init__(self, asker: Asker, view: View) -> None:
        self.asker = asker
        self.page = asker.page
        self.view = view
        self.board = view.board
        self.seat = view.seat or ""
        self.moves = view.legal_moves

    def now(self) -> Move | None:
        """What this moment asks for; nothing where the player wants to be asked again."""
        match self.view.phase:
            case "opening" | "tickets_drawn":
                return self._keep()
            case "start":
                starts = _by_city(self._only(Start))
                return self._city("terminal.which_start", starts, lambda ways: ways[0])
            case "move_alvin":
                places = _by_city(self._only(MoveAlvin))
                return self._city("terminal.which_alvin", places, lambda ways: ways[0])
            case "tunnel":
                return self._tunnel()
            case "marker":
                return self._marker()
            case _:
                return self._turn()

    def _only(self, kind: type[M]) -> list[M]:
        return [move for move in self.moves if isinstance(move, kind)]

    def _menu(self, options: Sequence[Option], otherwise: Callable[[str], Move | None] | None = None) -> Move | None:
        return self.asker.menu(expected(self.view, self.page.language), options, otherwise)

    def _turn(self) -> Move | None:
        """T1: one of the actions; words look for a route."""
        options = [self._draw_option(move) for move in self._only(Draw)]
        claims = {move.route for move in self._only(Claim)}
        if claims:
            options.append((self.page.say("terminal.claim", number=len(claims)), self._claim))
        if self._only(DrawTickets):
            options.append((self._draw_tickets_label(), DrawTickets))
        if self._only(BuildStation):
            price = self.view.station_price(self.seat)
            options.append((self.page.say("terminal.build_station", number=price), self._station))
        if self._only(Pass):
            options.append((self.page.say("terminal.pass"), Pass))
        return self._menu(options, self._words if self.view.phase == "turn" else None)

    def _words(self, text: str) -> Move | None:
        word, _, rest = text.partition(" ")
        if word == "station" and self._only(BuildStation):
            return self._station()
        wanted = rest if word == "claim" else text
        if self._only(Claim) and self._routes().has(wanted):
            return self._claim(wanted)
        self.asker.not_a_choice(text, 0)
        return None

    def _draw_option(self, move: Draw) -> Option:
        if move.card == DECK:
            deck = self.page.say("count.cards", number=self.view.deck_size)
            return self.page.say("terminal.draw_blind", deck=deck), lambda: move
        label = Text.assemble(self.page.say("terminal.draw_row"), " ", self.page.card(move.card))
        number = Counter(self.view.row)[move.card]
        if move.card == LOCOMOTIVE:
            label.append(f" {self.page.say('terminal.whole_turn')}", "dim")
        elif number > 1:
            label.append(f" {self.page.say('terminal.of_those', number=number)}", "dim")
        return label, lambda: move

    def _draw_tickets_label(self) -> str:
        rules = self.board.rules
        drawn = min(rules.draw_tickets, self.view.tickets_left)
        return self.page.say("terminal.draw_tickets", number=drawn, fewest=min(rules.draw_keep, drawn))

    def _claim(self, text: str = "") -> Move | None:
        return self._routes().choose(self._payment, text)

    def _routes(self) -> RouteList:
        claims: dict[str, list[Claim]] = {}
        for move in self._only(Claim):
            claims.setdefault(move.route, []).append(move)
        return RouteList(self.asker, self.view, claims)

    def _station(self) -> Move | None:
        return self._city("terminal.which_station", _by_city(self._only(BuildStation)), self._payment)

    def _city(
        self, question: str, by_city: dict[str, list[Placed]], settle: Callable[[list[Placed]], Move | None]
    ) -> Move | None:
        cities = CityList(self.asker, self.view, self.page.say(question), list(by_city))
        return cities.choose(lambda city: settle(by_city[city]))

    def _payment(self, ways: Sequence[Paid]) -> Move | None:
        """C2: which cards are played is the player's choice; asked only where there is one."""
        if len(ways) == 1:
            return ways[0]
        options = [
            self._paying(self.page.cards(_cards(move)), move)
            for move in cheapest_first(ways, self.view.hand(self.seat))
        ]
        return self.asker.menu(self._payment_question(ways[0]), options)

    def _paying(self, label: Text, move: Move) -> Option:
        return label, lambda: move

    def _payment_question(self, move: Paid) -> str:
        match move:
            case Claim(route):
                return self.page.say("terminal.payment", route=route_name(self.board, route, self.page.language))
            case BuildStation(city):
                return self.page.say("terminal.payment_station", city=city_name(self.board, city))
            case PlaceMarker(city):
                return self.page.say("terminal.payment_marker", city=city_name(self.board, city))
            case PayTunnel():
                return self.page.say("terminal.payment_extra")

    def _tunnel(self) -> Move | None:
        """U4: pay the extra or decline."""
        paid = cheapest_first(self._only(PayTunnel), self.view.hand(self.seat))
        if not paid:
            self.page.tell("terminal.cannot_pay")
        pay = self.page.say("terminal.pay")
        options = [self._paying(Text.assemble(pay, " ", self.page.cards(_cards(move))), move) for move in paid]
        return self._menu([*options, (self.page.say("terminal.decline"), Decline)])

    def _marker(self) -> Move | None:
        """W3: a marker on one of the two cities, or none."""
        options = [self._marker_option(city, ways) for city, ways in _by_city(self._only(PlaceMarker)).items()]
        return self._menu([*options, (self.page.say("terminal.no_marker"), NoMarker)])

    def _marker_option(self, city: str, ways: Sequence[PlaceMarker]) -> Option:
        return self.page.say("terminal.marker_on", city=city_name(self.board, city)), lambda: self._payment(ways)

    def _keep(self) -> Move | None:
        """S3, K1: several numbers at once."""
        offered = self.view.offered(self.seat)
        fewest = self.view.fewest_to_keep(self.seat)
        self.page.blank()
        self.page.print(offered_table(self.page, self.view, offered))
        self.page.blank()
        self.page.question(self.page.say("terminal.which_tickets", number=fewest))
        while True:
            text = self.asker.ask().replace(",", " ")
            if not text or self.asker.is_back(text):
                return None
            if kept := self._kept(text, offered, fewest):
                return Keep(kept)

    def _kept(self, text: str, offered: tuple[str, ...], fewest: int) -> tuple[str, ...]:
        """The tickets meant by numbers; none, and why, where that is no choice."""
        if self.asker.is_all_tickets(text):
            return offered
        words = text.split()
        wrong = next((word for word in words if not chosen(word, len(offered))), None)
        if wrong is not None:
            self.asker.not_a_choice(wrong, len(offered))
            return ()
        numbers = {int(word) for word in words}
        if len(numbers) < fewest:
            self.page.tell("terminal.too_few_tickets", number=fewest)
            return ()
        return tuple(ticket for number, ticket in enumerate(offered, 1) if number in numbers)


def _cards(move: Paid) -> Cards:
    return move.cards or Cards()


def _by_city(moves: Sequence[Placed]) -> dict[str, list[Placed]]:
    found: dict[str, list[Placed]] = {}
    for move in moves:
        found.setdefault(move.city, []).append(move)
    return found
