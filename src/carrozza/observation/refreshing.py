"""Bringing a recall up to date."""

from typing import Final

import numpy as np

from carrozza.kernel.bits import NONE, bit, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import ROUTE_WORDS, TICKETS, whole
from carrozza.kernel.state import NOBODY, State
from carrozza.observation.closing import close_routes
from carrozza.observation.declaration import Plan
from carrozza.observation.distances import Search, node_of
from carrozza.observation.lanes import (
    assign_lanes,
    drop_route,
    join_nodes,
    join_rows,
    mark_all,
    next_source,
    note_offered_ways,
    note_routes,
    note_tickets,
    stale_sources,
    take_distances,
)
from carrozza.observation.network_ways import note_network
from carrozza.observation.recall import Recall
from carrozza.observation.searching import link_nodes, measure

WAYS: Final = 1
"""What has changed: the ways of tickets, ..."""
HELD: Final = 2
"""... the tickets held, ..."""
OFFERED: Final = 4
"""... those offered, ..."""
JOINED: Final = 8
"""... and two nodes, which have become one."""


@rule
def forget(board: Board, state: State, recall: Recall) -> None:
    for word in range(ROUTE_WORDS):
        recall.adjacent[word] = NONE
        recall.contested[word] = NONE
        recall.free[word] = board.all_routes[word]
        for seat in range(state.seats):
            recall.owned[seat, word] = NONE
    for seat in range(state.seats):
        recall.reached[seat] = NONE
    for city in range(board.cities):
        recall.node[city] = city
    recall.lanes = 0
    recall.used = NONE
    recall.tickets = NONE
    recall.offered = NONE
    recall.stale_a = NONE
    recall.stale_b = NONE
    recall.start = NOBODY
    recall.ticket_deck_size = -1


@rule
def note_claim(board: Board, plan: Plan, seat: int, owner: int, route: int, recall: Recall) -> None:
    """Where networks reach."""
    a, b = whole(board.city_a[route]), whole(board.city_b[route])
    recall.reached[owner] |= bit(a) | bit(b)
    for word in range(plan.route_sets):
        both = board.routes_of[a, word] | board.routes_of[b, word]
        if owner == seat:
            recall.adjacent[word] |= both
        else:
            recall.contested[word] |= both


@rule
def note_claims(board: Board, plan: Plan, state: State, seat: int, recall: Recall) -> None:
    for word in range(plan.route_sets):
        for owner in range(plan.seats):
            claimed = state.owned[owner, word] & ~recall.owned[owner, word]
            recall.owned[owner, word] = state.owned[owner, word]
            while claimed != NONE:
                note_claim(board, plan, seat, owner, word * 64 + lowest(claimed), recall)
                claimed = without_lowest(claimed)


@rule
def offered_tickets(state: State, seat: int) -> np.uint64:
    tickets = NONE
    for place in range(state.offered_size[seat]):
        tickets |= bit(whole(state.offered[seat, place]))
    return tickets


@rule
def note_returned(state: State, seat: int, recall: Recall) -> None:
    """The tickets in the deck that the seat put there itself."""
    recall.ticket_top = state.ticket_top
    recall.ticket_deck_size = state.ticket_deck_size
    recall.returned = NONE
    for place in range(TICKETS):
        if state.ticket_returner[place] == seat:
            recall.returned |= bit(whole(state.ticket_deck[place]))


@rule
def are_routes_same(plan: Plan, state: State, seat: int, recall: Recall) -> bool:
    for word in range(plan.route_sets):
        if recall.free[word] != state.free[seat, word]:
            return False
    return True


@rule
def claimed_route(plan: Plan, state: State, seat: int, recall: Recall) -> int:
    """The route that has become the seat's own; nobody's where there is none."""
    for word in range(plan.route_sets):
        claimed = state.owned[seat, word] & ~recall.owned[seat, word]
        if claimed != NONE:
            return word * 64 + lowest(claimed)
    return NOBODY


@rule
def join_own(board: Board, plan: Plan, state: State, seat: int, recall: Recall) -> int:
    """Make one node of the ends of each new route; returns how many there are."""
    joined = 0
    for word in range(plan.route_sets):
        routes = state.owned[seat, word] & ~recall.owned[seat, word]
        while routes != NONE:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            a, b = node_of(recall, whole(plan.route_a[route])), node_of(recall, whole(plan.route_b[route]))
            join_nodes(board, recall, a, b)
            joined += 1
    return joined


@rule
def follow_own(board: Board, plan: Plan, state: State, seat: int, own: int, known: int, recall: Recall) -> bool:
    """The seat has claimed a route; returns whether other ways may be shorter by it."""
    a, b = node_of(recall, whole(plan.route_a[own])), node_of(recall, whole(plan.route_b[own]))
    if join_own(board, plan, state, seat, recall) > 1:
        mark_all(recall)
    if a == b or known == 0:
        return False
    join_rows(recall, a, b)
    return True


