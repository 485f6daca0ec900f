"""What is observed is what the position says, read by other means."""

from functools import cache
from typing import Any

import numpy as np

from carrozza.game.names import Names
from carrozza.game.position import Position
from carrozza.game.ways import OpenWays
from carrozza.kernel.state import State
from carrozza.observation.observer import Observer
from carrozza.observation.placing.names import names_per
from tests.laws.play import BUILDER, COLLECTOR, EVENLY, Style, played
from tests.setups import Setup, everywhere

Observed = dict[str, Any]


@cache
def observer_of(setup: Setup) -> Observer:
    return Observer(setup.board, seats=setup.seats, variants=setup.variants)


def seats_from(position: Position, viewer: int) -> list[int]:
    number = len(position.seats)
    return [(viewer + place) % number for place in range(number)]


class Reading:
    """An observation with its names, and the position that it is of."""

    def __init__(self, setup: Setup, state: State, viewer: int) -> None:
        spec = observer_of(setup).spec
        names = Names(spec.board, [f"player {seat}" for seat in range(setup.seats)], setup.variants)
        self.position = Position(names, state)
        self.viewer = viewer
        self.seats = seats_from(self.position, viewer)
        self.names = names_per(spec.board, spec.compiled, setup.seats)
        self.spec = spec
        self.quantities = spec.decode(observer_of(setup).flat(state, viewer))

    def __contains__(self, name: str) -> bool:
        return name in self.quantities

    def by_name(self, name: str, plane: int = 0) -> dict[str, int]:
        """What is not 0."""
        per = self.spec.slice(name).per
        cells = self.quantities[name][plane].tolist()
        return {what: number for what, number in zip(self.names[per], cells, strict=True) if number}

    def all_of(self, name: str, plane: int = 0) -> set[str]:
        return set(self.by_name(name, plane))

    def players(self, name: str) -> list[int]:
        found: list[int] = self.quantities[name][0].tolist()
        return found

    def number(self, name: str) -> int:
        return int(self.quantities[name][0, 0])


def readings(setup: Setup, style: Style, step: int = 53) -> list[Reading]:
    states = map(State.of, played(setup.compiled, setup.seats, 11, style).states[::step])
    return [Reading(setup, state, i % setup.seats) for i, state in enumerate(states)]


@everywhere
def test_routes_and_cities_are_whose_they_are(setup: Setup) -> None:
    for seen in readings(setup, BUILDER):
        position, others = seen.position, seen.seats[1:]
        assert seen.all_of("routes.mine") == set(position.routes(seen.viewer))
        for plane, seat in enumerate(others):
            assert seen.all_of("routes.theirs", plane) == set(position.routes(seat))
        taken = {route for seat in seen.seats for route in position.routes(seat)}
        closed = set(position.closed_routes(seen.viewer))
        assert seen.all_of("routes.free") == set(position.board.route_ids) - taken - closed
        assert seen.all_of("routes.claiming") == {position.claimed_route} - {None}
        for plane, seat in enumerate(seen.seats):
            assert seen.all_of("cities.reached", plane) == cities_of(position, position.routes(seat))
            if "cities.station" in seen:
                assert seen.all_of("cities.station", plane) == set(position.stations(seat))
            if "cities.marker" in seen:
                assert seen.all_of("cities.marker", plane) == set(position.markers(seat))
                assert seen.all_of("cities.start", plane) == {position.start(seat)} - {None}
        if "cities.alvin" in seen:
            assert position.alvin is not None and seen.all_of("cities.alvin") == {position.alvin[0]}


def cities_of(position: Position, routes: Any) -> set[str]:
    ends = {route.id: (route.a, route.b) for route in position.board.routes}
    return {city for route in routes for city in ends[route]}


def contested(position: Position, seats: list[int]) -> set[str]:
    reached = cities_of(position, [route for seat in seats for route in position.routes(seat)])
    return {route.id for route in position.board.routes if reached & {route.a, route.b}}


