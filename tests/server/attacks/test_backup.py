"""Copies of the database, made while it is served, hold every move that was confirmed before; and can be put back."""

import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from carrozza.server.store import Kind
from carrozza.server.store.database_url import address_of
from carrozza.server.store.sqlite_file.backup import back_up, contents_of, restore
from carrozza.server.store.sqlite_file.file_lock import AlreadyServed, locked
from tests.server.hosting import hosting
from tests.server.serving import Person, check_confirmed, playing, two_people
from tests.server.storing import new_game as game_row
from tests.server.storing import with_store
from tools.local_postgres import Postgres

pytestmark = pytest.mark.slow


def with_moves(url: str, moves: int) -> None:
    """A database with one game."""

    async def write(store) -> None:  # type: ignore[no-untyped-def]
        await store.create_game(game_row("g1"))
        for number in range(1, moves + 1):
            await store.append("g1", number, Kind.MOVE, 0, "draw deck")

    with_store(url, write)


def test_a_copy_made_while_moves_are_played_loses_nothing_confirmed(sqlite_url: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    with hosting(tmp_path, database=sqlite_url) as server:
        people = two_people(server.address)
        with playing(*people, moves=6):
            pass
        with playing(*people, moves=20):
            confirmed = [dict(person.confirmed) for person in people]
            assert back_up(sqlite_url, copy).games == 1
    assert copy.stat().st_mode & 0o777 == 0o600
    assert copy.read_bytes()[18:20] == b"\1\1", "one file without a log, which can be read where nothing can be written"
    assert sorted(path.name for path in tmp_path.glob("*copy*")) == ["copy.sqlite"]
    check_copy(f"sqlite:///{copy}", people, confirmed)
    # Restored, the game goes on from there.
    restore(sqlite_url, copy)
    with hosting(tmp_path, database=sqlite_url) as server:
        go_on(server.address, people)


def test_what_was_there_is_kept_and_its_log_does_not_damage_the_copy(sqlite_url: str, tmp_path: Path) -> None:
    file, copy = tmp_path / "games.db", tmp_path / "copy"
    with_moves(sqlite_url, 2)
    back_up(str(file), copy)
    with closing(sqlite3.connect(file)) as left_open:  # a killed server leaves its write-ahead log
        left_open.execute("PRAGMA wal_autocheckpoint=0")
        left_open.execute("UPDATE events SET body = 'changed'")
        left_open.commit()
        assert Path(f"{file}-wal").stat().st_size > 0
        restore(str(file), copy)
    assert contents_of(file) == (1, 2)
    with closing(sqlite3.connect(file)) as now, closing(sqlite3.connect(f"{file}.before-restore")) as before:
        assert now.execute("SELECT DISTINCT body FROM events").fetchall() == [("draw deck",)]
        assert before.execute("SELECT DISTINCT body FROM events").fetchall() == [("changed",)]


def test_the_log_of_a_damaged_database_is_not_applied_to_the_copy(sqlite_url: str, tmp_path: Path) -> None:
    """It cannot be written into the database that it belongs to, and would be taken for the copy's."""
    file, log, copy = tmp_path / "games.db", tmp_path / "games.db-wal", tmp_path / "copy"
    with_moves(sqlite_url, 2)
    back_up(str(file), copy)
    with closing(sqlite3.connect(file)) as left_open:
        left_open.execute("PRAGMA wal_autocheckpoint=0")
        left_open.execute("UPDATE events SET body = 'changed'")
        left_open.commit()
        left = log.read_bytes()
    file.write_bytes(b"damaged")
    log.write_bytes(left)
    restore(str(file), copy)
    with closing(sqlite3.connect(file)) as now:
        assert now.execute("SELECT DISTINCT body FROM events").fetchall() == [("draw deck",)]


def test_nothing_is_restored_while_a_server_runs(sqlite_url: str, tmp_path: Path) -> None:
    with_moves(sqlite_url, 1)
    copy = tmp_path / "copy"
    back_up(sqlite_url, copy)
    with locked(address_of(sqlite_url)), pytest.raises(AlreadyServed, match="served already"):
        restore(sqlite_url, copy)


def test_a_damaged_copy_is_neither_made_nor_restored(sqlite_url: str, tmp_path: Path) -> None:
    with_moves(sqlite_url, 200)
    copy, file = tmp_path / "copy", tmp_path / "games.db"
    back_up(sqlite_url, copy)
    sound = copy.read_bytes()
    for bad in (b"", b"nonsense" * 1000, sound[: len(sound) // 2], sound[:8192] + os.urandom(8192) + sound[16384:]):
        copy.write_bytes(bad)
        before = file.read_bytes()
        with pytest.raises(ValueError, match="damaged"):
            restore(str(file), copy)
        assert file.read_bytes() == before
    file.write_bytes(sound[:8192] + os.urandom(8192) + sound[16384:])
    with pytest.raises(ValueError, match="damaged"):
        back_up(str(file), tmp_path / "another")
    assert not (tmp_path / "another").exists()


def test_a_copy_is_not_written_over_the_database(sqlite_url: str, tmp_path: Path) -> None:
    with_moves(sqlite_url, 1)
    with pytest.raises(ValueError, match="the database itself"):
        back_up(sqlite_url, tmp_path / "games.db")
    with pytest.raises(ValueError, match="there is no database"):
        back_up(str(tmp_path / "nowhere"), tmp_path / "copy")


def test_postgresql_is_copied_by_its_own_tools(postgres: Postgres, tmp_path: Path) -> None:
    """As `docs/server.md` says: pg_dump while it is served, pg_restore into an empty database."""
    with pytest.raises(ValueError, match="pg_dump"):
        back_up("postgresql://localhost/games", tmp_path / "copy")
    there, played, restored = f"host={postgres.folder} user=carrozza dbname=", "played", "restored"
    for name in (played, restored):
        tool(postgres, "createdb", f"--host={postgres.folder}", "--username=carrozza", name)
    with hosting(tmp_path, database=f"postgresql://carrozza@/{played}?host={postgres.folder}") as server:
        people = two_people(server.address)
        with playing(*people, moves=6):
            pass
        with playing(*people, moves=20):
            confirmed = [dict(person.confirmed) for person in people]
            tool(postgres, "pg_dump", "--format=custom", f"--file={tmp_path / 'copy'}", f"{there}{played}")
    tool(postgres, "pg_restore", "--exit-on-error", f"--dbname={there}{restored}", str(tmp_path / "copy"))
    url = f"postgresql://carrozza@/{restored}?host={postgres.folder}"
    check_copy(url, people, confirmed)
    with hosting(tmp_path, database=url) as server:
        go_on(server.address, people)


def check_copy(database: str, people: list[Person], confirmed: list[dict[int, str]]) -> None:
    """It holds what had been confirmed before it was begun."""
    for person, moves in zip(people, confirmed, strict=True):
        person.confirmed = moves
        check_confirmed(database, person)


def go_on(address: str, people: list[Person]) -> None:
    again = [Person(address, person.game, person.token, person.seat) for person in people]
    assert again[0].view()["number"] >= max(number for person in people for number in person.confirmed)
    with playing(*again, moves=3):
        pass


def tool(postgres: Postgres, *arguments: str) -> None:
    if not (postgres.binaries / arguments[0]).exists():
        pytest.fail(f"{arguments[0]} is not here: install PostgreSQL's client programs (Debian: postgresql-client)")
    subprocess.run([str(postgres.binaries / arguments[0]), *arguments[1:]], check=True, env={"LC_ALL": "C"})
