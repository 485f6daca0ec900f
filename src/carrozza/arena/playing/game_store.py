"""Every finished game in a file (SQLite), so that a contest goes on where it was left, however it ended."""

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import numpy as np

import carrozza
from carrozza.arena.checks import ArenaError
from carrozza.arena.playing.batch import Sheet
from carrozza.arena.playing.compiled_games import OUTCOME
from carrozza.arena.playing.contest import Batch, Contest
from carrozza.arena.playing.results import COUNTS, PARTS
from carrozza.arena.playing.single_game import Misdeed, Notes
from carrozza.kernel.layout import blank

FORMAT: Final = 1
BY_GAME: Final = ("turns", "decisions")
BY_SEAT: Final = ("winner", "total", *PARTS, *COUNTS)
KEY: Final = ("deal", "lineup", "rotation")
TIMED: Final = ("moves", "seconds", "slowest", "times", "faults")
WAIT: Final = 30.0
"""Seconds to wait for another program that is looking into the file."""

SCHEMA: Final = f"""
CREATE TABLE IF NOT EXISTS plan (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS games (
    deal INTEGER NOT NULL, lineup INTEGER NOT NULL, rotation INTEGER NOT NULL,
    {", ".join(f"{name} INTEGER NOT NULL" for name in BY_GAME)},
    PRIMARY KEY (deal, lineup, rotation)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seats (
    deal INTEGER NOT NULL, lineup INTEGER NOT NULL, rotation INTEGER NOT NULL, seat INTEGER NOT NULL,
    bot TEXT NOT NULL,
    {", ".join(f"{name} INTEGER NOT NULL" for name in BY_SEAT)},
    moves INTEGER, seconds REAL, slowest REAL, times BLOB, faults TEXT,
    PRIMARY KEY (deal, lineup, rotation, seat)
) WITHOUT ROWID;
"""


def plan_of(contest: Contest) -> dict[str, Any]:
    """What must not change between two runs of one contest. The number of games may."""
    return {
        "format": FORMAT,
        "version": carrozza.__version__,
        "board": contest.board.id,
        "board_digest": hashlib.sha256(contest.board.model_dump_json().encode()).hexdigest()[:16],
        "variants": sorted(contest.variants),
        "players": contest.seats,
        "bots": list(contest.bots),
        "lineups": [[contest.bots[bot] for bot in lineup] for lineup in contest.lineups],
        "seed": contest.seed,
    }


