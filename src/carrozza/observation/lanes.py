"""The ways of a seat's tickets, all at once: every ticket has a lane, one byte in words of eight.

For every node the recall keeps how far it is from both cities of each ticket. A claim leaves most of that as it was:

- A route that closes matters only to a city from which it is *tight*, its ends being as far apart as it is long, and
  only where no other tight route leads to its farther end.
- A route of one's own makes two nodes one. Ways through it are as long as to the nearer of the two and on from there.
"""

from typing import Final

import numpy as np

from carrozza.kernel.bits import NONE, bit, has, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import LENGTHS, Grid, whole
from carrozza.kernel.state import NOBODY, State
from carrozza.observation.cells.octets import (
    ONES,
    in_all,
    in_octet,
    octet,
    octets,
    smaller_octets,
    smallest_octet,
    zero_octets,
)
from carrozza.observation.declaration import FAR, FAR_DETOUR, Plan
from carrozza.observation.distances import LONGEST, Search, measure, node_of
from carrozza.observation.recall import Recall

QUIET: Final = 127
SLACK: Final = LENGTHS - 1
"""What a way over a route can be shorter than the shortest by, before the route's own length is added."""


@rule
def blocks(recall: Recall) -> int:
    return (whole(recall.lanes) + 7) >> 3


@rule
def far_end(recall: Recall, a: int, b: int, length: int, block: int, end: int, lane: int) -> int:
    """The end of a route that is farther by just its length; nobody where the route is not tight."""
    here, there = octet(recall.distance[block, end, a], lane), octet(recall.distance[block, end, b], lane)
    if here + length == there:
        return b
    return a if there + length == here else NOBODY


@rule
def has_tight_route(recall: Recall, search: Search, node: int, block: int, end: int, lane: int) -> bool:
    """Whether a free route leads to this node that is tight in this lane."""
    spaces = octet(recall.distance[block, end, node], lane)
    for length in range(min(LONGEST, spaces)):
        nodes = search.near[node, length]
        while nodes != NONE:
            if octet(recall.distance[block, end, lowest(nodes)], lane) + length + 1 == spaces:
                return True
            nodes = without_lowest(nodes)
    return False


@rule
def close_route(board: Board, plan: Plan, recall: Recall, search: Search, route: int, alone: bool) -> None:
    """A free route has become another's, or closed: mark the lanes it may matter to. Nodes are as they were; where
    nothing else has changed (`alone`), the search has been set up with the routes that are left."""
    a, b = node_of(recall, whole(plan.route_a[route])), node_of(recall, whole(plan.route_b[route]))
    if a == b:
        return
    length = whole(plan.route_length[route])
    for place in range(recall.lanes):
        if recall.lane_ticket[place] != NOBODY:
            block, lane = place >> 3, place & 7
            far = far_end(recall, a, b, length, block, 0, lane)
            if far != NOBODY and not (alone and has_tight_route(recall, search, far, block, 0, lane)):
                recall.stale_a |= bit(place)
            far = far_end(recall, a, b, length, block, 1, lane)
            if far != NOBODY and not (alone and has_tight_route(recall, search, far, block, 1, lane)):
                recall.stale_b |= bit(place)


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
    for block in range(blocks(recall)):
        to_a = smaller_octets(recall.distance[block, 0, a], recall.distance[block, 0, b])
        to_b = smaller_octets(recall.distance[block, 1, a], recall.distance[block, 1, b])
        for node in range(board.cities):
            onwards = in_all(whole(search.distance[node]))
            recall.distance[block, 0, node] = smaller_octets(recall.distance[block, 0, node], to_a + onwards)
            recall.distance[block, 1, node] = smaller_octets(recall.distance[block, 1, node], to_b + onwards)


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
def fill_lane(board: Board, recall: Recall, search: Search, end: int, place: int) -> None:
    """Write what was measured into one lane."""
    block, lane = place >> 3, np.uint64((place & 7) << 3)
    others = ~(np.uint64(255) << lane)
    for node in range(board.cities):
        kept = recall.distance[block, end, node] & others
        recall.distance[block, end, node] = kept | (np.uint64(search.distance[node]) << lane)


@rule
def search_stale(board: Board, recall: Recall, search: Search, end: int, cities: Grid, stale: np.uint64) -> None:
    """Search these lanes anew, those of one city together."""
    while stale != NONE:
        place = lowest(stale)
        stale = without_lowest(stale)
        if recall.lane_ticket[place] == NOBODY:
            continue
        source = node_of(recall, whole(cities[recall.lane_ticket[place]]))
        measure(board, search, source)
        fill_lane(board, recall, search, end, place)
        rest = stale
        while rest != NONE:
            other = lowest(rest)
            rest = without_lowest(rest)
            ticket = whole(recall.lane_ticket[other])
            if ticket != NOBODY and node_of(recall, whole(cities[ticket])) == source:
                fill_lane(board, recall, search, end, other)
                stale &= ~bit(other)


