"""Whose turn it is, what a turn is made of, and when the game ends (S5, S6, T1-T3, E1)."""

from carrozza.kernel.actions import (
    CITY,
    DECLINE,
    DRAW,
    DRAW_BLIND,
    DRAW_TICKETS,
    KEEP,
    PASS,
    PAY,
    SKIP,
)
from carrozza.kernel.bits import NONE, bit
from carrozza.kernel.board import Board
from carrozza.kernel.cards import second_card_exists, settle_cards, take_blind, take_from_row
from carrozza.kernel.claims import take_route
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import LOCOMOTIVE, whole
from carrozza.kernel.markers import (
    PAIR,
    catch_alvin,
    catches_alvin,
    cities_for_marker,
    pay_points,
    place_start,
)
from carrozza.kernel.payments import discard_payment
from carrozza.kernel.state import (
    MARKER,
    MOVE_ALVIN,
    NOBODY,
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
from carrozza.kernel.stations import place_station, station_price
from carrozza.kernel.tickets import close_opening, keep, offer_from_deck
from carrozza.kernel.tunnels import clear_turned, discard_laid, lay_cards, take_back, turn_cards


@rule
def begin_turn(state: State, seat: int) -> None:
    state.actor = seat
    state.phase = TURN
    state.route = NOBODY
    state.city = NOBODY


@rule
def end_game(state: State) -> None:
    state.phase = OVER
    state.actor = NOBODY
    state.route = NOBODY
    state.city = NOBODY


@rule
def end_turn(board: Board, state: State) -> None:
    """E1: two trains or fewer at the end of a turn give everybody one last turn, and nothing extends it."""
    state.turns += 1
    if state.turns_left > 0:
        state.turns_left -= 1
    elif state.trains[state.actor] <= board.last_round_trains:
        state.turns_left = state.seats
    if state.turns_left == 0 or state.passes >= state.seats:
        end_game(state)
    else:
        begin_turn(state, (whole(state.actor) + 1) % whole(state.seats))


@rule
def choose_opening(board: Board, state: State, kept: int) -> None:
    """S3: all choose in secret; when the last has chosen, play begins (S6: with the start cities)."""
    state.chosen[state.actor] = kept
    for seat in range(state.seats):
        if state.chosen[seat] < 0:
            state.actor = seat
            return
    close_opening(board, state)
    if board.network:
        state.phase = START
        state.actor = (whole(state.first) + whole(state.seats) - 1) % whole(state.seats)
    else:
        begin_turn(state, whole(state.first))


@rule
def choose_start(board: Board, state: State, city: int) -> None:
    """S6: from the player who will act last, in reverse turn order."""
    place_start(board, state, whole(state.actor), city)
    if state.actor == state.first:
        begin_turn(state, whole(state.first))
    else:
        state.actor = (whole(state.actor) + whole(state.seats) - 1) % whole(state.seats)


@rule
def draw_first(board: Board, state: State, action: int) -> None:
    """D1; D2: a face-up locomotive is the only card; D4: a blind one is not; D8."""
    alone = action == DRAW + LOCOMOTIVE
    draw_card(state, action)
    if alone or not second_card_exists(state):
        end_turn(board, state)
    else:
        state.phase = SECOND


@rule
def draw_card(state: State, action: int) -> None:
    if action == DRAW_BLIND:
        take_blind(state, whole(state.actor))
        settle_cards(state)
    else:
        take_from_row(state, whole(state.actor), action - DRAW)


@rule
def pay_route(board: Board, state: State, action: int) -> None:
    price = whole(board.length[state.route])
    if board.tunnel[state.route] > 0:
        lay_cards(state, whole(state.actor), action, price)
        turn_cards(board, state)
        if state.due > 0:
            state.phase = TUNNEL
            return
        discard_laid(state)
        clear_turned(state)
    else:
        discard_payment(state, whole(state.actor), action, price)
    complete_claim(board, state)


@rule
def answer_tunnel(board: Board, state: State, action: int) -> None:
    """U4: pay exactly the extra and take the route, or decline: the turn is over either way."""
    if action == DECLINE:
        take_back(state, whole(state.actor))
        clear_turned(state)
        settle_cards(state)
        end_turn(board, state)
    else:
        discard_payment(state, whole(state.actor), action, whole(state.due))
        discard_laid(state)
        clear_turned(state)
        complete_claim(board, state)


@rule
def complete_claim(board: Board, state: State) -> None:
    """The route changes hands, points are settled (W5), then Alvin (A5), then the marker (W3)."""
    settle_cards(state)
    seat = whole(state.actor)
    route = whole(state.route)
    take_route(board, state, seat, route)
    pay_points(board, state, seat, route)
    if catches_alvin(board, state, seat, route):
        catch_alvin(board, state, seat)
        if state.markers[seat] != NONE:
            state.phase = MOVE_ALVIN
            return
    offer_marker(board, state)


@rule
def offer_marker(board: Board, state: State) -> None:
    """W3. The player is asked even when unable to pay, so that the table learns nothing."""
    if board.markers > 0 and cities_for_marker(board, state) != NONE:
        state.phase = MARKER
    else:
        end_turn(board, state)


@rule
def move_alvin(board: Board, state: State, city: int) -> None:
    state.alvin_city = city
    offer_marker(board, state)


@rule
def pay_marker(board: Board, state: State, action: int) -> None:
    discard_payment(state, whole(state.actor), action, PAIR)
    settle_cards(state)
    state.markers[state.actor] |= bit(whole(state.city))
    end_turn(board, state)


@rule
def pay_station(board: Board, state: State, action: int) -> None:
    seat = whole(state.actor)
    discard_payment(state, seat, action, station_price(state, seat))
    settle_cards(state)
    place_station(state, seat, whole(state.city))
    end_turn(board, state)


@rule
def take_turn(board: Board, state: State, action: int) -> None:
    """T1: exactly one of the actions. T3: only passes in a row end the game."""
    if action == PASS:
        state.passes += 1
        end_turn(board, state)
        return
    state.passes = 0
    if action < CITY:
        state.route = action
        state.phase = PAY_ROUTE
    elif action < PAY:
        state.city = action - CITY
        state.phase = PAY_STATION
    elif action == DRAW_TICKETS:
        offer_from_deck(state, whole(state.actor), whole(board.draw_tickets))
        state.phase = TICKETS_DRAWN
    else:
        draw_first(board, state, action)


@rule
def place_marker(board: Board, state: State, action: int) -> None:
    if action == SKIP:
        end_turn(board, state)
    else:
        state.city = action - CITY
        state.phase = PAY_MARKER


@entry
def play(board: Board, state: State, action: int) -> None:
    """Carry out a decision that is known to be legal."""
    phase = state.phase
    if phase == TURN:
        take_turn(board, state, action)
    elif phase == SECOND:
        draw_card(state, action)
        end_turn(board, state)
    elif phase == PAY_ROUTE:
        pay_route(board, state, action)
    elif phase == TICKETS_DRAWN:
        keep(state, whole(state.actor), action - KEEP)
        end_turn(board, state)
    elif phase == TUNNEL:
        answer_tunnel(board, state, action)
    elif phase == PAY_STATION:
        pay_station(board, state, action)
    elif phase == MARKER:
        place_marker(board, state, action)
    elif phase == PAY_MARKER:
        pay_marker(board, state, action)
    elif phase == MOVE_ALVIN:
        move_alvin(board, state, action - CITY)
    elif phase == START:
        choose_start(board, state, action - CITY)
    elif phase == OPENING:
        choose_opening(board, state, action - KEEP)


@entry
def call_on(state: State, seat: int) -> None:
    """S3: in the opening the seats choose in any order; let this one be next."""
    if state.phase == OPENING and state.chosen[seat] < 0:
        state.actor = seat


@entry
def finish(state: State) -> None:
    """Stop here, whatever is left to play: what lies on the table goes back where it came from."""
    if state.phase == TUNNEL:
        take_back(state, whole(state.actor))
        clear_turned(state)
    for seat in range(state.seats):
        if state.offered_size[seat] > 0:
            keep(state, seat, 0)
    end_game(state)
