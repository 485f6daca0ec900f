"""A training from its beginning, or from a checkpoint, to the end of its budget: rounds, evaluations, checkpoints."""

import platform
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from math import isfinite
from typing import Any, Final, Protocol

import torch

import carrozza
from carrozza import boards
from carrozza.folders import write_whole
from carrozza.interrupts import InterruptFlag
from carrozza.learning.config.model import Config
from carrozza.learning.config.reading import config_tree
from carrozza.learning.curve.page import curve_page
from carrozza.learning.errors import LearningError
from carrozza.learning.runs.folder import RunFolder
from carrozza.learning.runs.log import Entry, RunLog
from carrozza.learning.schedule import is_due
from carrozza.learning.training.checkpoint import load_checkpoint, save_checkpoint
from carrozza.learning.training.evaluating import Evaluator
from carrozza.learning.training.exporting import export, weights_of
from carrozza.learning.training.imitation.imitating import imitate
from carrozza.learning.training.peers import Alone, Peers
from carrozza.learning.training.starting import trained_before
from carrozza.learning.training.trainer import Trainer

EXPORT_CHECKED: Final = 4096
"""Positions in which the weights file must play as the network."""


class Watcher(Protocol):
    """Is told of every entry of the log."""

    def __call__(self, entry: Entry) -> None: ...


class Session:
    def __init__(
        self,
        config: Config,
        board: boards.Board,
        folder: RunFolder,
        interrupt: InterruptFlag,
        watch: Watcher,
        peers: Peers | None = None,
        resume: bool = False,
    ) -> None:
        check_device(config)
        self.config, self.board, self.folder = config, board, folder
        self.interrupt, self.watch, self.peers = interrupt, watch, peers or Alone()
        self.resumed = resume
        self.trainer = (
            load_checkpoint(folder.checkpoint, config, board, self.peers)
            if resume
            else Trainer(config, board, self.peers)
        )
        self.evaluator = Evaluator(config, board, self.trainer.most)
        self.log = RunLog(folder.log)
        self.saved_at = time.monotonic()
        self.evaluated = self.trainer.progress.spent(config.budget)
        """The share of the budget at the last evaluation."""

    @property
    def leads(self) -> bool:
        return self.peers.rank == 0

    def run(self) -> bool:
        """Train to the end of the budget; False where Ctrl-C came first. Either way a checkpoint and the weights lie in
        the folder afterwards."""
        try:
            if not self.resumed:
                self.trainer.scale_cells()
            self._imitate()
            if self._is_over():
                self.trainer.play_alone()  # the weights file is checked in positions of a rollout, and there was none
            while not self._is_over():
                self._round()
            finished = not self._interrupted()
            if self.leads:
                self._finish(finished)
            return finished
        finally:
            self.trainer.close()

    def _is_over(self) -> bool:
        spent = self.trainer.progress.spent(self.config.budget)
        return bool(self.peers.first(float(spent >= 1 or self.interrupt.is_set)))

    def _interrupted(self) -> bool:
        return self.interrupt.is_set and self.trainer.progress.spent(self.config.budget) < 1

    @contextmanager
    def _timed(self) -> Iterator[None]:
        """The time of what is done inside counts for the budget; all processes take that of the first, as rates follow
        from it."""
        started = time.monotonic()
        yield
        progress = self.trainer.progress
        progress.seconds = self.peers.first(progress.seconds + time.monotonic() - started)

    def _imitate(self) -> None:
        """Skipped where a run goes on that is beyond it."""
        seconds = self.config.imitation.seconds - self.trainer.progress.seconds
        if seconds <= 0:
            return
        started, before = time.monotonic(), self.trainer.progress.seconds
        for line in imitate(self.trainer, seconds):
            self.trainer.progress.seconds = self.peers.first(before + time.monotonic() - started)
            self._note("imitation", **line)
            check_losses(line["losses"], self.config)
            if self._is_over():
                break

    def _round(self) -> None:
        spent = self.trainer.progress.spent(self.config.budget)
        with self._timed():
            told = self.trainer.play_round(spent)
        self._note("round", **told)
        check_losses(told["losses"], self.config)
        with self._timed():
            if self.leads:
                self._evaluate_and_save(spent)

    def _evaluate_and_save(self, spent: float) -> None:
        """Where either is due."""
        if is_due(self.evaluated, spent, self.config.evaluation.times):
            self.evaluated = spent
            self.evaluate(self.config.evaluation.players or [min(self.config.players)])
        if time.monotonic() - self.saved_at > 60 * self.config.saving.checkpoint_minutes:
            self.save()

    def _note(self, kind: str, **values: Any) -> None:
        if self.leads:
            self.watch(self.log.write(kind, self.trainer.progress, **values))

    def save(self, finished: bool = False) -> None:
        """A checkpoint, and the weights as they are: whoever loses the machine has both."""
        save_checkpoint(self.folder.checkpoint, self.trainer)
        # At first many actions are equally good, and any rounding chooses among them.
        with nullcontext() if finished else suppress(LearningError):
            self.write_weights()
        self.saved_at = time.monotonic()

    def _finish(self, finished: bool) -> None:
        if finished:
            self.evaluate(self.config.players)
        self.save(finished)

    def evaluate(self, players: list[int]) -> None:
        """On fixed deals, against bots and, where a best response is trained, the network that it responds to."""
        evaluation, network = self.config.evaluation, self.trainer.network
        results: list[dict[str, Any]] = []
        calibration: dict[str, float] = {}
        for seats in players:
            for bot, held_out in (
                *((bot, False) for bot in evaluation.against),
                *((bot, True) for bot in evaluation.held_out),
            ):
                won = self.evaluator.against_bot(network, bot, seats)
                results.append(result_of(bot, seats, held_out, won))
            if frozen := self.config.league.against_frozen:
                won = self.evaluator.against_network(network, self.trainer.networks[frozen], seats)
                results.append(result_of(frozen, seats, False, won))
            calibration[str(seats)] = self.evaluator.calibration(network, seats)
        self._note("evaluation", results=results, calibration_error=calibration)
        write_whole(self.folder.curve, curve_page(self.log.entries, self.board.full_title, self.config).encode())

    def write_weights(self) -> None:
        trainer = self.trainer
        weights = weights_of(trainer.network, self.board, trainer.most.variants, self.training())
        cells, mask, _, chosen = trainer.sampled_positions(EXPORT_CHECKED)
        told = export(self.folder.weights, weights, self.config.saving, cells, mask, chosen)
        self._note("weights", **told)

    def training(self) -> dict[str, Any]:
        """What a weights file keeps of its training."""
        evaluations = self.log.of_kind("evaluation")
        start = self.config.network.start
        before = trained_before(start) if start else None
        return {
            **({"before": before} if before else {}),
            "config": config_tree(self.config),
            "carrozza": carrozza.__version__,
            "torch": torch.__version__,
            "machine": _machine(self.config.device),
            **vars(self.trainer.progress),
            "evaluation": evaluations[-1] if evaluations else None,
        }


