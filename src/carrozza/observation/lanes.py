"""The ways of a seat's tickets, many at once: every ticket has a lane, one byte in rows of sixteen.

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
from carrozza.kernel.state import State
from carrozza.observation.cells.octets import ONES, in_all, in_octet, octet, octets, zero_octets
from carrozza.observation.cells.rows import least_way, lower_row, set_lane
from carrozza.observation.declaration import FAR, FAR_DETOUR, Plan
from carrozza.observation.distances import Search, node_of
from carrozza.observation.recall import HALVES, LANES, Recall

QUIET: Final = 127
SLACK: Final = LENGTHS - 1
"""What a way over a route can be shorter than the shortest by, before the route's own length is added."""
_ALL_LANES = np.uint64((1 << LANES) - 1)
_LANES = np.uint64(LANES)


@rule
def blocks(recall: Recall) -> int:
    return (whole(recall.lanes) + LANES - 1) // LANES


@rule
def word_of(place: int, end: int) -> int:
    """The word of a row in which a lane lies."""
    return end * HALVES + ((place >> 3) & (HALVES - 1))


@rule
def spaces_in(recall: Recall, place: int, end: int, node: int) -> int:
    """How far a node is in one lane."""
    return octet(recall.distance[place // LANES, node, word_of(place, end)], place & 7)


@rule
def mark(recall: Recall, block: int, lanes: np.uint64) -> None:
    """Lanes of a block are to be searched anew: those of first cities, then those of second ones."""
    recall.stale_a |= (lanes & _ALL_LANES) << np.uint64(block * LANES)
    recall.stale_b |= (lanes >> _LANES) << np.uint64(block * LANES)


@rule
def mark_all(recall: Recall) -> None:
    recall.stale_a |= recall.used
    recall.stale_b |= recall.used


@rule
def join_nodes(board: Board, recall: Recall, a: int, b: int) -> None:
    """From now on the two are one node, called `a`."""
    for city in range(board.cities):
        if recall.node[city] == b:
            recall.node[city] = a


@rule
def join_rows(recall: Recall, a: int, b: int) -> None:
    """The nodes `a` and `b` have become one, called `a`: it is as far from every city as the nearer of the two."""
    for block in range(blocks(recall)):
        lower_row(recall.distance[block, a], recall.distance[block, b], 0)


@rule
def shorten(board: Board, recall: Recall, distance: Grid, a: int) -> None:
    """All ways may go through a node that was joined, from which these distances have been measured."""
    for block in range(blocks(recall)):
        for node in range(board.cities):
            lower_row(recall.distance[block, node], recall.distance[block, a], whole(distance[node]))


@rule
def assign_lanes(recall: Recall, tickets: np.uint64) -> None:
    """A lane for each of these tickets, and for no other."""
    for lane in range(recall.lanes):
        if has(recall.used, lane):
            ticket = whole(recall.lane_ticket[lane])
            if has(tickets, ticket):
                tickets &= ~bit(ticket)
            else:
                recall.used &= ~bit(lane)
    while tickets != NONE:
        lane = lowest(~recall.used)
        recall.lane_ticket[lane] = lowest(tickets)
        recall.used |= bit(lane)
        recall.stale_a |= bit(lane)
        recall.stale_b |= bit(lane)
        recall.lanes = max(whole(recall.lanes), lane + 1)
        tickets = without_lowest(tickets)


@rule
def fill_lane(board: Board, recall: Recall, distance: Grid, end: int, place: int) -> None:
    """Write what was measured into one lane."""
    block, byte = place // LANES, end * LANES + place % LANES
    for node in range(board.cities):
        set_lane(recall.distance[block, node], byte, whole(distance[node]))


@rule
def source_of(board: Board, recall: Recall, end: int, place: int) -> int:
    """The node of a ticket's first city, or of its second."""
    ticket = whole(recall.lane_ticket[place])
    return node_of(recall, whole(board.ticket_a[ticket]) if end == 0 else whole(board.ticket_b[ticket]))


@rule
def sources_of(board: Board, recall: Recall, end: int, lanes: np.uint64) -> np.uint64:
    """The nodes from which these lanes are measured."""
    sources = NONE
    while lanes != NONE:
        sources |= bit(source_of(board, recall, end, lowest(lanes)))
        lanes = without_lowest(lanes)
    return sources


@rule
def stale_sources(board: Board, recall: Recall) -> np.uint64:
    """The nodes from which distances have to be measured anew."""
    first, second = recall.stale_a & recall.used, recall.stale_b & recall.used
    return sources_of(board, recall, 0, first) | sources_of(board, recall, 1, second)


@rule
def fill_lanes(board: Board, recall: Recall, distance: Grid, end: int, source: int, stale: np.uint64) -> np.uint64:
    """Write what was measured into those of these lanes that begin at its source; returns the others."""
    rest = stale
    while rest != NONE:
        place = lowest(rest)
        rest = without_lowest(rest)
        if source_of(board, recall, end, place) == source:
            fill_lane(board, recall, distance, end, place)
            stale &= ~bit(place)
    return stale


@rule
def take_distances(board: Board, recall: Recall, distance: Grid, source: int, joined: int) -> None:
    """Bring the rows up to date by the distances that have been measured from one of the sources. `joined` is the node
    that two have become, if there is one."""
    if source == joined:
        shorten(board, recall, distance, source)
    recall.stale_a = fill_lanes(board, recall, distance, 0, source, recall.stale_a & recall.used)
    recall.stale_b = fill_lanes(board, recall, distance, 1, source, recall.stale_b & recall.used)


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
        for half in range(HALVES):
            recall.shift[block, half] = NONE
            recall.quiet[block, half] = in_all(QUIET)
            recall.quiet_offered[block, half] = in_all(QUIET)
    lanes = recall.used
    while lanes != NONE:
        place = lowest(lanes)
        lanes = without_lowest(lanes)
        note_ticket(board, recall, place, whole(recall.lane_ticket[place]))


@rule
def note_ticket(board: Board, recall: Recall, place: int, ticket: int) -> None:
    city_a, city_b = whole(board.ticket_a[ticket]), whole(board.ticket_b[ticket])
    spaces = spaces_in(recall, place, 0, node_of(recall, city_b))
    if spaces == 0:
        recall.made |= bit(ticket)
    elif spaces >= FAR:
        recall.lost |= bit(ticket)
    else:
        block, half, lane = place // LANES, word_of(place, 0), place & 7
        recall.ticket_distance[ticket >> 3] |= in_octet(spaces, ticket & 7)
        recall.shift[block, half] |= in_octet((SLACK - spaces) & 255, lane)
        if has(recall.tickets, ticket):
            recall.quiet[block, half] ^= in_octet(QUIET, lane)
            recall.wanted[city_a >> 3] += in_octet(1, city_a & 7)
            recall.wanted[city_b >> 3] += in_octet(1, city_b & 7)
        else:
            recall.quiet_offered[block, half] ^= in_octet(QUIET, lane)


@rule
def lower_detours(
    plan: Plan, recall: Recall, search: Search, block: int, quiet: Grid, word: int, free: np.uint64
) -> None:
    """Of these free routes, what the tickets of a block would need to go over them, where that is less than so far."""
    while free != NONE:
        route = (word * 64 + lowest(free)) & 255
        free = without_lowest(free)
        a, b = node_of(recall, whole(plan.route_a[route])), node_of(recall, whole(plan.route_b[route]))
        way = whole(least_way(recall.distance[block, a], recall.distance[block, b], recall.shift[block], quiet[block]))
        search.detour[route] = min(way + whole(plan.route_length[route]) - SLACK, whole(search.detour[route]))


@rule
def find_detours(plan: Plan, state: State, seat: int, recall: Recall, search: Search, quiet: Grid) -> None:
    """By route, the detour of the ticket that it suits best; it means something for free routes only."""
    for route in range(plan.route_words << 3):
        search.detour[route] = FAR_DETOUR
    for block in range(blocks(recall)):
        for word in range(plan.route_sets):
            lower_detours(plan, recall, search, block, quiet, word, state.free[seat, word])


@rule
def eight_detours(search: Search, word: int) -> np.uint64:
    cells = NONE
    for place in range(8):
        cells |= np.uint64(search.detour[(word << 3) + place]) << np.uint64(place << 3)
    return cells


@rule
def note_routes(plan: Plan, state: State, seat: int, recall: Recall, search: Search) -> None:
    """Of every free route, what it would mean for the ways of the tickets held."""
    find_detours(plan, state, seat, recall, search, recall.quiet)
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
    find_detours(plan, state, seat, recall, search, recall.quiet_offered)
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
