"""What is legal now, as a mask over the action space, by bit operations rather than by enumeration."""

import numpy as np

from carrozza.kernel.actions import (
    CITY_WORD,
    DECLINE,
    DRAW,
    DRAW_BLIND,
    DRAW_TICKETS,
    MISC_WORD,
    PASS,
    SKIP,
    WORDS,
)
from carrozza.kernel.bits import NONE, bit, has
from carrozza.kernel.board import Board
from carrozza.kernel.claims import claimable
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import GRAY, KINDS, LOCOMOTIVE, Grid, whole
from carrozza.kernel.markers import PAIR, affordable_markers, open_to_markers
from carrozza.kernel.payments import payments
from carrozza.kernel.state import (
    MARKER,
    MOVE_ALVIN,
    OPENING,
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
from carrozza.kernel.stations import cities_for_station, station_price
from carrozza.kernel.tickets import keepable
from carrozza.kernel.tunnels import laid_colour


@rule
def row_cards(state: State) -> np.uint64:
    """The draws from the row. Without branches: what lies there is chance, and no processor guesses it."""
    draws = NONE
    for kind in range(KINDS):
        draws |= np.uint64(state.row[kind] > 0) << np.uint64(DRAW % 64 + kind)
    return draws


@rule
def turn_actions(board: Board, state: State, mask: Grid) -> None:
    """T1; D7: drawing needs a card in the deck; K4; T2: passing is for those who can do nothing else."""
    seat = whole(state.actor)
    claimable(board, state, seat, mask)
    if state.deck_size > 0:
        mask[MISC_WORD] |= row_cards(state) | bit(DRAW_BLIND % 64)
    if state.ticket_deck_size > 0:
        mask[MISC_WORD] |= bit(DRAW_TICKETS % 64)
    if board.stations > 0:
        mask[CITY_WORD] = cities_for_station(board, state, seat)
    if not anything(mask):
        mask[MISC_WORD] = bit(PASS % 64)


@rule
def second_card(state: State, mask: Grid) -> None:
    """D3: no face-up locomotive as the second card."""
    mask[MISC_WORD] = row_cards(state) & ~bit(DRAW % 64 + LOCOMOTIVE)
    if state.deck_size > 0:
        mask[MISC_WORD] |= bit(DRAW_BLIND % 64)


@rule
def tunnel_answers(board: Board, state: State, mask: Grid) -> None:
    """U2, U3: exactly the extra, in the colour that was laid; U4: or decline."""
    payments(board, state, whole(state.actor), laid_colour(state), whole(state.due), 0, mask)
    mask[MISC_WORD] |= bit(DECLINE % 64)


@rule
def anything(mask: Grid) -> bool:
    found = NONE
    for word in range(WORDS):
        found |= mask[word]
    return bool(found != NONE)


@entry
def legal(board: Board, state: State, mask: Grid) -> None:
    """Write the mask of legal actions. After the end it is empty (E5)."""
    for word in range(WORDS):
        mask[word] = NONE
    seat = whole(state.actor)
    phase = state.phase
    if phase == TURN:
        turn_actions(board, state, mask)
    elif phase == SECOND:
        second_card(state, mask)
    elif phase == PAY_ROUTE:
        route = whole(state.route)
        payments(
            board,
            state,
            seat,
            whole(board.colour[route]),
            whole(board.length[route]),
            whole(board.ferry[route]),
            mask,
        )
    elif phase == TICKETS_DRAWN or phase == OPENING:
        keepable(board, state, seat, mask)
    elif phase == TUNNEL:
        tunnel_answers(board, state, mask)
    elif phase == PAY_STATION:
        payments(board, state, seat, GRAY, station_price(state, seat), 0, mask)
    elif phase == MARKER:
        mask[CITY_WORD] = affordable_markers(board, state)
        mask[MISC_WORD] = bit(SKIP % 64)
    elif phase == PAY_MARKER:
        payments(board, state, seat, GRAY, PAIR, 0, mask)
    elif phase == MOVE_ALVIN:
        mask[CITY_WORD] = state.markers[seat]
    elif phase == START:
        mask[CITY_WORD] = open_to_markers(board, state)


@rule
def is_legal(board: Board, state: State, action: int, mask: Grid) -> bool:
    legal(board, state, mask)
    return has(mask[action // 64], action % 64)
