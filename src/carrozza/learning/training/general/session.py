"""A training of the network for any board, from its beginning or a checkpoint to the end of its budget."""

import copy
import time
from typing import Any

import torch

from carrozza.bots.neural.weights import read_weights
from carrozza.folders import write_whole
from carrozza.interrupts import InterruptFlag
from carrozza.learning.config.model import Config
from carrozza.learning.curve.page import curve_page
from carrozza.learning.errors import LearningError
from carrozza.learning.networks.tokens import fill, token_weights
from carrozza.learning.runs.folder import RunFolder
from carrozza.learning.runs.log import RunLog
from carrozza.learning.training.checkpoint import restored
from carrozza.learning.training.exporting import write_whole_weights
from carrozza.learning.training.general.evaluating import shares_at
from carrozza.learning.training.general.trainer import GeneralTrainer
from carrozza.learning.training.peers import Alone
from carrozza.learning.training.session import EXPORT_CHECKED, Session, Watcher, check_device, result_of

TITLE = "any board"


class GeneralSession(Session):
    trainer: GeneralTrainer

    def __init__(
        self, config: Config, folder: RunFolder, interrupt: InterruptFlag, watch: Watcher, resume: bool = False
    ) -> None:
        check_device(config)
        check_general(config)
        self.config, self.folder = config, folder
        self.interrupt, self.watch, self.peers = interrupt, watch, Alone()
        self.resumed = resume
        self.trainer = (
            restored(folder.checkpoint, config, lambda plans, deals: GeneralTrainer(config, None, plans, deals))
            if resume
            else GeneralTrainer(config)
        )
        self.board = self.trainer.board
        self.log = RunLog(folder.log)
        self.saved_at = time.monotonic()
        self.evaluated = self.trainer.progress.spent(config.budget)

    def run(self) -> bool:
        self.trainer.compile_ahead()
        return super().run()

    def evaluate(self, players: list[int]) -> None:
        """On the boards that are named, and on those that are held out."""
        results = [result for seats in players for result in self._results(seats)]
        self._note("evaluation", results=results, calibration_error={})
        write_whole(self.folder.curve, curve_page(self.log.entries, TITLE, self.config).encode())

    def _results(self, seats: int) -> list[dict[str, Any]]:
        trainer, evaluation = self.trainer, self.config.evaluation
        setups = [
            (setup, held_out)
            for held_out, of_boards in ((False, trainer.named()), (True, trainer.held_out))
            for setup in of_boards
            if setup.seats == seats
        ]
        bots = [*((bot, False) for bot in evaluation.against), *((bot, True) for bot in evaluation.held_out)]
        if not setups or not bots:
            return []
        shares = shares_at(self.config, trainer.network, [setup for setup, _ in setups], [bot for bot, _ in bots])
        return [
            result_of(
                f"{bot} on {' with '.join([setup.name, *setup.variants])}",
                seats,
                board_held_out or bot_held_out,
                shares[setup, bot],
            )
            for setup, board_held_out in setups
            for bot, bot_held_out in bots
        ]

    @torch.no_grad()
    def write_weights(self) -> None:
        """int8 where it plays as the network that was trained, else in more detail."""
        trainer, file = self.trainer, self.folder.weights
        weights = token_weights(trainer.network, self.training())
        cells, mask, seats, chosen = trainer.sampled_positions(EXPORT_CHECKED)
        agreeing: dict[str, float] = {}
        for precision in dict.fromkeys((self.config.saving.precision, "float16", "float32")):
            write_whole_weights(file, weights, precision)
            stored = copy.deepcopy(trainer.network)
            fill(stored, read_weights(file))
            same = stored(cells, mask, seats).logits.argmax(-1) == chosen
            agreeing[precision] = float(same.float().mean())
            if agreeing[precision] >= self.config.saving.agreeing:
                break
        else:
            raise LearningError(f"{file}: plays otherwise than the network that was trained ({agreeing}): train longer")
        self._note("weights", precision=precision, agreeing=agreeing)


def check_general(config: Config) -> None:
    if config.reward.styles_share or config.network.belief or config.workers.number > 1:
        raise LearningError(
            "network.kind: with 'tokens' there is no style, no belief and one process alone: leave "
            "reward.styles_share, network.belief and workers.number out"
        )
