"""What the plan still asks for: routes, trains, turns and cards."""

from carrozza.bots.compiled.memory import Mind
from carrozza.bots.compiled.planning import weights as w
from carrozza.bots.compiled.planning.network import turns_for
from carrozza.bots.compiled.planning.pricing import cards_towards, gain, rivals_near
from carrozza.bots.compiled.planning.tunnels import tunnel_risk
from carrozza.bots.compiled.scratch import Work
from carrozza.kernel.bits import NONE, count, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import GRAY, KINDS, LOCOMOTIVE, ROUTE_WORDS, whole
from carrozza.kernel.markers import ends_of
from carrozza.kernel.state import NOBODY, State


@rule
def list_needs(board: Board, view: State, mind: Mind, work: Work) -> None:
    """The planned routes that are still to be claimed, and the cards they ask for by colour (last: gray)."""
    seat = whole(view.viewer)
    work.needs = 0
    work.trains_needed = 0
    work.ferries = 0
    for kind in range(KINDS):
        work.demand[kind] = 0
    for word in range(ROUTE_WORDS):
        routes = mind.plan[word] & view.free[seat, word]
        while routes != NONE:
            add_need(board, work, word * 64 + lowest(routes))
            routes = without_lowest(routes)


@rule
def add_need(board: Board, work: Work, route: int) -> None:
    work.needed[work.needs] = route
    work.needs += 1
    work.trains_needed += board.length[route]
    work.demand[board.colour[route]] += board.length[route]
    work.ferries += board.ferry[route]


@rule
def turns_needed(view: State, work: Work) -> float:
    return turns_for(float(work.needs), whole(work.trains_needed), whole(view.hand_size[view.viewer]))


@rule
def spare_trains(view: State, work: Work) -> int:
    return whole(view.trains[view.viewer]) - whole(work.trains_needed)


@rule
def missing_cards(board: Board, view: State, route: int) -> int:
    held = cards_towards(board, view, route) + whole(view.hand[view.viewer, LOCOMOTIVE])
    short = max(0, whole(board.length[route]) - held)
    return max(short, whole(board.ferry[route]) - whole(view.hand[view.viewer, LOCOMOTIVE]))


@rule
def filler_worth(board: Board, view: State, mind: Mind, work: Work, route: int) -> float:
    """What a route outside the plan would bring: its points, the longer path, and what rivals lose by it."""
    worth = gain(board, view, work, route)
    touched = count(ends_of(board, route) & work.reached[view.viewer])
    if touched == 1:
        worth += w.weigh(mind, w.ADJACENCY)
    worth += w.weigh(mind, w.BLOCKING) * rivals_near(board, view, work, route)
    worth += w.weigh(mind, w.HASTE) * float(board.length[route])
    return worth


@rule
def filler_turns(board: Board, view: State, work: Work, route: int) -> float:
    """Turns it takes; cards at hand count the less, the fewer turns are left to use them otherwise."""
    length = float(board.length[route])
    missing = float(missing_cards(board, view, route))
    late = min(1.0, max(0.0, (work.turns_left - 2.0) / 8.0))
    return 1.0 + 0.5 * missing + 0.5 * late * (length - missing)


@rule
def best_filler(board: Board, view: State, mind: Mind, work: Work) -> int:
    """The route outside the plan that brings most a turn, with the trains the plan leaves over; -1 without any."""
    seat = whole(view.viewer)
    spare = spare_trains(view, work)
    best, best_rate = NOBODY, 0.0
    for word in range(ROUTE_WORDS):
        routes = view.free[seat, word] & view.reach[seat, word] & ~mind.plan[word]
        while routes != NONE:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            if board.length[route] <= spare:
                turns = filler_turns(board, view, work, route)
                missing = missing_cards(board, view, route)
                if 1.0 + 0.5 * missing <= work.turns_left:
                    rate = filler_worth(board, view, mind, work, route) / turns
                    if missing == 0 and board.tunnel[route] > 0:
                        rate *= 1.0 - tunnel_risk(board, view, work, route)
                    if rate > best_rate:
                        best, best_rate = route, rate
    return best


@rule
def left_over(board: Board, view: State, work: Work, colour: int) -> int:
    """Cards of a colour that no coloured route of the plan asks for."""
    return max(0, whole(view.hand[view.viewer, colour]) - whole(work.demand[colour]))


@rule
def value_cards(board: Board, view: State, mind: Mind, work: Work, filler: int) -> None:
    """What one more card of each kind would do for the plan, and a little for what may come after it."""
    seat = whole(view.viewer)
    for colour in range(board.colours):
        short = whole(work.demand[colour]) - whole(view.hand[seat, colour])
        work.use[colour] = 1.0 + 0.05 * min(short, 4) if short > 0 else w.weigh(mind, w.SPARE_COLOUR)
        work.use[colour] += 0.02 * whole(view.hand[seat, colour])
    for i in range(work.needs):
        value_for_route(board, view, work, whole(work.needed[i]), 0.9)
    if filler != NOBODY:
        value_for_route(board, view, work, filler, w.weigh(mind, w.FILLER_CARD))
    most = 0.3
    for colour in range(board.colours):
        most = max(most, work.use[colour])
    work.use[LOCOMOTIVE] = most * w.weigh(mind, w.WILD) + (0.8 if work.ferries > view.hand[seat, LOCOMOTIVE] else 0.0)


@rule
def value_for_route(board: Board, view: State, work: Work, route: int, most: float) -> None:
    """Raise the use of what one route lacks: of its colour, or, where it is gray, of the colour nearest to paying."""
    seat = whole(view.viewer)
    length = whole(board.length[route])
    colour = whole(board.colour[route])
    if colour != GRAY:
        lacking = length - whole(view.hand[seat, colour])
        if lacking > 0:
            work.use[colour] = max(work.use[colour], most + 0.3 / lacking)
        return
    for c in range(board.colours):
        lacking = length - left_over(board, view, work, c)
        if lacking > 0:
            work.use[c] = max(work.use[c], most * (1.0 if lacking <= 1 else 1.0 - 0.12 * lacking))


@rule
def blind_use(work: Work) -> float:
    """What a card drawn blind may be expected to do."""
    number, use = 0, 0.0
    for kind in range(KINDS):
        here = whole(work.in_deck[kind])
        number += here
        use += here * work.use[kind]
    return use / number if number > 0 else 0.0
