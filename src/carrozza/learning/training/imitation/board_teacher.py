"""Networks for one board, which the network for any board imitates: each says what it would play in the same games.

The same seed and the same actions give the same games whatever is observed of them. So beside an environment whose
observations are tokens runs another one whose observations are flat, and the network for one board reads these.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

from carrozza.bots.neural.flat import most_spec
from carrozza.bots.neural.weights import read_about
from carrozza.bots.neural.weights.shipped import has_own_network, weights_path
from carrozza.bots.specs.networks import SHIPPED_NETWORK
from carrozza.learning.boards.mixture import Setup
from carrozza.learning.config.model import Config
from carrozza.learning.errors import LearningError
from carrozza.learning.league.plan import GroupPlan
from carrozza.learning.training.exporting import frozen_network, weights_file
from carrozza.learning.training.improving import autocast
from carrozza.learning.training.playing.groups import Group


class BoardTeacher:
    """The network for the board of a group, in that group's slots."""

    def __init__(self, config: Config, setup: Setup, plan: GroupPlan, slots: slice, seed: int, file: str) -> None:
        self.config, self.slots = config, slots
        most = most_spec(setup.board, read_about(file).variants)
        self.network = frozen_network(file, most).to(config.device)
        self.games = Group(config, setup.board, plan, 0, most, seed)
        self.observations = torch.zeros(plan.games, most.size, dtype=torch.int8, device=config.device)
        self.mask = self.games.shown.mask.clone()
        self.seat = self.games.shown.seat.long()
        self.seats = torch.full_like(self.seat, plan.seats)

    @torch.no_grad()
    def probabilities(self) -> Tensor:
        self.games.look(self.observations, self.mask, self.seat)
        with autocast(self.config):
            return self.network(self.observations, self.mask, self.seats).logits.softmax(-1)

    def follow(self, actions: Tensor) -> None:
        self.games.begin(actions)
        self.games.finish()

    def close(self) -> None:
        self.games.close()


def teacher_files(config: Config, setups: Sequence[Setup]) -> dict[int, str]:
    """The weights file to imitate in each setup, by the number of the setup, where there is one for its board."""
    found: dict[int, str] = {}
    for name in config.imitation.networks:
        files = _shipped_files(setups) if name == SHIPPED_NETWORK else _files_for(setups, str(weights_file(name)))
        if not files:
            raise LearningError(f"imitation.networks: {name}: made for none of the boards of this training")
        found = files | found
    return found


def _shipped_files(setups: Sequence[Setup]) -> dict[int, str]:
    return {
        number: str(weights_path(setup.board)) for number, setup in enumerate(setups) if has_own_network(setup.board)
    }


def _files_for(setups: Sequence[Setup], file: str) -> dict[int, str]:
    about = read_about(file)
    return {
        number: file
        for number, setup in enumerate(setups)
        if setup.board.digest == about.board_digest and set(setup.variants) <= set(about.variants)
    }
