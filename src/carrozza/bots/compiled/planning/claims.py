"""Which route to claim now, if any."""

from carrozza.bots.compiled.board_graph import BoardGraph
from carrozza.bots.compiled.memory import Memory
from carrozza.bots.compiled.planning import weights as w
from carrozza.bots.compiled.planning.cards import cheapest_spending
from carrozza.bots.compiled.planning.completing import tickets_gained
from carrozza.bots.compiled.planning.needs import filler_turns, filler_worth, turns_needed
from carrozza.bots.compiled.planning.pricing import gain, rivals_near
from carrozza.bots.compiled.planning.tunnels import HOPELESS, tunnel_risk
from carrozza.bots.compiled.scratch import Scratch
from carrozza.kernel.bits import NONE, count, has, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import ROUTE_WORDS, Grid, whole
from carrozza.kernel.markers import ends_of
from carrozza.kernel.state import NOBODY, State


@rule
def pressed(view: State, memory: Memory, scratch: Scratch) -> bool:
    """Whether the turns that are left are hardly enough."""
    return bool(turns_needed(view, scratch) + 2.0 >= scratch.turns_left)


@rule
def needed_claim(board: Board, graph: BoardGraph, view: State, mask: Grid, memory: Memory, scratch: Scratch) -> int:
    """A route of the plan that can be paid without harm, the most endangered first; -1 to wait."""
    best, best_score = NOBODY, -1e9
    hurry = pressed(view, memory, scratch)
    for i in range(scratch.needs):
        route = whole(scratch.needed[i])
        if not has(mask[route // 64], route % 64):
            continue
        risk = tunnel_risk(board, view, scratch, route)
        if risk > HOPELESS:
            continue
        danger = w.weigh(memory, w.URGENCY) * rivals_near(board, view, scratch, route)
        cost = cheapest_spending(board, view, memory, scratch, route)
        if not hurry and (cost > w.weigh(memory, w.PATIENCE) + danger or risk > w.weigh(memory, w.RISK)):
            continue
        score = danger - cost + 0.4 * float(board.length[route]) - 4.0 * risk
        if score > best_score:
            best, best_score = route, score
    return best


@rule
def no_dearer_need(board: Board, view: State, mask: Grid, memory: Memory, scratch: Scratch, cost: float) -> int:
    """A route of the plan that takes no more from the hand than this; -1 where there is none."""
    best, least = NOBODY, cost
    for i in range(scratch.needs):
        route = whole(scratch.needed[i])
        if has(mask[route // 64], route % 64) and tunnel_risk(board, view, scratch, route) <= w.weigh(memory, w.RISK):
            here = cheapest_spending(board, view, memory, scratch, route)
            if here <= least:
                best, least = route, here
    return best


@rule
def filler_claim(board: Board, view: State, mask: Grid, memory: Memory, scratch: Scratch, filler: int) -> int:
    """The best route outside the plan, where it can be paid now without harm and time allows; -1 to wait. What it
    would take from the plan is rather spent on the plan itself."""
    if filler == NOBODY or not has(mask[filler // 64], filler % 64):
        return NOBODY
    if tunnel_risk(board, view, scratch, filler) > HOPELESS:
        return NOBODY
    worth = filler_worth(board, view, memory, scratch, filler)
    cost = cheapest_spending(board, view, memory, scratch, filler)
    if scratch.needs == 0:
        return filler
    if pressed(view, memory, scratch):
        return NOBODY
    turns = filler_turns(board, view, scratch, filler)
    net = worth - w.weigh(memory, w.TURN_WORTH) * turns - w.weigh(memory, w.CARD) * cost
    if net <= w.weigh(memory, w.FILLER):
        return NOBODY
    needed = no_dearer_need(board, view, mask, memory, scratch, cost)
    return needed if needed != NOBODY else filler


@rule
def worth_at_once(board: Board, view: State, memory: Memory, scratch: Scratch, route: int) -> float:
    """What claiming a route brings if nothing follows: its points, the tickets it completes, and a longer path."""
    worth = gain(board, view, scratch, route) + tickets_gained(board, view, memory, scratch, route)
    worth += w.weigh(memory, w.LAST_PATH) * count(ends_of(board, route) & scratch.path_ends)
    return worth * (1.0 - tunnel_risk(board, view, scratch, route))


@rule
def last_claim(board: Board, view: State, mask: Grid, memory: Memory, scratch: Scratch) -> int:
    """The claim that brings most at once; -1 where none does. `note_joined` and `note_path_ends` come first."""
    best, most = NOBODY, 0.0
    for word in range(ROUTE_WORDS):
        routes = mask[word]
        while routes != NONE:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            worth = worth_at_once(board, view, memory, scratch, route)
            if worth > most:
                best, most = route, worth
    return best
