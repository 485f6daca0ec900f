"""Positions and moves in sentences: for people, for logs and for screen readers."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache, partial
from typing import Final

from carrozza import boards
from carrozza.game.cards import DECK, LOCOMOTIVE, Cards
from carrozza.game.move_actions import can_only_pass
from carrozza.game.moves import (
    BuildStation,
    Claim,
    Decline,
    Draw,
    DrawTickets,
    Finish,
    Keep,
    MoveAlvin,
    NoMarker,
    Pass,
    PayTunnel,
    PlaceMarker,
    PlayedMove,
    Start,
)
from carrozza.game.names import Names
from carrozza.game.position import Position
from carrozza.game.scores import PARTS, Result, result_of
from carrozza.game.sentences.rulebook import board_title
from carrozza.game.view import View
from carrozza.game.view_parts import ViewParts, open_source, open_ways, source_of, tickets_source
from carrozza.kernel.state import EVERYTHING
from carrozza.words import say, say_number

MOST_NAMES: Final = 4096
"""A server says the same names thousands of times a second."""


def describe(
    position: Position, language: str = "en", *, result: Result | None = None, parts: ViewParts | None = None
) -> str:
    """A position in sentences, one a line: of a view what its seat may know, of a game everything.

    A view does not hold what the final scores are made of: where they may be told, give the game's `result`.
    """
    return "\n".join(_Description(position, language, parts or ViewParts()).sentences(result))


def describe_move(played: PlayedMove, board: boards.Board, viewer: str | None = None, language: str = "en") -> str:
    """A move in a sentence for a log, with what this player may know of it; without one, what everybody may."""
    return _MoveWords(played, board, language).sentence(own=played.player == viewer)


@lru_cache(MOST_NAMES)
def city_name(board: boards.Board, city: str) -> str:
    return Names(board, ()).city_name(city)


@lru_cache(MOST_NAMES)
def route_name(board: boards.Board, route: str, language: str = "en") -> str:
    """Its two cities, and its colour where there are parallel routes: `Madrid–Pamplona (white)`."""
    names, found = Names(board, ()), board.routes[board.route_index[route]]
    name = names.route_name(route)
    return f"{name} ({say(f'card.{found.color}', language)})" if board.parallel(found) else name


def ticket_name(board: boards.Board, ticket: str) -> str:
    """Its two cities: `Boston–Miami`."""
    found = board.tickets[board.ticket_index[ticket]]
    return f"{city_name(board, found.a)}–{city_name(board, found.b)}"


@lru_cache(MOST_NAMES)
def ticket_in_words(board: boards.Board, ticket: str, language: str = "en") -> str:
    """A ticket with its value: `Boston–Miami (12 points)`."""
    points = say("count.points", language, number=board.tickets[board.ticket_index[ticket]].points)
    return say("describe.ticket", language, ticket=ticket_name(board, ticket), points=points)


def cards_in_words(cards: Cards, language: str = "en") -> str:
    """`2 red, 1 locomotive`, or nothing."""
    return cards.in_words(language) if cards else say("word.nothing", language)


def parts_in_play(position: Position) -> tuple[str, ...]:
    """The parts of the final score that this board has (E2)."""
    rules = position.board.rules
    there = {
        "stations": rules.stations,
        "longest_path": rules.longest_path,
        "globetrotter": rules.globetrotter,
        "attractions": rules.attractions,
        "alvin": position.alvin,
    }
    return tuple(part for part in PARTS if there.get(part, True))


def expected(position: Position, language: str = "en") -> str:
    """What the one to move is asked for."""
    rules, phase, seat = position.board.rules, position.phase, position.to_move
    if phase == "tunnel":
        return say_number("expect.tunnel", language, position.due)
    if phase == "turn" and must_pass(position):
        return say("expect.turn_pass", language)
    if phase == "turn" and rules.stations:
        return say("expect.turn_stations", language)
    if phase in ("opening", "tickets_drawn") and seat is not None:
        return say_number(f"expect.{phase}_detail", language, position.fewest_to_keep(seat))
    return say(f"expect.{phase}", language)


def must_pass(position: Position) -> bool:
    """T2: nothing else can be done; not to be told of a hand that is not open."""
    return _is_open(position, position.to_move) and can_only_pass(position.names, position.state)


def expected_by_viewer(view: View, language: str = "en") -> str:
    """What is asked of a view's seat or, while others decide, of them."""
    if view.phase == "opening":
        if view.seat is not None and view.my_turn:
            return say_number("expect.opening_detail", language, view.fewest_to_keep(view.seat))
        return say("describe.choosing", language, players=", ".join(view.undecided))
    asked = expected(view, language)
    if view.to_move is None or view.my_turn:
        return asked
    return say("describe.asked", language, player=view.to_move, expected=asked)


