"""A full disk, a locked, damaged or vanished database: the server says so, confirms nothing, and goes on by itself."""

import asyncio
import json
import logging
import os
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import httpx
import pytest
import uvicorn
from sqlalchemy import event
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import multiprocess

from carrozza.cli import app
from carrozza.server import serve, workers
from carrozza.server.outages import Reason
from carrozza.server.store import StoreHealth, engines
from carrozza.server.store import health as store_health
from carrozza.server.store.retry import with_retries
from tests.server.hosting import Host, hosting
from tests.server.serving import new_game
from tests.server.test_live import lines_of
from tests.server.test_serve import refused_here
from tools.fork_server import start
from tools.local_postgres import Postgres
from tools.local_server import Server, served, wait_for

pytestmark = pytest.mark.slow


def health_of(server: Host | Server) -> tuple[int, str | None]:
    try:
        answer = server.client.get(f"{server.address}/health")
    except httpx.HTTPError:  # the worker that was asked has just been killed
        return 0, None
    return answer.status_code, answer.json()["reason"]


def events(server: Server, *names: str) -> list[dict[str, Any]]:
    return [line for line in server.lines() if line["event"] in names]


class Heard(logging.Handler):
    """The events of outages, as they are logged."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        event = record.msg["event"] if isinstance(record.msg, dict) else ""
        if event in ("moves_not_kept", "moves_kept_again"):
            self.events.append(f"{event} {record.msg['reason']}")  # type: ignore[index]


@contextmanager
def heard() -> Iterator[Heard]:
    handler, ours = Heard(), logging.getLogger("carrozza")
    before = ours.level
    ours.addHandler(handler)
    ours.setLevel(logging.INFO)
    try:
        yield handler
    finally:
        ours.removeHandler(handler)
        ours.setLevel(before)


@contextmanager
def full_disk(server: Host, folder: Path) -> Iterator[None]:
    """No file of the database may grow, and what is free in it is used up."""
    pages = limit_pages(server)
    pages.append(1)
    while create_game(server).status_code == 201:
        pass
    yield
    pages.append(2**31 - 2)


def create_game(server: Host) -> httpx.Response:
    return server.ask("POST", "/api/games", json={"board": "usa", "seats": PEOPLE})


PEOPLE = [{"kind": "person", "name": name} for name in ("Ada", "Bruno")]


def limit_pages(server: Host) -> list[int]:
    """SQLite's own limit, which belongs to a connection: the last of these numbers."""
    engine, pages = server.app.state.store._engine.sync_engine, [2**31 - 2]

    def limit(connection: Any, _record: object, _proxy: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA max_page_count={pages[-1]}")
        cursor.close()

    event.listen(engine, "checkout", limit)
    return pages


@contextmanager
def locked(server: Host, folder: Path) -> Iterator[None]:
    with closing(sqlite3.connect(folder / "games.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def moved_away(server: Host, folder: Path) -> Iterator[None]:
    os.rename(folder / "games.sqlite", folder / "elsewhere")
    yield
    os.rename(folder / "elsewhere", folder / "games.sqlite")


@contextmanager
def replaced(server: Host, folder: Path) -> Iterator[None]:
    """Another file under the same name: the server still has the old one open, which nobody would find again."""
    shutil.copy(folder / "games.sqlite", folder / "copy")
    os.rename(folder / "games.sqlite", folder / "elsewhere")
    os.rename(folder / "copy", folder / "games.sqlite")
    yield
    os.rename(folder / "elsewhere", folder / "games.sqlite")


@contextmanager
def damaged(server: Host, folder: Path) -> Iterator[None]:
    """Garbage at the head of the file, where all of the database is."""
    with closing(sqlite3.connect(folder / "games.sqlite")) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    sound = overwrite(folder / "games.sqlite", os.urandom(100))
    yield
    overwrite(folder / "games.sqlite", sound)


def overwrite(file: Path, head: bytes) -> bytes:
    """What was there. By another process: this one would lose SQLite's locks by closing the file."""
    code = "import sys; f = open(sys.argv[1], 'r+b'); sys.stdout.buffer.write(f.read(100)); f.seek(0); "
    code += "f.write(sys.stdin.buffer.read())"
    return subprocess.run([sys.executable, "-c", code, file], input=head, capture_output=True, check=True).stdout


FAULTS: dict[str, Callable[[Host, Path], Any]] = {
    "disk_full": full_disk,
    "database_locked": locked,
    "database_away": moved_away,
    "database_away_replaced": replaced,
    "database_damaged": damaged,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_database_that_cannot_keep_moves_is_told_and_waited_for(
    tmp_path: Path, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "BUSY_SECONDS", 0.05)
    reason = fault.removesuffix("_replaced")
    with hosting(tmp_path) as server, heard() as log:
        game = server.game()
        game.open()
        assert health_of(server) == (200, None)
        lines = lines_of(game, 1)
        assert "view" in json.loads(next(lines))
        seat, view = next(game.deciding())
        with game.live(0) as line:
            line.view()
            with FAULTS[fault](server, tmp_path):
                wait_for(lambda: health_of(server) == (503, reason))
                told = line.hear("keeping")
                assert (told["kept"], told["message"]) == (False, NOT_KEPT)
                assert json.loads(next(filter(None, lines))) == told, "programs are told the same"
                refused = create_game(server)
                assert (refused.status_code, refused.json()["error"]) == (503, "busy")
                assert refused.headers["retry-after"] == "1"
                assert "cannot save moves" in refused.json()["message"]
                if reason in ("database_away", "database_locked"):  # elsewhere there may be room for just one more
                    assert game.try_move(seat, view["legal_moves"][0]).status_code == 503
            told = line.hear("keeping")
            assert (told["kept"], told["message"]) == (True, "Moves are being saved again.")
            assert json.loads(next(filter(None, lines))) == told
            lines.close()
        wait_for(lambda: health_of(server) == (200, None))
        seat, view = next(game.deciding())
        game.move(seat, view["legal_moves"][0])
    assert log.events == [f"moves_not_kept {reason}", f"moves_kept_again {reason}"]


NOT_KEPT = (
    "Moves are not being saved at the moment. Nothing that was confirmed is lost; "
    "the game goes on as soon as they can be."
)


def test_a_database_that_goes_away_and_comes_back(own_postgres: Postgres, tmp_path: Path) -> None:
    """However many statements fail: the server outlives it, and all its workers do."""
    with served(own_postgres.new_database(), tmp_path, "--workers", "2") as server:
        ada = new_game(server.address, "easy", first=0)
        ada.play_on(2)
        own_postgres.stop()
        wait_for(lambda: health_of(server) == (503, "database_away"))
        refused = server.client.get(f"{server.address}/api/games/nosuchgame")
        assert (refused.status_code, refused.json()["reason"]) == (503, "database_away")
        own_postgres.start()
        ada.play_on(2)
        wait_for(lambda: all(health_of(server) == (200, None) for _ in range(5)))
        for name in ("moves_not_kept", "moves_kept_again", "notifications_lost"):
            # Once a process that lived through it, not once a statement.
            assert 1 <= len(events(server, name)) <= 2, name
        assert server.stop() == 0


class DeadWorker:
    """A process that ends at once, as one does that cannot reach its database."""

    started: ClassVar[list["DeadWorker"]] = []
    pid = 1
    exitcode = STARTUP_FAILURE

    def __init__(self, *_: object) -> None:
        self.ready = not self.started

    def start(self) -> None:
        self.started.append(self)

    def is_alive(self, _timeout: float) -> bool:
        return self.ready

    def is_ready(self) -> bool:
        return self.ready

    def kill(self) -> None: ...

    def join(self) -> None: ...


def test_a_worker_that_cannot_start_does_not_end_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the database is away none can start: those that run go on, and it is tried again, less and less often."""
    now = [0.0]
    monkeypatch.setattr(workers, "Process", DeadWorker)
    monkeypatch.setattr(multiprocess, "Process", DeadWorker)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(workers, "time", SimpleNamespace(monotonic=lambda: now[0]))
    DeadWorker.started.clear()
    serving = workers.Workers(uvicorn.Config("app", workers=2), [])
    serving.init_processes()
    for _ in range(600):
        now[0] += 0.5
        serving.keep_subprocess_alive()
    assert not serving.should_exit.is_set() and not serving.failed
    first: Any = serving.processes[0]
    assert first is DeadWorker.started[0]
    assert 10 <= len(DeadWorker.started) <= 20


def test_a_server_none_of_whose_workers_starts_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiprocess, "Process", DeadWorker)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    DeadWorker.started[:] = [DeadWorker()]  # the one that would be ready
    serving = workers.Workers(uvicorn.Config("app", workers=2), [])
    serving.init_processes()
    serving.keep_subprocess_alive()
    assert serving.should_exit.is_set() and serving.failed


def test_an_outage_is_logged_once() -> None:
    now = [0.0]
    health = StoreHealth(clock=lambda: now[0])
    changes: list[Reason | None] = []
    health.listen(lambda: changes.append(health.reason))
    with heard() as log:
        for _ in range(100):
            health.failed(Reason.DISK_FULL)
        now[0] = 7 * 86400.0
        for _ in range(2):
            health.kept()
    assert log.events == ["moves_not_kept disk_full", "moves_kept_again disk_full"]
    assert changes == [Reason.DISK_FULL, None]


def test_a_write_without_an_answer_is_noticed_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody need ask for the health."""
    monkeypatch.setattr(store_health, "LOOK_EVERY", 0.0)
    now = [0.0]
    health = StoreHealth(clock=lambda: now[0])

    async def never() -> None:
        await asyncio.Event().wait()

    async def run() -> None:
        told = asyncio.Event()
        health.listen(told.set)
        with health.writing():
            now[0] = store_health.SILENT_SECONDS + 1
            watching = asyncio.create_task(health.watch(never))
            await asyncio.wait_for(told.wait(), 600)
            watching.cancel()
        await health.close()

    asyncio.run(run())
    assert health.reason == Reason.DATABASE_SILENT


def test_nobody_is_told_of_a_database_that_is_back_at_once() -> None:
    health, tries = StoreHealth(), iter([ConnectionRefusedError(), ConnectionRefusedError()])

    async def work() -> str:
        for error in tries:
            raise error
        return "done"

    with heard() as log:
        assert asyncio.run(with_retries(work, health=health)) == "done"
    assert (health.reason, log.events) == (None, [])


@pytest.mark.parametrize(
    ("status", "failed"), [(0, False), (-signal.SIGTERM, False), (1, True), (-signal.SIGSEGV, True)]
)
def test_a_worker_that_ends_badly_is_a_failure_of_the_server(
    monkeypatch: pytest.MonkeyPatch, status: int, failed: bool
) -> None:
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    serving = workers.Workers(uvicorn.Config("app", workers=1), [])
    ended = SimpleNamespace(join=lambda: None)
    worker: Any = SimpleNamespace(terminate=lambda: None, process=ended, exitcode=status)
    serving.processes = [worker]
    serving.terminate_all()
    assert serving.failed is failed


def test_a_disk_that_takes_nothing_more(tmp_path: Path, sqlite_url: str) -> None:
    """A real one: files of the process may not grow."""
    with served(sqlite_url, tmp_path) as server:
        ada = new_game(server.address, "easy", first=0)
        ada.play_on(1)
        assert server.process is not None
        log = (tmp_path / "games.db-wal").stat().st_size
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (log, resource.RLIM_INFINITY))
        wait_for(lambda: health_of(server) == (503, "disk_error"))
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        wait_for(lambda: health_of(server) == (200, None))
        ada.play_on(2)
        told = [line["event"] for line in events(server, "moves_not_kept", "moves_kept_again", "request_failed")]
        assert told == ["moves_not_kept", "moves_kept_again"]


def test_a_second_server_on_one_file_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a killed server leaves keeps nobody from starting: `test_attack_command.py` kills some."""
    file = str(tmp_path / "games.db")
    monkeypatch.setattr(serve, "PAGE", tmp_path)
    (tmp_path / "index.html").touch()
    with another_server(file, "http://127.0.0.1:7/"):
        assert "is being served already at http://127.0.0.1:7/" in refused_here(
            "serve", "--port", "0", "--database", file
        )
        # Whoever wants to play can do so at the first.
        assert app(["play", "--no-browser", "--database", file], standalone_mode=False) == 0
        assert "running already, at http://127.0.0.1:7/" in capsys.readouterr().err


@contextmanager
def another_server(file: str, address: str) -> Iterator[None]:
    """A process that holds the lock of the file, as a server does."""
    code = (
        "import sys; from carrozza.server.store.database_url import address_of\n"
        "from carrozza.server.store.sqlite_file.file_lock import locked\n"
        "with locked(address_of(sys.argv[1])) as lock:\n"
        "    lock.note(sys.argv[2]); print(flush=True); sys.stdin.read()\n"
    )
    ours, its = socket.socketpair()
    with its:
        process = start(code, file, address, streams=(its.fileno(), its.fileno(), 2))
    with ours:
        assert ours.recv(1) == b"\n"
        yield
    process.wait(600)


def test_a_damaged_file_is_not_served(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_bytes(b"SQLite format 3\0" + os.urandom(5000))
    refused = refused_here("serve", "--port", "0", "--database", str(tmp_path / "games.db"))
    assert "is damaged" in refused and "carrozza restore" in refused


def test_a_server_whose_end_fails_says_so(tmp_path: Path) -> None:
    """By its exit status, which whoever started it looks at."""
    code = (
        "import sys; from carrozza.server import app, serve\n"
        "async def fail(self): raise RuntimeError('secret')\n"
        "app.BotTurns.close = fail\n"
        f"sys.exit(serve.serve_command(port=0, database={str(tmp_path / 'games.db')!r}, form='json'))\n"
    )
    log = tmp_path / "log"
    with log.open("wb") as written:
        process = start(code, streams=(written.fileno(), written.fileno(), written.fileno()))
    address = wait_for(lambda: next((line["address"] for line in whole_lines(log) if "address" in line), None))
    wait_for(lambda: _answers(address))
    process.send_signal(signal.SIGTERM)
    assert process.wait(600) == 1
    rest = log.read_text(encoding="utf-8")
    assert '"event":"stop_failed"' in rest.replace('": "', '":"')
    assert "secret" not in rest


def whole_lines(log: Path) -> list[dict[str, Any]]:
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    return [json.loads(line) for line in lines if line.endswith("\n")]


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}health", timeout=600, verify=False).status_code == 200
    except httpx.HTTPError:
        return False
