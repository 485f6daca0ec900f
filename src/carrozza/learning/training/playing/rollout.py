"""So many steps of all games, and what is learned from them."""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Final, Protocol

import torch
from torch import Tensor

from carrozza.kernel.actions import ACTIONS
from carrozza.kernel.layout import SEATS
from carrozza.learning.config.model import Config
from carrozza.learning.networks.flat import Answer
from carrozza.learning.training.playing.groups import Group
from carrozza.learning.training.playing.styled import Styled

SETTLED: Final = 0.99
"""A decision is settled where one action is more likely than this."""


class Network(Protocol):
    def __call__(
        self, cells: Tensor, mask: Tensor, seats: Tensor, believe: bool = False, styles: Tensor | None = None
    ) -> Answer: ...


class Teacher(Protocol):
    """Says what it would play in the games of some slots, and sees them go on."""

    slots: slice

    def probabilities(self) -> Tensor:
        """(slots, actions): the probability of each action."""

    def follow(self, actions: Tensor) -> None:
        """These have been played."""

    def close(self) -> None: ...


class Rollout:
    """Tensors of (steps, games, ...), allocated once and filled again in every round."""

    def __init__(
        self, config: Config, groups: Sequence[Group], cells: int, styled: Styled | None = None, strata: int = 1
    ) -> None:
        steps, games, device = config.games.steps, sum(group.plan.games for group in groups), config.device
        seats = max(group.plan.seats for group in groups)
        self.groups = groups
        self.strata = strata
        """Into how many runs of equally many slots the games fall, of which a batch has equally many decisions each."""
        self.styled = styled
        self.observations = torch.zeros(steps + 1, games, cells, dtype=torch.int8, device=device)
        self.mask = torch.zeros(steps + 1, games, ACTIONS, dtype=torch.bool, device=device)
        self.seat = torch.zeros(steps + 1, games, dtype=torch.long, device=device)
        self.value = torch.zeros(steps + 1, games, device=device)
        self.win = torch.zeros(steps + 1, games, SEATS, device=device)
        self.margin = torch.zeros(steps + 1, games, device=device)
        self.action = torch.zeros(steps, games, dtype=torch.long, device=device)
        self.log_probability = torch.zeros(steps, games, device=device)
        self.reward = torch.zeros(steps, games, seats, device=device)
        self.ended = torch.zeros(steps, games, dtype=torch.bool, device=device)
        self.won = torch.zeros(steps, games, seats, device=device)
        self.total = torch.zeros(steps, games, seats, device=device)
        self.learner = torch.full((steps, games), -1, dtype=torch.long, device=device)
        self.learns = torch.zeros(steps, games, dtype=torch.bool, device=device)
        """Whose sequel is known, and which are the network's own."""
        self.settled_share = config.improvement.settled_share
        self.left_out = torch.zeros_like(self.learns)
        """Settled decisions that are not learned from."""
        self.seats = torch.cat([torch.full((group.plan.games,), group.plan.seats, device=device) for group in groups])
        self.learners = torch.cat([group.learners() for group in groups])
        self.hidden = self._hidden(steps, games, device) if config.network.belief else None
        self.idle = self._idle(steps, games, device)
        """Where a group with a slower pace does not decide: its last step still runs. None where all have one pace."""
        every = torch.arange(games, device=device)
        self.deciding = [every if self.idle is None else every[~self.idle[step]] for step in range(steps)]
        """The slots in which somebody decides, for each step."""
        self.taught: Tensor | None = None
        """(steps, games, actions): what is to be imitated, as probabilities; None where it is the action itself."""

    def _idle(self, steps: int, games: int, device: str) -> Tensor | None:
        if all(group.pace == 1 for group in self.groups):
            return None
        idle = torch.zeros(steps, games, dtype=torch.bool, device=device)
        for group in self.groups:
            idle[:, group.slots] = (torch.arange(steps, device=device) % group.pace != 0).unsqueeze(-1)
        return idle

    def _hidden(self, steps: int, games: int, device: str) -> Tensor:
        others = self.groups[0].hidden().shape[-1]
        return torch.zeros(steps, games, int(self.seats.max()) - 1, others, dtype=torch.int8, device=device)

    @property
    def steps(self) -> int:
        return len(self.action)

    def learned(self) -> list[Tensor]:
        """The decisions to learn from, for each stratum: their places among those of all steps and games."""
        return self._places(self.learns & ~self.left_out)

    def own(self) -> list[Tensor]:
        """The same for all of the network's own decisions, those that are left out too."""
        return self._places(self.learns)

    def _places(self, which: Tensor) -> list[Tensor]:
        places = torch.arange(which.numel(), device=which.device).view_as(which)
        each = which.shape[1] // self.strata
        return [
            of_stratum[chosen] for of_stratum, chosen in zip(places.split(each, 1), which.split(each, 1), strict=True)
        ]

    @torch.no_grad()
    def play(
        self,
        network: Network,
        opponents: Mapping[Network, Tensor],
        chance: torch.Generator,
        likeliest: Collection[Network] = (),
    ) -> None:
        """`opponents` are the other networks, and the slots in which each of them has the seats that do not learn.
        Those of `likeliest` play the action they hold most likely."""
        for step in range(self.steps):
            self.look(step)
            logits = self._ask(network, step)
            self.action[step] = sampled(logits, chance)
            self.learns[step] = (self.learners < 0) | (self.seat[step] == self.learners)
            if self.idle is not None:
                self.learns[step] &= ~self.idle[step]
            for opponent, slots in opponents.items():
                self._let_play(opponent, slots, step, None if opponent in likeliest else chance)
            self._note_probability(step, logits, chance)
            self._step(step)
        self._end(network)

    @torch.no_grad()
    def replay(
        self, network: Network, actions: Tensor, chance: torch.Generator, teachers: Sequence[Teacher] = ()
    ) -> None:
        """Play these actions (steps, games), which another has chosen. In the slots of a teacher they do not count: in
        every other one the teacher plays, and in the rest the network itself, so that it is taught in positions of its
        own too."""
        self.action.copy_(actions)
        if teachers:
            self.taught = torch.zeros_like(self.mask[:-1], dtype=torch.half)
            self.taught.scatter_(-1, self.action.unsqueeze(-1), 1)
        self.left_out.fill_(False)
        for step in range(self.steps):
            self.look(step)
            logits = self._ask(network, step)
            for teacher in teachers:
                self._be_taught(teacher, step, logits[teacher.slots], chance)
            self.learns[step] = True
            self._step(step)
        self._end(network)

    def _be_taught(self, teacher: Teacher, step: int, logits: Tensor, chance: torch.Generator) -> None:
        assert self.taught is not None
        taught = teacher.probabilities()
        self.taught[step, teacher.slots] = taught.half()
        chosen = sampled(logits, chance)
        chosen[::2] = sampled(taught[::2].log(), chance)
        self.action[step, teacher.slots] = chosen
        teacher.follow(chosen)

    def look(self, step: int) -> None:
        for group in self.groups:
            if step % group.pace:
                continue
            at = group.slots
            group.look(self.observations[step, at], self.mask[step, at], self.seat[step, at])
            if self.hidden is not None and step < self.steps:
                self.hidden[step, at, : group.plan.seats - 1] = group.hidden()

    def _ask(self, network: Network, step: int) -> Tensor:
        answer = network(
            self.observations[step],
            self.mask[step],
            self.seats,
            styles=self.styled and self.styled.told(self.seat[step]),
        )
        self.value[step] = answer.value
        self.win[step] = answer.win.softmax(-1)
        self.margin[step] = answer.margin
        return answer.logits

    def _let_play(self, opponent: Network, slots: Tensor, step: int, chance: torch.Generator | None) -> None:
        answer = opponent(self.observations[step, slots], self.mask[step, slots], self.seats[slots])
        chosen = sampled(answer.logits, chance) if chance else answer.logits.argmax(-1)
        self.action[step, slots] = torch.where(self.learns[step, slots], self.action[step, slots], chosen)

    def _note_probability(self, step: int, logits: Tensor, chance: torch.Generator) -> None:
        chosen = self.action[step].unsqueeze(-1)
        logs = logits.log_softmax(-1)
        self.log_probability[step] = logs.gather(-1, chosen).squeeze(-1)
        if self.settled_share < 1:
            drawn = torch.rand(len(logs), generator=chance, device=logs.device)
            self.left_out[step] = (logs.amax(-1) > math.log(SETTLED)) & (drawn >= self.settled_share)

    def _step(self, step: int) -> None:
        """Games against bots take longest: they begin first, and are waited for last, or some steps later."""
        bots_first = sorted(self.groups, key=lambda group: group.plan.bot is None)
        for group in bots_first:
            if step % group.pace == 0:
                group.begin(self.action[step, group.slots])
        for group in reversed(bots_first):
            if (step + 1) % group.pace == 0:
                self._note(step, group)

    def _note(self, step: int, group: Group) -> None:
        at, seats, shown = group.slots, group.plan.seats, group.finish()
        self.reward[step, at, :seats] = shown.reward
        self.ended[step, at] = shown.ended
        self.won[step, at, :seats] = shown.winner
        self.total[step, at, :seats] = shown.total
        if group.plan.bot:
            self.learner[step, at] = shown.learner

    def _end(self, network: Network) -> None:
        """Look once more, and write what needs no step by itself: a GPU does it for all steps at once."""
        self.look(self.steps)
        self._ask(network, self.steps)
        self.won /= self.won.sum(-1, keepdim=True).clamp_min_(1)
        for group in self.groups:
            if not group.plan.bot:
                self.learner[:, group.slots] = group.learners()


def sampled(logits: Tensor, chance: torch.Generator) -> Tensor:
    """An action of each row, as likely as its logit says: the largest of logit plus Gumbel noise."""
    noise = torch.empty_like(logits).exponential_(generator=chance).clamp_min_(1e-30).log_()
    return (logits - noise).argmax(-1)