def _reader(position: Position) -> str | None:
    """Whose view this is; nobody's where everything lies open, or where only a watcher looks on."""
    viewer = int(position.state.viewer)
    return position.seats[viewer] if viewer >= 0 else None


def _is_open(position: Position, seat: str | None) -> bool:
    """Whether this seat's hand and tickets may be read here."""
    return position.state.viewer == EVERYTHING or (seat is not None and seat == _reader(position))


class _Description:
    """The sentences of one position."""

    def __init__(self, position: Position, language: str, parts: ViewParts) -> None:
        self.position = position
        self.board = position.board
        self.language = language
        self.reader = _reader(position)
        self._parts = parts

    def say(self, key: str, **values: object) -> str:
        return say(key, self.language, **values)

    def number(self, key: str, number: int) -> str:
        return say_number(key, self.language, number)

    def sentences(self, result: Result | None) -> Iterator[str]:
        seats = self.number("count.players", len(self.position.seats))
        yield self.say("describe.board", board=board_title(self.board, self.language), players=seats)
        if self.position.finished:
            yield from self._ending(result)
        else:
            yield from self._moment()
        yield self._made("middle", self._middle_source(), self._middle)
        for seat in self._from_reader():
            yield self._made(
                ("player", seat == self.reader, seat), self._player_source(seat), partial(self._player, seat)
            )

    def _made(self, name: Hashable, source: object, sentences: Callable[[], Iterable[str]]) -> str:
        """Sentences that stay as they are while their source does."""
        return self._parts.made(("said", name, self.language), source, lambda: "\n".join(sentences()))

    def _middle_source(self) -> object:
        fields = ("row", "deck_size", "discard", "ticket_deck_size", "alvin_city", "alvin_holder")
        return self.position.finished, self.position.seats, source_of(self.position.state, *fields)

    def _player_source(self, seat: str) -> object:
        position, number = self.position, self.position.names.seat_number(seat)
        secrets = None
        if _is_open(position, seat):
            secrets = source_of(position.state, "hand", seat=number), tickets_source(position, number)
        return open_source(position, number), secrets

    def _ending(self, result: Result | None) -> Iterator[str]:
        yield self.say("describe.over")
        if result is None and self.position.state.viewer == EVERYTHING:
            result = result_of(self.position)
        if result is None:
            return
        for name, score in result.scores.items():
            parts = (
                self.say("describe.score_part", part=self.say(f"part.{part}"), number=getattr(score, part))
                for part in parts_in_play(self.position)
            )
            points = self.number("count.points", score.total)
            yield self.say("describe.score", player=name, points=points, parts=", ".join(parts))
        if len(result.winners) == 1:
            yield self.say("describe.winner", player=result.winners[0])
        else:
            yield self.say("describe.winners", players=", ".join(result.winners))

    def _moment(self) -> Iterator[str]:
        """Who has to decide, and what."""
        position, mover = self.position, self.position.to_move
        if position.last_turns is not None:
            yield self.number("describe.last_round", position.last_turns)
        if position.phase == "opening":
            yield self.say("describe.choosing", players=", ".join(position.undecided))
            if self.reader is not None and self.reader in position.undecided:
                yield self.number("expect.opening_detail", position.fewest_to_keep(self.reader))
        elif mover is not None and mover == self.reader:
            yield self.say("describe.your_turn")
            yield expected(position, self.language)
        elif mover is not None:
            yield self.say("describe.turn", player=mover)
            yield self.say("describe.asked", player=mover, expected=expected(position, self.language))
        yield from self._under_way()

    def _under_way(self) -> Iterator[str]:
        """What lies on the table in the middle of a turn."""
        position, mover = self.position, self.position.to_move
        if position.claimed_route is not None:
            route = route_name(self.board, position.claimed_route, self.language)
            if position.phase == "tunnel":
                yield self.say("describe.tunnel", route=route, laid=self._cards(position.laid))
                yield self.say("describe.turned", cards=self._cards(position.turned))
            else:
                yield self.say("describe.claimed", route=route)
        if position.phase == "tickets_drawn" and mover is not None and not _is_open(position, mover):
            number = int(position.state.offered_size[position.names.seat_number(mover)])
            yield self.say("describe.drew_tickets", player=mover, number=number)

    def _middle(self) -> Iterator[str]:
        """What belongs to nobody."""
        position = self.position
        if position.row:
            yield self.say("describe.row", cards=self._cards(Cards(Counter(position.row))))
        else:
            yield self.say("describe.row_empty")
        deck = self.number("count.cards", position.deck_size)
        discards = self.number("count.cards", position.discards.total)
        yield self.say("describe.deck", deck=deck, discards=discards)
        yield self.say("describe.ticket_deck", tickets=self.number("count.tickets", position.tickets_left))
        if position.alvin is not None:
            city, holder = position.alvin
            key = "describe.alvin_free" if holder is None else "describe.alvin_held"
            yield self.say(key, city=city_name(self.board, city), player=holder)
        if self.board.rules.hidden_points and not position.finished:
            yield self.say("describe.points_hidden")

    def _from_reader(self) -> tuple[str, ...]:
        """The players in their order, the reader first."""
        seats = self.position.seats
        start = seats.index(self.reader) if self.reader is not None else 0
        return (*seats[start:], *seats[:start])

    def _player(self, seat: str) -> Iterator[str]:
        key = "describe.you" if seat == self.reader else "describe.player"
        yield self.say(key, player=seat, parts=", ".join(self._counts(seat)))
        if _is_open(self.position, seat):
            yield from self._secrets(seat)
        position, number = self.position, self.position.names.seat_number(seat)
        if routes := self._made(
            ("routes", seat), source_of(position.state, "owned", seat=number), lambda: self._routes(seat)
        ):
            yield routes
        if stations := position.stations(seat):
            yield self.say("describe.stations", player=seat, cities=self._cities(stations))
        if (start := position.start(seat)) is not None:
            yield self.say("describe.start", player=seat, city=city_name(self.board, start))
        if markers := position.markers(seat):
            yield self.say("describe.markers", player=seat, cities=self._cities(markers))

    def _routes(self, seat: str) -> Iterator[str]:
        if routes := self.position.routes(seat):
            named = self._list(route_name(self.board, route, self.language) for route in routes)
            yield self.say("describe.routes", player=seat, routes=named)

    def _counts(self, seat: str) -> Iterator[str]:
        position, rules = self.position, self.board.rules
        if not rules.hidden_points:
            yield self.number("count.points", position.points(seat))
        yield self.number("count.trains", position.trains(seat))
        yield self.number("count.cards", position.hand_size(seat))
        yield self.number("count.tickets", position.ticket_count(seat))
        if rules.stations:
            left = self.number("count.stations", position.stations_left(seat))
            yield self.say("describe.left", things=left)
        if rules.markers:
            left = self.number("count.markers", rules.markers - len(position.markers(seat)))
            yield self.say("describe.left", things=left)

    def _secrets(self, seat: str) -> Iterator[str]:
        """Hand and tickets, where they may be read."""
        position, own = self.position, "your_" if seat == self.reader else ""
        yield self.say(f"describe.{own}hand", player=seat, cards=self._cards(position.hand(seat)))
        source = tickets_source(position, position.names.seat_number(seat))
        if tickets := self._made(("tickets", own, seat), source, lambda: self._held_tickets(seat, own)):
            yield tickets

    def _held_tickets(self, seat: str, own: str) -> Iterator[str]:
        position = self.position
        if offered := position.offered(seat):
            chosen = position.chosen(seat)
            yield self.say(f"describe.{own}offered", player=seat, tickets=self._tickets(offered))
            if chosen:
                yield self.say(f"describe.{own}chosen", player=seat, tickets=self._tickets(chosen))
        held = position.tickets(seat)
        if not held:
            return
        completed = open_ways(position, position.names.seat_number(seat), self._parts).completed
        done = [ticket for ticket in held if ticket in completed]
        to_do = [ticket for ticket in held if ticket not in completed]
        for key, tickets in (("tickets_done", done), ("tickets_to_do", to_do)):
            if tickets:
                yield self.say(f"describe.{own}{key}", player=seat, tickets=self._tickets(tickets))

    def _cards(self, cards: Cards) -> str:
        return cards_in_words(cards, self.language)

    def _cities(self, cities: Iterable[str]) -> str:
        return self._list(city_name(self.board, city) for city in cities)

    def _tickets(self, tickets: Iterable[str]) -> str:
        return self._list(ticket_in_words(self.board, ticket, self.language) for ticket in tickets)

    def _list(self, names: Iterable[str]) -> str:
        return ", ".join(names)


