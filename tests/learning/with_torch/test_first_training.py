"""The example that the docs tell newcomers to run first trains, saves a bot, and plays it in the arena."""

import subprocess
import sys
from pathlib import Path

import pytest

PPO = Path(__file__).parents[3] / "examples" / "learning" / "ppo.py"
SMALL = "--games 16 --steps 16 --decisions 1500 --width 16 --blocks 1 --minibatch 128 --contest 4"


@pytest.mark.slow
def test_ppo_trains_a_bot_for_the_arena(tmp_path: Path) -> None:
    command = [sys.executable, str(PPO), *SMALL.split(), "--bot-share", "0.25", "--past-share", "0.25"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    progress, saved, contest = done.stdout.splitlines()
    assert progress.endswith("1,280 decisions")
    assert saved.startswith("saved to ppo-new-york.pt: wins ")
    assert contest.startswith("arena, 4 games of 2 deals: wins ") and contest.endswith("faults 0")
