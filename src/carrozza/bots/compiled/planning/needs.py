"""What the plan still asks for: routes, trains, turns and cards."""

from carrozza.bots.compiled.memory import Memory
from carrozza.bots.compiled.planning import weights as w
from carrozza.bots.compiled.planning.network import turns_for
from carrozza.bots.compiled.planning.pricing import cards_towards, gain, rivals_near
from carrozza.bots.compiled.planning.tunnels import tunnel_risk
from carrozza.bots.compiled.scratch import Scratch
from carrozza.kernel.bits import NONE, count, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import GRAY, KINDS, LOCOMOTIVE, ROUTE_WORDS, whole
from carrozza.kernel.markers import ends_of
from carrozza.kernel.state import NOBODY, State

PLENTY = 10.0
"""So many more cards than trains are of no further use."""


@rule
def list_needs(board: Board, view: State, memory: Memory, scratch: Scratch) -> None:
    """The planned routes that are still to be claimed, and the cards they ask for by colour (last: gray)."""
    seat = whole(view.viewer)
    scratch.needs = 0
    scratch.trains_needed = 0
    scratch.ferries = 0
    for kind in range(KINDS):
        scratch.demand[kind] = 0
    for word in range(ROUTE_WORDS):
        routes = memory.plan[word] & view.free[seat, word]
        while routes != NONE:
            add_need(board, scratch, word * 64 + lowest(routes))
            routes = without_lowest(routes)


@rule
def add_need(board: Board, scratch: Scratch, route: int) -> None:
    scratch.needed[scratch.needs] = route
    scratch.needs += 1
    scratch.trains_needed += board.length[route]
    scratch.demand[board.colour[route]] += board.length[route]
    scratch.ferries += board.ferry[route]


@rule
def turns_needed(view: State, scratch: Scratch) -> float:
    return turns_for(float(scratch.needs), whole(scratch.trains_needed), whole(view.hand_size[view.viewer]))


@rule
def spare_trains(view: State, scratch: Scratch) -> int:
    return whole(view.trains[view.viewer]) - whole(scratch.trains_needed)


@rule
def missing_cards(board: Board, view: State, route: int) -> int:
    held = cards_towards(board, view, route) + whole(view.hand[view.viewer, LOCOMOTIVE])
    short = max(0, whole(board.length[route]) - held)
    return max(short, whole(board.ferry[route]) - whole(view.hand[view.viewer, LOCOMOTIVE]))


@rule
def note_path_ends(board: Board, view: State, memory: Memory, scratch: Scratch) -> None:
    """E3: a path may go on at a city in which an odd number of routes ends, of the viewer's and of those still planned.
    None where the longest path wins nothing."""
    scratch.path_ends = NONE
    if board.longest_path == 0:
        return
    for word in range(ROUTE_WORDS):
        routes = view.owned[view.viewer, word] | (memory.plan[word] & view.free[view.viewer, word])
        while routes != NONE:
            scratch.path_ends ^= ends_of(board, word * 64 + lowest(routes))
            routes = without_lowest(routes)


@rule
def filler_worth(board: Board, view: State, memory: Memory, scratch: Scratch, route: int) -> float:
    """What a route outside the plan would bring: its points, the longer path, and what rivals lose by it."""
    worth = gain(board, view, scratch, route)
    touched = count(ends_of(board, route) & scratch.reached[view.viewer])
    if touched == 1:
        worth += w.weigh(memory, w.ADJACENCY)
    worth += w.weigh(memory, w.PATH) * count(ends_of(board, route) & scratch.path_ends)
    worth += w.weigh(memory, w.BLOCKING) * rivals_near(board, view, scratch, route)
    worth += w.weigh(memory, w.HASTE) * float(board.length[route])
    return worth


@rule
def scarcity(view: State) -> float:
    """How far cards in hand are worth saving: not at all where there are many more of them than trains."""
    more = float(view.hand_size[view.viewer]) - float(view.trains[view.viewer])
    return min(1.0, max(0.0, 1.0 - more / PLENTY))


