"""The ways of a seat's tickets, many at once: every ticket has a lane, one byte in rows of sixteen.

For every node the recall keeps how far it is from both cities of each ticket. A claim leaves most of that as it was:

- A route that closes matters only to a city from which it is *tight*, its ends being as far apart as it is long, and
  only where no other tight route leads to its farther end.
- A route of one's own makes two nodes one. Ways through it are as long as to the nearer of the two and on from there.
"""

from typing import Final

import numpy as np

from carrozza.kernel.bits import NONE, ONE, bit, count, has, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import LENGTHS, Grid, whole
from carrozza.kernel.state import NOBODY
from carrozza.observation.cells.octets import in_all, in_octet, octet, smaller_octets
from carrozza.observation.cells.rows import least_way, lower_row, set_lane
from carrozza.observation.declaration import FAR, FAR_DETOUR, Plan
from carrozza.observation.distances import node_of
from carrozza.observation.recall import HALVES, LANES, Recall

QUIET: Final = 127
SLACK: Final = LENGTHS - 1
"""What a way over a route can be shorter than the shortest by, before the route's own length is added."""
_ALL_LANES = np.uint64((1 << LANES) - 1)
_LANES = np.uint64(LANES)
_OCTET = np.uint64(255)


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
def next_source(board: Board, recall: Recall) -> int:
    """A node from which distances have to be measured anew; nobody's where there is none left."""
    first, second = recall.stale_a & recall.used, recall.stale_b & recall.used
    if first != NONE:
        return source_of(board, recall, 0, lowest(first))
    if second != NONE:
        return source_of(board, recall, 1, lowest(second))
    return NOBODY


@rule
def stale_sources(board: Board, recall: Recall) -> np.uint64:
    """All nodes from which distances have to be measured anew."""
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
def stale_in(recall: Recall, block: int, word: int) -> np.uint64:
    """Of the eight lanes in a word of a row, those that are to be measured anew."""
    marked = recall.stale_a if word < HALVES else recall.stale_b
    return ((marked & recall.used) >> np.uint64(block * LANES + ((word & (HALVES - 1)) << 3))) & _OCTET


@rule
def take_word(
    board: Board,
    recall: Recall,
    found: Grid,
    first: int,
    sources: np.uint64,
    joined: int,
    block: int,
    node: int,
    word: int,
) -> None:
    """What `take_distances` does for all sources one after the other, for a single word of a row. What was measured
    from the sources lies one behind the other, from the place `first` on."""
    cells = recall.distance[block, node, word]
    if joined != NOBODY:
        spaces = whole(found[first + count(sources & (bit(joined) - ONE)), node])
        cells = smaller_octets(cells, recall.distance[block, joined, word] + in_all(spaces))
    stale = stale_in(recall, block, word)
    while stale != NONE:
        byte = lowest(stale)
        stale = without_lowest(stale)
        place = block * LANES + ((word & (HALVES - 1)) << 3) + byte
        source = source_of(board, recall, word // HALVES, place)
        spaces = whole(found[first + count(sources & (bit(source) - ONE)), node])
        cells = (cells & ~in_octet(255, byte)) | in_octet(spaces, byte)
    recall.distance[block, node, word] = cells


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
def routes_on_way(plan: Plan, recall: Recall, number: int, free: np.uint64, quiet: Grid, held: bool) -> np.uint64:
    """Which free routes of a set are on the way of a ticket. Where the tickets are `held`, note what each of the routes
    would add to the way of the ticket that it suits best."""
    on_way, rest = NONE, free
    while rest != NONE:
        place = lowest(rest)
        rest = without_lowest(rest)
        route = number * 64 + place
        a, b = node_of(recall, whole(plan.route_a[route])), node_of(recall, whole(plan.route_b[route]))
        added = whole(plan.route_length[route]) - SLACK
        detour = FAR_DETOUR
        for block in range(blocks(recall)):
            ways = (recall.distance[block, a], recall.distance[block, b])
            detour = min(whole(least_way(*ways, recall.shift[block], quiet[block])) + added, detour)
        on_way |= np.uint64(detour == 0) << np.uint64(place)
        if held:
            set_lane(recall.detour, route, detour)
    return on_way


@rule
def note_routes(plan: Plan, recall: Recall, number: int, free: np.uint64) -> None:
    """Of every free route of a set, what it would mean for the ways of the tickets held."""
    for word in range(number << 3, min((number + 1) << 3, whole(plan.route_words))):
        recall.detour[word] = NONE
    recall.on_way[number] = routes_on_way(plan, recall, number, free, recall.quiet, True)


@rule
def note_offered_ways(plan: Plan, recall: Recall, number: int, free: np.uint64) -> None:
    """The free routes of a set that are on the ways of the tickets offered."""
    if recall.offered == NONE:
        recall.offered_way[number] = NONE
    else:
        recall.offered_way[number] = routes_on_way(plan, recall, number, free, recall.quiet_offered, False)


@rule
def drop_route(recall: Recall, route: int) -> None:
    """A route is no longer free, and nothing else has changed."""
    recall.on_way[route >> 6] &= ~bit(route & 63)
    recall.offered_way[route >> 6] &= ~bit(route & 63)
    recall.detour[route >> 3] &= ~in_octet(255, route & 7)
