"""Playing a contest on a Ray cluster: each batch is a task, which Ray repeats where its worker dies."""

import logging
import os
import socket
from collections.abc import Generator, Iterable
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import Any, Final

from carrozza.arena.checks import ArenaError, StrictFault
from carrozza.arena.playing.batch import BatchResult
from carrozza.arena.playing.contest import Batch, Contest
from carrozza.arena.playing.local_workers import TRIES, result_of
from carrozza.arena.playing.worker_process import play_pickled
from carrozza.interrupts import POLL_SECONDS, InterruptFlag

LOCAL: Final = "local"
"""The address that starts a cluster on this machine, for this contest."""
CONNECT_SECONDS: Final = 10.0
SETTINGS: Final = 4
"""The kind of frame with which both sides of an HTTP/2 connection begin, and so of gRPC, which Ray speaks."""
HTTP2_GREETING: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, SETTINGS, 0, 0, 0, 0, 0])


class Cluster:
    """Plays wherever the cluster at this address has cores. Carrozza must be installed there too."""

    def __init__(self, contest: Contest, address: str, threads: int | None = None) -> None:
        if find_spec("ray") is None:
            raise ArenaError("a cluster needs Ray; install 'carrozza[cluster]', or leave --cluster out")
        self.ray = import_module("ray")
        self.joined = join_cluster(self.ray, address, threads)
        self.contest = self.ray.put(contest)
        self.task = self.ray.remote(num_cpus=1, max_retries=TRIES)(play_pickled)
        self.number = max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def results(self, batches: Iterable[Batch], interrupt: InterruptFlag) -> Generator[BatchResult, None, None]:
        waiting = iter(batches)
        under_way = [self._begin(batch) for batch in islice(waiting, 2 * self.number)]
        try:
            while under_way and not interrupt.is_set:
                done, under_way = self.ray.wait(under_way, timeout=POLL_SECONDS)
                for task in done:
                    yield self._result(task)
                under_way += [self._begin(batch) for batch in islice(waiting, len(done))]
        finally:
            for task in under_way:
                self.ray.cancel(task, force=True)

    def close(self) -> None:
        if self.joined:
            self.ray.shutdown()

    def _begin(self, batch: Batch) -> Any:
        return self.task.remote(self.contest, batch)

    def _result(self, task: Any) -> BatchResult:
        try:
            return result_of(self.ray.get(task))
        except StrictFault:
            raise
        except ArenaError as error:
            raise ArenaError(f"on the cluster: {error}") from None
        except self.ray.exceptions.RayError as error:
            reason = " ".join(str(error).split())[:200]
            raise ArenaError(f"the cluster failed to play a batch in {TRIES + 1} tries: {reason}") from None


def join_cluster(ray: Any, address: str, threads: int | None) -> bool:
    """Connect to the cluster; False where this process is already connected."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"  # Ray sends nothing to its makers.
    if ray.is_initialized():
        return False
    options: dict[str, Any] = {"address": address, "log_to_driver": False, "logging_level": logging.ERROR}
    if address == LOCAL:
        options |= {"include_dashboard": False, "num_cpus": threads}
    # Where a worker dies Ray prints so on standard output, whatever log_to_driver says.
    printing: Any = import_module("ray._private.worker")
    printing._worker_logs_enabled = False
    try:
        _check_reachable(address)
        ray.init(**options)
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        hint = f"start one with `ray start --head`, or use --cluster {LOCAL}"
        raise ArenaError(f"no Ray cluster at {address}: {reason}; {hint}") from None
    return True


def _check_reachable(address: str) -> None:
    """Ray itself tries for minutes to reach a machine that does not answer, or where something else does."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and not port.isdecimal():
        raise ValueError("an address is written host:port, such as 10.0.0.1:6379")
    if colon:
        with socket.create_connection((host, int(port)), timeout=CONNECT_SECONDS) as connection:
            if os.environ.get("RAY_USE_TLS", "0") == "0":
                connection.sendall(HTTP2_GREETING)
                if connection.recv(4)[3:] != bytes([SETTINGS]):
                    raise ConnectionError("what answers there is not Ray")
