"""What the observation keeps of one seat of one game between its decisions.

What takes long follows from the routes and the seat's tickets alone, and these change in few decisions; so it is
computed anew only when they have changed. A recall never tells more than the position does: a fresh one gives the
same observation.
"""

import numpy as np

from carrozza.envs.observation.declaration import FAR_DETOUR, MOST, Plan
from carrozza.envs.observation.distances import Search, detour, measure, prepare, ticket_spaces
from carrozza.envs.observation.octets import in_octet
from carrozza.kernel.bits import NONE, bit, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.layout import CITIES, ROUTE_WORDS, ROUTES, SEATS, TICKETS, Grid, Record, cell, whole
from carrozza.kernel.state import State


class Recall(Record):
    owned: Grid = cell(np.uint64, SEATS, ROUTE_WORDS)
    """What the rest was computed for: the routes of every seat, ..."""
    free: Grid = cell(np.uint64, ROUTE_WORDS)
    tickets: np.uint64 = cell(np.uint64)
    offered: np.uint64 = cell(np.uint64)
    """... and, of the seat itself, its free routes and its tickets, held and offered."""

    reached: Grid = cell(np.uint64, SEATS)
    """The cities that the routes of each seat reach."""
    adjacent: Grid = cell(np.uint64, ROUTE_WORDS)
    """Routes that end in a city the seat's own reach, ..."""
    contested: Grid = cell(np.uint64, ROUTE_WORDS)
    """... or that a rival's reach."""
    on_way: Grid = cell(np.uint64, ROUTE_WORDS)
    offered_way: Grid = cell(np.uint64, ROUTE_WORDS)
    made: np.uint64 = cell(np.uint64)
    lost: np.uint64 = cell(np.uint64)
    returned: np.uint64 = cell(np.uint64)
    detour: Grid = cell(np.uint64, ROUTES // 8)
    """Cells as they are written: eight in each word."""
    wanted: Grid = cell(np.uint64, CITIES // 8)
    city_distance: Grid = cell(np.uint64, CITIES // 8)
    ticket_distance: Grid = cell(np.uint64, TICKETS // 8)

    kept: int = cell(np.int8)
    """0 where nothing has been computed yet."""
    start: int = cell(np.int8)
    ticket_top: int = cell(np.int8)
    ticket_deck_size: int = cell(np.int8)


@entry
def reset_recall(recall: Recall) -> None:
    """Begin a new game."""
    recall.kept = 0


@rule
def forget(state: State, seat: int, recall: Recall) -> None:
    for word in range(ROUTE_WORDS):
        recall.adjacent[word] = NONE
        recall.contested[word] = NONE
        for other in range(state.seats):
            recall.owned[other, word] = NONE
    for other in range(state.seats):
        recall.reached[other] = NONE
    recall.ticket_deck_size = -1


@rule
def note_claim(board: Board, plan: Plan, seat: int, owner: int, route: int, recall: Recall) -> None:
    a, b = whole(board.city_a[route]), whole(board.city_b[route])
    recall.reached[owner] |= bit(a) | bit(b)
    for word in range(plan.route_sets):
        both = board.routes_of[a, word] | board.routes_of[b, word]
        if owner == seat:
            recall.adjacent[word] |= both
        else:
            recall.contested[word] |= both


@rule
def note_claims(board: Board, plan: Plan, state: State, seat: int, recall: Recall) -> bool:
    """Routes claimed since the last time; true where what is free or the seat's own has changed."""
    changed = recall.kept == 0
    for word in range(plan.route_sets):
        changed = changed or recall.free[word] != state.free[seat, word]
        recall.free[word] = state.free[seat, word]
        for owner in range(plan.seats):
            claimed = state.owned[owner, word] & ~recall.owned[owner, word]
            recall.owned[owner, word] = state.owned[owner, word]
            while claimed != NONE:
                note_claim(board, plan, seat, owner, word * 64 + lowest(claimed), recall)
                claimed = without_lowest(claimed)
    return changed


@rule
def offered_tickets(state: State, seat: int) -> np.uint64:
    tickets = NONE
    for place in range(state.offered_size[seat]):
        tickets |= bit(whole(state.offered[seat, place]))
    return tickets


@rule
def note_returned(plan: Plan, state: State, seat: int, recall: Recall) -> None:
    """The tickets in the deck that the seat put there itself."""
    recall.ticket_top = state.ticket_top
    recall.ticket_deck_size = state.ticket_deck_size
    recall.returned = NONE
    for place in range(TICKETS):
        if state.ticket_returner[place] == seat:
            recall.returned |= bit(whole(state.ticket_deck[place]))


@rule
def note_tickets(board: Board, tickets: np.uint64, search: Search, recall: Recall) -> None:
    """Which of these tickets are made or lost, and how far the others are."""
    while tickets != NONE:
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        ways = whole(search.ways)
        spaces = ticket_spaces(board, search, ticket)
        if spaces == 0:
            recall.made |= bit(ticket)
        elif search.ways == ways:
            recall.lost |= bit(ticket)
        else:
            recall.ticket_distance[ticket >> 3] |= in_octet(min(spaces, MOST), ticket & 7)


@rule
def note_wanted(board: Board, tickets: np.uint64, recall: Recall) -> None:
    for word in range(CITIES // 8):
        recall.wanted[word] = NONE
    tickets &= ~(recall.made | recall.lost)
    while tickets != NONE:
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        a, b = whole(board.ticket_a[ticket]), whole(board.ticket_b[ticket])
        recall.wanted[a >> 3] += in_octet(1, a & 7)
        recall.wanted[b >> 3] += in_octet(1, b & 7)


@rule
def note_routes(board: Board, plan: Plan, held: int, search: Search, recall: Recall) -> None:
    """Of every free route, what it would mean for the ways: the first `held` of them are of tickets held."""
    for word in range(plan.route_sets):
        recall.on_way[word] = NONE
        recall.offered_way[word] = NONE
    for word in range(plan.route_words):
        recall.detour[word] = NONE
    for edge in range(search.edges):
        route = whole(search.edge_route[edge])
        spaces = detour(board, search, edge, 0, held)
        if spaces == 0:
            recall.on_way[route >> 6] |= bit(route & 63)
        else:
            recall.detour[route >> 3] |= in_octet(min(spaces, FAR_DETOUR), route & 7)
        if detour(board, search, edge, held, whole(search.ways)) == 0:
            recall.offered_way[route >> 6] |= bit(route & 63)


@rule
def note_distances(board: Board, plan: Plan, search: Search, recall: Recall) -> None:
    """W2: how far every city is from the start city."""
    for word in range(plan.city_words):
        recall.city_distance[word] = NONE
    start = NONE if recall.start < 0 else bit(whole(recall.start))
    if start != NONE:
        measure(board, search, whole(search.node[recall.start]))
    for city in range(board.cities):
        spaces = MOST
        if start != NONE:
            spaces = min(MOST, whole(search.distance[search.node[recall.start], search.node[city]]))
        recall.city_distance[city >> 3] |= in_octet(spaces, city & 7)


@rule
def note_ways(board: Board, plan: Plan, state: State, seat: int, search: Search, recall: Recall) -> None:
    prepare(board, whole(plan.route_sets), state, seat, search)
    recall.made = NONE
    recall.lost = NONE
    for word in range(plan.ticket_words):
        recall.ticket_distance[word] = NONE
    note_tickets(board, recall.tickets, search, recall)
    held = whole(search.ways)
    note_wanted(board, recall.tickets, recall)
    note_tickets(board, recall.offered, search, recall)
    note_routes(board, plan, held, search, recall)
    if board.network:
        recall.start = state.start[seat]
        note_distances(board, plan, search, recall)


@rule
def refresh(board: Board, plan: Plan, state: State, seat: int, recall: Recall, search: Search) -> None:
    """Bring the recall up to date."""
    if recall.kept == 0:
        forget(state, seat, recall)
    changed = note_claims(board, plan, state, seat, recall)
    offered = offered_tickets(state, seat)
    if state.tickets[seat] != recall.tickets or offered != recall.offered:
        recall.tickets = state.tickets[seat]
        recall.offered = offered
        changed = True
    if board.network and recall.start != state.start[seat]:
        changed = True
    if changed:
        note_ways(board, plan, state, seat, search, recall)
    if recall.ticket_top != state.ticket_top or recall.ticket_deck_size != state.ticket_deck_size:
        note_returned(plan, state, seat, recall)
    recall.kept = 1
