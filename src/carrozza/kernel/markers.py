"""Start cities, city markers and Alvin (S6, W1-W5, A1-A5)."""

import numpy as np

from carrozza.kernel.bits import NONE, bit, count, has, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.claims import extend_reach
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import whole
from carrozza.kernel.payments import can_pay
from carrozza.kernel.state import State

PAIR = 2


@rule
def marked_cities(state: State) -> np.uint64:
    marked = NONE
    for seat in range(state.seats):
        marked |= state.markers[seat]
    return marked


@rule
def open_to_markers(board: Board, state: State) -> np.uint64:
    """One marker a city (S6, W3); none where Alvin started (A1)."""
    cities = board.all_cities & ~marked_cities(state)
    if board.alvin_city >= 0:
        cities &= ~bit(whole(board.alvin_city))
    return cities


@entry
def place_start(board: Board, state: State, seat: int, city: int) -> None:
    """S6, W1: the first marker; the network grows from here."""
    state.start[seat] = city
    state.markers[seat] |= bit(city)
    extend_reach(board, state, seat, city)


@rule
def markers_left(board: Board, state: State, seat: int) -> int:
    return whole(board.markers) - count(state.markers[seat])


@rule
def ends_of(board: Board, route: int) -> np.uint64:
    return bit(whole(board.city_a[route])) | bit(whole(board.city_b[route]))


@rule
def cities_for_marker(board: Board, state: State) -> np.uint64:
    """W3: the free ones of the claimed route's two cities."""
    if markers_left(board, state, whole(state.actor)) <= 0:
        return NONE
    return open_to_markers(board, state) & ends_of(board, whole(state.route))


@rule
def affordable_markers(board: Board, state: State) -> np.uint64:
    if not can_pay(board, state, whole(state.actor), PAIR):
        return NONE
    return cities_for_marker(board, state)


@rule
def markers_on(board: Board, state: State, seat: int, route: int) -> int:
    return count(state.markers[seat] & ends_of(board, route))


@rule
def routes_ending_in(board: Board, cities: np.uint64, word: int) -> tuple[np.uint64, np.uint64]:
    """The routes that end in one of these cities or in two, and those that end in two."""
    once = twice = NONE
    while cities != NONE:
        routes = board.routes_of[lowest(cities), word]
        cities = without_lowest(cities)
        twice |= once & routes
        once |= routes
    return once, twice


@rule
def paid_routes(board: Board, state: State, claimer: int, seat: int, word: int) -> tuple[np.uint64, np.uint64]:
    """C4, W4: the routes that pay their points to this seat, once or twice, when the claimer takes them, and those that
    pay them twice: each of its markers is paid, and so is the claimer of a route without any marker."""
    once, twice = routes_ending_in(board, state.markers[seat], word)
    if seat == claimer:
        marked, _ = routes_ending_in(board, marked_cities(state), word)
        once |= board.all_routes[word] & ~marked
    return once, twice


@rule
def pay_points(board: Board, state: State, seat: int, route: int) -> None:
    """C4; W4: with another's marker on the route, the markers' owners are paid instead of the claimer."""
    points = whole(board.route_points[board.length[route]])
    if board.markers == 0:
        state.points[seat] += points
        return
    for other in range(state.seats):
        once, twice = paid_routes(board, state, seat, other, route // 64)
        state.points[other] += points * (whole(has(once, route % 64)) + whole(has(twice, route % 64)))


@rule
def catches_alvin(board: Board, state: State, seat: int, route: int) -> bool:
    """A2, A3: a route into Alvin's city, by anyone but his holder."""
    if state.alvin_city < 0 or state.alvin_holder == seat:
        return False
    return has(ends_of(board, route), whole(state.alvin_city))


@rule
def catch_alvin(board: Board, state: State, seat: int) -> None:
    state.alvin_holder = seat
    state.catches[seat] += 1
    state.points[seat] += board.alvin_points