@rule
def filler_turns(board: Board, view: State, scratch: Scratch, route: int) -> float:
    """Turns it takes; cards at hand count the less, the fewer turns or trains are left to use them otherwise."""
    length = float(board.length[route])
    missing = float(missing_cards(board, view, route))
    late = min(1.0, max(0.0, (scratch.turns_left - 2.0) / 8.0))
    return 1.0 + 0.5 * missing + 0.5 * late * scarcity(view) * (length - missing)


@rule
def best_filler(board: Board, view: State, memory: Memory, scratch: Scratch) -> int:
    """The route outside the plan that brings most a turn, with the trains the plan leaves over; -1 without any."""
    note_path_ends(board, view, memory, scratch)
    seat = whole(view.viewer)
    spare = spare_trains(view, scratch)
    best, best_rate = NOBODY, 0.0
    for word in range(ROUTE_WORDS):
        routes = view.free[seat, word] & view.reach[seat, word] & ~memory.plan[word]
        while routes != NONE:
            route = word * 64 + lowest(routes)
            routes = without_lowest(routes)
            if board.length[route] <= spare:
                turns = filler_turns(board, view, scratch, route)
                missing = missing_cards(board, view, route)
                if 1.0 + 0.5 * missing <= scratch.turns_left:
                    rate = filler_worth(board, view, memory, scratch, route) / turns
                    if missing == 0 and board.tunnel[route] > 0:
                        rate *= 1.0 - tunnel_risk(board, view, scratch, route)
                    if rate > best_rate:
                        best, best_rate = route, rate
    return best


@rule
def left_over(board: Board, view: State, scratch: Scratch, colour: int) -> int:
    """Cards of a colour that no coloured route of the plan asks for."""
    return max(0, whole(view.hand[view.viewer, colour]) - whole(scratch.demand[colour]))


@rule
def value_cards(board: Board, view: State, memory: Memory, scratch: Scratch, filler: int) -> None:
    """What one more card of each kind would do for the plan, and a little for what may come after it."""
    seat = whole(view.viewer)
    for colour in range(board.colours):
        short = whole(scratch.demand[colour]) - whole(view.hand[seat, colour])
        scratch.use[colour] = 1.0 + 0.05 * min(short, 4) if short > 0 else w.weigh(memory, w.SPARE_COLOUR)
        scratch.use[colour] += 0.02 * whole(view.hand[seat, colour])
    for i in range(scratch.needs):
        value_for_route(board, view, scratch, whole(scratch.needed[i]), 0.9)
    if filler != NOBODY:
        value_for_route(board, view, scratch, filler, w.weigh(memory, w.FILLER_CARD))
    most = 0.3
    for colour in range(board.colours):
        most = max(most, scratch.use[colour])
    scratch.use[LOCOMOTIVE] = most * w.weigh(memory, w.WILD) + (
        0.8 if scratch.ferries > view.hand[seat, LOCOMOTIVE] else 0.0
    )


@rule
def value_for_route(board: Board, view: State, scratch: Scratch, route: int, most: float) -> None:
    """Raise the use of what one route lacks: of its colour, or, where it is gray, of the colour nearest to paying."""
    seat = whole(view.viewer)
    length = whole(board.length[route])
    colour = whole(board.colour[route])
    if colour != GRAY:
        lacking = length - whole(view.hand[seat, colour])
        if lacking > 0:
            scratch.use[colour] = max(scratch.use[colour], most + 0.3 / lacking)
        return
    for c in range(board.colours):
        lacking = length - left_over(board, view, scratch, c)
        if lacking > 0:
            scratch.use[c] = max(scratch.use[c], most * (1.0 if lacking <= 1 else 1.0 - 0.12 * lacking))


@rule
def blind_use(scratch: Scratch) -> float:
    """What a card drawn blind may be expected to do."""
    number, use = 0, 0.0
    for kind in range(KINDS):
        here = whole(scratch.in_deck[kind])
        number += here
        use += here * scratch.use[kind]
    return use / number if number > 0 else 0.0