def result_of(opponent: str, seats: int, held_out: bool, won: Any) -> dict[str, Any]:
    return {
        "opponent": opponent,
        "seats": seats,
        "held_out": held_out,
        "share": round(won.share, 5),
        "interval": [round(end, 5) for end in won.interval],
        "games": won.games,
    }


def _machine(device: str) -> str:
    return torch.cuda.get_device_name() if device == "cuda" else platform.machine()


def check_losses(losses: Mapping[str, float], config: Config) -> None:
    """Once a weight is not a number, none that depends on it ever is again."""
    if wrong := [name for name, loss in losses.items() if not isfinite(loss)]:
        uncompiled = ", or set improvement.compiled = false" if config.improvement.compiled else ""
        raise LearningError(
            f"the training has failed, and nothing is saved of this round: the loss of {', '.join(wrong)} is not a "
            f"number. Begin again with a smaller improvement.learning_rate{uncompiled}"
        )


def check_device(config: Config) -> None:
    if config.device == "cuda" and not torch.cuda.is_available():
        raise LearningError(
            "device: torch finds no NVIDIA GPU: check that `nvidia-smi` lists one and that torch was made for CUDA "
            f"(this is torch {torch.__version__}), or train with --device cpu"
        )
    if config.games.threads:
        torch.set_num_threads(config.games.threads)