@rule
def begin_following(board: Board, plan: Plan, state: State, seat: int, offered: np.uint64, recall: Recall) -> int:
    """Routes or tickets have changed: mark the lanes that are to be searched anew. Returns what has changed."""
    own = claimed_route(plan, state, seat, recall)
    known = whole(recall.lanes)
    if known > 0:
        close_routes(board, plan, state, seat, own, recall)
    changed = 0
    if own != NOBODY or recall.stale_a | recall.stale_b != NONE or recall.kept == 0:
        changed |= WAYS
    if state.tickets[seat] != recall.tickets:
        changed |= HELD
    if offered != recall.offered:
        changed |= OFFERED
    recall.tickets = state.tickets[seat]
    recall.offered = offered
    if changed & (HELD | OFFERED):
        assign_lanes(recall, recall.tickets | offered)
    if own != NOBODY and follow_own(board, plan, state, seat, own, known, recall):
        changed |= JOINED
    return changed


@rule
def joined_node(plan: Plan, state: State, seat: int, changed: int, recall: Recall) -> int:
    """The node that two have become; nobody's where there is none."""
    if changed & JOINED == 0:
        return NOBODY
    return node_of(recall, whole(plan.route_a[claimed_route(plan, state, seat, recall)]))


@rule
def sources_to_measure(board: Board, recall: Recall, joined: int) -> np.uint64:
    sources = stale_sources(board, recall)
    return sources if joined == NOBODY else sources | bit(joined)


@rule
def drop_routes(recall: Recall, number: int, free: np.uint64) -> None:
    """Of a set, routes are no longer free, and nothing else has changed."""
    dropped = recall.free[number] & ~free
    while dropped != NONE:
        drop_route(recall, number * 64 + lowest(dropped))
        dropped = without_lowest(dropped)


@rule
def note_ways(plan: Plan, state: State, seat: int, changed: int, recall: Recall, number: int) -> None:
    """What follows from the distances, for the routes of a set."""
    free = state.free[seat, number]
    if changed & (WAYS | HELD):
        note_routes(plan, recall, number, free)
    else:
        drop_routes(recall, number, free)
    if changed & (WAYS | HELD | OFFERED):
        note_offered_ways(plan, recall, number, free)


@rule
def end_measuring(board: Board, plan: Plan, changed: int, recall: Recall) -> None:
    """All distances are up to date: note what follows from them, for the tickets."""
    recall.stale_a = NONE
    recall.stale_b = NONE
    if changed & (WAYS | HELD | OFFERED):
        note_tickets(board, plan, recall)


@rule
def end_following(
    board: Board, plan: Plan, state: State, seat: int, changed: int, recall: Recall, search: Search
) -> None:
    """Note what follows from ways and tickets for the seat's network."""
    if board.network:
        note_network(board, plan, state, seat, changed & (WAYS | HELD | OFFERED) != 0, recall, search)


@rule
def follow(
    board: Board, plan: Plan, state: State, seat: int, offered: np.uint64, recall: Recall, search: Search
) -> None:
    """Bring the ways up to date: routes or tickets have changed."""
    changed = begin_following(board, plan, state, seat, offered, recall)
    joined = joined_node(plan, state, seat, changed, recall)
    source = joined if joined != NOBODY else next_source(board, recall)
    if source != NOBODY or board.network:
        link_nodes(board, plan, state, seat, recall, search)
    while source != NOBODY:
        measure(board, plan, recall, search, source)
        take_distances(board, recall, search.distance, source, joined)
        source = next_source(board, recall)
    end_measuring(board, plan, changed, recall)
    for number in range(plan.route_sets):
        note_ways(plan, state, seat, changed, recall, number)
    end_following(board, plan, state, seat, changed, recall, search)


@rule
def has_changed(board: Board, plan: Plan, state: State, seat: int, offered: np.uint64, recall: Recall) -> bool:
    """Whether ways may have."""
    return bool(
        recall.kept == 0
        or not are_routes_same(plan, state, seat, recall)
        or state.tickets[seat] != recall.tickets
        or offered != recall.offered
        or (board.network and recall.start != state.start[seat])
    )


@rule
def keep(board: Board, plan: Plan, state: State, seat: int, recall: Recall) -> None:
    """Note for which position the recall is up to date now."""
    for word in range(plan.route_sets):
        recall.free[word] = state.free[seat, word]
    note_claims(board, plan, state, seat, recall)
    if recall.ticket_top != state.ticket_top or recall.ticket_deck_size != state.ticket_deck_size:
        note_returned(state, seat, recall)
    recall.kept = 1


@rule
def refresh(board: Board, plan: Plan, state: State, seat: int, recall: Recall, search: Search) -> None:
    """Bring the recall up to date."""
    if recall.kept == 0:
        forget(board, state, recall)
    offered = offered_tickets(state, seat)
    if has_changed(board, plan, state, seat, offered, recall):
        follow(board, plan, state, seat, offered, recall, search)
    keep(board, plan, state, seat, recall)
