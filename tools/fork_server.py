"""Processes that begin with the server imported and its compiled functions loaded: forked from one that has them.

A server that is started by `python -m carrozza serve` computes for seconds before it answers, and so does a process in
which a bot thinks; the tests start a hundred of them. Here one process imports and loads everything once, and forks
itself for each that is asked for. All processes of one run of the tests share it, and it ends with the last of them.
"""

import gc
import importlib
import json
import multiprocessing
import os
import selectors
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import types
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn

ROOT: Final = Path(__file__).resolve().parents[1]
AVAILABLE: Final = sys.platform == "linux"
"""Elsewhere a process that has used its frameworks cannot be forked, or messages over local sockets have no ends."""
LONGEST: Final = 1 << 17
"""Bytes of an order: most of it is the environment."""
STREAMS: Final = 3
IMPORTED: Final = (
    "carrozza.cli",
    "carrozza.server.serve",
    "carrozza.server.bots.bot_process",
    "carrozza.server.rendering.render_process",
    "carrozza.server.workshop.draft_process",
    "carrozza.atlas.drawing",
    "carrozza.arena",
    "carrozza.terminal",
)
ADDRESS: Final = "CARROZZA_FORK_SERVER"
"""The variable that tells a forked server where to have its own processes forked."""
RUN: Final = "run"
"""In the place of a module: the code that follows."""

Order = dict[str, Any]


class Forked:
    """A process that was forked for us, as `subprocess.Popen` shows one."""

    def __init__(self, pid: int, status: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._status = status
        """A pipe that brings the exit status."""
        self._reading = threading.Lock()

    def poll(self) -> int | None:
        return self._read(0)

    def wait(self, timeout: float | None = None) -> int:
        if self._read(timeout) is None:
            raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0)
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _read(self, timeout: float | None) -> int | None:
        with self._reading, selectors.PollSelector() as selector:
            if self.returncode is None:
                selector.register(self._status, selectors.EVENT_READ)
                if selector.select(timeout):
                    # Without a word the fork server has died, and nobody knows more.
                    self.returncode = int(os.read(self._status, 16) or -signal.SIGKILL)
                    os.close(self._status)
        return self.returncode


class ForkServer:
    """Our connection to it."""

    def __init__(self, address: str, connection: socket.socket) -> None:
        self.address = address
        self._connection = connection
        self._asking = threading.Lock()

    def fork(self, order: Order, streams: Sequence[int]) -> Forked:
        status, told = os.pipe()
        try:
            with self._asking:
                socket.send_fds(self._connection, [json.dumps(order).encode()], [*streams, told])
                answer = self._connection.recv(16)
        finally:
            os.close(told)
        if not answer:
            raise ConnectionError("the fork server has ended")
        return Forked(int(answer), status)


def this_run() -> str:
    return os.environ.get(ADDRESS) or os.environ.get("PYTEST_XDIST_TESTRUNUID") or str(os.getpid())


@cache
def fork_server(*, several: bool) -> ForkServer:
    """That of this run of the tests, which the first process that asks for it starts; another for `several` processes
    that serve together, as metrics are counted in memory or in files from the moment they are imported."""
    address = f"\0carrozza-fork-server-{this_run()}{'-several' * several}"
    while True:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            connection.connect(address)
            return ForkServer(address, connection)
        except ConnectionRefusedError:
            connection.close()
            if not _start(address, several):  # another process has just done so
                time.sleep(0.01)


def _start(address: str, several: bool) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening:
        try:
            listening.bind(address)
        except OSError:
            return False
        listening.listen()
        subprocess.Popen(
            [sys.executable, "-m", __name__, str(listening.fileno()), *(["several"] * several)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[listening.fileno()],
            cwd=ROOT,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )
    return True


def fork(
    program: Sequence[str],
    streams: Sequence[int],
    folder: Path = ROOT,
    environment: Mapping[str, str] | None = None,
    *,
    session: bool = False,
    several: bool = False,
) -> Forked:
    """Run `MODULE:FUNCTION` or `run CODE`, with arguments, in a process with these three streams; `several`: it is
    going to start workers, which are forked too."""
    order = {
        "program": list(program),
        "folder": str(folder),
        "environment": dict(os.environ if environment is None else environment),
        "session": session,
        "several": several,
    }
    try:
        return fork_server(several=several).fork(order, streams)
    except ConnectionError:  # it ended, as everybody else had left, when we came
        fork_server.cache_clear()
        return fork_server(several=several).fork(order, streams)


def start(code: str, *arguments: str, streams: Sequence[int]) -> "Forked | subprocess.Popen[bytes]":
    """A process that runs this Python, with everything imported where that can be done."""
    if AVAILABLE:
        return fork((RUN, code, *arguments), streams)
    stdin, stdout, stderr = streams
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=stderr, cwd=ROOT, env=environment)


