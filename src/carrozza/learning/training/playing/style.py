"""A small reward for a way to play.

Styles are read from the observations of a seat's successive decisions. The blocker's also looks at what the other seats
observed, which only a trainer may: it makes a reward of it, and no input.

| style | is rewarded for |
|---|---|
| `builder` | points of routes, the more trains are left |
| `blocker` | claiming a route that lay on another seat's shortest way |
| `hunter` | tickets that it draws, and tickets that it makes |
"""

from typing import Final

import torch
from torch import Tensor

from carrozza.learning.config.model import Reward
from carrozza.learning.training.playing.rollout import Rollout
from carrozza.observation.spec import ObservationSpec

POINT: Final = 1 / 64
TAKEN: Final = 10.0
"""What a route that another wants counts, in points."""
DRAWN, MADE = 3.0, 10.0
"""What a ticket counts, in points."""


class StyleReward:
    """Keeps of each seat what it saw at its last decision."""

    def __init__(self, reward: Reward, rollout: Rollout, spec: ObservationSpec) -> None:
        games, seats, device = rollout.action.shape[1], rollout.reward.shape[-1], rollout.reward.device
        self.style, self.weight = reward.style, reward.style_weight * POINT
        self.spec = spec
        routes = len(spec.board.routes)
        compiled = spec.compiled
        points = [float(compiled.route_points[compiled.length[route]]) for route in range(routes)]
        self.points = torch.tensor(points, device=device)
        self.trains = float(spec.board.rules.trains)
        self.mine = torch.zeros(games, seats, routes, dtype=torch.bool, device=device)
        self.wanted = torch.zeros(games, seats, routes, dtype=torch.bool, device=device)
        self.held, self.made = (torch.zeros(games, seats, device=device) for _ in range(2))
        self.known = torch.zeros(games, seats, dtype=torch.bool, device=device)
        """Whether the seat has decided in this game."""

    def add_to(self, rollout: Rollout) -> None:
        """Reward a seat for what came of its last decision, in the step before the next one. What came of a decision in
        the rollout before is lost, and so is a game's last claim."""
        every = torch.arange(rollout.action.shape[1], device=rollout.reward.device)
        for step in range(rollout.steps):
            seat, cells = rollout.seat[step], rollout.observations[step]
            earned = self._earned(cells, every, seat)
            if step > 0:
                known = self.known[every, seat] & (rollout.learners.lt(0) | seat.eq(rollout.learners))
                rollout.reward[step - 1, every, seat] += self.weight * torch.where(known, earned, 0)
            self._remember(cells, every, seat)
            ended = rollout.ended[step].unsqueeze(-1)
            self.known &= ~ended
            self.wanted &= ~ended.unsqueeze(-1)

    def _earned(self, cells: Tensor, every: Tensor, seat: Tensor) -> Tensor:
        """In points."""
        claimed = self._cells(cells, "routes.mine").bool() & ~self.mine[every, seat]
        if self.style == "builder":
            left = self._cells(cells, "players.trains")[:, 0].float() / self.trains
            return (claimed * self.points).sum(-1) * left
        if self.style == "blocker":
            return TAKEN * (claimed & self._wanted_by_others(every, seat)).any(-1).float()
        drawn = (self._held(cells) - self.held[every, seat]).clamp_min(0)
        return DRAWN * drawn + MADE * (self._made(cells) - self.made[every, seat]).clamp_min(0)

    def _wanted_by_others(self, every: Tensor, seat: Tensor) -> Tensor:
        wanted = self.wanted.clone()
        wanted[every, seat] = False
        return wanted.any(1)

    def _remember(self, cells: Tensor, every: Tensor, seat: Tensor) -> None:
        self.mine[every, seat] = self._cells(cells, "routes.mine").bool()
        self.wanted[every, seat] = self._cells(cells, "routes.on_way").bool()
        self.held[every, seat] = self._held(cells)
        self.made[every, seat] = self._made(cells)
        self.known[every, seat] = True

    def _held(self, cells: Tensor) -> Tensor:
        return self._cells(cells, "tickets.held").float().sum(-1)

    def _made(self, cells: Tensor) -> Tensor:
        return (self._cells(cells, "tickets.held") * self._cells(cells, "tickets.made")).float().sum(-1)

    def _cells(self, cells: Tensor, name: str) -> Tensor:
        """Of the first plane, which is the viewer's."""
        found = self.spec.slice(name)
        return cells[:, found.at : found.at + found.cells]
