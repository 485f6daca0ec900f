"""Drawing cards and paying with them."""

from carrozza.bots.compiled.memory import Memory
from carrozza.bots.compiled.planning import weights as w
from carrozza.bots.compiled.planning.needs import blind_use
from carrozza.bots.compiled.planning.tunnels import HOPELESS, chance_of_more
from carrozza.bots.compiled.scratch import Scratch
from carrozza.kernel.actions import DRAW, DRAW_BLIND, MISC_WORD, PAY, PAY_COUNTS, PAY_LOCOMOTIVES, PAY_WORD
from carrozza.kernel.bits import NONE, has, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import GRAY, LOCOMOTIVE, Grid, whole
from carrozza.kernel.state import NOBODY, PAY_ROUTE, State

NEVER = 1e6
SPARE_LOCOMOTIVE = 0.4
"""The share of a locomotive's worth that it has after the last route of the plan."""
SPACES_AHEAD = 6.0
"""With so many more spaces planned it has its full worth."""
HOPELESS_COST = 1e3
"""More than any payment takes from a plan, so that a hopeless one is made only where there is no other."""


@rule
def can_draw(mask: Grid, kind: int) -> bool:
    return has(mask[MISC_WORD], DRAW % 64 + kind)


@rule
def choose_card(board: Board, view: State, mask: Grid, scratch: Scratch) -> int:
    """The most useful of the row and the deck; a locomotive from the row where it outdoes two other cards (D2)."""
    best, best_use, second_use = NOBODY, -NEVER, -NEVER
    blind = -NEVER
    if has(mask[MISC_WORD], DRAW_BLIND % 64):
        blind = blind_use(scratch)
        best, best_use, second_use = DRAW_BLIND, blind, blind
    for colour in range(board.colours):
        if can_draw(mask, colour):
            use = scratch.use[colour]
            if use > best_use:
                second_use = use if view.row[colour] > 1 else max(best_use, blind)
                best, best_use = DRAW + colour, use
            elif use > second_use:
                second_use = use
    if can_draw(mask, LOCOMOTIVE) and (best == NOBODY or scratch.use[LOCOMOTIVE] > best_use + second_use):
        return DRAW + LOCOMOTIVE
    return best


@rule
def planned_elsewhere(board: Board, memory: Memory, scratch: Scratch, route: int) -> int:
    """Spaces that the plan still asks for beside this route (-1: none)."""
    spaces = whole(scratch.trains_needed)
    if route != NOBODY and has(memory.plan[route // 64], route % 64):
        spaces -= whole(board.length[route])
    return spaces


@rule
def locomotive_cost(memory: Memory, spaces: int) -> float:
    """What a locomotive is worth beyond a card, where the plan asks for so many more spaces: the fewer, the less."""
    share = min(1.0, SPARE_LOCOMOTIVE + (1.0 - SPARE_LOCOMOTIVE) * spaces / SPACES_AHEAD)
    return share * w.weigh(memory, w.LOCOMOTIVE_WORTH)


@rule
def spending(
    board: Board, view: State, memory: Memory, scratch: Scratch, route: int, colour: int, price: int, locomotives: int
) -> float:
    """What paying so takes from the rest of the plan. The route paid for (-1: none) is part of the demand itself."""
    seat = whole(view.viewer)
    cost = locomotive_cost(memory, planned_elsewhere(board, memory, scratch, route)) * locomotives
    ferries = whole(scratch.ferries) - (whole(board.ferry[route]) if route != NOBODY else 0)
    cost += max(0, min(locomotives, ferries - (whole(view.hand[seat, LOCOMOTIVE]) - locomotives)))
    if colour < 0:
        return cost
    asked = whole(scratch.demand[colour])
    if route != NOBODY and board.colour[route] == colour and has(memory.plan[route // 64], route % 64):
        asked -= whole(board.length[route])
    held = whole(view.hand[seat, colour])
    used = price - locomotives
    cost += w.weigh(memory, w.SHORTAGE) * (max(0, asked - held + used) - max(0, asked - held))
    return cost + 0.1 * used - 0.02 * held


@rule
def cheapest_spending(board: Board, view: State, memory: Memory, scratch: Scratch, route: int) -> float:
    """The least that claiming a route takes from the plan, with no more locomotives than must be."""
    seat = whole(view.viewer)
    price = whole(board.length[route])
    wild = whole(view.hand[seat, LOCOMOTIVE])
    best = NEVER
    if wild >= price:
        best = spending(board, view, memory, scratch, route, NOBODY, price, price)
    for colour in range(board.colours):
        if board.colour[route] == GRAY or board.colour[route] == colour:
            locomotives = max(whole(board.ferry[route]), price - whole(view.hand[seat, colour]))
            if locomotives <= wild and locomotives < price:
                best = min(best, spending(board, view, memory, scratch, route, colour, price, locomotives))
    return best


@rule
def is_hopeless(board: Board, view: State, scratch: Scratch, route: int, colour: int) -> bool:
    """Whether a tunnel that is begun with this colour, or with locomotives alone, will hardly be finished (U2)."""
    if view.phase != PAY_ROUTE or board.tunnel[route] == 0:
        return False
    seat = whole(view.viewer)
    extra = whole(view.hand[seat, LOCOMOTIVE]) - whole(board.length[route])
    if colour != LOCOMOTIVE:
        extra += whole(view.hand[seat, colour])
    return chance_of_more(scratch, colour, whole(board.tunnel[route]), extra) > HOPELESS


@rule
def choose_payment(
    board: Board, view: State, mask: Grid, memory: Memory, scratch: Scratch, route: int, price: int
) -> int:
    """The payment that takes least from the rest of the plan; -1 without any."""
    best, least = NOBODY, NEVER
    if has(mask[MISC_WORD], PAY_LOCOMOTIVES % 64):
        best, least = PAY_LOCOMOTIVES, spending(board, view, memory, scratch, route, NOBODY, price, price)
        if is_hopeless(board, view, scratch, route, LOCOMOTIVE):
            least += HOPELESS_COST
    ways = mask[PAY_WORD]
    while ways != NONE:
        way = lowest(ways)
        ways = without_lowest(ways)
        cost = spending(board, view, memory, scratch, route, way // PAY_COUNTS, price, way % PAY_COUNTS)
        if is_hopeless(board, view, scratch, route, way // PAY_COUNTS):
            cost += HOPELESS_COST
        if cost < least:
            best, least = PAY + way, cost
    return best
