"""Two workers on this machine train one network."""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from carrozza.bots.neural.weights import read_weights
from carrozza.interrupts import InterruptFlag
from carrozza.learning.errors import LearningError
from carrozza.learning.runs.folder import RunFolder, new_folder
from carrozza.learning.runs.log import Entry, read_log
from carrozza.learning.training.workers import train_together
from tests.learning.with_torch.small import small_config

pytest.importorskip("ray")
pytestmark = pytest.mark.slow

ENDLESS = {"minutes": 0, "decisions": 10**9}


def decisions(entries: list[Entry]) -> list[int]:
    return [entry["decisions"] for entry in entries if entry["kind"] == "round"]


def after_rounds(number: int, act: Callable[[], object]) -> Callable[[Entry], None]:
    def watch(entry: Entry) -> None:
        if entry["kind"] == "round" and entry["round"] == number:
            act()

    return watch


def train(folder: RunFolder, flag: InterruptFlag, watch: Callable[[Entry], None], **given: Any) -> bool:
    return train_together(small_config(workers={"number": 2}, **given), folder, flag, watch, resume=False)


def test_two_workers_train_one_network(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """512 decisions a round between them; the first one writes the files and tells of every round."""
    config = small_config(workers={"number": 2}, budget={"minutes": 0, "decisions": 2048})
    folder = new_folder(tmp_path / "run", config)
    told: list[Entry] = []
    assert train_together(config, folder, InterruptFlag(), told.append, resume=False)
    assert decisions(told) == [512, 1024, 1536, 2048]
    assert told[-1]["kind"] == "weights"
    assert read_weights(folder.weights).about.training["decisions"] == 2048
    longer = small_config(workers={"number": 2}, budget={"minutes": 0, "decisions": 3072})
    assert train_together(longer, folder, InterruptFlag(), told.append, resume=True)
    assert told[-1]["decisions"] == 3072
    assert capfd.readouterr() == ("", "")


def test_ctrl_c_leaves_a_checkpoint_and_weights(tmp_path: Path) -> None:
    flag, folder = InterruptFlag(), new_folder(tmp_path / "run", small_config())
    assert not train(folder, flag, after_rounds(2, flag.press), budget=ENDLESS)
    assert folder.checkpoint.exists()
    assert read_weights(folder.weights).about.training["rounds"] == len(decisions(read_log(folder.log))) >= 2


def test_ctrl_c_before_the_workers_have_started_does_not_wait_for_them(tmp_path: Path) -> None:
    flag, folder = InterruptFlag(), new_folder(tmp_path / "run", small_config())
    flag.press()
    assert not train(folder, flag, print, budget=ENDLESS)
    assert not folder.has_begun


def test_a_killed_worker_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """What was done until the last checkpoint is there; no process is left over."""
    folder = new_folder(tmp_path / "run", small_config())

    def kill_one() -> None:
        workers = [process for process in psutil.Process().children(recursive=True) if is_worker(process)]
        assert len(workers) == 2
        os.kill(workers[-1].pid, signal.SIGKILL)

    saving = {"checkpoint_minutes": 1e-9}
    with pytest.raises(LearningError, match=r"a worker died: .*carrozza train --resume"):
        train(folder, InterruptFlag(), after_rounds(3, kill_one), budget=ENDLESS, saving=saving)
    assert read_weights(folder.weights).about.training["rounds"] >= 2
    assert not any(map(is_worker, psutil.Process().children(recursive=True)))
    assert capfd.readouterr() == ("", "")


def is_worker(process: psutil.Process) -> bool:
    return "ray::Worker" in " ".join(process.cmdline())


def test_more_workers_than_the_cluster_has_cores_for_are_refused(tmp_path: Path) -> None:
    import ray

    config = small_config(workers={"number": 3})
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        with pytest.raises(LearningError, match="3 workers need 3 cores; Ray finds 2"):
            train_together(config, new_folder(tmp_path / "run", config), InterruptFlag(), print, resume=False)
    finally:
        ray.shutdown()
