"""Run `carrozza arena` in a process of its own, to interrupt and kill it."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

DEADLINE_SECONDS = 600.0
"""Only what never happens fails; a loaded machine may take its time."""


def environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


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