class Store:
    """A contest's file. Opened again with the same plan it gives back its games; with another one it is refused."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self.path = path
        self.contest = contest
        try:
            self.file = sqlite3.connect(path, timeout=WAIT, isolation_level=None)
            # With a log written ahead, a process that is killed leaves whole transactions and nothing else.
            self.file.execute("PRAGMA journal_mode=WAL")
            self.file.execute("PRAGMA synchronous=NORMAL")
            self._check_plan()
        except sqlite3.Error as error:
            raise self._unusable(error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.file.close()

    def _unusable(self, error: sqlite3.Error) -> ArenaError:
        return ArenaError(f"{self.path}: cannot be used for results: {error}; name another file")

    def _check_plan(self) -> None:
        tables = {name for (name,) in self.file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables and not {"plan", "games", "seats"} <= tables:
            raise ArenaError(f"{self.path}: a database, but not one of results; name another file")
        with closing(self.file.cursor()) as cursor:
            cursor.execute("BEGIN IMMEDIATE")
            for statement in filter(str.strip, SCHEMA.split(";")):
                cursor.execute(statement)
            stored = {name: json.loads(value) for name, value in cursor.execute("SELECT name, value FROM plan")}
            asked = plan_of(self.contest)
            if not stored:
                rows = [(name, json.dumps(value)) for name, value in asked.items()]
                cursor.executemany("INSERT INTO plan VALUES (?, ?)", rows)
            cursor.execute("COMMIT")
        if stored and stored != asked:
            raise ArenaError(self._differs(stored, asked))

    def _differs(self, stored: dict[str, Any], asked: dict[str, Any]) -> str:
        every = [name for name in dict.fromkeys([*stored, *asked]) if stored.get(name) != asked.get(name)]
        told = [name for name in every if name != "lineups" or every == ["lineups"]]
        differences = "; ".join(
            f"{name} {_shown(stored.get(name))} there, {_shown(asked.get(name))} now" for name in told
        )
        return f"{self.path}: holds another contest ({differences}); name another file, or ask for the same"

    def sheets(self) -> Iterator[Sheet]:
        """The games in the file, as far as they belong to the deals asked for."""
        tables = {rotated: table for table, rotated in enumerate(self.contest.rotated)}
        seats = self.contest.seats
        columns = ", ".join((*(f"games.{name}" for name in (*KEY, *BY_GAME)), *BY_SEAT, *TIMED))
        query = (
            f"SELECT {columns} FROM games JOIN seats USING (deal, lineup, rotation) "
            "WHERE deal < ? ORDER BY deal, lineup, rotation, seat"
        )
        try:
            rows = iter(self.file.execute(query, (self.contest.deals,)))
            for row in rows:
                game = [row, *(next(rows) for _ in range(seats - 1))]
                yield _sheet(game, tables[row[1], row[2]])
        except sqlite3.Error as error:
            raise self._unusable(error) from None

    def save(self, sheet: Sheet) -> None:
        """All games of the sheet or, where something fails, none."""
        games, seats = self._rows(sheet)
        try:
            self.file.execute("BEGIN IMMEDIATE")
            self.file.executemany(f"INSERT OR IGNORE INTO games VALUES ({_marks(games)})", games)
            self.file.executemany(f"INSERT OR IGNORE INTO seats VALUES ({_marks(seats)})", seats)
            self.file.execute("COMMIT")
        except sqlite3.Error as error:
            raise ArenaError(f"{self.path}: cannot be written: {error}; what was saved before stays") from None

    def _rows(self, sheet: Sheet) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
        contest, table = self.contest, sheet.batch.table
        lineup, rotation = contest.rotated[table]
        deals = range(sheet.batch.first, sheet.batch.first + sheet.batch.deals)
        by_game = [sheet.outcomes[name].tolist() for name in BY_GAME]
        games = [(deal, lineup, rotation, *values) for deal, *values in zip(deals, *by_game, strict=True)]
        seats = []
        for seat, bot in enumerate(contest.tables[table]):
            by_seat = [sheet.outcomes[name][:, seat].tolist() for name in BY_SEAT]
            timed = _timed(sheet.notes, seat)
            for deal, *values in zip(deals, *by_seat, strict=True):
                seats.append((deal, lineup, rotation, seat, contest.bots[bot], *values, *timed))
        return games, seats


def _timed(notes: Notes | None, seat: int) -> tuple[Any, ...]:
    if notes is None:
        return (None,) * len(TIMED)
    times, faults = notes.times[seat], notes.faults[seat]
    slowest = float(times.max()) if len(times) else None
    told = json.dumps(faults, ensure_ascii=False) if faults else None
    return len(times), float(times.sum(dtype=np.float64)), slowest, times.astype("<f4").tobytes(), told


def _sheet(rows: list[tuple[Any, ...]], table: int) -> Sheet:
    outcomes = blank(OUTCOME, 1)
    outcome, key, by_game = outcomes[0], len(KEY), len(BY_GAME)
    for name, value in zip(BY_GAME, rows[0][key:], strict=False):
        setattr(outcome, name, value)
    for seat, row in enumerate(rows):
        for name, value in zip(BY_SEAT, row[key + by_game :], strict=False):
            outcome[name][seat] = value
    timed = [row[-len(TIMED) :] for row in rows]
    notes = None
    if timed[0][0] is not None:
        times = tuple(np.frombuffer(row[3], "<f4") for row in timed)
        faults = tuple(tuple(Misdeed(*fault) for fault in json.loads(row[4] or "[]")) for row in timed)
        notes = Notes(times, faults)
    return Sheet(Batch(table, rows[0][0], 1, watched=notes is not None), outcomes, notes)


def _marks(rows: list[tuple[Any, ...]]) -> str:
    return ", ".join("?" * len(rows[0]))


def _shown(value: Any) -> str:
    if not isinstance(value, list):
        return str(value)
    return ", ".join(f"({_shown(part)})" if isinstance(part, list) else str(part) for part in value) or "none"