@rule
def note_tickets(board: Board, plan: Plan, recall: Recall) -> None:
    """Which tickets are made or lost, and how far the others are."""
    recall.made = NONE
    recall.lost = NONE
    for word in range(plan.ticket_words):
        recall.ticket_distance[word] = NONE
    for word in range(plan.city_words):
        recall.wanted[word] = NONE
    for block in range(blocks(recall)):
        recall.shift[block] = in_all(SLACK)
        recall.quiet[block] = in_all(QUIET)
        recall.quiet_offered[block] = in_all(QUIET)
    for place in range(recall.lanes):
        ticket = whole(recall.lane_ticket[place])
        if ticket != NOBODY:
            note_ticket(board, recall, place >> 3, place & 7, ticket)


@rule
def note_ticket(board: Board, recall: Recall, block: int, lane: int, ticket: int) -> None:
    city_a, city_b = whole(board.ticket_a[ticket]), whole(board.ticket_b[ticket])
    spaces = octet(recall.distance[block, 0, node_of(recall, city_b)], lane)
    if spaces == 0:
        recall.made |= bit(ticket)
    elif spaces >= FAR:
        recall.lost |= bit(ticket)
    else:
        recall.ticket_distance[ticket >> 3] |= in_octet(spaces, ticket & 7)
        recall.shift[block] -= in_octet(spaces, lane)
        if has(recall.tickets, ticket):
            recall.quiet[block] ^= in_octet(QUIET, lane)
            recall.wanted[city_a >> 3] += in_octet(1, city_a & 7)
            recall.wanted[city_b >> 3] += in_octet(1, city_b & 7)
        else:
            recall.quiet_offered[block] ^= in_octet(QUIET, lane)


@rule
def lengthen(plan: Plan, recall: Recall, search: Search, block: int, quiet: np.uint64) -> None:
    """How much longer the ways of a block get over each route, without that route's own length, plus `SLACK`: the least
    by lane, over the blocks so far. (Loops over whole arrays, without a branch: compilers make vectors of them.)"""
    shift = recall.shift[block]
    for route in range(plan.routes):
        a, b = node_of(recall, whole(plan.route_a[route])), node_of(recall, whole(plan.route_b[route]))
        search.forth[route] = recall.distance[block, 0, a] + recall.distance[block, 1, b]
        search.back[route] = recall.distance[block, 0, b] + recall.distance[block, 1, a]
    for route in range(plan.routes):
        more = smaller_octets(search.forth[route], search.back[route]) + shift
        search.least[route] = smaller_octets(search.least[route], more | quiet)


@rule
def find_detours(plan: Plan, recall: Recall, search: Search, quiet: Grid) -> None:
    """By route, the detour of the ticket that it suits best; it means something for free routes only."""
    for route in range(plan.route_words << 3):
        search.least[route] = in_all(QUIET)
    for block in range(blocks(recall)):
        lengthen(plan, recall, search, block, quiet[block])
    for route in range(plan.routes):
        detour = smallest_octet(search.least[route]) + np.uint64(plan.route_length[route]) - np.uint64(SLACK)
        search.least[route] = min(detour, np.uint64(FAR_DETOUR))


@rule
def eight_detours(search: Search, word: int) -> np.uint64:
    cells = NONE
    for place in range(8):
        cells |= search.least[(word << 3) + place] << np.uint64(place << 3)
    return cells


@rule
def note_routes(plan: Plan, state: State, seat: int, recall: Recall, search: Search) -> None:
    """Of every free route, what it would mean for the ways of the tickets held."""
    find_detours(plan, recall, search, recall.quiet)
    for word in range(plan.route_sets):
        recall.on_way[word] = NONE
    for word in range(plan.route_words):
        place = np.uint64((word & 7) << 3)
        free = octets(state.free[seat, word >> 3] >> place)
        cells = eight_detours(search, word)
        recall.detour[word] = cells & (free * np.uint64(255))
        recall.on_way[word >> 3] |= zero_octets(cells | (free ^ ONES)) << place


@rule
def note_offered_ways(plan: Plan, state: State, seat: int, recall: Recall, search: Search) -> None:
    """The free routes on the ways of the tickets offered."""
    for word in range(plan.route_sets):
        recall.offered_way[word] = NONE
    if recall.offered == NONE:
        return
    find_detours(plan, recall, search, recall.quiet_offered)
    for word in range(plan.route_words):
        place = np.uint64((word & 7) << 3)
        recall.offered_way[word >> 3] |= zero_octets(eight_detours(search, word)) << place
    for word in range(plan.route_sets):
        recall.offered_way[word] &= state.free[seat, word]


@rule
def drop_route(recall: Recall, route: int) -> None:
    """A route is no longer free, and nothing else has changed."""
    recall.on_way[route >> 6] &= ~bit(route & 63)
    recall.offered_way[route >> 6] &= ~bit(route & 63)
    recall.detour[route >> 3] &= ~in_octet(255, route & 7)
