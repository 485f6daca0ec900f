"""What a tunnel may cost beyond its length (U1, U2)."""

from carrozza.bots.compiled.scratch import Scratch
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.imagine import most_in_deck, unseen
from carrozza.kernel.layout import GRAY, KINDS, LOCOMOTIVE, whole
from carrozza.kernel.state import State

MOST_TURNED = 3
HOPELESS = 0.8
"""Beyond this risk not even haste tries: what always fails would be tried for ever."""


@rule
def count_deck(board: Board, view: State, scratch: Scratch) -> None:
    """How many cards of each kind the deck may hold, with the discards where it is about to run out."""
    for kind in range(KINDS):
        number = max(0, min(unseen(board, view, kind), most_in_deck(view, kind)))
        if view.deck_size < MOST_TURNED:
            number += whole(view.discard[kind])
        scratch.in_deck[kind] = number


@rule
def tunnel_risk(board: Board, view: State, scratch: Scratch, route: int) -> float:
    """The chance that the cards turned cost more than the hand can add (U2)."""
    if board.tunnel[route] == 0:
        return 0.0
    seat = whole(view.viewer)
    wild = whole(view.hand[seat, LOCOMOTIVE])
    length = whole(board.length[route])
    least = 1.0
    for colour in range(board.colours):
        if board.colour[route] == GRAY or board.colour[route] == colour:
            extra = whole(view.hand[seat, colour]) + wild - length
            if extra >= 0 and view.hand[seat, colour] > 0:
                least = min(least, chance_of_more(scratch, colour, whole(board.tunnel[route]), extra))
    return least


@rule
def chance_of_more(scratch: Scratch, colour: int, turned: int, extra: int) -> float:
    """The chance that more than `extra` of the turned cards are of this colour or locomotives."""
    every = 0
    for kind in range(KINDS):
        every += whole(scratch.in_deck[kind])
    if extra >= turned or every == 0:
        return 0.0
    hits = whole(scratch.in_deck[LOCOMOTIVE])
    if colour != LOCOMOTIVE:
        hits += whole(scratch.in_deck[colour])
    hit = float(hits) / every
    miss = 1.0 - hit
    none, one, all_hit = miss, hit, hit
    for _ in range(1, turned):
        none, one, all_hit = none * miss, one * miss + none * hit, all_hit * hit
    if extra == 0:
        return 1.0 - none
    return 1.0 - none - one if extra == 1 else all_hit
