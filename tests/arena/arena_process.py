"""Run `carrozza arena` in a process of its own, to interrupt and kill it."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tools import fork_server

DEADLINE_SECONDS = 600.0
"""Only what never happens fails; a loaded machine may take its time."""


def environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


class Arena:
    """The process, as `subprocess.Popen` shows one; forked where that can be done, as one that starts takes a second
    to import Numba and to load what is compiled."""

    def __init__(self, *options: object) -> None:
        self._out, self._errors = os.memfd_create("out"), os.memfd_create("errors")
        program = ("carrozza.cli:main", "arena", *map(str, options))
        with open(os.devnull, "rb") as nothing:
            streams = (nothing.fileno(), self._out, self._errors)
            self._process = fork_server.fork(program, streams, environment=environment())
        self.pid = self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.returncode

    def communicate(self, timeout: float = DEADLINE_SECONDS) -> tuple[str, str]:
        """What it printed, when it has ended."""
        self._process.wait(timeout)
        return self._read(self._out), self._read(self._errors)

    @staticmethod
    def _read(printed: int) -> str:
        with os.fdopen(printed, encoding="utf-8") as file:
            file.seek(0)
            return file.read()


def fork_arena(*options: object) -> "Arena | subprocess.Popen[str]":
    return Arena(*options) if fork_server.AVAILABLE else start_arena(*options)


def start_arena(*options: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "carrozza", "arena", *map(str, options)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )


def wait_until(holds: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + DEADLINE_SECONDS
    while not holds():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


def children_of(parent: int) -> list[int]:
    """All processes that descend from this one and are alive, as the system lists them."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        if fields[0] != "Z":
            parents[int(folder.name)] = int(fields[1])
    found, todo = [], [parent]
    while todo:
        above = todo.pop()
        below = [pid for pid, of in parents.items() if of == above]
        found += below
        todo += below
    return found
