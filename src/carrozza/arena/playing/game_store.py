"""Every finished game in a SQLite file, so that a contest can be resumed, however it ended."""

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
from carrozza.arena.playing.batch import BatchResult
from carrozza.arena.playing.compiled_games import OUTCOME
from carrozza.arena.playing.contest import Batch, Contest
from carrozza.arena.playing.results import COUNTS, PARTS
from carrozza.arena.playing.single_game import GameDetails
from carrozza.bots.fallback import Fault
from carrozza.kernel.layout import blank

FORMAT: Final = 1
BY_GAME: Final = ("turns", "decisions")
BY_SEAT: Final = ("winner", "total", *PARTS, *COUNTS)
KEY: Final = ("deal", "lineup", "rotation")
DETAILS: Final = ("moves", "seconds", "slowest", "times", "faults", "replaced")
WAIT: Final = 30.0
"""Seconds to wait for another program that has locked the file."""

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
    moves INTEGER, seconds REAL, slowest REAL, times BLOB, faults TEXT, replaced INTEGER,
    PRIMARY KEY (deal, lineup, rotation, seat)
) WITHOUT ROWID;
"""


def plan_of(contest: Contest) -> dict[str, Any]:
    """What must not change between two runs of one contest; the number of games may."""
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


class GameStore:
    """A contest's file. It returns its games to a contest with the same plan and refuses any other."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self.path = path
        self.contest = contest
        try:
            self.file = sqlite3.connect(path, timeout=WAIT, isolation_level=None)
            # With a write-ahead log, a killed process leaves only whole transactions.
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
            raise ArenaError(f"{self.path}: a database, but not one of arena results; name another file")
        with closing(self.file.cursor()) as cursor:
            cursor.execute("BEGIN IMMEDIATE")
            for statement in filter(str.strip, SCHEMA.split(";")):
                cursor.execute(statement)
            self._add_missing_column(cursor)
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
        named = [name for name in every if name != "lineups" or every == ["lineups"]]
        differences = "; ".join(
            f"{name} {_shown(stored.get(name))} there, {_shown(asked.get(name))} now" for name in named
        )
        return f"{self.path}: holds another contest ({differences}); name another file, or ask for the same contest"

    def _add_missing_column(self, cursor: sqlite3.Cursor) -> None:
        """Files of earlier versions do not count the decisions that the fallback made."""
        if "replaced" not in {column[1] for column in cursor.execute("PRAGMA table_info(seats)")}:
            cursor.execute("ALTER TABLE seats ADD COLUMN replaced INTEGER")

    def results(self) -> Iterator[BatchResult]:
        """The stored games of the deals asked for."""
        seatings = {rotated: seating for seating, rotated in enumerate(self.contest.rotations)}
        seats = self.contest.seats
        columns = ", ".join((*(f"games.{name}" for name in (*KEY, *BY_GAME)), *BY_SEAT, *DETAILS))
        query = (
            f"SELECT {columns} FROM games JOIN seats USING (deal, lineup, rotation) "
            "WHERE deal < ? ORDER BY deal, lineup, rotation, seat"
        )
        try:
            rows = iter(self.file.execute(query, (self.contest.deals,)))
            for row in rows:
                game = [row, *(next(rows) for _ in range(seats - 1))]
                yield _batch_result(game, seatings[row[1], row[2]])
        except sqlite3.Error as error:
            raise self._unusable(error) from None

    def save(self, played: BatchResult) -> None:
        """All games of the batch or, where something fails, none."""
        games, seats = self._rows(played)
        columns = ", ".join((*KEY, "seat", "bot", *BY_SEAT, *DETAILS))
        try:
            self.file.execute("BEGIN IMMEDIATE")
            self.file.executemany(f"INSERT OR IGNORE INTO games VALUES ({_marks(games)})", games)
            self.file.executemany(f"INSERT OR IGNORE INTO seats ({columns}) VALUES ({_marks(seats)})", seats)
            self.file.execute("COMMIT")
        except sqlite3.Error as error:
            raise ArenaError(f"{self.path}: cannot be written: {error}; what was saved before stays") from None

    def _rows(self, played: BatchResult) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
        contest, seating = self.contest, played.batch.seating
        lineup, rotation = contest.rotations[seating]
        deals = range(played.batch.first, played.batch.first + played.batch.deals)
        by_game = [played.outcomes[name].tolist() for name in BY_GAME]
        games = [(deal, lineup, rotation, *values) for deal, *values in zip(deals, *by_game, strict=True)]
        seats = []
        for seat, bot in enumerate(contest.seatings[seating]):
            by_seat = [played.outcomes[name][:, seat].tolist() for name in BY_SEAT]
            details = _details_row(played.details, seat)
            for deal, *values in zip(deals, *by_seat, strict=True):
                seats.append((deal, lineup, rotation, seat, contest.bots[bot], *values, *details))
        return games, seats


def _details_row(details: GameDetails | None, seat: int) -> tuple[Any, ...]:
    if details is None:
        return (None,) * len(DETAILS)
    times = details.times[seat]
    faults = [(fault.kind, fault.decision, fault.said) for fault in details.faults[seat]]
    slowest = float(times.max()) if len(times) else None
    written = json.dumps(faults, ensure_ascii=False) if faults else None
    seconds = float(times.sum(dtype=np.float64))
    return len(times), seconds, slowest, times.astype("<f4").tobytes(), written, details.replaced[seat]


def _batch_result(rows: list[tuple[Any, ...]], seating: int) -> BatchResult:
    outcomes = blank(OUTCOME, 1)
    outcome, key, by_game = outcomes[0], len(KEY), len(BY_GAME)
    for name, value in zip(BY_GAME, rows[0][key:], strict=False):
        setattr(outcome, name, value)
    for seat, row in enumerate(rows):
        for name, value in zip(BY_SEAT, row[key + by_game :], strict=False):
            outcome[name][seat] = value
    details = _details_of([row[-len(DETAILS) :] for row in rows])
    return BatchResult(Batch(seating, rows[0][0], 1, move_by_move=details is not None), outcomes, details)


def _details_of(rows: list[tuple[Any, ...]]) -> GameDetails | None:
    if rows[0][0] is None:
        return None
    times = tuple(np.frombuffer(row[3], "<f4") for row in rows)
    faults = tuple(tuple(Fault(*fault) for fault in json.loads(row[4] or "[]")) for row in rows)
    return GameDetails(times, faults, tuple(row[5] or 0 for row in rows), claims=np.zeros(0, np.int16))


def _marks(rows: list[tuple[Any, ...]]) -> str:
    return ", ".join("?" * len(rows[0]))


def _shown(value: Any) -> str:
    if not isinstance(value, list):
        return str(value)
    return ", ".join(f"({_shown(part)})" if isinstance(part, list) else str(part) for part in value) or "none"