@everywhere
def test_routes_cost_what_they_cost(setup: Setup) -> None:
    for seen in readings(setup, EVENLY):
        position = seen.position
        hand = dict(position.hand(seen.viewer).items())
        missing, free = seen.by_name("routes.missing"), seen.all_of("routes.free")
        ferries = position.board.rules.ferries
        for route in position.board.routes:
            if route.id in free:
                colours = position.board.rules.colors if route.color == "gray" else (route.color,)
                wild = hand.get("locomotive", 0)
                lacking = min(route.length - hand.get(colour, 0) - wild for colour in colours)
                ferry = route.ferry - wild if ferries else 0
                assert missing.get(route.id, 0) == max(0, lacking, ferry), route.id
        assert set(missing) <= free
        payable = {route for route in free if route not in missing and fits(seen, route)}
        assert seen.all_of("routes.payable") == payable
        assert seen.all_of("routes.contested") == contested(position, seen.seats[1:])


def fits(seen: Reading, route: str) -> bool:
    """C3, W2."""
    position = seen.position
    found = position.board.routes[position.board.route_index[route]]
    if position.board.rules.network and route not in seen.all_of("routes.adjacent"):
        return False
    return found.length <= position.trains(seen.viewer)


@everywhere
def test_tickets_are_as_far_as_their_ways_are_long(setup: Setup) -> None:
    for seen in readings(setup, COLLECTOR):
        position = seen.position
        ways = OpenWays(position, seen.viewer)
        assert seen.all_of("tickets.held") == set(position.tickets(seen.viewer))
        offered = position.offered(seen.viewer)
        for place in range(len(seen.quantities["tickets.offered"])):
            assert seen.all_of("tickets.offered", place) == set(offered[place : place + 1])
        distance = seen.by_name("tickets.distance")
        for ticket in {*position.tickets(seen.viewer), *offered} - ways.completed:
            trains = ways.trains_to_go(ticket)
            assert distance.get(ticket) == (trains or None)
            assert (ticket in seen.all_of("tickets.made")) == (trains == 0)
            assert (ticket in seen.all_of("tickets.lost")) == (trains is None)
        if not position.board.rules.stations:  # with stations a ticket may be made by a borrowed route
            assert seen.all_of("tickets.made") >= ways.completed
            assert seen.all_of("routes.on_way") == {route for route in position.board.route_ids if ways.helps(route)}
        if not seen.by_name("cities.wanted"):
            assert set(seen.by_name("routes.detour").values()) <= {31}


@everywhere
def test_cards_and_players_are_counted(setup: Setup) -> None:
    for seen in readings(setup, EVENLY):
        position, state = seen.position, seen.position.state
        assert seen.by_name("cards.hand") == dict(position.hand(seen.viewer).items())
        assert seen.by_name("cards.discard") == dict(position.discards.items())
        assert sum(seen.by_name("cards.row").values()) == len(position.row)
        for plane, seat in enumerate(seen.seats[1:]):
            assert seen.by_name("cards.known", plane) == dict(position.known_cards(seat).items())
        unknown = sum(position.hand_size(s) - len_of(position.known_cards(s)) for s in seen.seats[1:])
        assert sum(seen.by_name("cards.unseen").values()) == position.deck_size + unknown
        assert np.all(seen.quantities["cards.deck"] <= seen.quantities["cards.unseen"])
        assert in_deck_at_most(seen, state)
        assert seen.players("players.trains") == [position.trains(seat) for seat in seen.seats]
        assert seen.players("players.points") == [position.points(seat) // 2 * 2 for seat in seen.seats]
        assert seen.players("players.cards") == [position.hand_size(seat) for seat in seen.seats]
        assert seen.players("players.tickets") == [position.ticket_count(seat) for seat in seen.seats]
        deciding = None if position.to_move is None else position.seats.index(position.to_move)
        assert seen.players("players.deciding") == [int(seat == deciding) for seat in seen.seats]
        if "players.stations" in seen:
            assert seen.players("players.stations") == [position.stations_left(seat) for seat in seen.seats]
        assert seen.all_of("phase") == {position.phase}
        assert seen.number("table.deck") == position.deck_size
        assert seen.number("table.tickets") == position.tickets_left
        assert seen.number("table.last_turns") == (position.last_turns or 0)


def len_of(cards: Any) -> int:
    return sum(number for _, number in cards.items())


def in_deck_at_most(seen: Reading, state: State) -> bool:
    """The real deck, which the viewer does not see, holds no more of a kind than it may."""
    kinds = np.bincount(state.deck[: state.deck_size], minlength=9)
    colours = len(seen.position.board.rules.colors)
    found = np.append(kinds[:colours], kinds[8])
    return bool(np.all(found <= seen.quantities["cards.deck"][0]))