class _MoveWords:
    """The sentence of one move."""

    def __init__(self, played: PlayedMove, board: boards.Board, language: str) -> None:
        self.played = played
        self.board = board
        self.language = language

    def say(self, key: str, **values: object) -> str:
        return say(key, self.language, player=self.played.player, **values)

    def sentence(self, *, own: bool) -> str:
        match self.played.move:
            case Keep(tickets):
                return self._keep(tickets, own)
            case Start(city):
                return self.say("move.start", city=city_name(self.board, city))
            case Draw(card):
                return self._draw(card, own)
            case DrawTickets():
                return self._draw_tickets(own)
            case Claim(route, cards):
                return self._claim(route, cards or Cards())
            case BuildStation(city, cards):
                return self.say("move.station", city=city_name(self.board, city), cards=self._cards(cards))
            case PlaceMarker(city, cards):
                return self.say("move.marker", city=city_name(self.board, city), cards=self._cards(cards))
            case MoveAlvin(city):
                return self.say("move.alvin", city=city_name(self.board, city))
            case PayTunnel(cards):
                return self.say("move.pay_extra", cards=self._cards(cards))
            case Decline():
                return self.say("move.decline")
            case NoMarker():
                return self.say("move.no_marker")
            case Pass():
                return self.say("move.pass")
            case Finish():
                return self.say("move.finish")

    def _keep(self, tickets: tuple[str, ...], own: bool) -> str:
        """S3: how many are kept in the opening is nobody's business while the others choose."""
        opening = self.played.begins
        if own:
            return self.say("move.keep_opening_own" if opening else "move.keep_own", tickets=self._tickets(tickets))
        return self.say("move.keep_opening" if opening else "move.keep", number=len(tickets))

    def _draw(self, card: str, own: bool) -> str:
        if card != DECK:
            return self.say("move.draw_row", colour=say(f"card.{card}", self.language))
        if own and self.played.drawn:
            return self.say("move.draw_blind_own", colour=say(f"card.{self.played.drawn[0]}", self.language))
        return self.say("move.draw_blind")

    def _draw_tickets(self, own: bool) -> str:
        drawn = self.played.drawn
        if own and drawn:
            return self.say("move.draw_tickets_own", tickets=self._tickets(drawn))
        return self.say("move.draw_tickets", number=len(drawn))

    def _claim(self, route: str, cards: Cards) -> str:
        name = route_name(self.board, route, self.language)
        turned = self._turned(route)
        if not turned:
            return self.say("move.claim", route=name, cards=self._cards(cards))
        due = sum(kind in cards or kind == LOCOMOTIVE for kind in turned)
        key = "move.tunnel_due" if due else "move.tunnel_free"
        shown = self._cards(Cards(Counter(turned)))
        return self.say(key, route=name, cards=self._cards(cards), turned=shown, number=due)

    def _turned(self, route: str) -> tuple[str, ...]:
        """U1: the cards a tunnel turned come off the deck before any that fill the row."""
        tunnel = self.board.routes[self.board.route_index[route]].tunnel
        return self.played.drawn[:tunnel] if self.board.rules.tunnels else ()

    def _tickets(self, tickets: Iterable[str]) -> str:
        return ", ".join(ticket_in_words(self.board, ticket, self.language) for ticket in tickets)

    def _cards(self, cards: Cards | None) -> str:
        return cards_in_words(cards or Cards(), self.language)
