"""A child process that answers one request at a time over its pipes, and ends when its input does."""

import asyncio
import json
import os
import signal
import sys
from asyncio import StreamReader
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import IO, Any, ClassVar, Final, Self, TypeVar

Answer = TypeVar("Answer")

LONGEST_LINE: Final = 1 << 16
MOST_TABLES: Final = 1000
NICENESS: Final = 10
"""Below the server's own priority."""


class NoAnswer(Exception):
    """No process is free, or the one asked has died, hangs or gave no answer; in a few words, which."""


class Hangs(NoAnswer):
    """The process asked has not answered in time, and was ended."""


class ChildProcess:
    """The server's side of it."""

    longest_line: ClassVar[int] = LONGEST_LINE
    """Of its answers."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.tables: set[str] = set()
        """The tables it has worked for: it may still remember them."""
        self._ended = False

    def remember(self, table: str) -> None:
        if len(self.tables) >= MOST_TABLES:
            self.tables.clear()
        self.tables.add(table)

    @classmethod
    async def run(cls, module: str) -> Self:
        return cls(
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", module),
                stdin=PIPE,
                stdout=PIPE,
                limit=cls.longest_line,
                start_new_session=True,  # Ctrl-C reaches the server alone, which lets its processes finish
            )
        )

    async def exchange(self, line: bytes, seconds: float, read: Callable[[StreamReader], Awaitable[Answer]]) -> Answer:
        """Send a line, read the answer; a process that fails at it is ended."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            async with asyncio.timeout(seconds):
                self.process.stdin.write(line)
                await self.process.stdin.drain()
                return await read(self.process.stdout)
        except TimeoutError:
            self.end()
            raise Hangs("hangs") from None
        except (OSError, ValueError, asyncio.IncompleteReadError):
            self.end()
            raise NoAnswer("died") from None
        except asyncio.CancelledError:
            self.end()  # or its answer would be read as that to the next request
            raise

    @property
    def alive(self) -> bool:
        return not self._ended and self.process.returncode is None

    def end(self) -> None:
        self._ended = True
        with suppress(ProcessLookupError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:  # Windows
                self.process.kill()

    async def dispose(self) -> None:
        """End it, close its pipes and wait for its exit."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.end()
        self.process.stdin.close()
        with suppress(OSError, ValueError):
            await self.process.stdout.read()
        await self.process.wait()


async def read_json(stream: StreamReader) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(await stream.readline())
    return answer


def json_line(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def own_streams() -> tuple[IO[bytes], IO[bytes]]:
    """In the child: its two pipes, out of reach of whatever else reads or prints there."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)
    return requests, answers


def lower_priority() -> None:
    if hasattr(os, "nice"):  # not on Windows
        with suppress(OSError):
            os.nice(NICENESS)
