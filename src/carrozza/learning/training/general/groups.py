"""Environments of many boards side by side. Their observations are tokens, and the number of their setup."""

from collections.abc import Sequence

import torch
from torch import Tensor

from carrozza.learning.boards.mixture import Setup
from carrozza.learning.config.model import Config
from carrozza.learning.league.matching import allotted
from carrozza.learning.league.plan import GroupPlan, group_plans
from carrozza.learning.networks.tokens import NUMBER_CELLS, number_of_setup
from carrozza.learning.statistics import ShareOfWins
from carrozza.learning.training.evaluating import Evaluator, Table
from carrozza.learning.training.playing.groups import Group
from carrozza.learning.training.playing.rollout import Network


def plans_of(config: Config, setups: Sequence[Setup]) -> list[tuple[int, GroupPlan]]:
    """The plans of all groups, each with the number of its setup. All setups have equally many games."""
    made = []
    for number, (setup, games) in enumerate(
        zip(setups, allotted(config.games.number, [1.0] * len(setups)), strict=True)
    ):
        of_setup = config.model_copy(
            update={
                "players": [setup.seats],
                "players_weights": [],
                "variants": list(setup.variants),
                "variants_share": 1.0,
                "games": config.games.model_copy(update={"number": games}),
            }
        )
        made += [(number, plan) for plan in group_plans(of_setup)]
    return made


class TokenGroup(Group):
    """One environment of one setup."""

    def __init__(self, config: Config, setup: Setup, number: int, plan: GroupPlan, first: int, seed: int) -> None:
        self.setup_number = number
        self.size = setup.tokens.size
        super().__init__(config, setup.board, plan, first, setup.tokens, seed, observation="tokens")

    def look(self, observations: Tensor, mask: Tensor, seat: Tensor) -> None:
        super().look(observations[:, : self.size], mask, seat)
        write_number(observations, self.setup_number)


def write_number(observations: Tensor, setup: int) -> None:
    low, high = number_of_setup(setup)
    observations[:, -2] = low
    observations[:, -1] = high


class TokenTable(Table):
    """Games on fixed deals, of one setup."""

    def __init__(self, config: Config, setup: Setup, number: int, opponents: str | None) -> None:
        spec = setup.tokens
        super().__init__(config, setup.board, spec, setup.seats, setup.variants, opponents, observation="tokens")
        self.numbered = torch.zeros(self.games, spec.size + NUMBER_CELLS, dtype=torch.int8, device=self.device)
        write_number(self.numbered, number)

    def observed(self) -> tuple[Tensor, Tensor, Tensor]:
        cells, mask, seats = super().observed()
        self.numbered[:, :-NUMBER_CELLS] = cells
        return self.numbered, mask, seats


class SetupEvaluator(Evaluator):
    """Evaluation of one setup."""

    def __init__(self, config: Config, setup: Setup, number: int) -> None:
        super().__init__(config, setup.board, setup.tokens)
        self.setup, self.number = setup, number

    def _table(self, seats: int, opponents: str | None) -> Table:
        return TokenTable(self.config, self.setup, self.number, opponents)

    def share(self, network: Network, bot: str) -> ShareOfWins:
        return self.against_bot(network, bot, self.setup.seats)
