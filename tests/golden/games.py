"""Which games are kept, and how each is made."""

from pathlib import Path

from carrozza.game.records.record import Record
from tests.playing import TABLES, Table, played

FOLDER = Path(__file__).parent
SEED = 5
OTHER_SEEDS = {Table("old-west", ("alvin",), 2): 6}
"""Games that need another seed so that somebody catches Alvin."""


def file_of(table: Table) -> Path:
    return FOLDER / f"{table}.txt"


def text_of(table: Table) -> str:
    """The record of this table's game, played anew."""
    return str(Record.of(played(table, OTHER_SEEDS.get(table, SEED))))


def golden_files() -> dict[Path, Table]:
    return {file_of(table): table for table in TABLES}