class Forking:
    """The server itself."""

    def __init__(self, listening: socket.socket) -> None:
        self.selector = selectors.DefaultSelector()
        self.selector.register(listening, selectors.EVENT_READ, self._accept)
        self.listening = listening
        self.connections: set[socket.socket] = set()
        self.running: dict[int, tuple[int, int]] = {}
        """By what tells of its end: a child's id, and where its exit status is told."""

    def serve(self) -> Order | None:
        """Until nobody is connected; in a child, what it was forked for."""
        while True:
            for key, _ in self.selector.select():
                order: Order | None = key.data(key.fileobj)
                if order is not None:
                    return order
            if not self.connections and not self.selector.select(0):
                return None

    def _accept(self, _: object) -> None:
        connection, _address = self.listening.accept()
        owner = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        if struct.unpack("3i", owner)[1] != os.getuid():
            connection.close()
            return
        self.connections.add(connection)
        self.selector.register(connection, selectors.EVENT_READ, self._answer)

    def _answer(self, connection: socket.socket) -> Order | None:
        message, files = b"", list[int]()
        with suppress(ConnectionResetError):  # whoever asked was killed before it read the answer
            message, files, _, _ = socket.recv_fds(connection, LONGEST, STREAMS + 1)
        if not message:
            self._forget(connection)
            return None
        pid = os.fork()
        if pid == 0:
            self._close()
            *streams, told = files
            os.close(told)
            return {**json.loads(message), "streams": streams}
        *streams, told = files
        for stream in streams:
            os.close(stream)
        ended = os.pidfd_open(pid)
        self.running[ended] = (pid, told)
        self.selector.register(ended, selectors.EVENT_READ, self._bury)
        with suppress(ConnectionError):
            connection.send(str(pid).encode())
        return None

    def _bury(self, ended: int) -> None:
        self.selector.unregister(ended)
        os.close(ended)
        pid, told = self.running.pop(ended)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        with suppress(BrokenPipeError):
            os.write(told, str(status).encode())
        os.close(told)

    def _forget(self, connection: socket.socket) -> None:
        self.selector.unregister(connection)
        self.connections.discard(connection)
        connection.close()

    def _close(self) -> None:
        """In a child: what is open belongs to its parent."""
        self.selector.close()
        for one in (self.listening, *self.connections):
            one.close()
        for ended, (_, told) in self.running.items():
            os.close(ended)
            os.close(told)


def load() -> None:
    """Import the server, and read from the cache what it and its bots need."""
    for name in IMPORTED:
        importlib.import_module(name)
    from carrozza.server.app import compile_rules
    from carrozza.server.bots.bot_process import compile_bot

    compile_rules()
    compile_bot("planner")


def become(order: Order) -> NoReturn:
    """Be the process that was asked for, as if it had been started."""
    if order["session"]:
        os.setsid()
    for place, stream in enumerate(order["streams"]):
        os.dup2(stream, place)
        os.close(stream)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(place, mode, buffering=1) for place, mode in enumerate("rww"))
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["environment"])
    tempfile.tempdir = None
    if order["several"]:
        uvicorn_processes: Any = importlib.import_module("uvicorn._subprocess")
        uvicorn_processes.spawn = multiprocessing.get_context("fork")
    if ADDRESS in os.environ:
        importlib.import_module("tools.forked_children").fork_children()
    sys.modules["__main__"] = main = types.ModuleType("__main__")
    program, *arguments = order["program"]
    code = arguments.pop(0) if program == RUN else ""
    sys.argv = ["carrozza", *arguments]
    if program == RUN:
        exec(compile(code, "<string>", "exec"), main.__dict__)
        sys.exit()
    module, _, function = program.partition(":")
    run: Callable[[], object] = getattr(importlib.import_module(module), function)
    run()
    sys.exit()


def main(descriptor: str, several: str = "") -> None:
    forking, counts = Forking(socket.socket(fileno=int(descriptor))), tempfile.mkdtemp()
    if several:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = counts
    load()
    assert threading.active_count() == 1, "a process with threads cannot be forked"
    gc.collect()
    gc.freeze()
    order = forking.serve()
    if order is not None:
        become(order)
    shutil.rmtree(counts)


if __name__ == "__main__":
    main(*sys.argv[1:])
