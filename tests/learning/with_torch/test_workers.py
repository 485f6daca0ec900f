"""Two workers on this machine train one network."""

from pathlib import Path

import pytest

from carrozza.bots.neural.weights import read_weights
from carrozza.interrupts import InterruptFlag
from carrozza.learning.runs.folder import new_folder
from carrozza.learning.runs.log import Entry
from tests.learning.with_torch.small import small_config

pytest.importorskip("ray")


@pytest.mark.slow
def test_two_workers_train_one_network(tmp_path: Path) -> None:
    """512 decisions a round between them; the first one writes the files and tells of every round."""
    from carrozza.learning.training.workers import train_together

    config = small_config(workers={"number": 2}, budget={"minutes": 0, "decisions": 2048})
    folder = new_folder(tmp_path / "run", config)
    told: list[Entry] = []
    assert train_together(config, folder, InterruptFlag(), told.append, resume=False)
    assert [entry["decisions"] for entry in told if entry["kind"] == "round"] == [512, 1024, 1536, 2048]
    assert told[-1]["kind"] == "weights"
    assert read_weights(folder.weights).about.training["decisions"] == 2048
    longer = small_config(workers={"number": 2}, budget={"minutes": 0, "decisions": 3072})
    assert train_together(longer, folder, InterruptFlag(), told.append, resume=True)
    assert told[-1]["decisions"] == 3072
