"""Claiming a route (C1-C7, W2)."""

from carrozza.kernel.bits import bit, has
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import GRAY, LENGTHS, LOCOMOTIVE, ROUTE_WORDS, Grid, whole
from carrozza.kernel.payments import most_of_a_colour
from carrozza.kernel.state import NOBODY, State

LONGEST = LENGTHS - 1


@rule
def claimable(board: Board, state: State, seat: int, mask: Grid) -> None:
    """The routes this seat can claim now: affordable (C2, C7), free (C1, C5, C6), not too long (C3), in reach (W2)."""
    locomotives = whole(state.hand[seat, LOCOMOTIVE])
    most = min(most_of_a_colour(board, state, seat) + locomotives, LONGEST)
    ferries = min(locomotives, LONGEST)
    trains = min(whole(state.trains[seat]), LONGEST)
    for word in range((whole(board.routes) + 63) // 64):
        routes = board.affordable[GRAY, most, word]
        for colour in range(board.colours):
            routes |= board.affordable[colour, min(whole(state.hand[seat, colour]) + locomotives, LONGEST), word]
        mask[word] = (
            routes
            & board.ferries_within[ferries, word]
            & board.within[trains, word]
            & state.free[seat, word]
            & state.reach[seat, word]
        )


@rule
def owns(state: State, seat: int, route: int) -> bool:
    return has(state.owned[seat, route // 64], route % 64)


@rule
def owner(state: State, route: int) -> int:
    for seat in range(state.seats):
        if owns(state, seat, route):
            return seat
    return NOBODY


@rule
def extend_reach(board: Board, state: State, seat: int, city: int) -> None:
    """W2: routes from this city may follow."""
    for word in range(ROUTE_WORDS):
        state.reach[seat, word] |= board.routes_of[city, word]


@entry
def one_closes_all(board: Board, seats: int) -> bool:
    """C6, W7: whether the first route taken of a double or triple closes the others to everybody."""
    return seats <= board.single_until


@entry
def take_route(board: Board, state: State, seat: int, route: int) -> None:
    """C1, C3: the route is this seat's. C5, C6, W7: its parallels close to the owner, or to everybody."""
    state.owned[seat, route // 64] |= bit(route % 64)
    state.trains[seat] -= board.length[route]
    everybody = one_closes_all(board, whole(state.seats))
    for other in range(state.seats):
        state.free[other, route // 64] &= ~bit(route % 64)
        if everybody or other == seat:
            for word in range(ROUTE_WORDS):
                state.free[other, word] &= ~board.parallel[route, word]
    if board.network:
        extend_reach(board, state, seat, whole(board.city_a[route]))
        extend_reach(board, state, seat, whole(board.city_b[route]))
