"""A server's own processes, forked instead of started where a test does not look at how they start.

It is the same code in a process of its own, at the other end of pipes, which is killed and replaced like any other; but
it has imported everything already.
"""

import asyncio
import socket
from asyncio import StreamReader, StreamWriter

from carrozza.server.processes.child_process import ChildProcess
from tools.fork_server import AVAILABLE, Forked, fork

STARTED = vars(ChildProcess)["run"]


class ForkedChild:
    """As `asyncio.subprocess.Process` shows one."""

    def __init__(self, forked: Forked, stdout: StreamReader, stdin: StreamWriter) -> None:
        self.pid = forked.pid
        self.stdout = stdout
        self.stdin = stdin
        self._forked = forked

    @property
    def returncode(self) -> int | None:
        return self._forked.poll()

    async def wait(self) -> int:
        return await asyncio.to_thread(self._forked.wait)

    def send_signal(self, number: int) -> None:
        self._forked.send_signal(number)


def fork_children() -> None:
    """From now on, in this process, where it can be done."""
    if AVAILABLE:
        ChildProcess.run = classmethod(run_forked)  # type: ignore[method-assign, assignment]


def start_children() -> None:
    """As everywhere else."""
    ChildProcess.run = STARTED  # type: ignore[method-assign]


async def run_forked(kind: type[ChildProcess], module: str) -> ChildProcess:
    """In the place of `ChildProcess.run`."""
    ours, its = socket.socketpair()
    with its:
        streams = (its.fileno(), its.fileno(), 2)
        forked = await asyncio.to_thread(fork, (f"{module}:main",), streams, session=True)
    stdout, stdin = await asyncio.open_unix_connection(sock=ours, limit=kind.longest_line)
    return kind(ForkedChild(forked, stdout, stdin))  # type: ignore[arg-type]
