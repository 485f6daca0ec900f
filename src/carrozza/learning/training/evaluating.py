"""Evaluation on fixed deals, each from every seat: the network's likeliest actions against bots and networks."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor

from carrozza import boards, envs
from carrozza.kernel.layout import Grid
from carrozza.learning.config.model import Config
from carrozza.learning.statistics import ShareOfWins, calibration_error, share_of_wins
from carrozza.learning.training.improving import autocast
from carrozza.learning.training.playing.rollout import Network
from carrozza.observation.spec import Form, ObservationSpec

SEED: Final = 1 << 40
"""Of all evaluations: no training plays these deals."""
LOOK_EVERY: Final = 8
"""Steps between two looks at whether all games have ended, for which the GPU is waited for."""
SENSIBLE_STEPS: Final = 4000
"""After so many decisions a game that still goes on counts as lost."""


class Table:
    """Games on fixed deals: `deals` times one from each seat, seat s of each deal in slot s behind its first."""

    def __init__(
        self, config: Config, board: boards.Board, most: ObservationSpec, seats: int, variants: Sequence[str],
        opponents: str | None, observation: Form = "flat",
    ) -> None:  # fmt: skip
        self.config, self.seats, self.device = config, seats, config.device
        self.games = config.evaluation.deals * seats
        self.env = envs.vector(
            board,
            seats,
            self.games,
            variants=variants,
            opponents=opponents,
            observation=observation,
            seed=SEED,
            threads=config.games.threads,
            illegal="lose",
            device=config.device,
        )
        self.env.reset()
        self.env.deal_alike(seats)
        spec = self.env.observation_spec
        assert spec is not None
        self.places = None if spec.digest == most.digest else self.tensor(spec.places_in(most))
        self.cells = torch.zeros(self.games, most.size, dtype=torch.int8, device=self.device)
        self.seat_counts = torch.full((self.games,), seats, device=self.device)
        self.learner = torch.arange(self.games, device=self.device) % seats
        """Of the first game in each slot; bots sit so too."""

    def tensor(self, array: Any) -> Tensor:
        return torch.as_tensor(array if array.flags.c_contiguous else array.copy(), device=self.device)

    def observed(self) -> tuple[Tensor, Tensor, Tensor]:
        seen = self.tensor(self.env.observations)
        if self.places is None:
            self.cells.copy_(seen)
        else:
            self.cells.index_copy_(1, self.places, seen)
        return self.cells, self.tensor(self.env.mask), self.seat_counts

    def play(self, choose: Callable[[Tensor], Tensor]) -> Tensor:
        return play_out([self], choose)[0]

    def begin(self, actions: Tensor) -> None:
        self.env.begin(actions if actions.is_cuda else actions.numpy())

    def finish(self) -> tuple[Tensor, Tensor]:
        """The games that have ended, and what each seat of them has won."""
        self.env.finish()
        winner = self.tensor(self.env.episode.winner).float()
        ended = self.tensor(self.env.terminations) | self.tensor(self.env.truncations)
        return ended, winner / winner.sum(-1, keepdim=True).clamp_min(1)

    def close(self) -> None:
        self.env.close()


def play_out(tables: Sequence[Table], choose: Callable[[Tensor], Tensor]) -> list[Tensor]:
    """Let `choose` act, at all tables at once, until the first game of every slot has ended; (games, seats) for each
    table: what each seat won. It is given the slots whose first game goes on."""
    sizes, device = [table.games for table in tables], tables[0].device
    going = torch.ones(sum(sizes), dtype=torch.bool, device=device)
    won = [torch.zeros(table.games, table.seats, device=device) for table in tables]
    for step in range(SENSIBLE_STEPS):
        for table, actions in zip(tables, choose(going).split(sizes), strict=True):
            table.begin(actions)
        for number, (table, goes_on) in enumerate(zip(tables, going.split(sizes), strict=True)):
            ended, shares = table.finish()
            won[number] = torch.where((ended & goes_on).unsqueeze(-1), shares, won[number])
            goes_on &= ~ended
        if step % LOOK_EVERY == 0 and not bool(going.any()):
            break
    return won


def learners_share(table: Table, won: Tensor) -> ShareOfWins:
    """Of the games that were played out."""
    of_learner = won.gather(-1, table.learner.unsqueeze(-1))
    return share_of_wins(of_learner.reshape(-1, table.seats).cpu().numpy())


class Evaluator:
    def __init__(self, config: Config, board: boards.Board, most: ObservationSpec) -> None:
        self.config, self.board, self.most = config, board, most
        self.variants = tuple(sorted(config.variants))

    def _table(self, seats: int, opponents: str | None) -> Table:
        return Table(self.config, self.board, self.most, seats, self.variants, opponents)

    @torch.no_grad()
    def against_bot(self, network: Network, bot: str, seats: int) -> ShareOfWins:
        table = self._table(seats, bot)

        def choose(_: Tensor) -> Tensor:
            with autocast(self.config):
                return network(*table.observed()).logits.argmax(-1)

        return self._shares(table, table.play(choose))

    @torch.no_grad()
    def against_network(self, network: Network, other: Network, seats: int) -> ShareOfWins:
        table = self._table(seats, None)

        def choose(_: Tensor) -> Tensor:
            with autocast(self.config):
                own, theirs = (each(*table.observed()).logits.argmax(-1) for each in (network, other))
            return torch.where(table.tensor(table.env.seat) == table.learner, own, theirs)

        return self._shares(table, table.play(choose))

    def _shares(self, table: Table, won: Tensor) -> ShareOfWins:
        table.close()
        return learners_share(table, won)

    @torch.no_grad()
    def calibration(self, network: Network, seats: int) -> float:
        """The expected calibration error of the decider's probability to win, over all decisions of self-play."""
        table = self._table(seats, None)
        said: list[tuple[Tensor, Tensor, Tensor]] = []

        def choose(going: Tensor) -> Tensor:
            with autocast(self.config):
                answer = network(*table.observed())
            said.append((answer.win.softmax(-1)[:, 0], table.tensor(table.env.seat).long().clone(), going.clone()))
            return answer.logits.argmax(-1)

        won = table.play(choose)
        table.close()
        chances, seat, counted = (torch.stack(column) for column in zip(*said, strict=True))
        happened = won.expand(len(said), -1, -1).gather(-1, seat.unsqueeze(-1)).squeeze(-1)
        return calibration_error(_on_cpu(chances[counted]), _on_cpu(happened[counted]))


def _on_cpu(tensor: Tensor) -> Grid:
    return np.asarray(tensor.float().cpu().numpy())
