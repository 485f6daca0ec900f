"""Positions as JSON: the format in which the referee reads and writes the middle of a game."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from carrozza.game.errors import UnknownName
from carrozza.game.names import Names
from carrozza.game.position import Position
from carrozza.kernel.cards import settle_cards, shuffle_deck
from carrozza.kernel.claims import take_route
from carrozza.kernel.layout import KINDS, ROW
from carrozza.kernel.markers import place_start
from carrozza.kernel.setup import clear_table
from carrozza.kernel.state import OPENING, TURN, State, blank_state
from carrozza.kernel.tickets import offer, put_at_bottom, stack_tickets

Count = Annotated[int, Field(ge=0, strict=True)]
CardCounts = dict[str, Count]
DECK, DISCARD = "deck", "discard"


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PlayerPosition(_Model):
    """One player's things. What is left out is empty, or follows from the rest."""

    hand: CardCounts = Field(default_factory=dict, description="cards in hand, by kind")
    tickets: tuple[str, ...] = Field(default=(), description="ticket ids")
    routes: tuple[str, ...] = Field(default=(), description="ids of the routes claimed")
    stations: tuple[str, ...] = Field(default=(), description="ids of the cities with a station")
    markers: tuple[str, ...] = Field(
        default=(), description="ids of the cities with a marker; the first is the start city"
    )
    trains: Count | None = Field(
        default=None, description="trains left; a full set less the routes' lengths if left out"
    )
    points: Annotated[int, Field(strict=True, ge=-9999, le=9999)] | None = Field(
        default=None, description="points so far; what the routes are worth if left out, 0 where markers are in play"
    )
    offered: tuple[str, ...] = Field(default=(), description="tickets dealt in the opening and not yet chosen among")


class AlvinPosition(_Model):
    city: str
    holder: str | None = None


class Pending(_Model):
    """What is under way in the middle of a turn. Written by the referee; not read."""

    phase: str
    route: str | None = None
    laid: CardCounts = Field(default_factory=dict)
    turned: CardCounts = Field(default_factory=dict)
    due: int = 0
    offered: tuple[str, ...] = ()


class PositionDocument(_Model):
    """The table at the start of a turn, or in the opening."""

    to_move: str | None = None
    row: tuple[str, ...] | None = Field(default=None, description="face-up cards; dealt from the deck if left out")
    deck: tuple[str, ...] = Field(default=(), description="top cards of the deck, the top first")
    discard: CardCounts = Field(default_factory=dict)
    rest: str = Field(default=DECK, description="where all other cards are: 'deck', 'discard', or a player's name")
    tickets: tuple[str, ...] = Field(default=(), description="top of the ticket deck, the top first")
    tickets_left: Count | None = Field(default=None, description="how many tickets the deck holds at the most")
    players: dict[str, PlayerPosition] = Field(default_factory=dict)
    alvin: AlvinPosition | None = None
    last_turns: Annotated[int, Field(ge=1, strict=True)] | None = Field(
        default=None, description="turns left in the game, once the last round has begun"
    )
    pending: Pending | None = None


