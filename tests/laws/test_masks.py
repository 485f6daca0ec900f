"""The mask, made of bit operations, is what the rules say when they are read one by one."""

from collections.abc import Iterator

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from carrozza.kernel import actions as a
from carrozza.kernel.board import Board
from carrozza.kernel.layout import GRAY, LOCOMOTIVE
from carrozza.kernel.state import (
    MARKER,
    MOVE_ALVIN,
    OPENING,
    OVER,
    PAY_MARKER,
    PAY_ROUTE,
    PAY_STATION,
    SECOND,
    START,
    TICKETS_DRAWN,
    TUNNEL,
    TURN,
    State,
)
from tests.laws.play import STYLES, Game, bits_of, played
from tests.laws.strategies import games, house_games, scarce_games
from tests.samples import samples
from tests.setups import Setup, everywhere

POSITIONS_OF_A_GAME = 12


def members(word: np.uint64) -> set[int]:
    return {i for i in range(64) if int(word) >> i & 1}


def ends(board: Board, route: int) -> frozenset[int]:
    return frozenset((int(board.city_a[route]), int(board.city_b[route])))


def routes_of(board: Board, state: State, seat: int) -> list[int]:
    owned = bits_of(state.owned[seat])
    return [route for route in range(int(board.routes)) if owned[route]]


def hand_of(state: State) -> list[int]:
    return [int(number) for number in state.hand[state.actor]]


def ways_to_pay(board: Board, state: State, colours: list[int], price: int, ferry: int = 0) -> Iterator[int]:
    """C2, C7: cards of one colour, at least one, with locomotives for the rest; or locomotives alone."""
    hand = hand_of(state)
    for colour in colours:
        for locomotives in range(ferry, price):
            if locomotives <= hand[LOCOMOTIVE] and price - locomotives <= hand[colour]:
                yield a.PAY + colour * a.PAY_COUNTS + locomotives
    if hand[LOCOMOTIVE] >= price:
        yield a.PAY_LOCOMOTIVES


def any_colour(board: Board) -> list[int]:
    return list(range(int(board.colours)))


def ways_to_pay_route(board: Board, state: State, route: int) -> Iterator[int]:
    colour = int(board.colour[route])
    colours = any_colour(board) if colour == GRAY else [colour]
    return ways_to_pay(board, state, colours, int(board.length[route]), int(board.ferry[route]))


def ways_to_pay_pair(board: Board, state: State) -> Iterator[int]:
    return ways_to_pay(board, state, any_colour(board), 2)


def ways_to_pay_station(board: Board, state: State) -> Iterator[int]:
    return ways_to_pay(board, state, any_colour(board), len(members(state.stations[state.actor])) + 1)


def claims(board: Board, state: State) -> Iterator[int]:
    """C1, C3, C5, C6, W2, and cards to pay with."""
    actor, seats = int(state.actor), range(int(state.seats))
    owners = {route: seat for seat in seats for route in routes_of(board, state, seat)}
    owners_between: dict[frozenset[int], set[int]] = {}
    for route, seat in owners.items():
        owners_between.setdefault(ends(board, route), set()).add(seat)
    network = {int(state.start[actor])}.union(*(ends(board, route) for route in routes_of(board, state, actor)))
    for route in range(int(board.routes)):
        beside = owners_between.get(ends(board, route), set())
        shut = bool(beside) if len(seats) <= board.single_until else actor in beside
        in_reach = not board.network or ends(board, route) & network
        short_enough = board.length[route] <= state.trains[actor]
        payable = any(ways_to_pay_route(board, state, route))
        if route not in owners and not shut and in_reach and short_enough and payable:
            yield a.CLAIM + route


def stations(board: Board, state: State) -> Iterator[int]:
    """B1-B3."""
    built = set().union(*(members(word) for word in state.stations))
    left = int(board.stations) - len(members(state.stations[state.actor]))
    if left > 0 and any(ways_to_pay_station(board, state)):
        yield from (a.CITY + city for city in range(int(board.cities)) if city not in built)


