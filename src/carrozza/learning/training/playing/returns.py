"""What the decisions of a rollout were worth.

A seat's decisions are a trajectory of their own: between two of them it gets the rewards of all that others play. So
everything is computed by seat, whatever the number of seats, and whoever moves in between.
"""

from typing import NamedTuple

import torch
from torch import Tensor

from carrozza.kernel.layout import SEATS
from carrozza.learning.config.model import Reward
from carrozza.learning.training.playing.rollout import Rollout

POINT = 1 / 64


class Returns(NamedTuple):
    """(steps, games, ...), for the seat that decided."""

    advantage: Tensor
    win: Tensor
    """The share of the win of each seat, the decider first: of the end, or, where the rollout ends before the game,
    what the network said at the seat's last decision."""
    margin: Tensor
    """The same for the margin, in units of 64 points."""


def margins(rollout: Rollout) -> Tensor:
    """(steps, games, seats): each seat's total less that of the best other, where a game has ended."""
    seats = rollout.total.shape[-1]
    playing = torch.arange(seats, device=rollout.total.device) < rollout.seats.unsqueeze(-1)
    others = rollout.total.masked_fill(~playing, -torch.inf).unsqueeze(-2).repeat(1, 1, seats, 1)
    others.diagonal(dim1=-2, dim2=-1).fill_(-torch.inf)
    return (rollout.total - others.amax(-1)).masked_fill(~playing, 0) * POINT


def add_outcomes(rollout: Rollout, reward: Reward) -> None:
    """Environments pay `shaped`: the win, and on the way a potential that adds up to nothing. Make it so many times the
    win and so many times the margin; the potential stays, which only says it earlier."""
    seats = rollout.seats.unsqueeze(-1)
    win = (seats * rollout.won - 1) / (seats - 1)
    extra = (reward.win - 1) * win + reward.margin * margins(rollout)
    playing = torch.arange(extra.shape[-1], device=extra.device) < seats
    rollout.reward += torch.where(rollout.ended.unsqueeze(-1) & playing, extra, 0)


@torch.no_grad()
def compute_returns(rollout: Rollout, trace: float) -> Returns:
    """Backwards. A seat's last decision of the rollout has no sequel yet, unless it is the one to move or the game has
    ended: from that one nothing is learned, and `rollout.learns` says so."""
    steps, games, seats = rollout.reward.shape
    device = rollout.reward.device
    every = torch.arange(games, device=device)
    relative = _relative(rollout, seats)
    advantages = torch.zeros(steps, games, device=device)
    wins, final_margins = torch.zeros(steps, games, SEATS, device=device), torch.zeros(steps, games, device=device)
    following, advantage, gained, margin = (torch.zeros(games, seats, device=device) for _ in range(4))
    win = torch.zeros(games, seats, SEATS, device=device)
    known = torch.zeros(games, seats, dtype=torch.bool, device=device)
    to_move = rollout.seat[steps]
    following[every, to_move], known[every, to_move] = rollout.value[steps], True
    win[every, to_move], margin[every, to_move] = rollout.win[steps], rollout.margin[steps]
    margin_at_end = margins(rollout)
    for step in reversed(range(steps)):
        ended, seat, value = rollout.ended[step].unsqueeze(-1), rollout.seat[step], rollout.value[step]
        following, advantage, gained = (x.masked_fill(ended, 0) for x in (following, advantage, gained))
        known = known | ended
        by_seat = rollout.won[step].unsqueeze(1).expand(-1, seats, -1).gather(-1, relative)
        win[..., :seats] = torch.where(ended.unsqueeze(-1), by_seat, win[..., :seats])
        win[..., seats:] = win[..., seats:].masked_fill(ended.unsqueeze(-1), 0)
        margin = torch.where(ended, margin_at_end[step], margin)
        gained = gained + rollout.reward[step]
        deciding = rollout.deciding[step]
        seen = known[every, seat]
        surprise = gained[every, seat] + following[every, seat] - value
        advantages[step] = surprise + trace * advantage[every, seat]
        wins[step], final_margins[step] = win[every, seat], margin[every, seat]
        rollout.learns[step] &= seen
        of_decider = (deciding, seat[deciding])
        advantage[of_decider] = torch.where(seen, advantages[step], 0)[deciding]
        following[of_decider], gained[of_decider], known[of_decider] = value[deciding], 0, True
        win[of_decider] = torch.where(seen.unsqueeze(-1), win[every, seat], rollout.win[step])[deciding]
        margin[of_decider] = torch.where(seen, margin[every, seat], rollout.margin[step])[deciding]
    return Returns(advantages, wins, final_margins)


def _relative(rollout: Rollout, seats: int) -> Tensor:
    """(games, seats, seats): for each viewer the seats in turn order behind it. Beyond the seats that play it stays
    within the table: what is there has won nothing."""
    numbers = torch.arange(seats, device=rollout.seats.device)
    behind = numbers.unsqueeze(-1) + numbers
    playing = rollout.seats[:, None, None]
    return torch.where(numbers < playing, behind % playing, numbers)
