"""Results as a file: one row a game and seat."""

import csv
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import numpy as np

from carrozza.arena.playing.results import COUNTS, PARTS, Results
from carrozza.kernel.layout import Grid

KINDS: Final = (".parquet", ".csv")


class ExportError(ValueError):
    """A file that cannot be written."""


def check_writable(path: Path) -> None:
    """Find out before the games what would stop the file after them."""
    if path.suffix not in KINDS:
        raise ExportError(f"{path}: the name must end in {' or '.join(KINDS)}; a folder's has no ending")
    if path.suffix == ".parquet" and find_spec("pyarrow") is None:
        raise ExportError(f"{path}: .parquet needs pyarrow; install 'carrozza[data]', or write .csv")
    existed = path.exists()
    try:
        with path.open("ab"):
            pass
        if not existed:
            path.unlink()
    except OSError as error:
        raise _cannot_write(path, error) from None


def export(results: Results, path: Path) -> None:
    try:
        if path.suffix == ".csv":
            _write_csv(results, path)
        else:
            _write_parquet(results, path)
    except OSError as error:
        raise _cannot_write(path, error) from None


def columns(results: Results) -> dict[str, Grid]:
    """The rows of the file, by column. Games count from 0, as in `Results`; seats from 1."""
    games, seats = results.games, results.seats
    named: dict[str, Grid] = {
        "game": np.repeat(np.arange(games), seats),
        "seat": np.tile(np.arange(1, seats + 1), games),
        "bot": np.tile(np.array(results.bots), games),
        "winner": results.by_seat("winner").ravel(),
        "win_share": results.win_shares.ravel(),
        "total": results.by_seat("total").ravel(),
    }
    for name in PARTS + COUNTS:
        named[name] = results.by_seat(name).ravel()
    for name in ("turns", "decisions"):
        named[name] = np.repeat(results.outcomes[name], seats)
    return named


def _write_csv(results: Results, path: Path) -> None:
    named = columns(results)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(named)
        writer.writerows(zip(*(column.tolist() for column in named.values()), strict=True))


def _write_parquet(results: Results, path: Path) -> None:
    from pyarrow import parquet, table

    parquet.write_table(table(columns(results)), path)


def _cannot_write(path: Path, error: OSError) -> ExportError:
    return ExportError(f"{path}: cannot be written: {error.strerror or error}")
