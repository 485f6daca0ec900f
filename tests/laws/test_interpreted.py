"""The rules interpreted and the rules compiled are the same rules, byte for byte."""

import os
import subprocess
import sys
from itertools import cycle
from pathlib import Path

import pytest

from carrozza.kernel.compiled import INTERPRETED
from tests.laws.digest import Played, Trace, save_games, traces
from tests.laws.play import STYLES, played
from tests.setups import BOARDS, setups_of

LONG = 0xFEDCBA9876543210 << 64


def games_on(name: str, variants: tuple[str, ...]) -> list[Played]:
    """A game in every style, and with every number of seats; every other one has a long seed."""
    games = []
    for number, (setup, style) in enumerate(zip(cycle(setups_of(name, variants)), STYLES, strict=False)):
        seed = number if number % 2 else number + LONG
        games.append(Played(setup.seats, seed, played(setup.compiled, setup.seats, seed, style).actions))
    return games


def run_the_other_way(name: str, variants: tuple[str, ...], source: Path) -> subprocess.Popen[bytes]:
    """Play the games again in another process: interpreted where this one is compiled, and the reverse."""
    module = [sys.executable, "-m", "tests.laws.digest", name, " ".join(variants), str(source), f"{source}.traces"]
    path = os.pathsep.join(folder for folder in sys.path if folder)
    return subprocess.Popen(
        module, env={**os.environ, "PYTHONPATH": path, "CARROZZA_INTERPRET": "0" if INTERPRETED else "1"}
    )


def traces_in(path: Path) -> list[Trace]:
    interpreted, *lines = path.read_text(encoding="utf-8").splitlines()
    assert interpreted == str(not INTERPRETED)
    parts = [line.split() for line in lines]
    return [Trace(int(course), int(imagined), int(scores), end) for course, imagined, scores, end in parts]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variants"), BOARDS, ids=["+".join((name, *variants)) for name, variants in BOARDS])
def test_interpreted_and_compiled_agree(name: str, variants: tuple[str, ...], tmp_path: Path) -> None:
    games, file = games_on(name, variants), tmp_path / "games"
    save_games(file, games)
    other = run_the_other_way(name, variants, file)
    expected = traces(name, variants, games)
    assert other.wait() == 0
    assert traces_in(Path(f"{file}.traces")) == expected
