"""Environments of many boards side by side. Their observations are tokens, and the number of their setup."""

from collections.abc import Sequence

import torch
from torch import Tensor

from carrozza.learning.boards.mixture import Setup
from carrozza.learning.config.model import Config
from carrozza.learning.league.matching import allotted
from carrozza.learning.league.plan import GroupPlan, group_plans
from carrozza.learning.networks.token_tables import SetupTables, number_of_setup
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

    def __init__(
        self, config: Config, setup: Setup, number: int, plan: GroupPlan, first: int, seed: int, tables: SetupTables
    ) -> None:
        self.setup_number = number
        super().__init__(config, setup.board, plan, first, setup.tokens, seed, observation="tokens")
        self.places_in_batch = self.tensor(tables.places(setup.tokens))

    def look(self, observations: Tensor, mask: Tensor, seat: Tensor) -> None:
        places = self.places_in_batch
        observations.index_copy_(1, places, self.shown.observations[:, : len(places)])
        write_number(observations, self.setup_number)
        mask.copy_(self.shown.mask)
        seat.copy_(self.shown.seat)


def write_number(observations: Tensor, setup: int) -> None:
    low, high = number_of_setup(setup)
    observations[:, -2] = low
    observations[:, -1] = high


class TokenTable(Table):
    """Games on fixed deals, of one setup."""

    def __init__(self, config: Config, setup: Setup, number: int, opponents: str | None, tables: SetupTables) -> None:
        spec = setup.tokens
        super().__init__(config, setup.board, spec, setup.seats, setup.variants, opponents, observation="tokens")
        self.places_in_batch = self.tensor(tables.places(spec))
        self.cells = torch.zeros(self.games, tables.cells, dtype=torch.int8, device=self.device)
        write_number(self.cells, number)

    def observed(self) -> tuple[Tensor, Tensor, Tensor]:
        places, seen = self.places_in_batch, self.tensor(self.env.observations)
        self.cells.index_copy_(1, places, seen[:, : len(places)])
        return self.cells, self.tensor(self.env.mask), self.seat_counts


class SetupEvaluator(Evaluator):
    """Evaluation of one setup."""

    def __init__(self, config: Config, setup: Setup, number: int, tables: SetupTables) -> None:
        super().__init__(config, setup.board, setup.tokens)
        self.setup, self.number, self.tables = setup, number, tables

    def _table(self, seats: int, opponents: str | None) -> Table:
        return TokenTable(self.config, self.setup, self.number, opponents, self.tables)

    def share(self, network: Network, bot: str) -> ShareOfWins:
        return self.against_bot(network, bot, self.setup.seats)
