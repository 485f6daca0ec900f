"""Playing a contest on this machine: threads for the compiled loop, a process of its own to each for other bots."""

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Final, Protocol

import numpy as np

from carrozza.arena.checks import ArenaError
from carrozza.arena.playing.batch import Sheet, play_batch
from carrozza.arena.playing.contest import Batch, Contest
from carrozza.arena.playing.worker_process import Failure

TRIES: Final = 3
"""So often a batch is played before a process that dies of it ends the contest."""
PATIENCE: Final = 3.0
"""Seconds that a process has to end by itself."""
PULSE: Final = 0.1
"""Seconds between two looks at whether to stop."""


class Players(Protocol):
    """Who plays the games of a contest."""

    hands: int
    """How many games are played at once."""

    def sheets(self, batches: Iterable[Batch], stop: threading.Event) -> Generator[Sheet, None, None]:
        """Play, in any order; once `stop` is set, no more is begun."""

    def close(self) -> None:
        """No more games."""


class Crew:
    """Plays on the cores of this machine."""

    def __init__(self, contest: Contest, threads: int) -> None:
        self.contest = contest
        self.hands = threads
        self.workers: list[Worker] = []
        self.own = threading.local()
        self.closing = threading.Event()
        self.timing = threading.Lock()
        """Compiled bots are timed here, one game at a time."""

    def sheets(self, batches: Iterable[Batch], stop: threading.Event) -> Generator[Sheet, None, None]:
        waiting = iter(batches)
        # Interpreted, the random generator wraps round as compiled: NumPy is to bear it in every thread.
        with ThreadPoolExecutor(self.hands, initializer=partial(np.seterr, over="ignore")) as pool:
            try:
                under_way = {pool.submit(self._play, batch) for batch in islice(waiting, 2 * self.hands)}
                while under_way:
                    done, under_way = wait(under_way, timeout=PULSE, return_when=FIRST_COMPLETED)
                    yield from _played(done)
                    if stop.is_set():
                        self.close()
                    else:
                        under_way |= {pool.submit(self._play, batch) for batch in islice(waiting, len(done))}
            finally:
                self.close()

    def close(self) -> None:
        """Games in processes are broken off; the compiled loop finishes its batch."""
        self.closing.set()
        for worker in self.workers:
            worker.ask_to_end()
        for worker in self.workers:
            worker.end()

    def _play(self, batch: Batch) -> Sheet | None:
        if self.closing.is_set():
            return None
        if not batch.watched:
            return play_batch(self.contest, batch)
        if self.contest.compiled(batch.table) and not self.contest.records:
            with self.timing:
                return play_batch(self.contest, batch)
        return self._play_apart(batch)

    def _play_apart(self, batch: Batch) -> Sheet | None:
        for _ in range(TRIES):
            try:
                return self._worker().play(batch)
            except WorkerDied:
                if self.closing.is_set():
                    return None
        table = ", ".join(self.contest.bots[bot] for bot in self.contest.tables[batch.table])
        told = "(out of memory?); look at what it printed, or leave the bot out"
        raise ArenaError(f"the process that plays {table} (deal {batch.first}) has died {TRIES} times {told}")

    def _worker(self) -> "Worker":
        """This thread's own; a new one where it has died."""
        worker: Worker | None = getattr(self.own, "worker", None)
        if worker is None or not worker.alive:
            worker = self.own.worker = Worker(self.contest)
            self.workers.append(worker)
        return worker


def _played(futures: Iterable[Future[Sheet | None]]) -> Iterator[Sheet]:
    for future in futures:
        sheet = future.result()
        if sheet is not None:
            yield sheet


class WorkerDied(Exception):
    """A process has ended in the midst of a game."""


class Worker:
    """A process that plays batches, one at a time."""

    def __init__(self, contest: Contest) -> None:
        start = (
            f"import sys; sys.path[:] = {sys.path!r}; from carrozza.arena.playing.worker_process import main; main()"
        )
        # A session of its own: Ctrl-C is for the one who started it.
        self.process = subprocess.Popen(
            [sys.executable, "-c", start], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.orders, self.answers = self.process.stdin, self.process.stdout
        self._send(contest)

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def play(self, batch: Batch) -> Sheet:
        self._send(batch)
        try:
            answer = pickle.load(self.answers)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            self.end()
            raise WorkerDied from None
        if isinstance(answer, Failure):
            raise ArenaError(answer.message)
        sheet: Sheet = answer
        return sheet

    def _send(self, order: object) -> None:
        with suppress(OSError, ValueError):  # one that has died is noticed by its silence
            pickle.dump(order, self.orders)
            self.orders.flush()

    def ask_to_end(self) -> None:
        if self.alive:
            self.process.terminate()

    def end(self) -> None:
        """At the latest after some seconds, with all that it started."""
        self.ask_to_end()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        for pipe in (self.orders, self.answers):
            with suppress(OSError, ValueError):
                pipe.close()
