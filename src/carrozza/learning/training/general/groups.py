"""Environments of many boards side by side. Their observations are tokens."""

from collections.abc import Sequence

from torch import Tensor

from carrozza.learning.boards.mixture import Setup
from carrozza.learning.config.model import Config
from carrozza.learning.errors import LearningError
from carrozza.learning.league.plan import GroupPlan, group_plans
from carrozza.learning.networks.token_tables import Strata
from carrozza.learning.training.playing.groups import Group


def plans_of(config: Config, setups: Sequence[Setup]) -> list[tuple[int, GroupPlan]]:
    """The plans of all groups, each with the number of its setup. All setups have equally many games of every kind, so
    that whatever is computed of them together is stratified: what `games.number` has beyond that is left out."""
    games = config.games.number // len(setups)
    if games == 0:
        raise LearningError(
            f"games.number: {config.games.number}: fewer than the {len(setups)} setups: give more games"
        )
    made = []
    for number, setup in enumerate(setups):
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
        self, config: Config, setup: Setup, number: int, plan: GroupPlan, first: int, seed: int, strata: Strata
    ) -> None:
        super().__init__(config, setup.board, plan, first, setup.tokens, seed, observation="tokens")
        self.places_in_batch = self.tensor(strata.places(number, setup.tokens))

    def look(self, observations: Tensor, mask: Tensor, seat: Tensor) -> None:
        places = self.places_in_batch
        observations.index_copy_(1, places, self.shown.observations[:, : len(places)])
        mask.copy_(self.shown.mask)
        seat.copy_(self.shown.seat)
