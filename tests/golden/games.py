"""Which games are kept, and how each is made."""

from pathlib import Path

from carrozza.game.records.record import Record
from tests.playing import played
from tests.setups import SETUPS, Setup

FOLDER = Path(__file__).parent
SEED = 5
OTHER_SEEDS = {Setup("old-west", ("alvin",), 2): 6}
"""Games that need another seed so that somebody catches Alvin."""


def file_of(setup: Setup) -> Path:
    return FOLDER / f"{setup}.txt"


def text_of(setup: Setup) -> str:
    """The record of this setup's game, played anew."""
    return str(Record.of(played(setup, OTHER_SEEDS.get(setup, SEED))))


def golden_files() -> dict[Path, Setup]:
    return {file_of(setup): setup for setup in SETUPS}
