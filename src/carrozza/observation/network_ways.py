"""W2: how far the cities are from the seat's network, and what joins its tickets to it.

What joins a ticket's two cities to the network with the fewest spaces are three ways that meet in one city: to the
network, to the first city and to the second. (One or two of them are empty where the way between the cities passes the
network, or where a city lies in it.) How far the meeting city is from all three is known for every city.
"""

from typing import Final

import numpy as np

from carrozza.kernel.bits import NONE, bit, has, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import whole
from carrozza.kernel.state import State
from carrozza.observation.cells.octets import in_octet, octet
from carrozza.observation.declaration import FAR, MOST, Plan
from carrozza.observation.distances import Search, node_of
from carrozza.observation.lanes import source_of, spaces_in
from carrozza.observation.recall import Recall
from carrozza.observation.searching import measure

NO_WAYS: Final = 2 * FAR - 1
"""The ways that meet in one of the ticket's cities take fewer spaces; with one that is too long (`FAR`) they would take
more."""


@rule
def note_network(
    board: Board, plan: Plan, state: State, seat: int, other_ways: bool, recall: Recall, search: Search
) -> None:
    """Bring up to date what follows from the start city. `other_ways`: the tickets or their own ways have changed."""
    changed = note_distances(board, plan, state, seat, recall, search)
    if recall.start < 0:
        copy_ways(plan, recall)
    elif changed or other_ways or is_way_closed(plan, state, seat, recall):
        note_network_ways(board, plan, state, seat, recall, search)


@rule
def note_distances(board: Board, plan: Plan, state: State, seat: int, recall: Recall, search: Search) -> bool:
    """How far every city is from the start city; returns whether that has changed."""
    recall.start = state.start[seat]
    if recall.start >= 0:
        measure(board, plan, recall, search, node_of(recall, whole(recall.start)))
    changed = False
    for word in range(plan.city_words):
        cells = NONE
        for city in range(word * 8, min(word * 8 + 8, whole(board.cities))):
            spaces = FAR if recall.start < 0 else whole(search.distance[node_of(recall, city)])
            cells |= in_octet(spaces if spaces < FAR else MOST, city & 7)
        changed |= cells != recall.city_distance[word]
        recall.city_distance[word] = cells
    return changed


@rule
def copy_ways(plan: Plan, recall: Recall) -> None:
    """Without a start city the network may begin anywhere."""
    for word in range(plan.route_sets):
        recall.network_way[word] = recall.on_way[word]
    for word in range(plan.ticket_words):
        recall.network_distance[word] = recall.ticket_distance[word]


@rule
def is_way_closed(plan: Plan, state: State, seat: int, recall: Recall) -> bool:
    """Where all distances are as they were, the ways are too, as long as none of their routes has closed."""
    for word in range(plan.route_sets):
        if recall.network_way[word] & ~state.free[seat, word] != NONE:
            return True
    return False


@rule
def note_network_ways(board: Board, plan: Plan, state: State, seat: int, recall: Recall, search: Search) -> None:
    """For every ticket held or offered, what joins it to the network. The search is set up, and has just measured from
    the start city."""
    for word in range(plan.route_sets):
        recall.network_way[word] = NONE
    for word in range(plan.ticket_words):
        recall.network_distance[word] = NONE
    meetings = NONE
    lanes = recall.used
    while lanes != NONE:
        place = lowest(lanes)
        lanes = without_lowest(lanes)
        if not has(recall.made | recall.lost, whole(recall.lane_ticket[place])):
            meetings |= note_network_distance(board, recall, search, place, meetings)
    network = node_of(recall, whole(recall.start))
    if has(meetings, network):
        mark_ways(board, plan, state, seat, network, network, recall, search)
        meetings &= ~bit(network)
    while meetings != NONE:
        meeting = lowest(meetings)
        meetings = without_lowest(meetings)
        measure(board, plan, recall, search, meeting)
        mark_ways(board, plan, state, seat, network, meeting, recall, search)


@rule
def note_network_distance(board: Board, recall: Recall, search: Search, place: int, meetings: np.uint64) -> np.uint64:
    """Of one ticket; where it is held, its cities are noted with the node where its ways meet, which is returned."""
    ticket = whole(recall.lane_ticket[place])
    city = meeting_city(board, recall, place, octet(recall.ticket_distance[ticket >> 3], ticket & 7))
    spaces = joined_in(recall, place, city)
    recall.network_distance[ticket >> 3] |= in_octet(spaces if spaces < NO_WAYS else MOST, ticket & 7)
    if spaces >= NO_WAYS or not has(recall.tickets, ticket):
        return NONE
    node = node_of(recall, city)
    before = search.ends[node] if has(meetings, node) else NONE
    search.ends[node] = before | bit(source_of(board, recall, 0, place)) | bit(source_of(board, recall, 1, place))
    return bit(node)


@rule
def joined_in(recall: Recall, place: int, city: int) -> int:
    """The spaces of the three ways of a ticket if they meet in this city."""
    node = node_of(recall, city)
    return city_spaces(recall, city) + spaces_in(recall, place, 0, node) + spaces_in(recall, place, 1, node)


@rule
def city_spaces(recall: Recall, city: int) -> int:
    return octet(recall.city_distance[city >> 3], city & 7)


@rule
def meeting_city(board: Board, recall: Recall, place: int, between: int) -> int:
    """Where the three ways of a ticket meet: the start city, or the first that is better. `between`: the spaces between
    the ticket's cities, which the two ways to them never fall below."""
    best = whole(recall.start)
    fewest = joined_in(recall, place, best)
    for city in range(board.cities):
        if city_spaces(recall, city) + between < fewest:
            spaces = joined_in(recall, place, city)
            if spaces < fewest:
                best, fewest = city, spaces
    return best


@rule
def mark_ways(
    board: Board, plan: Plan, state: State, seat: int, network: int, meeting: int, recall: Recall, search: Search
) -> None:
    """Mark the free routes on the ways that meet in a node, which was measured from: from their ends back to it."""
    ahead = search.ends[meeting] | bit(network)
    passed = ahead
    while ahead != NONE:
        node = lowest(ahead)
        before = mark_into(board, plan, state, seat, node, node == network, recall, search)
        ahead = without_lowest(ahead) | (before & ~passed)
        passed |= before


@rule
def mark_into(
    board: Board, plan: Plan, state: State, seat: int, node: int, is_network: bool, recall: Recall, search: Search
) -> np.uint64:
    """Mark the free routes that end a shortest way to this node; returns the nodes from which they come."""
    spaces = whole(search.distance[node])
    before = NONE
    if spaces == 0:
        return before
    for word in range(plan.route_sets):
        routes = state.free[seat, word] & (state.reach[seat, word] if is_network else board.routes_of[node, word])
        while routes != NONE:
            route = (word * 64 + lowest(routes)) & 255
            other = node_of(recall, whole(plan.route_a[route])) ^ node_of(recall, whole(plan.route_b[route])) ^ node
            if whole(search.distance[other]) + whole(plan.route_length[route]) == spaces:
                recall.network_way[word] |= bit(route & 63)
                before |= bit(other)
            routes = without_lowest(routes)
    return before
