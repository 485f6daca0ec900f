"""The ways of a seat's tickets, all at once: every ticket has a lane, one byte in words of eight.

For every node the recall keeps how far it is from both cities of each ticket. A claim leaves most of that as it was:

- A route that closes matters only to a city from which it is *tight*: its ends are as far apart as it is long.
- A route of one's own makes two nodes one. Ways through it are as long as to the nearer of the two and on from there.
"""

from typing import Final

import numpy as np

from carrozza.envs.observation.declaration import FAR_DETOUR, Plan
from carrozza.envs.observation.distances import FAR, Search, measure, node_of
from carrozza.envs.observation.octets import in_all, in_octet, octet, smaller_octets, smallest_octet, zero_octets
from carrozza.envs.observation.recall import Recall
from carrozza.kernel.bits import NONE, ONE, bit, has, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import LENGTHS, Grid, whole
from carrozza.kernel.state import NOBODY, State

MUTE: Final = 127
SLACK: Final = LENGTHS - 1
"""What a way over a route can be shorter than the shortest by, before the route's own length is added."""


@rule
def lane_words(recall: Recall) -> int:
    return (whole(recall.lanes) + 7) >> 3


@rule
def tight(here: np.uint64, there: np.uint64, length: int) -> np.uint64:
    """The lanes in which one end is nearer by just the length."""
    spaces = in_all(length)
    return zero_octets((here + spaces) ^ there) | zero_octets((there + spaces) ^ here)


@rule
def close_route(board: Board, recall: Recall, route: int) -> None:
    """A free route has become another's, or closed: mark the lanes it may matter to."""
    a, b = node_of(recall, whole(board.city_a[route])), node_of(recall, whole(board.city_b[route]))
    if a == b:
        return
    length = whole(board.length[route])
    for word in range(lane_words(recall)):
        place = np.uint64(word << 3)
        recall.stale_a |= tight(recall.from_a[word, a], recall.from_a[word, b], length) << place
        recall.stale_b |= tight(recall.from_b[word, a], recall.from_b[word, b], length) << place


@rule
def mark_all(recall: Recall) -> None:
    for lane in range(recall.lanes):
        recall.stale_a |= bit(lane)
        recall.stale_b |= bit(lane)


@rule
def join_nodes(board: Board, recall: Recall, a: int, b: int) -> None:
    """From now on the two are one node, called `a`."""
    for city in range(board.cities):
        if recall.node[city] == b:
            recall.node[city] = a


@rule
def shorten(board: Board, recall: Recall, search: Search, a: int, b: int) -> None:
    """The nodes `a` and `b` have become one, called `a`: all ways may go through it now."""
    measure(board, search, a)
    for word in range(lane_words(recall)):
        to_a = smaller_octets(recall.from_a[word, a], recall.from_a[word, b])
        to_b = smaller_octets(recall.from_b[word, a], recall.from_b[word, b])
        for node in range(board.cities):
            onwards = in_all(whole(search.distance[node]))
            recall.from_a[word, node] = smaller_octets(recall.from_a[word, node], to_a + onwards)
            recall.from_b[word, node] = smaller_octets(recall.from_b[word, node], to_b + onwards)


@rule
def free_lane(recall: Recall) -> int:
    for lane in range(recall.lanes):
        if recall.lane_ticket[lane] == NOBODY:
            return lane
    recall.lanes += 1
    return whole(recall.lanes) - 1


@rule
def assign_lanes(recall: Recall, tickets: np.uint64) -> None:
    """A lane for each of these tickets, and for no other."""
    for lane in range(recall.lanes):
        ticket = whole(recall.lane_ticket[lane])
        if ticket != NOBODY:
            if has(tickets, ticket):
                tickets &= ~bit(ticket)
            else:
                recall.lane_ticket[lane] = NOBODY
    while tickets != NONE:
        lane = free_lane(recall)
        recall.lane_ticket[lane] = lowest(tickets)
        recall.stale_a |= bit(lane)
        recall.stale_b |= bit(lane)
        tickets = without_lowest(tickets)


@rule
def fill_lane(board: Board, search: Search, lane: int, distances: Grid) -> None:
    """Write what was measured into one lane."""
    word, place = lane >> 3, np.uint64((lane & 7) << 3)
    others = ~(np.uint64(255) << place)
    for node in range(board.cities):
        distances[word, node] = (distances[word, node] & others) | (np.uint64(search.distance[node]) << place)


