"""Which route to claim now, if any."""

from carrozza.bots.compiled.board_graph import Roads
from carrozza.bots.compiled.memory import Mind
from carrozza.bots.compiled.planning import weights as w
from carrozza.bots.compiled.planning.cards import cheapest_spending
from carrozza.bots.compiled.planning.needs import filler_turns, filler_worth, turns_needed
from carrozza.bots.compiled.planning.pricing import gain, rivals_near
from carrozza.bots.compiled.planning.tunnels import HOPELESS, tunnel_risk
from carrozza.bots.compiled.scratch import Work
from carrozza.kernel.bits import NONE, has, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import ROUTE_WORDS, Grid, whole
from carrozza.kernel.state import NOBODY, State


@rule
def pressed(view: State, mind: Mind, work: Work) -> bool:
    """Whether the turns that are left are hardly enough."""
    return bool(turns_needed(view, work) + 2.0 >= work.turns_left)


@rule
def needed_claim(board: Board, roads: Roads, view: State, mask: Grid, mind: Mind, work: Work) -> int:
    """A route of the plan that can be paid without harm, the most endangered first; -1 to wait."""
    best, best_score = NOBODY, -1e9
    hurry = pressed(view, mind, work)
    for i in range(work.needs):
        route = whole(work.needed[i])
        if not has(mask[route // 64], route % 64):
            continue
        risk = tunnel_risk(board, view, work, route)
        if risk > HOPELESS:
            continue
        danger = w.weigh(mind, w.URGENCY) * rivals_near(board, view, work, route)
        cost = cheapest_spending(board, view, mind, work, route)
        if not hurry and (cost > w.weigh(mind, w.PATIENCE) + danger or risk > w.weigh(mind, w.RISK)):
            continue
        score = danger - cost + 0.4 * float(board.length[route]) - 4.0 * risk
        if score > best_score:
            best, best_score = route, score
    return best


@rule
def filler_claim(board: Board, view: State, mask: Grid, mind: Mind, work: Work, filler: int) -> int:
    """The best route outside the plan, where it can be paid now without harm and time allows; -1 to wait."""
    if filler == NOBODY or not has(mask[filler // 64], filler % 64):
        return NOBODY
    if tunnel_risk(board, view, work, filler) > HOPELESS:
        return NOBODY
    worth = filler_worth(board, view, mind, work, filler)
    cost = cheapest_spending(board, view, mind, work, filler)
    if work.needs == 0:
        return filler
    if pressed(view, mind, work):
        return NOBODY
    turns = filler_turns(board, view, work, filler)
    net = worth - w.weigh(mind, w.TURN_WORTH) * turns - w.weigh(mind, w.CARD) * cost
    return filler if net > w.weigh(mind, w.FILLER) else NOBODY


@rule
def last_claim(board: Board, view: State, mask: Grid, mind: Mind, work: Work) -> int:
    """With no turn to come: what brings most at once."""
    best, most = NOBODY, 0.0
    for word in range(ROUTE_WORDS):
        routes = mask[word]
        while routes != NONE:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            worth = gain(board, view, work, route) * (1.0 - tunnel_risk(board, view, work, route))
            if has(mind.plan[route // 64], route % 64) and work.needs == 1:
                worth += 20.0
            if worth > most:
                best, most = route, worth
    return best
