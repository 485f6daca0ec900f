"""The mean of the networks of several runs on one board, as a weights file.

    python -m benchmarks.learning.mean_of_runs runs/old-west-a runs/old-west-b --out old-west.npz

For runs that began with one network, with a small learning rate and other seeds: they stay near to each other, what is
chance in each is averaged out, and each had a core of its own. The file tells how the first run was trained, and keeps
what the others say of theirs under `others`.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from carrozza import boards
from carrozza.bots.neural.weights import read_about
from carrozza.learning.config.model import Config
from carrozza.learning.config.reading import make_config, read_tree
from carrozza.learning.errors import LearningError
from carrozza.learning.runs.folder import RunFolder
from carrozza.learning.training.exporting import export, weights_of
from carrozza.learning.training.trainer import Trainer

OTHERS = "others"
CHECKED = 4096
"""Positions in which the file must choose as the mean does."""


def mean_of(networks: Sequence[dict[str, Tensor]]) -> dict[str, Tensor]:
    """Of each parameter and buffer."""
    return {name: torch.stack([network[name] for network in networks]).mean(0) for name in networks[0]}


def stored_network(folder: RunFolder) -> dict[str, Tensor]:
    network: dict[str, Tensor] = torch.load(folder.checkpoint, map_location="cpu", weights_only=True)["network"]
    return network


def training_of(folders: Sequence[RunFolder]) -> dict[str, Any]:
    """All runs were trained alike before."""
    first, *others = (dict(read_about(folder.weights).training) for folder in folders)
    before = first.get("before")
    for folder, other in zip(folders[1:], others, strict=True):
        if other.pop("before", None) != before:
            raise LearningError(f"{folder.path}: began with another network than {folders[0].path}")
    return {**first, OTHERS: others}


def check_runs(folders: Sequence[RunFolder]) -> None:
    for folder in folders:
        for file in (folder.config, folder.checkpoint, folder.weights):
            if not file.is_file():
                raise LearningError(f"{file}: is not there: name folders of runs that have saved a checkpoint")
    first, *others = (make_config(read_tree(folder.config), str(folder.config)) for folder in folders)
    for folder, other in zip(folders[1:], others, strict=True):
        if (other.boards, other.variants, other.network) != (first.boards, first.variants, first.network):
            raise LearningError(f"{folder.path}: its board, variants or network are not those of {folders[0].path}")


def write_mean(folders: Sequence[RunFolder], out: Path, precision: str, agreeing: float) -> dict[str, Any]:
    check_runs(folders)
    stored = make_config(read_tree(folders[0].config), str(folders[0].config))
    saving = stored.saving.model_copy(update={"precision": precision, "agreeing": agreeing})
    config: Config = stored.model_copy(update={"device": "cpu", "saving": saving})
    trainer = Trainer(config, boards.load(config.boards[0]))
    try:
        trainer.network.load_state_dict(mean_of([stored_network(folder) for folder in folders]))
        trainer.play_alone()
        cells, mask, _, chosen = trainer.sampled_positions(CHECKED)
        weights = weights_of(trainer.network, trainer.board, trainer.most.variants, training_of(folders))
        return export(out, weights, saving, cells, mask, chosen)
    finally:
        trainer.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learning.mean_of_runs", description=__doc__)
    parser.add_argument("runs", nargs="+", type=Path, help="folders of runs")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--precision", choices=("int8", "float16"), default="int8")
    parser.add_argument("--agreeing", type=float, default=0.98, help="of positions, in which the file must choose so")
    given = parser.parse_args()
    try:
        told = write_mean([RunFolder(run) for run in given.runs], given.out, given.precision, given.agreeing)
    except LearningError as error:
        raise SystemExit(str(error)) from None
    print(f"written: {given.out}, {read_about(given.out).digest}, {told}")


if __name__ == "__main__":
    main()
