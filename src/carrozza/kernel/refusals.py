"""Why an action is refused: the rule it breaks. Asked only after the mask has said no."""

from carrozza.kernel import rules
from carrozza.kernel.actions import (
    ACTIONS,
    CITY,
    DRAW,
    DRAW_BLIND,
    DRAW_TICKETS,
    PASS,
    PAY,
    PAY_LOCOMOTIVES,
)
from carrozza.kernel.bits import NONE, has
from carrozza.kernel.board import Board
from carrozza.kernel.claims import owner
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import GRAY, LOCOMOTIVE, ROUTE_WORDS, Grid, whole
from carrozza.kernel.legal import is_legal
from carrozza.kernel.markers import PAIR
from carrozza.kernel.payments import can_pay, paid_colour, paid_locomotives
from carrozza.kernel.state import (
    MARKER,
    MOVE_ALVIN,
    NOBODY,
    OPENING,
    OVER,
    PAY_ROUTE,
    PAY_STATION,
    SECOND,
    START,
    TICKETS_DRAWN,
    TUNNEL,
    TURN,
    State,
)
from carrozza.kernel.stations import cities_with_station, station_price, stations_left
from carrozza.kernel.tunnels import laid_colour
from carrozza.kernel.turns import play


@rule
def is_draw(action: int) -> bool:
    return DRAW <= action <= DRAW_BLIND


@rule
def is_payment(action: int) -> bool:
    return PAY <= action < DRAW or action == PAY_LOCOMOTIVES


@rule
def is_city(action: int) -> bool:
    return CITY <= action < PAY


@rule
def why_no_claim(board: Board, state: State, route: int) -> int:
    """The first of C1, C5, C6, W2, C3, C7, C8 that stands in the way."""
    seat = whole(state.actor)
    if route >= board.routes or owner(state, route) != NOBODY:
        return rules.C1
    if not has(state.free[seat, route // 64], route % 64):
        return why_closed(board, state, seat, route)
    if not has(state.reach[seat, route // 64], route % 64):
        return rules.W2
    if state.trains[seat] < board.length[route]:
        return rules.C3
    if state.hand[seat, LOCOMOTIVE] < board.ferry[route]:
        return rules.C7
    return rules.C8


@rule
def why_closed(board: Board, state: State, seat: int, route: int) -> int:
    own = NONE
    for word in range(ROUTE_WORDS):
        own |= state.owned[seat, word] & board.parallel[route, word]
    return rules.C5 if own != NONE else rules.C6


@rule
def why_no_station(board: Board, state: State, city: int) -> int:
    seat = whole(state.actor)
    if board.stations == 0:
        return rules.T1
    if stations_left(board, state, seat) <= 0 or city >= board.cities or has(cities_with_station(state), city):
        return rules.B1
    return rules.C8


@rule
def why_no_turn(board: Board, state: State, action: int) -> int:
    if action == PASS:
        return rules.T2
    if action < CITY:
        return why_no_claim(board, state, action)
    if is_city(action):
        return why_no_station(board, state, action - CITY)
    if action == DRAW_TICKETS:
        return rules.K4
    if is_draw(action):
        return rules.D7 if state.deck_size == 0 else rules.D1
    return rules.T1


@rule
def why_no_second(state: State, action: int) -> int:
    if not is_draw(action):
        return rules.T1
    if action == DRAW_BLIND:
        return rules.D8
    return rules.D3 if action == DRAW + LOCOMOTIVE and state.row[LOCOMOTIVE] > 0 else rules.D1


@rule
def price_in_hand(state: State, seat: int, action: int, price: int) -> bool:
    locomotives = paid_locomotives(action, price)
    if state.hand[seat, LOCOMOTIVE] < locomotives:
        return False
    return locomotives == price or state.hand[seat, paid_colour(action)] >= price - locomotives


@rule
def why_no_route_payment(board: Board, state: State, action: int) -> int:
    if not is_payment(action):
        return rules.T1
    price, colour = whole(board.length[state.route]), whole(board.colour[state.route])
    locomotives = paid_locomotives(action, price)
    wrong_colour = colour != GRAY and colour != paid_colour(action) and action != PAY_LOCOMOTIVES
    if locomotives > price or wrong_colour:
        return rules.C2
    if locomotives == price and action != PAY_LOCOMOTIVES:
        return rules.C2
    if locomotives < board.ferry[state.route]:
        return rules.C7
    return rules.C8


@rule
def why_no_tunnel_payment(state: State, action: int) -> int:
    if not is_payment(action):
        return rules.U4
    colour, due = laid_colour(state), whole(state.due)
    if colour == NOBODY and action != PAY_LOCOMOTIVES:
        return rules.U3
    if action != PAY_LOCOMOTIVES and (paid_colour(action) != colour or paid_locomotives(action, due) >= due):
        return rules.U2
    return rules.C8


@rule
def why_no_marker(board: Board, state: State, action: int) -> int:
    """A1 for Alvin's first city; C8 where the place is fine and the pair is missing; else W3."""
    if not is_city(action):
        return rules.W3
    city = action - CITY
    if city == board.alvin_city:
        return rules.A1
    own = board.city_a[state.route] == city or board.city_b[state.route] == city
    marked = False
    for seat in range(state.seats):
        marked = marked or has(state.markers[seat], city)
    return rules.C8 if own and not marked and not can_pay(board, state, whole(state.actor), PAIR) else rules.W3


@rule
def why_no_payment(state: State, action: int, price: int, asking: int) -> int:
    """C8 where the cards are not in the hand; else the rule that asks for the price."""
    if is_payment(action) and not price_in_hand(state, whole(state.actor), action, price):
        return rules.C8
    return asking


@rule
def why_not(board: Board, state: State, action: int) -> int:
    """The rule an illegal action breaks."""
    phase = state.phase
    if phase == OVER:
        return rules.E5
    if phase == TURN:
        return why_no_turn(board, state, action)
    if phase == SECOND:
        return why_no_second(state, action)
    if phase == PAY_ROUTE:
        return why_no_route_payment(board, state, action)
    if phase == TUNNEL:
        return why_no_tunnel_payment(state, action)
    if phase == OPENING:
        return rules.S3
    if phase == START:
        return rules.A1 if is_city(action) and action - CITY == board.alvin_city else rules.S6
    if phase == TICKETS_DRAWN:
        return rules.K1
    if phase == PAY_STATION:
        return why_no_payment(state, action, station_price(state, whole(state.actor)), rules.B2)
    if phase == MOVE_ALVIN:
        return rules.A2
    if phase == MARKER:
        return why_no_marker(board, state, action)
    return why_no_payment(state, action, PAIR, rules.W3)


@entry
def apply(board: Board, state: State, action: int, mask: Grid) -> int:
    """Carry out an action, or leave the state untouched and return the number of the rule it breaks."""
    if action < 0 or action >= ACTIONS:
        return rules.T1
    if not is_legal(board, state, action, mask):
        return why_not(board, state, action)
    play(board, state, action)
    return rules.LEGAL
