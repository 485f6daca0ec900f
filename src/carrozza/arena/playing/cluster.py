"""Playing a contest on a Ray cluster: the same batches, each a task that is tried again where its worker dies."""

import logging
import os
import pickle
import socket
import threading
from collections.abc import Generator, Iterable
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import Any, Final

from carrozza.arena.checks import ArenaError
from carrozza.arena.playing.batch import Sheet, play_batch
from carrozza.arena.playing.contest import Batch, Contest
from carrozza.arena.playing.local_workers import PULSE, TRIES

LOCAL: Final = "local"
"""The address by which a cluster is started on this machine, for this contest."""
ANSWER: Final = 10.0
"""Seconds that a cluster has to answer."""


def play_pickled(contest: Contest, batch: Batch) -> bytes:
    """Ray's own pickling takes NumPy's records apart, and puts together others that only look the same."""
    return pickle.dumps(play_batch(contest, batch))


class Cluster:
    """Plays wherever the cluster at this address has cores. Carrozza must be installed there too."""

    def __init__(self, contest: Contest, address: str, threads: int | None = None) -> None:
        if find_spec("ray") is None:
            raise ArenaError("a cluster needs Ray; install 'carrozza[cluster]', or leave --cluster out")
        self.ray = import_module("ray")
        self.joined = _join(self.ray, address, threads)
        self.contest = self.ray.put(contest)
        self.task = self.ray.remote(num_cpus=1, max_retries=TRIES)(play_pickled)
        self.hands = max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def sheets(self, batches: Iterable[Batch], stop: threading.Event) -> Generator[Sheet, None, None]:
        waiting = iter(batches)
        under_way = [self._begin(batch) for batch in islice(waiting, 2 * self.hands)]
        try:
            while under_way and not stop.is_set():
                done, under_way = self.ray.wait(under_way, timeout=PULSE)
                for task in done:
                    yield self._sheet(task)
                under_way += [self._begin(batch) for batch in islice(waiting, len(done))]
        finally:
            for task in under_way:
                self.ray.cancel(task, force=True)

    def close(self) -> None:
        if self.joined:
            self.ray.shutdown()

    def _begin(self, batch: Batch) -> Any:
        return self.task.remote(self.contest, batch)

    def _sheet(self, task: Any) -> Sheet:
        errors = self.ray.exceptions
        try:
            sheet: Sheet = pickle.loads(self.ray.get(task))
        except errors.RayTaskError as error:
            raise ArenaError(f"on the cluster: {error.cause}") from None
        except errors.RayError as error:
            told = " ".join(str(error).split())[:200]
            raise ArenaError(f"the cluster could not play a batch, in {TRIES + 1} tries: {told}") from None
        return sheet


def _join(ray: Any, address: str, threads: int | None) -> bool:
    """Connect to the cluster; False where this process is connected already."""
    # Nothing is to be sent anywhere, and no page served.
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    if ray.is_initialized():
        return False
    options: dict[str, Any] = {"address": address, "log_to_driver": False, "logging_level": logging.ERROR}
    if address == LOCAL:
        options |= {"include_dashboard": False, "num_cpus": threads}
    try:
        _knock(address)
        ray.init(**options)
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        told = (str(error).strip() or type(error).__name__).splitlines()[0]
        hint = f"start one with `ray start --head`, or say --cluster {LOCAL}"
        raise ArenaError(f"no Ray cluster at {address}: {told}; {hint}") from None
    return True


def _knock(address: str) -> None:
    """Ray itself tries for minutes to reach a machine where nobody answers."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and not port.isdecimal():
        raise ValueError("an address is written host:port, such as 10.0.0.1:6379")
    if colon:
        with socket.create_connection((host, int(port)), timeout=ANSWER):
            pass
