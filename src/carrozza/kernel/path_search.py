"""E3: a trail of a wanted length in a core, by dropping routes.

A city is *wrong* where the routes kept there are odd in number and it is no end of the trail, or even and it is one.
Take a wrong city: either it is an end, or one of its routes is dropped. The choices are tried one after the other; a
route that has been tried is kept for good in the choices after it (`fixed`). Cities with dead ends make a difference as
ends even where nothing is wrong, so the search begins anew for each choice of ends among them.
"""

import numpy as np

from carrozza.kernel.bits import ALL, NONE, bit, count, lowest, without_lowest
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import whole
from carrozza.kernel.path_bounds import least_loss
from carrozza.kernel.paths import Workings, cities_of, connected, ends_bonus, note_trail, odd_cities, weight
from carrozza.kernel.state import NOBODY


@rule
def find_trail(work: Workings, core: np.uint64, target: int) -> int:
    """The length of a trail through this connected core, dead ends included, that reaches the target, and notes it; 0
    where none does or `steps_left` are used up. `next_target` is then the greatest length that can still be hoped
    for."""
    work.next_target = 0
    odd = odd_cities(work, core)
    total = weight(work, core)
    deep = with_dead_ends(work, cities_of(work, core))
    starts = deep
    while starts != NONE:
        start = lowest(starts)
        ends = starts
        starts = without_lowest(starts)
        while ends != NONE:
            end = lowest(ends)
            ends = without_lowest(ends)
            marked = bit(start) | bit(end)
            wrong = odd if start == end else odd ^ marked
            found = find_between(work, core, total, wrong, marked, ALL, 0, ends_bonus(work, start, end), target)
            if found > 0:
                return found
        bonus = whole(work.deepest[start])
        found = find_between(work, core, total, odd ^ bit(start), bit(start), deep, 1, bonus, target)
        if found > 0:
            return found
    return find_between(work, core, total, odd, NONE, deep, 2, 0, target)


@rule
def with_dead_ends(work: Workings, cities: np.uint64) -> np.uint64:
    found = NONE
    while cities != NONE:
        city = lowest(cities)
        cities = without_lowest(cities)
        if work.deepest[city] > 0:
            found |= bit(city)
    return found


@rule
def find_between(
    work: Workings,
    core: np.uint64,
    total: int,
    wrong: np.uint64,
    ends: np.uint64,
    never_ends: np.uint64,
    spare_ends: int,
    bonus: int,
    target: int,
) -> int:
    """The same for trails with these ends and so many others, which are none of `never_ends`."""
    slack = total + bonus - target
    loss = least_loss(work, core, wrong, spare_ends, slack, False)
    if loss > slack:
        note_cut(work, total + bonus - loss)
        return 0
    work.kept[0], work.fixed[0], work.wrong[0] = core, NONE, wrong
    work.ends[0], work.never_ends[0], work.spare_ends[0] = ends, never_ends, spare_ends
    depth = 0
    found = visit(work, 0, bonus, target)
    while found == 0 and depth >= 0 and work.steps_left > 0:
        if not descend(work, depth):
            depth -= 1
            continue
        depth += 1
        work.steps_left -= 1
        found = visit(work, depth, bonus, target)
    if found > 0:
        note_found(work, work.kept[depth], work.ends[depth])
    return found


@rule
def note_cut(work: Workings, most: int) -> None:
    if most > work.next_target:
        work.next_target = most


@rule
def note_found(work: Workings, trail: np.uint64, ends: np.uint64) -> None:
    start = lowest(ends) if ends != NONE else lowest(cities_of(work, trail))
    other = without_lowest(ends)
    note_trail(work, trail, start, lowest(other) if other != NONE else start)


@rule
def visit(work: Workings, depth: int, bonus: int, target: int) -> int:
    """Look at one choice of kept routes. Returns its length where it is a trail that reaches the target, else 0;
    prepares what to try next."""
    work.untried[depth] = NONE
    work.apart[depth] = NONE
    work.pivot[depth] = NOBODY
    offered, fixed, ends = work.kept[depth], work.fixed[depth], work.ends[depth]
    if offered == NONE:
        return 0
    kept = connected(work, offered, somewhere(work, offered, fixed, ends))
    work.kept[depth] = kept
    cities = cities_of(work, kept)
    if kept == NONE or fixed & ~kept != NONE or ends & ~cities != NONE:
        return 0
    if fixed == NONE and ends == NONE:
        work.apart[depth] = offered & ~kept
    wrong = work.wrong[depth] & cities
    droppable = kept & ~fixed
    most = weight(work, kept) + bonus
    most -= least_loss(work, droppable, wrong, whole(work.spare_ends[depth]), most - target, False)
    if most < target:
        note_cut(work, most)
        return 0
    if wrong == NONE:
        return most
    choose_pivot(work, depth, droppable, wrong)
    return 0


@rule
def somewhere(work: Workings, kept: np.uint64, fixed: np.uint64, ends: np.uint64) -> int:
    """A city that the trail must pass; or any, where it need not pass one."""
    if fixed != NONE:
        return whole(work.end_a[lowest(fixed)])
    return lowest(ends) if ends != NONE else whole(work.end_a[lowest(kept)])


@rule
def may_end(work: Workings, depth: int, city: int) -> bool:
    barred = work.ends[depth] | work.never_ends[depth]
    return bool(work.spare_ends[depth] > 0 and barred & bit(city) == NONE)


@rule
def choose_pivot(work: Workings, depth: int, droppable: np.uint64, wrong: np.uint64) -> None:
    """The wrong city that leaves the fewest choices."""
    fewest = 1 << 14
    while wrong != NONE:
        city = lowest(wrong)
        wrong = without_lowest(wrong)
        here = work.around[city] & droppable
        choices = count(here) + (1 if may_end(work, depth, city) else 0)
        if choices < fewest:
            fewest = choices
            work.pivot[depth] = city
            work.untried[depth] = here


@rule
def descend(work: Workings, depth: int) -> bool:
    """Prepare the next choice one level down; False where all have been tried."""
    below = depth + 1
    city = whole(work.pivot[depth])
    work.kept[below], work.fixed[below], work.wrong[below] = work.kept[depth], work.fixed[depth], work.wrong[depth]
    work.ends[below], work.never_ends[below] = work.ends[depth], work.never_ends[depth]
    work.spare_ends[below] = work.spare_ends[depth]
    if work.apart[depth] != NONE:
        work.kept[below] = work.apart[depth]
        work.apart[depth] = NONE
        return True
    if city != NOBODY and may_end(work, depth, city):
        work.wrong[below] ^= bit(city)
        work.ends[below] |= bit(city)
        work.spare_ends[below] -= 1
        work.never_ends[depth] |= bit(city)
        return True
    if work.untried[depth] == NONE:
        return False
    edge = lowest(work.untried[depth])
    work.untried[depth] = without_lowest(work.untried[depth])
    work.kept[below] &= ~bit(edge)
    work.wrong[below] ^= bit(whole(work.end_a[edge])) ^ bit(whole(work.end_b[edge]))
    work.fixed[depth] |= bit(edge)
    return True
