"""What a network believes of the others: which tickets they hold, and how many cards of each kind.

Optional arrays of a flat network's file, with D as its width, T tickets and C colours on the board and S seats at most:

    matrix belief (D, (S - 1) * (T + C + 1))   vector belief_bias ((S - 1) * (T + C + 1))

For each other seat in turn order, T logits (of the seat's holding the ticket), then the expected cards of each colour
and the expected locomotives, in units of 8. It is the order of the hidden labels of environments.
"""

from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from carrozza.bots.neural.arithmetic.exponential import exp_of_negative
from carrozza.bots.neural.arithmetic.layers import add_inputs, copy_row
from carrozza.bots.neural.weights.errors import BadWeights
from carrozza.bots.neural.weights.file import Weights, read_weights
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import entry, rule
from carrozza.kernel.imagine import hidden_cards, unseen
from carrozza.kernel.layout import KINDS, LOCOMOTIVE, Grid, whole
from carrozza.kernel.state import State

CARD_UNIT: Final = 8.0
MOST_SURE: Final = 6.0
"""No logit tells more: a ticket that is surely somebody's, or nobody's, remains possible."""
MOST_UNEVEN: Final = 8.0
"""A kind of card is never imagined more often than by so many times, nor less often."""
DOUBT: Final = 0.25
"""Cards that are added to both sides of a comparison: small expectations tell little."""


class Belief(NamedTuple):
    matrix: Grid
    bias: Grid


def belief_at(file: str | Path, board: Board) -> Belief | None:
    """The belief that a file for this board has; None where it has none. Read once."""
    path = Path(file)
    return _belief(path, path.stat().st_mtime_ns, _cells(board))


@lru_cache(maxsize=8)
def _belief(path: Path, changed: int, cells: int) -> Belief | None:
    return _checked(read_weights(path), cells)


def belief_of(weights: Weights, board: Board) -> Belief | None:
    """The belief of a network for this board; None where it has none."""
    return _checked(weights, _cells(board))


def _cells(board: Board) -> int:
    """What is believed of one seat."""
    return int(board.tickets) + int(board.colours) + 1


def _checked(weights: Weights, cells: int) -> Belief | None:
    if "belief" not in weights.matrices:
        return None
    shape = (weights.about.width, (weights.about.most_seats - 1) * cells)
    matrix, bias = weights.matrices["belief"], weights.vectors.get("belief_bias")
    if bias is None or matrix.shape != shape or bias.shape != shape[1:]:
        raise BadWeights(f"its belief does not fit: a matrix of {shape[0]} by {shape[1]} and a bias are needed")
    return Belief(np.require(matrix, np.float32, ("C", "W")), np.require(bias, np.float32, ("C", "W")))


@rule
def odds_of(logit: float) -> float:
    """How many times likelier than not."""
    if logit > 0.0:
        return 1.0 / exp_of_negative(-min(logit, MOST_SURE))
    return exp_of_negative(max(logit, -MOST_SURE))


@rule
def believed_weight(board: Board, view: State, seat: int, kind: int, expected: float) -> float:
    """How many times more of this kind the seat is believed to hide than any hidden cards would have."""
    total = 0
    for other_kind in range(KINDS):
        total += unseen(board, view, other_kind)
    usual = hidden_cards(view, seat) * unseen(board, view, kind) / max(1, total)
    hidden = max(0.0, expected - whole(view.known[seat, kind]))
    weight = (hidden + DOUBT) / (usual + DOUBT)
    return min(MOST_UNEVEN, max(1.0 / MOST_UNEVEN, weight))


@entry
def weigh_by_belief(
    board: Board, view: State, belief: Belief, normed: Grid, said: Grid, odds: Grid, cards: Grid
) -> None:
    """Write what the viewer believes: the odds of tickets and the weights of cards, by seat. `normed` is what the heads
    read (`room.normed[slot]`) once the network has looked at the view; `said` takes what this one says."""
    copy_row(belief.bias, said)
    add_inputs(belief.matrix, normed, said)
    seats, tickets = whole(view.seats), whole(board.tickets)
    at = 0
    for other in range(1, seats):
        seat = (whole(view.viewer) + other) % seats
        for ticket in range(tickets):
            odds[seat, ticket] = odds_of(np.float64(said[at + ticket]))
        at += tickets
        for i in range(board.colours + 1):
            kind = i if i < board.colours else LOCOMOTIVE
            cards[seat, kind] = believed_weight(board, view, seat, kind, CARD_UNIT * np.float64(said[at + i]))
        at += whole(board.colours) + 1
