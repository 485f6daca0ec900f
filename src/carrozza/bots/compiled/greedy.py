"""The greedy bot: claims the longest route it can pay for, and draws blind otherwise."""

from carrozza.bots.compiled.memory import Memory
from carrozza.bots.compiled.random_bot import choose_any
from carrozza.kernel.actions import CLAIM, DRAW_BLIND, MISC_WORD, PAY_COUNTS, PAY_WORD
from carrozza.kernel.bits import NONE, has, lowest, without_lowest
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import ROUTE_WORDS, Grid, whole
from carrozza.kernel.state import NOBODY, SECOND, TURN, State


@rule
def longest_claim(board: Board, mask: Grid) -> int:
    longest, best = 0, NOBODY
    for word in range(ROUTE_WORDS):
        routes = mask[word]
        while routes != NONE:
            route = word * 64 + lowest(routes)
            if board.length[route] > longest:
                longest, best = whole(board.length[route]), route
            routes = without_lowest(routes)
    return best


@rule
def fewest_locomotives(mask: Grid) -> int:
    """The payment with the fewest locomotives; -1 where nothing but locomotives will do."""
    fewest, best = PAY_COUNTS, NOBODY
    ways = mask[PAY_WORD]
    while ways != NONE:
        way = lowest(ways)
        if way % PAY_COUNTS < fewest:
            fewest, best = way % PAY_COUNTS, way
        ways = without_lowest(ways)
    return best + PAY_WORD * 64 if best >= 0 else NOBODY


@rule
def choose_longest(board: Board, view: State, mask: Grid, memory: Memory) -> int:
    """Tickets, stations, start cities and markers it takes as they come: only routes interest it."""
    if view.phase == TURN or view.phase == SECOND:
        route = longest_claim(board, mask)
        if route != NOBODY:
            return CLAIM + route
        if has(mask[MISC_WORD], DRAW_BLIND % 64):
            return DRAW_BLIND
    payment = fewest_locomotives(mask)
    return payment if payment != NOBODY else choose_any(mask, memory)