def turn(board: Board, state: State) -> Iterator[int]:
    """T1, D7, K4, T2."""
    found = [*claims(board, state), *stations(board, state)]
    if state.deck_size > 0:
        found += [a.DRAW_BLIND, *(a.DRAW + kind for kind in range(LOCOMOTIVE + 1) if state.row[kind] > 0)]
    if state.ticket_deck_size > 0:
        found.append(a.DRAW_TICKETS)
    yield from found or [a.PASS]


def second_card(board: Board, state: State) -> Iterator[int]:
    """D3."""
    yield from (a.DRAW + colour for colour in range(LOCOMOTIVE) if state.row[colour] > 0)
    if state.deck_size > 0:
        yield a.DRAW_BLIND


def tunnel_answers(board: Board, state: State) -> Iterator[int]:
    """U2-U4."""
    laid = [colour for colour in range(LOCOMOTIVE) if state.laid[colour] > 0]
    yield a.DECLINE
    yield from ways_to_pay(board, state, laid, int(state.due))


def keeps(board: Board, state: State) -> Iterator[int]:
    """S3, K1."""
    offered = int(state.offered_size[state.actor])
    fewest = min(int(board.opening_keep if state.phase == OPENING else board.draw_keep), offered)
    yield from (a.KEEP + kept for kept in range(1 << offered) if kept.bit_count() >= fewest)


def cities_without_marker(board: Board, state: State) -> set[int]:
    """S6, W3, A1."""
    marked = set().union(*(members(word) for word in state.markers))
    return set(range(int(board.cities))) - marked - {int(board.alvin_city)}


def starts(board: Board, state: State) -> Iterator[int]:
    return (a.CITY + city for city in cities_without_marker(board, state))


def markers(board: Board, state: State) -> Iterator[int]:
    """W3."""
    yield a.SKIP
    left = int(board.markers) - len(members(state.markers[state.actor]))
    if left > 0 and any(ways_to_pay_pair(board, state)):
        yield from (a.CITY + city for city in cities_without_marker(board, state) & ends(board, int(state.route)))


def homes_for_alvin(board: Board, state: State) -> Iterator[int]:
    """A2."""
    return (a.CITY + city for city in members(state.markers[state.actor]))


def nothing(board: Board, state: State) -> Iterator[int]:
    """E5."""
    return iter(())


RULES = {
    OPENING: keeps,
    START: starts,
    TURN: turn,
    SECOND: second_card,
    PAY_ROUTE: lambda board, state: ways_to_pay_route(board, state, int(state.route)),
    TUNNEL: tunnel_answers,
    TICKETS_DRAWN: keeps,
    PAY_STATION: ways_to_pay_station,
    MOVE_ALVIN: homes_for_alvin,
    MARKER: markers,
    PAY_MARKER: ways_to_pay_pair,
    OVER: nothing,
}


def assert_masks(game: Game) -> None:
    """At places all over the game, and once in each phase."""
    spread = np.linspace(0, len(game), POSITIONS_OF_A_GAME).astype(np.int64).tolist()
    for i in {*spread, *np.unique(game.states.phase, return_index=True)[1].tolist()}:
        state = game.states[i]
        assert set(np.flatnonzero(bits_of(game.masks[i])).tolist()) == set(RULES[int(state.phase)](game.board, state))


@everywhere
def test_masks_say_what_the_rules_say(setup: Setup) -> None:
    for seed, style in enumerate(STYLES):
        assert_masks(played(setup.compiled, setup.seats, seed, style))


@given(game=st.one_of(games(), scarce_games()))
def test_masks_of_any_game_say_what_the_rules_say(game: Game) -> None:
    assert_masks(game)


@settings(max_examples=samples(100), suppress_health_check=[HealthCheck.filter_too_much])
@given(game=house_games())
def test_masks_by_other_rules_say_what_the_rules_say(game: Game) -> None:
    assert_masks(game)
