"""A folder of Parquet files, written while games are played: TABLE/part-FIRST.parquet, one folder a table."""

import json
import os
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import carrozza
from carrozza.arena.playing.batch import BatchResult
from carrozza.arena.playing.simulation import Plan
from carrozza.arena.tables.declaration import DECISIONS, FORMAT, TABLES, Table
from carrozza.arena.tables.rows import Lists, Named, NotedGames, Values

GAMES_A_PART: Final = 20_000
GAMES_A_PART_WITH_DECISIONS: Final = 2_000
SECONDS_A_PART: Final = 30.0
"""Slow games are written sooner, so that little is lost with a killed process."""
PREFIX: Final = "carrozza."
"""Of the keys in a file's metadata."""


class TableError(ValueError):
    """A folder that cannot be written."""


class TableFolder:
    """Writes the games of a plan in their order. A part has its name only when it is whole, and `games` is written
    last: a game that is in it has all its rows in the other tables."""

    def __init__(self, path: Path, plan: Plan, overwrite: bool = False) -> None:
        self.path = path
        self.plan = plan
        self.overwrite = overwrite
        self.tables = [table for table in reversed(TABLES) if plan.decisions or table is not DECISIONS]
        self.games = 0
        """How many are in the folder."""
        self._batches: list[BatchResult] = []
        self._held = 0
        self._written = time.monotonic()

    def prepare(self) -> None:
        """Find out before the games what would stop the tables after them, and make the folders."""
        if find_spec("pyarrow") is None:
            raise TableError(f"{self.path}: tables need pyarrow; install 'carrozza[data]', or write a .csv file")
        try:
            if self.path.is_dir() and any(self.path.iterdir()) and not self.overwrite:
                hint = "name a new one, or replace its tables with --overwrite"
                raise TableError(f"{self.path}: the folder is not empty; {hint}")
            for old in self._old_parts():
                old.unlink()
            for table in self.tables:
                (self.path / table.name).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._cannot_write(error) from None

    def _old_parts(self) -> Iterator[Path]:
        for table in TABLES:
            yield from (self.path / table.name).glob("*part-*.parquet*")

    def add(self, played: BatchResult) -> None:
        """Take the next games, and write a part where it is time."""
        self._batches.append(played)
        self._held += played.batch.deals
        if self._held == played.batch.deals and not self.games:
            self._written = time.monotonic()
        full = self._held >= (GAMES_A_PART_WITH_DECISIONS if self.plan.decisions else GAMES_A_PART)
        if full or time.monotonic() >= self._written + SECONDS_A_PART:
            self.flush()

    def flush(self) -> None:
        """Write what is held."""
        if self._batches:
            games = NotedGames(self.plan, self._batches)
            for table in self.tables:
                self._write(table, games)
            self.games += len(games)
        self._batches, self._held = [], 0
        self._written = time.monotonic()

    def _write(self, table: Table, games: NotedGames) -> None:
        from pyarrow import parquet

        path = self.path / table.name / f"part-{games.first:012}.parquet"
        unfinished = path.with_name(f".{path.name}.unfinished")
        made = arrow_table(table, games, self._metadata(table))
        try:
            parquet.write_table(
                made, unfinished, compression="zstd", use_dictionary=_repetitive(table), write_statistics=["game"]
            )
            os.replace(unfinished, path)
        except OSError as error:
            unfinished.unlink(missing_ok=True)
            raise self._cannot_write(error) from None

    def _metadata(self, table: Table) -> dict[str, str]:
        plan = self.plan
        described = {
            "format": str(FORMAT),
            "version": carrozza.__version__,
            "table": table.name,
            "board": plan.board.id,
            "board_digest": plan.board.digest,
            "variants": ",".join(plan.variants),
            "seats": str(plan.seats),
            "bots": json.dumps(plan.bots),
            "seed": str(plan.seed),
            "games": str(plan.games),
            "units": json.dumps(table.units, ensure_ascii=False),
        }
        return {PREFIX + name: value for name, value in described.items()}

    def _cannot_write(self, error: OSError) -> TableError:
        kept = f"; the first {self.games:,} games are in it" if self.games else ""
        return TableError(f"{self.path}: cannot be written: {error.strerror or error}{kept}")


def arrow_table(table: Table, games: NotedGames, metadata: dict[str, str]) -> Any:
    """The rows of these games as the declaration says."""
    import pyarrow

    columns = games.columns(table.name)
    fields = [
        pyarrow.field(column.name, _arrow_type(column.kind), metadata={"unit": column.unit, "meaning": column.meaning})
        for column in table.columns
    ]
    arrays = [_arrow_array(columns[field.name], field.type) for field in fields]
    return pyarrow.Table.from_arrays(arrays, schema=pyarrow.schema(fields, metadata=metadata))


def _repetitive(table: Table) -> list[str]:
    """The columns with few different values, which Parquet stores by number."""
    return [column.name for column in table.columns if column.kind != "bool" and column.name not in ("game", "seed")]


def _arrow_type(kind: str) -> Any:
    import pyarrow

    if kind == "name":
        return pyarrow.dictionary(pyarrow.int16(), pyarrow.string())
    if kind.startswith("list<"):
        return pyarrow.list_(_arrow_type(kind[len("list<") : -1]))
    return pyarrow.type_for_alias(kind)


def _arrow_array(values: Values, kind: Any) -> Any:
    import numpy as np
    import pyarrow

    if isinstance(values, Named):
        numbers = values.numbers.astype(np.int16 if pyarrow.types.is_dictionary(kind) else np.int32)
        named = pyarrow.DictionaryArray.from_arrays(numbers, pyarrow.array(values.names, pyarrow.string()))
        return named if named.type == kind else named.cast(kind)
    if isinstance(values, Lists):
        ends = np.concatenate([[0], np.cumsum(values.sizes)]).astype(np.int32)
        return pyarrow.ListArray.from_arrays(ends, _arrow_array(values.values, kind.value_type))
    return pyarrow.array(np.ascontiguousarray(values).astype(kind.to_pandas_dtype(), copy=False), kind)
