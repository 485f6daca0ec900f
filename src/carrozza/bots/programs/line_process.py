"""Lines to and from another process, with deadlines: it may hang, crash or flood its output; nothing here blocks."""

import os
import selectors
import signal
import subprocess
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Final

LONGEST_LINE: Final = 1 << 16
"""Bytes; a line that is longer is an error."""
CHUNK: Final = 1 << 16
KEPT_ERRORS: Final = 1 << 13
"""How many of the last bytes of its standard error are kept."""
FAREWELL: Final = 0.5
"""Seconds a process has to end by itself."""


class TooSlow(Exception):
    """No line came in time."""


class TooLong(Exception):
    """A line without an end; what has come of it."""


class Ended(Exception):
    """The process is gone, or has closed its output; how it ended."""


class LineProcess:
    """A process, and lines to and from it; POSIX only. An `OSError` where it cannot be started.

    Nothing blocks: what it does not read is kept to be written later, what it writes waits in the pipe, and each wait
    serves all three pipes. It leads a process group of its own, which is ended with it.
    """

    def __init__(self, command: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            command, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
        )
        self._finalizer = weakref.finalize(self, _end, self._process, os.getpid())
        self._unsent = bytearray()
        self._unread = bytearray()
        self._errors = bytearray()
        self._selector = selectors.DefaultSelector()
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._input, self._output, self._stderr = map(_unblocked, pipes)
        for number in (self._output, self._stderr):
            self._selector.register(number, selectors.EVENT_READ)

    def send(self, line: str) -> None:
        """Write a line, now or as soon as it is read."""
        if not self._unsent:
            self._selector.register(self._input, selectors.EVENT_WRITE)
        self._unsent += line.encode() + b"\n"
        self._write()

    def send_if_open(self, line: str) -> None:
        """Write a line, where it can still be read and nothing waits before it."""
        if self._finalizer.alive and not self._unsent:
            self.send(line)

    def receive(self, deadline: float) -> str:
        """The next line, by this time of `time.monotonic`; what is there already is read in any case."""
        while (end := self._unread.find(b"\n")) < 0:
            if len(self._unread) > LONGEST_LINE:
                raise TooLong(self._unread[:LONGEST_LINE].decode(errors="replace"))
            if not self._watches(self._output):
                raise Ended(self._how_it_ended())
            late = time.monotonic() >= deadline
            if not self._serve(deadline) and late:
                raise TooSlow
        line = self._unread[:end].decode(errors="replace")
        del self._unread[: end + 1]
        return line

    def _serve(self, deadline: float) -> bool:
        """Wait for the pipes until then, and serve those that are ready; whether the process has written anything."""
        before = len(self._unread)
        for key, _ in self._selector.select(max(0.0, deadline - time.monotonic())):
            if key.fd == self._input:
                self._write()
            elif key.fd == self._output:
                self._unread += self._taken(self._output)
            else:
                self._read_stderr()
        return len(self._unread) > before or not self._watches(self._output)

    def _watches(self, number: int) -> bool:
        return number in self._selector.get_map()

    def _write(self) -> None:
        try:
            written = os.write(self._input, self._unsent[:CHUNK])
        except BlockingIOError:
            return
        except OSError:  # it has closed its input
            written = len(self._unsent)
        del self._unsent[:written]
        if not self._unsent:
            self._selector.unregister(self._input)

    def _read_stderr(self) -> None:
        self._errors += self._taken(self._stderr)
        del self._errors[:-KEPT_ERRORS]

    def _taken(self, number: int) -> bytes:
        """What there is to read; a pipe that has come to its end is not watched any more."""
        try:
            taken = os.read(number, CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            taken = b""
        if not taken:
            self._selector.unregister(number)
        return taken

    @property
    def errors(self) -> str:
        """The end of what it has written to its standard error."""
        return self._errors.decode(errors="replace")

    def _how_it_ended(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
            _end_group(self._process)
        if self._watches(self._stderr):
            self._read_stderr()
        status = self._process.returncode
        how = "it closed its output" if status is None else f"it ended with status {status}"
        last = self.errors.strip().rpartition("\n")[2]
        return f"{how}: {last}" if last else how

    def close(self, farewell: float = FAREWELL) -> None:
        """Let it end by itself for a moment, then end it and all that it has started."""
        if not self._finalizer.alive:
            return
        if not self._unsent:
            assert self._process.stdin is not None
            self._process.stdin.close()
        deadline = time.monotonic() + farewell
        while self._watches(self._output) and time.monotonic() < deadline:
            self._serve(deadline)
            self._unread.clear()
        self._selector.close()
        self._finalizer()


def _unblocked(pipe: IO[bytes] | None) -> int:
    """The file descriptor of a pipe, set not to block."""
    assert pipe is not None
    os.set_blocking(pipe.fileno(), False)
    return pipe.fileno()


def _end(process: subprocess.Popen[bytes], owner: int) -> None:
    """Kill the process group and reap the process. A fork of this process does nothing."""
    if os.getpid() != owner:
        return
    if process.returncode is None:
        _end_group(process)
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
    process.wait()


def _end_group(process: subprocess.Popen[bytes]) -> None:
    # macOS denies the permission where only zombies are left.
    with suppress(ProcessLookupError, PermissionError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
