"""Evaluation of the network for any board: on all setups with one number of seats and against all bots at once."""

from collections.abc import Sequence

import torch
from torch import Tensor

from carrozza.learning.boards.mixture import Setup
from carrozza.learning.config.model import Config
from carrozza.learning.networks.token_tables import Strata, by_size
from carrozza.learning.networks.tokens import TokenNetwork
from carrozza.learning.statistics import ShareOfWins
from carrozza.learning.training.evaluating import Table, learners_share, play_out
from carrozza.learning.training.improving import autocast


class TokenTable(Table):
    """Games on fixed deals, of one setup. It writes its observations into a part of a batch."""

    def __init__(
        self, config: Config, setup: Setup, number: int, opponents: str, strata: Strata, cells: Tensor
    ) -> None:
        spec = setup.tokens
        super().__init__(config, setup.board, spec, setup.seats, setup.variants, opponents, observation="tokens")
        self.places_in_batch = self.tensor(strata.places(number, spec))
        self.cells = cells

    def look(self) -> Tensor:
        """Write what the network sees; returns the mask."""
        places, seen = self.places_in_batch, self.tensor(self.env.observations)
        self.cells.index_copy_(1, places, seen[:, : len(places)])
        return self.tensor(self.env.mask)


@torch.no_grad()
def shares_at(
    config: Config, network: TokenNetwork, setups: Sequence[Setup], bots: Sequence[str]
) -> dict[tuple[Setup, str], ShareOfWins]:
    """The share of wins on each setup against each bot. All setups have the same number of seats."""
    setups = sorted(setups, key=lambda setup: by_size(setup.tokens), reverse=True)
    strata = Strata([setup.tokens for setup in setups], config.tokens.size_classes).to(config.device)
    played = [(number, setup, bot) for number, setup in enumerate(setups) for bot in bots]
    games = config.evaluation.deals * setups[0].seats
    cells = torch.zeros(len(played) * games, strata.cells, dtype=torch.int8, device=config.device)
    tables = [
        TokenTable(config, setup, number, bot, strata, part)
        for (number, setup, bot), part in zip(played, cells.split(games), strict=True)
    ]

    def choose(_: Tensor) -> Tensor:
        mask = torch.cat([table.look() for table in tables])
        with autocast(config):
            return network(cells, mask, strata=strata).logits.argmax(-1)

    try:
        won = play_out(tables, choose)
        return {
            (setup, bot): learners_share(table, of_table)
            for (_, setup, bot), table, of_table in zip(played, tables, won, strict=True)
        }
    finally:
        for table in tables:
            table.close()
