"""E3: how much a network must lose at least before it is a trail.

Every city of wrong parity loses a route; a dropped route serves one such city, or two that it joins. So the loss is no
less than the cities, less the pairs of them that can be served at once: a matching. Lengths count one by one: a city
whose routes have three spaces at least is among the wrong cities of length 1, of length 2 and of length 3.
"""

import numpy as np

from carrozza.kernel.bits import NONE, bit, count, lowest, without_lowest
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import LENGTHS, whole
from carrozza.kernel.paths import Workings, other_end
from carrozza.kernel.state import NOBODY


@rule
def with_longer_routes(work: Workings, droppable: np.uint64, cities: np.uint64, length: int) -> np.uint64:
    """Those of the cities that can drop no route of this length."""
    longer = NONE
    routes = droppable & work.of_length[length]
    while cities != NONE:
        city = lowest(cities)
        cities = without_lowest(cities)
        if work.around[city] & routes == NONE:
            longer |= bit(city)
    return longer


@rule
def least_loss(
    work: Workings, droppable: np.uint64, wrong: np.uint64, spare_ends: int, slack: int, listed: bool
) -> int:
    """No repair costs less, where so many of the wrong cities may be ends of the trail instead.

    Pairs are counted only where that decides whether the loss is above `slack`; `listed` where `beside` is known."""
    few, many = 0, 0
    cities = wrong
    for length in range(1, LENGTHS):
        few += max(0, (count(cities) + 1) // 2 - spare_ends)
        many += max(0, count(cities) - spare_ends)
        cities = with_longer_routes(work, droppable, cities, length)
        if cities == NONE:
            break
    if few > slack or many <= slack:
        return few
    if not listed:
        list_beside(work, droppable, wrong)
    return loss_by_pairs(work, droppable, wrong, spare_ends)


@rule
def loss_by_pairs(work: Workings, droppable: np.uint64, wrong: np.uint64, spare_ends: int) -> int:
    loss = 0
    for length in range(1, LENGTHS):
        loss += max(0, count(wrong) - pairs(work, wrong) // 2 - spare_ends)
        wrong = with_longer_routes(work, droppable, wrong, length)
        if wrong == NONE:
            break
    return loss


@rule
def list_beside(work: Workings, droppable: np.uint64, cities: np.uint64) -> None:
    while cities != NONE:
        city = lowest(cities)
        cities = without_lowest(cities)
        beside = NONE
        edges = work.around[city] & droppable
        while edges != NONE:
            beside |= bit(other_end(work, lowest(edges), city))
            edges = without_lowest(edges)
        work.beside[city] = beside


@rule
def pairs(work: Workings, cities: np.uint64) -> int:
    """Twice the most pairs of neighbours among these cities, halves of pairs allowed: every city has a giving and a
    taking side, and as many giving as possible find a taking neighbour of their own."""
    free = cities
    lonely = NONE
    found = 0
    left = cities
    while left != NONE:
        city = lowest(left)
        left = without_lowest(left)
        open_side = work.beside[city] & free
        if open_side != NONE:
            match(work, city, lowest(open_side))
            free &= ~bit(lowest(open_side))
            found += 1
        else:
            lonely |= bit(city)
    while lonely != NONE and free != NONE:
        taker = augmented(work, lowest(lonely), cities, free)
        lonely = without_lowest(lonely)
        if taker >= 0:
            free &= ~bit(taker)
            found += 1
    return found


@rule
def match(work: Workings, giver: int, taker: int) -> None:
    work.partner[giver] = taker
    work.served[taker] = giver


@rule
def augmented(work: Workings, giver: int, cities: np.uint64, free: np.uint64) -> int:
    """Find a taker for one more giver by letting others change theirs; returns the one that was free, or -1."""
    unseen = cities
    waiting = bit(giver)
    while waiting != NONE:
        here = lowest(waiting)
        waiting = without_lowest(waiting)
        takers = work.beside[here] & unseen
        unseen &= ~takers
        while takers != NONE:
            taker = lowest(takers)
            takers = without_lowest(takers)
            work.via[taker] = here
            if free & bit(taker) != NONE:
                change_partners(work, giver, taker)
                return taker
            waiting |= bit(whole(work.served[taker]))
    return NOBODY


@rule
def change_partners(work: Workings, first: int, taker: int) -> None:
    giver = whole(work.via[taker])
    while giver != first:
        before = whole(work.partner[giver])
        match(work, giver, taker)
        taker = before
        giver = whole(work.via[taker])
    match(work, first, taker)
