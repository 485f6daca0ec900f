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


class Shown(NamedTuple):
    """What an environment shows, in its own memory: each step writes it again."""

    observations: Tensor
    mask: Tensor
    seat: Tensor
    reward: Tensor
    ended: Tensor
    winner: Tensor
    """1 for each seat that won, alone or with others, where a game has ended."""
    total: Tensor
    """The final scores, where a game has ended."""
    learner: Tensor
    """The seat that no bot played in the game that has ended; -1: all."""


class Group:
    """One environment. Its observations are placed where the same cells lie in the layout for most seats."""

    def __init__(
        self, config: Config, board: boards.Board, plan: GroupPlan, first: int, most: ObservationSpec, seed: int,
        observation: Form = "flat",
    ) -> None:  # fmt: skip
        self.plan = plan
        self.pace = config.league.bots_pace if plan.bot else 1
        """Steps of other groups beside one of its own."""
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
        self.actions = self.shared(self.env.actions)
        self.shown = self._shown()

    def tensor(self, array: Any) -> Tensor:
        return torch.as_tensor(array, device=self.device)

    def shared(self, array: Any) -> Tensor:
        """The same memory, NumPy's on the CPU or CuPy's on a GPU: made once, it shows what later steps write."""
        made = self.tensor(array)
        interface = array.__cuda_array_interface__ if made.is_cuda else array.__array_interface__
        assert made.data_ptr() == interface["data"][0], "torch has copied the array"
        return made

    def _shown(self) -> Shown:
        env, episode = self.env, self.env.episode
        seen = (env.observations, env.mask, env.seat, env.rewards)
        ended = (episode.done, episode.winner, episode.total, episode.learner)
        return Shown(*map(self.shared, (*seen, *ended)))

    def learners(self) -> Tensor:
        """The seat that learns in each slot; -1 where all decisions are the network's."""
        learners = torch.full((self.plan.games,), -1, device=self.device)
        learners[self.plan.alone :] = self.seat_of_slot[self.plan.alone :]
        return torch.full_like(learners, -1) if self.plan.bot else learners

    def look(self, observations: Tensor, mask: Tensor, seat: Tensor) -> None:
        """Write what the seat to move is given."""
        if self.places is None:
            observations.copy_(self.shown.observations)
        else:
            observations.index_copy_(1, self.places, self.shown.observations)
        mask.copy_(self.shown.mask)
        seat.copy_(self.shown.seat)

    def hidden(self) -> Tensor:
        """(games, other seats, cells)"""
        return self.tensor(self.env.hidden).unflatten(-1, (self.plan.seats - 1, -1))

    def begin(self, actions: Tensor) -> None:
        """Begin a step: on a GPU those of all groups run side by side."""
        self.actions.copy_(actions)
        self.env.begin()

    def finish(self) -> Shown:
        self.env.finish()
        return self.shown

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
