"""Building stations (B1-B3)."""

import numpy as np

from carrozza.kernel.bits import NONE, bit, count
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import whole
from carrozza.kernel.payments import can_pay
from carrozza.kernel.state import State


@rule
def cities_with_station(state: State) -> np.uint64:
    built = NONE
    for seat in range(state.seats):
        built |= state.stations[seat]
    return built


@entry
def stations_left(board: Board, state: State, seat: int) -> int:
    return whole(board.stations) - count(state.stations[seat])


@entry
def station_price(state: State, seat: int) -> int:
    """B2: one card for the first, two for the second, three for the third."""
    return count(state.stations[seat]) + 1


@rule
def cities_for_station(board: Board, state: State, seat: int) -> np.uint64:
    """B1, B3: any city without a station, where the hand can pay."""
    if stations_left(board, state, seat) <= 0 or not can_pay(board, state, seat, station_price(state, seat)):
        return NONE
    return board.all_cities & ~cities_with_station(state)


@rule
def place_station(state: State, seat: int, city: int) -> None:
    state.stations[seat] |= bit(city)
