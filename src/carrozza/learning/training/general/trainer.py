"""A training of the network for any board. What a round does is the same as for one board."""

import copy
import random
from collections.abc import Sequence

import torch
from torch import nn

from carrozza.boards.model import Board
from carrozza.bots.neural.tokens.at_board import check_tokens
from carrozza.bots.neural.tokens.matrices import TokenSizes
from carrozza.bots.neural.weights import read_weights
from carrozza.learning.boards.mixture import Setup, setups_of, training_setups
from carrozza.learning.config.model import Config
from carrozza.learning.errors import LearningError
from carrozza.learning.league.members import League
from carrozza.learning.league.plan import GroupPlan, without_opponents
from carrozza.learning.networks.token_tables import by_size
from carrozza.learning.networks.tokens import TokenNetwork, fill
from carrozza.learning.schedule import Progress
from carrozza.learning.training.exporting import weights_file
from carrozza.learning.training.general.groups import TokenGroup, plans_of
from carrozza.learning.training.imitation.board_teacher import BoardTeacher, teacher_files
from carrozza.learning.training.improving import autocast
from carrozza.learning.training.peers import Alone, Peers
from carrozza.learning.training.playing.groups import Group, group_seed
from carrozza.learning.training.playing.rollout import Network, Rollout
from carrozza.learning.training.trainer import Trainer


class GeneralTrainer(Trainer):
    network: TokenNetwork

    def __init__(
        self,
        config: Config,
        peers: Peers | None = None,
        plans: list[GroupPlan] | None = None,
        deals: int = 0,
    ) -> None:
        self.config, self.peers = config, peers or Alone()
        self.setups = training_setups(config.boards, config.varied, config.players, config.variants, config.seed)
        self.held_out = setups_of(config.varied.held_out, config.players, config.variants)
        if not self.setups:
            raise LearningError(f"players: {config.players}: none of the boards is for so many")
        self.setups.sort(key=lambda setup: by_size(setup.tokens), reverse=True)
        self.board, self.most = self.setups[0].board, self.setups[0].tokens
        self.network_teachers = teacher_files(config, self.setups)
        torch.manual_seed(config.seed)
        shape = config.tokens
        specs = [setup.tokens for setup in self.setups]
        sizes = TokenSizes(shape.width, shape.table_width, shape.exchanges)
        self.network = TokenNetwork(specs, sizes, shape.size_classes).to(config.device)
        self.begin()
        self.optimiser = torch.optim.Adam(
            self.network.parameters(), config.improvement.learning_rate, fused=config.device == "cuda"
        )
        self.progress = Progress()
        self.chance = torch.Generator(config.device)
        self.chance.manual_seed((config.seed << 10) + self.peers.rank)
        self.league_chance = random.Random(config.seed)
        self.networks = {}
        self.league = League(self._first_members(), config.league.hardness, config.league.past_kept)
        self.seated = {"past": [], "file": []}
        planned = plans_of(config, self.setups)
        given = plans or [plan for _, plan in planned]
        numbered = [(number, plan) for (number, _), plan in zip(planned, given, strict=True)]
        self.groups = self._groups(numbered, self._deals_seed(deals))
        self.rollout = Rollout(config, self.groups, self.network.cells, strata=len(self.setups))
        self.style = None
        self._seat_networks()

    def compiled(self, network: nn.Module) -> Network:
        """For batches of one size. Networks share what torch has compiled."""
        ready: Network = torch.compile(network, dynamic=False)
        return ready

    def compile_ahead(self) -> None:
        """Where torch compiles the network, let it do so before the budget begins: for the steps of a rollout and for
        minibatches, the sizes that all rounds have."""
        settings, rollout = self.config.improvement, self.rollout
        if not settings.compiled:
            return
        cells, mask, seats = rollout.observations.flatten(0, 1), rollout.mask.flatten(0, 1), rollout.seats
        minibatch = settings.minibatch // rollout.strata * rollout.strata
        with autocast(self.config):
            with torch.no_grad():
                self.forward(cells[: len(seats)], mask[: len(seats)], seats, styles=None)
            if minibatch <= len(cells):
                answer = self.forward(cells[:minibatch], mask[:minibatch], seats[:minibatch], False, None)
                answer.value.sum().backward()
        self.network.zero_grad()

    def opponent(self, name: str) -> Network:
        network = self.networks[name]
        return self.compiled(network) if self.config.improvement.compiled else network

    def _groups(self, plans: list[tuple[int, GroupPlan]], seed: int) -> list[Group]:
        """One for each plan, which comes with the number of its setup."""
        made: list[Group] = []
        for at, (number, plan) in enumerate(plans):
            first, deals = made[-1].slots.stop if made else 0, group_seed(seed, at)
            made.append(TokenGroup(self.config, self.setups[number], number, plan, first, deals, self.network.strata))
        return made

    def plans_to_imitate(self) -> list[tuple[Board, GroupPlan]]:
        return [(self.setups[number].board, plan) for number, plan in self._imitation_plans()]

    def groups_to_imitate(self, seed: int) -> list[Group]:
        return self._groups(self._imitation_plans(), seed)

    def teachers(self, groups: Sequence[Group], seed: int) -> list[BoardTeacher]:
        return [
            BoardTeacher(
                self.config,
                self.setups[number],
                group.plan,
                group.slots,
                group_seed(seed, number),
                self.network_teachers[number],
            )
            for number, group in enumerate(groups)
            if number in self.network_teachers
        ]

    def _imitation_plans(self) -> list[tuple[int, GroupPlan]]:
        return plans_of(without_opponents(self.config), self.setups)

    def named(self) -> list[Setup]:
        """The setups of the boards that are named."""
        return setups_of(self.config.boards, self.config.players, self.config.variants)

    def frozen(self, path: str) -> TokenNetwork:
        """The network of a weights file, for the same boards."""
        file = weights_file(path)
        weights = read_weights(file)
        if weights.about.kind != "tokens":
            raise LearningError(f"{file}: a network for {weights.about.board}, and one for any board is needed here")
        check_tokens(weights)
        network = copy.deepcopy(self.network)
        fill(network, weights)
        return network.eval().requires_grad_(False)

    def scale_cells(self) -> None:
        """Cells of tokens have scales that are always the same."""

    def _rematch_bots(self) -> None:
        """All bots have equally many games."""
