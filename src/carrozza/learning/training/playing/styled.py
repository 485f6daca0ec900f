"""Who plays in a style: one seat, in a share of the slots of self-play. The network is told when that seat decides."""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from carrozza.bots.specs.networks import STYLES
from carrozza.learning.config.model import Config
from carrozza.learning.training.playing.groups import Group

PLAIN = 0
"""The number of no style; those of the styles begin at 1."""


class Styled(NamedTuple):
    """(games,)"""

    seat: Tensor
    """The seat that plays in a style; -1 where none does."""
    style: Tensor
    """The number of its style."""

    def told(self, seat: Tensor) -> Tensor:
        """The style of whoever decides, of (..., games) seats."""
        return torch.where(seat == self.seat, self.style, PLAIN)

    def slots(self, style: str) -> Tensor:
        return (self.style == 1 + STYLES.index(style)).nonzero().squeeze(-1)


def styled_slots(config: Config, groups: Sequence[Group]) -> Styled | None:
    """The first slots of self-play of each group: every style as often, and from every seat."""
    if config.reward.styles_share == 0:
        return None
    seat, style = nobody_styled(config, groups)
    for group in groups:
        number = torch.arange(round(config.reward.styles_share * group.plan.alone), device=config.device)
        at = slice(group.slots.start, group.slots.start + len(number))
        seat[at], style[at] = number % group.plan.seats, 1 + number // group.plan.seats % len(STYLES)
    return Styled(seat, style)


def nobody_styled(config: Config, groups: Sequence[Group]) -> Styled:
    """Everybody plays plainly: said to a network that learns styles, it is the same compiled network."""
    games, device = sum(group.plan.games for group in groups), config.device
    return Styled(torch.full((games,), -1, device=device), torch.full((games,), PLAIN, device=device))
