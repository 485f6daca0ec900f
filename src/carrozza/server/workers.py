"""Several processes that serve one port: one that dies is replaced, whatever it died of, and never ends the others."""

import signal
import time
from socket import socket
from typing import Final

import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import Process

from carrozza.server.logs import get_logger
from carrozza.server.metrics import forget_process

log = get_logger(__name__)

FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 30.0
"""Between two attempts to replace a worker that does not last."""
STEADY_SECONDS: Final = 30.0
ENDED_BY_US: Final = (0, -signal.SIGTERM, -signal.SIGINT)


class Workers(Multiprocess):
    """uvicorn's own ends all workers as soon as one cannot start: while the database is away, that is everybody."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket]) -> None:
        super().__init__(config, sockets)
        self.failed = False
        """Whether the server could not start, or a worker did not end as it should."""
        self._one_was_ready = False
        self._pauses: dict[int, float] = {}
        self._replace_at: dict[int, float] = {}
        self._started_at: dict[int, float] = {}

    def keep_subprocess_alive(self) -> None:
        for place, process in enumerate(self.processes):
            if self.should_exit.is_set():
                return
            if place in self._replace_at:
                self._replace(place)
            elif not process.is_alive(self.config.timeout_worker_healthcheck):
                self._bury(place, process)
            elif not self._one_was_ready:
                self._one_was_ready = process.is_ready()

    def _bury(self, place: int, process: Process) -> None:
        process.kill()  # it may only hang
        process.join()
        log.error("worker_died", pid=process.pid, status=process.exitcode)
        if process.pid is not None:
            forget_process(process.pid)
        if process.exitcode == STARTUP_FAILURE and not self._one_was_ready:
            self.failed = True
            self.should_exit.set()
            return
        self._replace_at[place] = time.monotonic() + self._pause_after(place)
        self._replace(place)

    def _pause_after(self, place: int) -> float:
        """None after a long life, longer and longer after short ones."""
        if time.monotonic() - self._started_at.get(place, 0.0) > STEADY_SECONDS:
            self._pauses.pop(place, None)
            return 0.0
        self._pauses[place] = min(2 * self._pauses.get(place, FIRST_PAUSE / 2), LONGEST_PAUSE)
        return self._pauses[place]

    def _replace(self, place: int) -> None:
        if time.monotonic() < self._replace_at[place]:
            return
        del self._replace_at[place]
        self.processes[place] = Process(self.config, self.sockets)
        self.processes[place].start()
        self._started_at[place] = time.monotonic()

    def terminate_all(self) -> None:
        super().terminate_all()
        for process in self.processes:
            process.process.join()
            self.failed = self.failed or process.exitcode not in (*ENDED_BY_US, STARTUP_FAILURE)
