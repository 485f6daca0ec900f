"""`carrozza train` after a run that could not begin, or whose process was killed."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch

from carrozza.bots.neural.weights import read_weights
from carrozza.learning.command import BAD_INPUT, DONE, train_command
from carrozza.learning.config.defaults import merged
from carrozza.learning.runs.folder import RunFolder
from carrozza.learning.runs.log import read_log
from tests.learning.with_torch.small import SMALL

NEW = merged(SMALL, {"evaluation": {"held_out": []}})


def train(out: Path | None = None, resume: Path | None = None, **given: Any) -> int:
    return train_command(None, merged(NEW, given) if out else given, (), out, resume)


def rounds(folder: RunFolder) -> list[int]:
    return [entry["round"] for entry in read_log(folder.log) if entry["kind"] == "round"]


@pytest.mark.skipif(torch.cuda.is_available(), reason="here it could begin")
def test_the_folder_of_a_run_that_could_not_begin_is_free_again(tmp_path: Path) -> None:
    assert train(tmp_path / "run", device="cuda") == BAD_INPUT
    assert not (tmp_path / "run").exists()
    assert train(tmp_path / "run") == DONE


def test_what_was_logged_after_the_last_checkpoint_happens_once_more_and_is_logged_once(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "run")
    assert train(folder.path) == DONE
    played = rounds(folder)
    later = {"kind": "round", "round": played[-1] + 1, "decisions": 0, "seconds": 0.0}
    with folder.log.open("a") as log:
        log.write(json.dumps(later) + "\n")
    assert rounds(folder) == [*played, played[-1] + 1]
    assert train(resume=folder.path, budget={"decisions": 1500}) == DONE
    assert rounds(folder) == list(range(1, len(rounds(folder)) + 1))
    assert len(rounds(folder)) > len(played)


def test_a_run_whose_budget_is_spent_writes_its_weights_again(tmp_path: Path) -> None:
    """Of several boards all are gone through, or it was killed after its last checkpoint."""
    folder = RunFolder(tmp_path / "run")
    assert train(folder.path, saving={"precision": "float16"}) == DONE
    written = read_weights(folder.weights).matrices["logits"]
    folder.weights.unlink()
    assert train(resume=folder.path) == DONE
    assert (read_weights(folder.weights).matrices["logits"] == written).all()


def test_without_a_checkpoint_a_run_begins_anew_with_an_empty_log(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "run")
    assert train(folder.path) == DONE
    played = rounds(folder)
    folder.checkpoint.unlink()
    assert train(resume=folder.path) == DONE
    assert rounds(folder) == played
