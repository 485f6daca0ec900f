"""The mean of the networks of several runs, as a weights file."""

from pathlib import Path

import numpy as np
import pytest
import torch

from benchmarks.learning.mean_of_runs import OTHERS, mean_of, write_mean
from carrozza import boards
from carrozza.bots.neural.weights import read_weights
from carrozza.interrupts import InterruptFlag
from carrozza.learning.runs.folder import RunFolder, new_folder
from carrozza.learning.training.session import Session
from tests.learning.with_torch.small import small_config


def finished_run(folder: Path, seed: int) -> RunFolder:
    config = small_config(seed=seed, saving={"precision": "float16", "agreeing": 0.0})
    place = new_folder(folder, config)
    Session(config, boards.load("new-york"), place, InterruptFlag(), lambda entry: None).run()
    return place


def test_each_parameter_is_the_mean() -> None:
    one, other = ({"gain": torch.tensor([value, 4.0])} for value in (1.0, 3.0))
    assert torch.equal(mean_of([one, other])["gain"], torch.tensor([2.0, 4.0]))


def test_the_file_has_the_mean_and_what_all_runs_say_of_their_training(tmp_path: Path) -> None:
    runs = [finished_run(tmp_path / name, seed) for seed, name in enumerate("ab")]
    out = tmp_path / "mean.npz"
    write_mean(runs, out, "float16", agreeing=0.0)
    mean, *parts = (read_weights(file) for file in (out, *(run.weights for run in runs)))
    biases = [part.vectors["logits_bias"] for part in parts]
    assert mean.vectors["logits_bias"] == pytest.approx(np.mean(biases, axis=0), abs=1e-6)
    assert [other["config"]["seed"] for other in mean.about.training[OTHERS]] == [1]
    assert mean.about.training["config"]["seed"] == 0