@rule
def search_stale(board: Board, recall: Recall, search: Search) -> None:
    while recall.stale_a != NONE:
        lane = lowest(recall.stale_a)
        recall.stale_a = without_lowest(recall.stale_a)
        ticket = whole(recall.lane_ticket[lane])
        if ticket != NOBODY:
            measure(board, search, node_of(recall, whole(board.ticket_a[ticket])))
            fill_lane(board, search, lane, recall.from_a)
    while recall.stale_b != NONE:
        lane = lowest(recall.stale_b)
        recall.stale_b = without_lowest(recall.stale_b)
        ticket = whole(recall.lane_ticket[lane])
        if ticket != NOBODY:
            measure(board, search, node_of(recall, whole(board.ticket_b[ticket])))
            fill_lane(board, search, lane, recall.from_b)


@rule
def note_tickets(board: Board, plan: Plan, recall: Recall) -> None:
    """Which tickets are made or lost, and how far the others are."""
    recall.made = NONE
    recall.lost = NONE
    for word in range(plan.ticket_words):
        recall.ticket_distance[word] = NONE
    for word in range(plan.city_words):
        recall.wanted[word] = NONE
    for word in range(lane_words(recall)):
        recall.way_spaces[word] = NONE
        recall.not_held[word] = in_all(MUTE)
        recall.not_offered[word] = in_all(MUTE)
    for lane in range(recall.lanes):
        ticket = whole(recall.lane_ticket[lane])
        if ticket != NOBODY:
            note_ticket(board, recall, lane, ticket)


@rule
def note_ticket(board: Board, recall: Recall, lane: int, ticket: int) -> None:
    city_a, city_b = whole(board.ticket_a[ticket]), whole(board.ticket_b[ticket])
    word, place = lane >> 3, lane & 7
    spaces = octet(recall.from_a[word, node_of(recall, city_b)], place)
    if spaces == 0:
        recall.made |= bit(ticket)
    elif spaces >= FAR:
        recall.lost |= bit(ticket)
    else:
        recall.ticket_distance[ticket >> 3] |= in_octet(spaces, ticket & 7)
        recall.way_spaces[word] |= in_octet(spaces, place)
        if has(recall.tickets, ticket):
            recall.not_held[word] ^= in_octet(MUTE, place)
            recall.wanted[city_a >> 3] += in_octet(1, city_a & 7)
            recall.wanted[city_b >> 3] += in_octet(1, city_b & 7)
        else:
            recall.not_offered[word] ^= in_octet(MUTE, place)


@rule
def longer(recall: Recall, a: int, b: int, word: int) -> np.uint64:
    """How much longer each way of eight gets over a route between two nodes, without that route's own length, plus
    `SLACK`."""
    forth = recall.from_a[word, a] + recall.from_b[word, b]
    back = recall.from_a[word, b] + recall.from_b[word, a]
    return smaller_octets(forth, back) + in_all(SLACK) - recall.way_spaces[word]


@rule
def note_routes(board: Board, plan: Plan, state: State, seat: int, recall: Recall) -> None:
    """Of every free route, what it would mean for the ways of the tickets held."""
    for word in range(plan.route_words):
        recall.detour[word] = NONE
    words = lane_words(recall)
    for word in range(plan.route_sets):
        on_way = NONE
        routes = state.free[seat, word]
        while routes != NONE:
            route = word * 64 + lowest(routes)
            flag = routes & (~routes + ONE)
            routes ^= flag
            a, b = node_of(recall, whole(plan.route_a[route])), node_of(recall, whole(plan.route_b[route]))
            least = in_all(MUTE)
            for lane_word in range(words):
                least = smaller_octets(least, longer(recall, a, b, lane_word) | recall.not_held[lane_word])
            detour = smallest_octet(least) + whole(plan.route_length[route]) - SLACK
            on_way |= flag * np.uint64(detour == 0)
            recall.detour[route >> 3] |= in_octet(min(detour, FAR_DETOUR), route & 7)
        recall.on_way[word] = on_way


@rule
def note_offered_ways(board: Board, plan: Plan, state: State, seat: int, recall: Recall) -> None:
    """The free routes on the ways of the tickets offered."""
    for word in range(plan.route_sets):
        recall.offered_way[word] = NONE
        routes = state.free[seat, word] if recall.offered != NONE else NONE
        while routes != NONE:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            a, b = node_of(recall, whole(plan.route_a[route])), node_of(recall, whole(plan.route_b[route]))
            least = in_all(MUTE)
            for lane_word in range(lane_words(recall)):
                least = smaller_octets(least, longer(recall, a, b, lane_word) | recall.not_offered[lane_word])
            if smallest_octet(least) + whole(plan.route_length[route]) == SLACK:
                recall.offered_way[word] |= bit(route & 63)


@rule
def drop_route(recall: Recall, route: int) -> None:
    """A route is no longer free, and nothing else has changed."""
    recall.on_way[route >> 6] &= ~bit(route & 63)
    recall.offered_way[route >> 6] &= ~bit(route & 63)
    recall.detour[route >> 3] &= ~in_octet(255, route & 7)
