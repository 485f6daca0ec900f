"""The flat form: one vector, plane after plane, written as words of eight cells."""

import numpy as np

from carrozza.kernel.bits import NONE, bit
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import Grid, whole
from carrozza.kernel.state import State
from carrozza.observation import declaration as slices
from carrozza.observation.cells.writing import copy_words, write_set
from carrozza.observation.declaration import Plan, word_at
from carrozza.observation.distances import Search
from carrozza.observation.planes.cards import write_cards
from carrozza.observation.planes.players import write_players
from carrozza.observation.planes.routes import write_routes
from carrozza.observation.planes.table import write_phase, write_table
from carrozza.observation.recall import Recall
from carrozza.observation.refreshing import refresh


@rule
def write_cities(board: Board, plan: Plan, state: State, seat: int, recall: Recall, out: Grid) -> None:
    words = whole(plan.city_words)
    copy_words(out, word_at(plan, slices.CITY_WANTED), words, recall.wanted)
    other = seat
    for plane in range(plan.seats):
        at = plane * words
        write_set(out, word_at(plan, slices.CITY_REACHED) + at, words, recall.reached[other])
        if board.stations:
            write_set(out, word_at(plan, slices.CITY_STATION) + at, words, state.stations[other])
        if board.markers:
            write_set(out, word_at(plan, slices.CITY_MARKER) + at, words, state.markers[other])
        if board.network:
            write_set(out, word_at(plan, slices.CITY_START) + at, words, place_of(whole(state.start[other])))
        other = other + 1 if other + 1 < plan.seats else 0
    if board.network:
        copy_words(out, word_at(plan, slices.CITY_DISTANCE), words, recall.city_distance)
    if board.alvin_city >= 0:
        write_set(out, word_at(plan, slices.CITY_ALVIN), words, place_of(whole(state.alvin_city)))
    if board.stations or board.markers:
        write_set(out, word_at(plan, slices.CITY_CHOSEN), words, place_of(whole(state.city)))


@rule
def place_of(city: int) -> np.uint64:
    """The set of this city; of none where it is -1."""
    return bit(city) if city >= 0 else NONE


@rule
def write_tickets(plan: Plan, state: State, seat: int, recall: Recall, out: Grid) -> None:
    words = whole(plan.ticket_words)
    write_set(out, word_at(plan, slices.TICKET_HELD), words, state.tickets[seat])
    write_set(out, word_at(plan, slices.TICKET_MADE), words, recall.made)
    write_set(out, word_at(plan, slices.TICKET_LOST), words, recall.lost)
    write_set(out, word_at(plan, slices.TICKET_RETURNED), words, recall.returned)
    copy_words(out, word_at(plan, slices.TICKET_DISTANCE), words, recall.ticket_distance)
    if plan.at[slices.TICKET_NETWORK_DISTANCE] >= 0:
        copy_words(out, word_at(plan, slices.TICKET_NETWORK_DISTANCE), words, recall.network_distance)
    if plan.at[slices.TICKET_REFUSED] >= 0:
        write_set(out, word_at(plan, slices.TICKET_REFUSED), words, state.gone[seat] | state.refused[seat])
    at = word_at(plan, slices.TICKET_OFFERED)
    for place in range(plan.places):
        ticket = bit(whole(state.offered[seat, place])) if place < state.offered_size[seat] else NONE
        write_set(out, at, words, ticket)
        at += words


@entry
def write_flat(board: Board, plan: Plan, state: State, seat: int, recall: Recall, search: Search, out: Grid) -> None:
    """Write what the seat observes into `out`: the `spec.size // 8` words (uint64) of a vector of int8.

    `state` is the full state or the seat's view; only what the seat may know is read. `recall` belongs to this seat of
    this game, and was reset when the game began. `search` is room to work in.
    """
    refresh(board, plan, state, seat, recall, search)
    write_routes(board, plan, state, seat, recall, out)
    write_cities(board, plan, state, seat, recall, out)
    write_tickets(plan, state, seat, recall, out)
    write_cards(board, plan, state, seat, out)
    write_players(board, plan, state, seat, recall, out)
    write_phase(plan, state, out)
    write_table(board, plan, state, seat, out)
