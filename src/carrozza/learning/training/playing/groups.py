"""Environments side by side, each for one number of players and one kind of opponents."""

from typing import Any, NamedTuple

import torch
from torch import Tensor

from carrozza import boards, envs
from carrozza.learning.config.model import Config
from carrozza.learning.league.plan import GroupPlan
from carrozza.observation.spec import Form, ObservationSpec

BY_BOT = "bot"


class Part(NamedTuple):
    """Slots of a group whose other seats are played alike."""

    slots: slice
    """Among the slots of all groups."""
    kind: str
    """`alone`, `past`, `file` or `bot`."""


class Stepped(NamedTuple):
    """What a step did, for the slots of a group and all seats of the largest."""

    reward: Tensor
    ended: Tensor
    won: Tensor
    """The share of the win of each seat, where a game has ended."""
    total: Tensor
    """The final scores, where a game has ended."""
    learner: Tensor
    """The seat that learned in the game that has ended; -1: all."""


class Group:
    """One environment. Its observations are placed where the same cells lie in the layout for most seats."""

    def __init__(
        self, config: Config, board: boards.Board, plan: GroupPlan, first: int, most: ObservationSpec, seed: int,
        observation: Form = "flat",
    ) -> None:  # fmt: skip
        self.plan = plan
        self.device = config.device
        self.env = envs.vector(
            board,
            plan.seats,
            plan.games,
            variants=plan.variants,
            opponents=plan.bot,
            observation=observation,
            reward="shaped",
            seed=seed,
            threads=config.games.threads,
            illegal="lose",  # masked actions are legal; a check would wait for the GPU at every step
            device=config.device,
            hidden=config.network.belief,
        )
        self.slots = slice(first, first + plan.games)
        self.parts = list(_parts(plan, first))
        spec = self.env.observation_spec
        assert spec is not None
        self.places = None if spec.digest == most.digest else self.tensor(spec.places_in(most))
        self.seat_of_slot = torch.arange(plan.games, device=self.device) % plan.seats
        """Who learns, where networks have the other seats."""
        self.env.reset()

    def tensor(self, array: Any) -> Tensor:
        """The same memory, NumPy's on the CPU or CuPy's on a GPU; of records a copy, as their fields are not dense."""
        return torch.as_tensor(array if array.flags.c_contiguous else array.copy(), device=self.device)

    def learners(self) -> Tensor:
        """The seat that learns in each slot; -1 where all decisions are the network's."""
        learners = torch.full((self.plan.games,), -1, device=self.device)
        learners[self.plan.alone :] = self.seat_of_slot[self.plan.alone :]
        return torch.full_like(learners, -1) if self.plan.bot else learners

    def look(self, observations: Tensor, mask: Tensor, seat: Tensor) -> None:
        """Write what the seat to move is given."""
        seen = self.tensor(self.env.observations)
        if self.places is None:
            observations.copy_(seen)
        else:
            observations.index_copy_(1, self.places, seen)
        mask.copy_(self.tensor(self.env.mask))
        seat.copy_(self.tensor(self.env.seat))

    def hidden(self) -> Tensor:
        """(games, other seats, cells)"""
        return self.tensor(self.env.hidden).unflatten(-1, (self.plan.seats - 1, -1))

    def step(self, actions: Tensor) -> Stepped:
        _, rewards, ended, cut_off, _ = self.env.step(actions if actions.is_cuda else actions.numpy())
        episode = self.env.episode
        winner = self.tensor(episode.winner).float()
        learner = self.tensor(episode.learner).long() if self.plan.bot else self.learners()
        return Stepped(
            self.tensor(rewards),
            self.tensor(ended) | self.tensor(cut_off),
            winner / winner.sum(-1, keepdim=True).clamp_min(1),
            self.tensor(episode.total).float(),
            learner,
        )

    def close(self) -> None:
        self.env.close()


def _parts(plan: GroupPlan, first: int) -> list[Part]:
    made, at = [], first
    for kind, games in (("alone", plan.alone), ("past", plan.past), ("file", plan.files), (BY_BOT, plan.against_bot)):
        if games:
            made.append(Part(slice(at, at + games), kind))
            at += games
    return made


def make_groups(
    config: Config, board: boards.Board, plans: list[GroupPlan], most: ObservationSpec, seed: int
) -> list[Group]:
    """Each has deals of its own."""
    made: list[Group] = []
    for number, plan in enumerate(plans):
        first = made[-1].slots.stop if made else 0
        made.append(Group(config, board, plan, first, most, group_seed(seed, number)))
    return made


def group_seed(seed: int, number: int, rounds: int = 0) -> int:
    """Of the environment of a group that begins after so many rounds."""
    return (seed << 20) + (rounds << 6) + number
