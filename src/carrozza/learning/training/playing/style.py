"""A small reward for a way to play.

Styles are read from the observations of a seat's successive decisions. The blocker's also looks at what the other seats
observed, which only a trainer may: it makes a reward of it, and no input.

| style | is rewarded for |
|---|---|
| `builder` | points of routes, the more trains are left |
| `blocker` | claiming a route that lay on another seat's shortest way |
| `hunter` | tickets that it draws, and tickets that it makes |
"""

from typing import Final, NamedTuple

import torch
from torch import Tensor

from carrozza.bots.specs.networks import STYLES
from carrozza.learning.config.model import Reward
from carrozza.learning.training.playing.rollout import Rollout
from carrozza.learning.training.playing.styled import Styled
from carrozza.observation.spec import ObservationSpec

POINT: Final = 1 / 64
TAKEN: Final = 10.0
"""What a route that another wants counts, in points."""
DRAWN, MADE = 3.0, 10.0
"""What a ticket counts, in points."""


class Decisions(NamedTuple):
    """Of the slots of one style: (looks, slots), where a look is a step or that after the last one."""

    slots: Tensor
    seat: Tensor
    """Who decides."""
    styled: Tensor
    """Who plays in the style, (slots,)."""
    game: Tensor
    """The number of the slot's game."""
    before: Tensor
    """The look of the styled seat's decision before this one; -1: there is none."""
    counts: Tensor
    """Whether the styled seat decides, and has decided before in the same game."""


class StyleReward:
    """Whatever is needed lies in one rollout, so nothing is kept from one to the next. What came of a seat's last
    decision in a rollout is lost, and so is a game's last claim."""

    def __init__(self, reward: Reward, styled: Styled, spec: ObservationSpec) -> None:
        self.weight = reward.style_weight * POINT
        self.styled, self.spec = styled, spec
        self.slots = {style: styled.slots(style) for style in STYLES}
        compiled = spec.compiled
        points = [float(compiled.route_points[compiled.length[route]]) for route in range(len(spec.board.routes))]
        self.points = torch.tensor(points, device=styled.seat.device)
        self.trains = float(spec.board.rules.trains)

    def add_to(self, rollout: Rollout) -> None:
        """Reward a seat for what came of its last decision, in the step before the next one."""
        for style, slots in self.slots.items():
            if len(slots):
                found = decisions_in(rollout, slots, self.styled.seat[slots])
                earned = torch.where(found.counts, self._earned(style, rollout, found), 0)
                rollout.reward[:, slots, found.styled] += self.weight * earned[1:]

    def _earned(self, style: str, rollout: Rollout, found: Decisions) -> Tensor:
        """In points."""
        if style == "hunter":
            held = self._cells(rollout, found, "tickets.held")
            made = held * self._cells(rollout, found, "tickets.made")
            drawn, completed = (_more(tickets.sum(-1, dtype=torch.float), found) for tickets in (held, made))
            return DRAWN * drawn + MADE * completed
        mine = self._cells(rollout, found, "routes.mine").bool()
        claimed = mine & ~_at(mine, found.before)
        if style == "blocker":
            return TAKEN * (claimed & self._wanted(rollout, found)).any(-1).float()
        left = self._cells(rollout, found, "players.trains")[..., 0].float() / self.trains
        return (claimed * self.points).sum(-1) * left

    def _wanted(self, rollout: Rollout, found: Decisions) -> Tensor:
        """(looks, slots, routes): whether a route lay on another seat's way when the styled seat decided before. After
        a claim that seat looks for another way."""
        on_way = self._cells(rollout, found, "routes.on_way").bool()
        wanted = torch.zeros_like(on_way)
        for seat in range(rollout.reward.shape[-1]):
            look = _at(_last(found.seat == seat), found.before)
            known = (look >= 0) & (_at(found.game, look) == found.game) & (found.styled != seat)
            wanted |= _at(on_way, look) & known.unsqueeze(-1)
        return wanted

    def _cells(self, rollout: Rollout, found: Decisions, name: str) -> Tensor:
        """Of the first plane, which is the viewer's."""
        place = self.spec.slice(name)
        return rollout.observations[..., place.at : place.at + place.cells][:, found.slots]


def decisions_in(rollout: Rollout, slots: Tensor, styled: Tensor) -> Decisions:
    seat, ended = rollout.seat[:, slots], rollout.ended[:, slots]
    first = torch.zeros_like(seat[:1])
    game = torch.cat([first, ended.cumsum(0)])
    decides = seat == styled
    before = torch.cat([first - 1, _last(decides)[:-1]])
    counts = decides & (before >= 0) & (_at(game, before) == game)
    return Decisions(slots, seat, styled, game, before, counts)


def _last(which: Tensor) -> Tensor:
    """Of each look the last one up to it that is one of these; -1: none."""
    looks = torch.arange(len(which), device=which.device).unsqueeze(-1)
    return torch.where(which, looks, -1).cummax(0).values


def _at(table: Tensor, look: Tensor) -> Tensor:
    """What a table (looks, slots, ...) has at these looks of each slot; of the look -1 that of the first."""
    look = look.clamp_min(0)
    return table.gather(0, look if table.ndim == 2 else look.unsqueeze(-1).expand(-1, -1, table.shape[-1]))


def _more(number: Tensor, found: Decisions) -> Tensor:
    return (number - _at(number, found.before)).clamp_min(0)
