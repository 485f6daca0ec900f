"""`carrozza serve` as a process, for tests, benchmarks and the pictures of the docs: started, stopped or killed."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

import httpx
import psutil

from tools import fork_server

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 600.0
"""Far more than anything takes: only what never comes is a failure."""


class Process(Protocol):
    """What `subprocess.Popen` and a fork server start."""

    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, sig: int, /) -> None: ...


Start = Callable[[Sequence[str], str, int, Mapping[str, str]], Process]


def start_afresh(arguments: Sequence[str], before: str, log: int, environment: Mapping[str, str]) -> Process:
    """`python -m carrozza`, after some Python of ours."""
    code = f"{before}; from carrozza.cli import main; main()"
    program = ("-c", code) if before else ("-m", "carrozza")
    command = [sys.executable, *program, *arguments]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=ROOT, env=dict(environment))


def start_forked(arguments: Sequence[str], before: str, log: int, environment: Mapping[str, str]) -> Process:
    """The same from a process that has imported it all, where that can be done; its bots and renderers start as they do
    elsewhere."""
    if not fork_server.AVAILABLE:
        return start_afresh(arguments, before, log, environment)
    code = f"{before}; from carrozza.cli import main; main()"
    program = (fork_server.RUN, code) if before else ("carrozza.cli:main",)
    with open(os.devnull, "rb") as nothing:
        streams, several = (nothing.fileno(), log, log), "--workers" in arguments
        return fork_server.fork((*program, *arguments), streams, ROOT, environment, several=several)


def start_all_forked(arguments: Sequence[str], before: str, log: int, environment: Mapping[str, str]) -> Process:
    """These too are forked, and not its children then."""
    return start_forked(arguments, before, log, {**environment, fork_server.ADDRESS: fork_server.this_run()})


start_process: Start = start_afresh
"""The tests, which start many servers, fork most of them."""


class Server:
    """`carrozza serve` at a port of its own, which it keeps when it is started again."""

    def __init__(self, database: str, log: Path, *options: str, limited: bool = False, before: str = "") -> None:
        self.database = database
        self.options = options
        self.limited = limited
        self.before = before
        """Python that the process runs first, such as to change how long it waits."""
        self.log_file = log
        self.port = 0
        self.process: Process | None = None
        self.client = httpx.Client(timeout=PATIENCE, verify=False)

    def start(self) -> None:
        wait_for(self._has_port)
        logged = self.log_file.stat().st_size if self.log_file.exists() else 0
        with self.log_file.open("ab") as log:
            # What it leaves behind when it is killed goes with the folder of its log.
            environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "TMPDIR": str(self.log_file.parent)}
            self.process = start_process(("serve", *self._arguments()), self.before, log.fileno(), environment)
        address = wait_for(lambda: self._served_at(logged))
        self.port = int(address.rstrip("/").rpartition(":")[2])
        wait_for(self._is_well)

    def _has_port(self) -> bool:
        """Of a process that was killed, some threads may live longer than the first, and keep its port."""
        with socket.socket() as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind(("127.0.0.1", self.port))
            except OSError:
                return False
            return True

    def _arguments(self) -> tuple[str, ...]:
        usual = ["--port", str(self.port), "--log", "json", "--bot-pause", "0"]
        if not self.limited:
            usual.append("--no-limits")
        return (*usual, "--database", self.database, *self.options)

    def _served_at(self, logged: int) -> str | None:
        """What the log says after its first so many bytes.

        A server that was killed may still have Python's resource tracker warn of semaphores it left, in plain text.
        """
        assert self.process is not None
        assert self.process.poll() is None, self.log()
        said = (line for line in self.log(logged).splitlines(keepends=True) if line.endswith("\n"))
        lines = (json.loads(line) for line in said if line.startswith("{"))
        return next((line["address"] for line in lines if line["event"] == "serving"), None)

    def _is_well(self) -> bool:
        try:
            return self.client.get(f"{self.address}/health").status_code == 200
        except httpx.HTTPError:
            return False

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def log(self, after: int = 0) -> str:
        """What it logged, after the first so many bytes."""
        if not self.log_file.exists():
            return ""
        with self.log_file.open("rb") as file:
            file.seek(after)
            return file.read().decode()

    def lines(self, after: int = 0) -> list[dict[str, Any]]:
        """The same line by line. Whatever is not JSON is a failure, but for a last line that is being written."""
        return [json.loads(line) for line in self.log(after).splitlines(keepends=True) if line.endswith("\n")]

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def workers(self) -> list[int]:
        """The ids of the processes that serve, where there are several."""
        assert self.process is not None
        parent = self.process.pid
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii").split()
        return [int(child) for child in children if _is_worker(Path(f"/proc/{child}/cmdline").read_bytes())]

    def kill_a_worker(self) -> None:
        """One of several processes that serve; the others go on."""
        os.kill(self.workers()[0], signal.SIGKILL)

    def kill_all(self) -> None:
        """The first process and every worker at once. Stopped first, it can replace none of them meanwhile."""
        assert self.process is not None
        first = psutil.Process(self.process.pid)
        first.suspend()
        wait_for(lambda: first.status() == psutil.STATUS_STOPPED)  # it may be within a fork until then
        workers = first.children()
        self.kill()
        for worker in workers:
            with suppress(psutil.NoSuchProcess):
                worker.kill()
        wait_for(lambda: not any(map(is_alive, workers)))

    def stop(self) -> int:
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        assert self.process is not None
        self.process.send_signal(how)
        status = self.process.wait(PATIENCE)
        self.process = None
        return status


def _is_worker(command: bytes) -> bool:
    """Not the tracker of semaphores, which a first process has besides."""
    return b"spawn_main" in command or fork_server.__name__.encode() in command


def is_alive(process: psutil.Process) -> bool:
    """Asked for one at a time: psutil's own wait for many fails where one of them ends just then."""
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


@contextmanager
def served(database: str, folder: Path, *options: str, limited: bool = False, before: str = "") -> Iterator[Server]:
    """A server for as long as the block lasts; one that is `limited` keeps to the usual rates."""
    log = folder / f"log-{time.monotonic_ns()}.jsonl"
    server = Server(database, log, *options, limited=limited, before=before)
    try:
        server.start()
        yield server
    finally:
        if server.process is not None:
            server.kill()


def wait_for(look: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """What `look` finds, as soon as it is something."""
    deadline = time.monotonic() + patience
    while True:
        found = look()
        if found:
            return found
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.03)