@dataclass(frozen=True)
class Flaw:
    """One thing that is wrong with a file, and where."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class FlawedInput(ValueError):
    """A file or position that makes no sense; lists everything that is wrong with it."""

    def __init__(self, flaws: list[Flaw]) -> None:
        self.flaws = tuple(flaws)
        super().__init__("\n".join(map(str, flaws)))


def state_of(names: Names, position: PositionDocument, seed: int) -> State:
    """The state a position describes; `FlawedInput` lists all that is impossible about it."""
    flaws = list(_flaws(names, position))
    if flaws:
        raise FlawedInput(flaws)
    state = blank_state()
    clear_table(names.compiled, state, len(names.seats), np.uint64(seed % (1 << 64)))
    for seat, name in enumerate(names.seats):
        _place_player(names, state, seat, position.players.get(name, PlayerPosition()))
    _place_cards(names, state, position)
    _place_tickets(names, state, position)
    if position.alvin is not None:
        state.alvin_city = names.city_number(position.alvin.city)
        state.alvin_holder = -1 if position.alvin.holder is None else names.seat_number(position.alvin.holder)
    _begin(names, state, position)
    return state


def _begin(names: Names, state: State, position: PositionDocument) -> None:
    state.first = 0 if position.to_move is None else names.seat_number(position.to_move)
    state.turns_left = -1 if position.last_turns is None else position.last_turns
    undecided = [seat for seat in range(len(names.seats)) if state.chosen[seat] < 0]
    if undecided:
        state.phase = OPENING
        state.actor = undecided[0]
    else:
        state.phase = TURN
        state.actor = state.first


def _place_player(names: Names, state: State, seat: int, player: PlayerPosition) -> None:
    board = names.board
    for route in player.routes:
        take_route(names.compiled, state, seat, names.route_number(route))
    if player.trains is not None:
        state.trains[seat] = player.trains
    worth = sum(board.rules.route_points[board.routes[names.route_number(route)].length] for route in player.routes)
    state.points[seat] = player.points if player.points is not None else 0 if board.rules.markers else worth
    for city in player.stations:
        state.stations[seat] |= _bit(names.city_number(city))
    for place, city in enumerate(player.markers):
        if place == 0:
            place_start(names.compiled, state, seat, names.city_number(city))
        state.markers[seat] |= _bit(names.city_number(city))
    for ticket in player.tickets:
        state.tickets[seat] |= _bit(names.ticket_number(ticket))
    state.ticket_count[seat] = len(player.tickets)
    state.opening_kept[seat] = min(len(player.tickets), board.rules.opening_long + board.rules.opening_tickets)
    for ticket in player.offered:
        offer(state, seat, names.ticket_number(ticket))
    state.chosen[seat] = -1 if player.offered else 0
    _give(names, state, seat, player.hand)


def _bit(number: int) -> np.uint64:
    return np.uint64(1 << number)


def _give(names: Names, state: State, seat: int, cards: Mapping[str, int]) -> None:
    """A hand nobody saw being drawn."""
    for kind, number in cards.items():
        for held in (state.hand, state.blind):
            held[seat, names.kind_number(kind)] += number
    state.hand_size[seat] = state.hand[seat].sum()
    state.blind_size[seat] = state.hand_size[seat]


def _place_cards(names: Names, state: State, position: PositionDocument) -> None:
    left = _cards_left(names, position)
    if position.rest == DISCARD:
        left, discard = Counter(), Counter(position.discard) + left
    else:
        discard = Counter(position.discard)
    if position.rest not in (DECK, DISCARD):
        _give(names, state, names.seat_number(position.rest), left)
        left = Counter()
    for kind, number in discard.items():
        state.discard[names.kind_number(kind)] = number
    state.discard_size = state.discard.sum()
    for kind in position.row or ():
        state.row[names.kind_number(kind)] += 1
    state.row_size = state.row.sum()
    _stack_deck(names, state, sorted(left.elements()), position.deck)
    settle_cards(state)


def _stack_deck(names: Names, state: State, beneath: list[str], top: tuple[str, ...]) -> None:
    state.deck_size = len(beneath)
    state.deck[: len(beneath)] = [names.kind_number(kind) for kind in beneath]
    shuffle_deck(state)
    size = len(beneath) + len(top)
    state.deck[len(beneath) : size] = [names.kind_number(kind) for kind in reversed(top)]
    state.deck_size = size
    in_deck = np.bincount(state.deck[:size], minlength=KINDS)
    state.deck_bound[:] = in_deck + state.blind.sum(axis=0)


def _place_tickets(names: Names, state: State, position: PositionDocument) -> None:
    listed = [names.ticket_number(ticket) for ticket in position.tickets]
    others = set(range(len(names.board.tickets))) - set(listed)
    for player in position.players.values():
        others -= {names.ticket_number(ticket) for ticket in (*player.tickets, *player.offered)}
    if names.board.rules.opening_long:
        others -= {number for number, ticket in enumerate(names.board.tickets) if ticket.long}
    for ticket in listed:
        put_at_bottom(state, ticket, -1)
    stack_tickets(state, np.uint64(sum(1 << ticket for ticket in others)))
    if position.tickets_left is not None and position.tickets_left < state.ticket_deck_size:
        state.ticket_deck[position.tickets_left : state.ticket_deck_size] = -1
        state.ticket_deck_size = position.tickets_left
    in_deck = {int(ticket) for ticket in state.ticket_deck if ticket >= 0}
    held = {names.ticket_number(t) for player in position.players.values() for t in (*player.tickets, *player.offered)}
    unused = set(range(len(names.board.tickets))) - in_deck - held
    state.unused = np.uint64(sum(1 << ticket for ticket in unused))


def _cards_left(names: Names, position: PositionDocument) -> Counter[str]:
    """Cards that the position does not name; below zero where it names too many."""
    rules = names.board.rules
    left = Counter(dict.fromkeys(rules.colors, rules.copies))
    left["locomotive"] = rules.locomotives
    left.subtract(position.row or ())
    left.subtract(position.deck)
    left.subtract(position.discard)
    for player in position.players.values():
        left.subtract(player.hand)
    return left


def _flaws(names: Names, position: PositionDocument) -> Iterator[Flaw]:
    unknown = list(_unknown_names(names, position))
    yield from unknown
    if unknown:
        return
    if position.pending is not None:
        yield Flaw("pending", "the middle of a turn cannot be read; give the position at its start")
    yield from _impossible_cards(names, position)
    yield from _impossible_tickets(names, position)
    yield from _impossible_routes(names, position)
    yield from _impossible_pieces(names, position)


def _unknown_names(names: Names, position: PositionDocument) -> Iterator[Flaw]:
    yield from _unknown(names.seat_number, [("to_move", position.to_move)] if position.to_move is not None else [])
    yield from _unknown(names.seat_number, [(f"players.{name}", name) for name in position.players])
    if position.rest not in (DECK, DISCARD):
        yield from _unknown(names.seat_number, [("rest", position.rest)])
    yield from _unknown(names.kind_number, _listed("row", position.row or ()))
    yield from _unknown(names.kind_number, _listed("deck", position.deck))
    yield from _unknown(names.kind_number, [(f"discard.{kind}", kind) for kind in position.discard])
    yield from _unknown(names.ticket_number, _listed("tickets", position.tickets))
    for name, player in position.players.items():
        place = f"players.{name}"
        yield from _unknown(names.kind_number, [(f"{place}.hand.{kind}", kind) for kind in player.hand])
        yield from _unknown(names.ticket_number, _listed(f"{place}.tickets", player.tickets))
        yield from _unknown(names.ticket_number, _listed(f"{place}.offered", player.offered))
        yield from _unknown(names.route_number, _listed(f"{place}.routes", player.routes))
        yield from _unknown(names.city_number, _listed(f"{place}.stations", player.stations))
        yield from _unknown(names.city_number, _listed(f"{place}.markers", player.markers))
    if position.alvin is not None:
        yield from _unknown(names.city_number, [("alvin.city", position.alvin.city)])
        if position.alvin.holder is not None:
            yield from _unknown(names.seat_number, [("alvin.holder", position.alvin.holder)])


def _listed(place: str, values: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(f"{place}[{index}]", value) for index, value in enumerate(values)]


def _unknown(find: object, values: list[tuple[str, str]]) -> Iterator[Flaw]:
    for place, value in values:
        try:
            find(value)  # type: ignore[operator]
        except UnknownName as unknown:
            yield Flaw(place, str(unknown))


def _impossible_cards(names: Names, position: PositionDocument) -> Iterator[Flaw]:
    if position.row is not None and len(position.row) > ROW:
        yield Flaw("row", f"{len(position.row)} cards, where the row has places for {ROW}")
    for kind, number in _cards_left(names, position).items():
        if number < 0:
            yield Flaw("", f"{-number} more {kind} cards in play than there are on {names.board.id}")


def _impossible_tickets(names: Names, position: PositionDocument) -> Iterator[Flaw]:
    places: dict[str, str] = {}
    listed = _listed("tickets", position.tickets)
    for name, player in position.players.items():
        listed += _listed(f"players.{name}.tickets", player.tickets)
        listed += _listed(f"players.{name}.offered", player.offered)
        most = names.board.rules.opening_long + names.board.rules.opening_tickets
        if len(player.offered) > most:
            yield Flaw(f"players.{name}.offered", f"{len(player.offered)} tickets, where {most} are dealt")
    for place, ticket in listed:
        if ticket in places:
            yield Flaw(place, f"ticket {ticket!r} is already at {places[ticket]}")
        places.setdefault(ticket, place)
    if names.board.rules.opening_long:
        for place, ticket in _listed("tickets", position.tickets):
            if names.board.tickets[names.ticket_number(ticket)].long:
                yield Flaw(place, f"{ticket!r} is a long ticket, and the ticket deck never holds those (S3)")


def _impossible_routes(names: Names, position: PositionDocument) -> Iterator[Flaw]:
    owners: dict[str, str] = {}
    few = len(names.seats) <= names.board.rules.single_until
    for name, player in position.players.items():
        for place, route in _listed(f"players.{name}.routes", player.routes):
            if route in owners:
                yield Flaw(place, f"route {route!r} already belongs to {owners[route]}")
                continue
            for other in names.board.parallel(names.board.routes[names.route_number(route)]):
                if owners.get(other.id) == name:
                    yield Flaw(place, f"{name} already owns {other.id!r} of the same double or triple (C5)")
                elif few and other.id in owners:
                    yield Flaw(place, f"{owners[other.id]} owns {other.id!r}, which closes this route (C6)")
            owners[route] = name


def _impossible_pieces(names: Names, position: PositionDocument) -> Iterator[Flaw]:
    rules = names.board.rules
    stations: dict[str, str] = {}
    markers: dict[str, str] = {}
    for name, player in position.players.items():
        yield from _too_many_trains(names, name, player)
        yield from _crowded(f"players.{name}.stations", player.stations, rules.stations, stations, name)
        yield from _crowded(f"players.{name}.markers", player.markers, rules.markers, markers, name)
    if position.alvin is not None and "alvin" not in names.variants:
        yield Flaw("alvin", 'Alvin is not in this game: add "variants": ["alvin"]')
    if "alvin" in names.variants:
        roswell = names.board.variants["alvin"].city
        for name, player in position.players.items():
            if roswell in player.markers:
                yield Flaw(f"players.{name}.markers", f"no marker may stand in {roswell} (A1)")
    if position.last_turns is not None and position.last_turns > len(names.seats):
        yield Flaw("last_turns", f"{position.last_turns} turns, where the last round has {len(names.seats)} (E1)")


def _too_many_trains(names: Names, name: str, player: PlayerPosition) -> Iterator[Flaw]:
    full = names.board.rules.trains
    on_board = sum(names.board.routes[names.route_number(route)].length for route in player.routes)
    if on_board + (player.trains or 0) > full:
        have = f"{on_board} on routes" + (f" and {player.trains} left" if player.trains else "")
        yield Flaw(f"players.{name}.trains", f"{have}: more trains than a full set of {full}")


def _crowded(place: str, cities: tuple[str, ...], most: int, taken: dict[str, str], name: str) -> Iterator[Flaw]:
    if len(cities) > most:
        yield Flaw(place, f"{len(cities)} pieces, where a player has {most}")
    for where, city in _listed(place, cities):
        if city in taken:
            yield Flaw(where, f"{city!r} already has a piece of {taken[city]}")
        taken[city] = name


def position_of(position: Position) -> PositionDocument:
    """The whole table in the referee's format, everything named."""
    state = position.state
    top_first = state.deck[: position.deck_size][::-1]
    tickets = _ticket_deck_of(position)
    alvin = position.alvin
    return PositionDocument(
        to_move=position.seats[state.first] if state.phase == OPENING else position.to_move,
        row=position.row,
        deck=tuple(position.names.kind_name(int(kind)) for kind in top_first),
        discard=dict(position.discards),
        tickets=tickets,
        tickets_left=len(tickets),
        players={name: _player_of(position, name) for name in position.seats},
        alvin=None if alvin is None else AlvinPosition(city=alvin[0], holder=alvin[1]),
        last_turns=position.last_turns,
        pending=_pending_of(position),
    )


