"""Rewards by name. Every step rewards all seats, whoever moved.

| name | reward |
|---|---|
| `win` | at the end: 1 for the only winner; with n seats -1/(n-1) for each loser; k who share the win get (n-k)/(k(n-1)) each. The seats' rewards add up to 0. |
| `margin` | at the end: the margin to the best other seat, in units of 64 points |
| `points` | the points of routes as they are scored, the rest of the final score at the end: a seat's rewards add up to its score |
| `shaped` | `win`, and after each step the change of a potential |

The potential of a seat is what it stands ahead of the best other as far as it can see, in units of 64 points: its
points and its tickets (completed ones for, the others against; stations are not counted) less the most points of
another. It is 0 before the first decision and after the end. So the shaped rewards of a game add up to the reward of
`win`, exactly (the unit is a power of two), whatever is played: no policy becomes better or worse by it without a discount. With
a discount they add up so only roughly.
"""  # noqa: E501

from typing import Final

import numpy as np

from carrozza.envs.vectorised.slots import Slot
from carrozza.kernel.board import Board
from carrozza.kernel.compiled import rule
from carrozza.kernel.layout import Grid, whole
from carrozza.kernel.paths import Workings
from carrozza.kernel.scoring import Scores, choose_winners, completed_tickets, label_network, ticket_points
from carrozza.kernel.state import State

WIN: Final = 0
MARGIN: Final = 1
POINTS: Final = 2
SHAPED: Final = 3
REWARDS: Final = {"win": WIN, "margin": MARGIN, "points": POINTS, "shaped": SHAPED}

POINT: Final = np.float32(1 / 64)
FORFEIT: Final = 500
"""Whoever plays an illegal action scores so many points less than the lowest score, or than 0."""
_NOTHING = np.float32(0)
_FAR_BELOW = -(1 << 15)


@rule
def win_reward(seats: int, winner: Grid, seat: int) -> np.float32:
    """One division of whole numbers, so that every machine rounds it alike."""
    winners = 0
    for other in range(seats):
        winners += whole(winner[other])
    if winner[seat]:
        return np.float32(seats - winners) / np.float32(winners * (seats - 1))
    return np.float32(-1) / np.float32(seats - 1)


@rule
def best_other(seats: int, points: Grid, seat: int) -> int:
    best = _FAR_BELOW
    for other in range(seats):
        if other != seat:
            best = max(best, whole(points[other]))
    return best


@rule
def own_ticket_points(board: Board, slot: Slot, state: State, seat: int, work: Workings) -> int:
    """K5, over the seat's own routes; computed anew after a claim or new tickets."""
    if state.tickets[seat] != slot.tickets[seat] or state.trains[seat] != slot.trains[seat]:
        label_network(board, state, seat, work.label)
        completed = completed_tickets(board, state.tickets[seat], work.label)
        slot.ticket_points[seat] = ticket_points(board, state.tickets[seat], completed)
        slot.tickets[seat] = state.tickets[seat]
        slot.trains[seat] = state.trains[seat]
    return whole(slot.ticket_points[seat])


@rule
def potential(board: Board, slot: Slot, state: State, seat: int, work: Workings) -> np.float32:
    own = whole(state.points[seat]) + own_ticket_points(board, slot, state, seat, work)
    return np.float32(own - best_other(whole(state.seats), state.points, seat)) * POINT


@rule
def reward_of_step(board: Board, kind: int, slot: Slot, state: State, seat: int, work: Workings) -> np.float32:
    """What a seat gets while the game goes on."""
    if kind == POINTS:
        scored = whole(state.points[seat]) - whole(slot.points[seat])
        slot.points[seat] = state.points[seat]
        return np.float32(scored)
    if kind == SHAPED:
        before = slot.potential[seat]
        slot.potential[seat] = potential(board, slot, state, seat, work)
        return np.float32(slot.potential[seat] - before)
    return _NOTHING


@rule
def reward_of_end(kind: int, slot: Slot, state: State, seat: int, scores: Scores) -> np.float32:
    """What a seat gets in the step that ends the game."""
    seats = whole(state.seats)
    if kind == POINTS:
        return np.float32(whole(scores.total[seat]) - whole(slot.points[seat]))
    if kind == MARGIN:
        return np.float32(whole(scores.total[seat]) - best_other(seats, scores.total, seat)) * POINT
    if kind == SHAPED:
        return np.float32(win_reward(seats, scores.winner, seat) - slot.potential[seat])
    return win_reward(seats, scores.winner, seat)


@rule
def forfeit(board: Board, state: State, scores: Scores, loser: int) -> None:
    """Put a seat behind all others in a game that has been scored."""
    lowest = 0
    for seat in range(state.seats):
        lowest = min(lowest, whole(scores.total[seat]))
    scores.total[loser] = lowest - FORFEIT
    choose_winners(board, state, scores)