def _ticket_deck_of(position: Position) -> tuple[str, ...]:
    """From the top; what has been refused while others still choose is as good as at the bottom (S4)."""
    state, tickets = position.state, position.board.tickets
    places = [(int(state.ticket_top) + i) % len(state.ticket_deck) for i in range(position.tickets_left)]
    deck = [tickets[state.ticket_deck[place]].id for place in places]
    if state.phase == OPENING and position.board.rules.opening_refused != "out":
        for name in position.seats:
            kept = position.chosen(name)
            deck += [ticket for ticket in position.offered(name) if kept and ticket not in kept]
    return tuple(deck)


def _player_of(position: Position, name: str) -> PlayerPosition:
    choosing = position.state.chosen[position.names.seat_number(name)] < 0
    return PlayerPosition(
        hand=dict(position.hand(name)),
        tickets=position.tickets(name) or position.chosen(name),
        routes=position.routes(name),
        stations=position.stations(name),
        markers=position.markers(name),
        trains=position.trains(name),
        points=position.points(name),
        offered=position.offered(name) if choosing else (),
    )


def _pending_of(position: Position) -> Pending | None:
    if position.finished or position.state.phase in (OPENING, TURN) or position.to_move is None:
        return None
    return Pending(
        phase=position.phase,
        route=position.claimed_route,
        laid=dict(position.laid),
        turned=dict(position.turned),
        due=position.due,
        offered=position.offered(position.to_move),
    )
