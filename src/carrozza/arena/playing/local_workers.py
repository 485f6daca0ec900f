"""Playing a contest on this machine: threads for compiled code, and for other bots one process per thread."""

import os
import pickle
import threading
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import partial
from itertools import islice
from typing import Final, Protocol

import numpy as np
from loky import ProcessPoolExecutor
from loky.process_executor import BrokenProcessPool, ShutdownExecutorError

from carrozza.arena.checks import ArenaError, StrictFault
from carrozza.arena.playing.batch import BatchResult, play_batch
from carrozza.arena.playing.contest import Batch, Contest
from carrozza.arena.playing.worker_process import Failure, play_in_worker, start_worker
from carrozza.interrupts import POLL_SECONDS, InterruptFlag

TRIES: Final = 3
"""How often a batch is played before a process that dies of it ends the contest."""


class Workers(Protocol):
    """Play the batches of a contest, several at once."""

    number: int
    """How many batches are played at once."""

    def results(self, batches: Iterable[Batch], interrupt: InterruptFlag) -> Generator[BatchResult, None, None]:
        """Play in any order. After an interrupt no batch is begun; after an urgent one those under way are dropped."""

    def close(self) -> None:
        """Drop what is under way and end all processes."""


class LocalWorkers:
    """Plays on the cores of this machine."""

    def __init__(self, contest: Contest, threads: int) -> None:
        self.contest = contest
        self.number = threads
        self.stopping = False
        self.closed = False
        self.timing = threading.Lock()
        """Compiled bots are timed in this process, one game at a time."""
        self._processes: list[WorkerProcess] = []
        self._own = threading.local()

    def results(self, batches: Iterable[Batch], interrupt: InterruptFlag) -> Generator[BatchResult, None, None]:
        waiting = iter(batches)
        # Interpreted rules let the random generator overflow, as compiled ones do: NumPy must not warn in any thread.
        with ThreadPoolExecutor(self.number, initializer=partial(np.seterr, over="ignore")) as pool:
            try:
                under_way = {pool.submit(self._play, batch) for batch in islice(waiting, 2 * self.number)}
                while under_way:
                    done, under_way = wait(under_way, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
                    yield from _finished(done)
                    if interrupt.is_urgent:
                        self.close()
                    elif interrupt.is_set:
                        self.stopping = True
                    else:
                        under_way |= {pool.submit(self._play, batch) for batch in islice(waiting, len(done))}
            finally:
                self.close()

    def close(self) -> None:
        self.stopping = self.closed = True
        for process in self._processes:
            process.close()

    def _play(self, batch: Batch) -> BatchResult | None:
        if self.stopping:
            return None
        if not batch.move_by_move:
            return play_batch(self.contest, batch)
        if self.contest.compiled(batch.seating) and not self.contest.records:
            with self.timing:
                return None if self.stopping else play_batch(self.contest, batch)
        return self._play_in_process(batch)

    def _play_in_process(self, batch: Batch) -> BatchResult | None:
        for _ in range(TRIES):
            try:
                return result_of(self._process().play(batch))
            except BrokenProcessPool:
                self._own.process = None
            except ShutdownExecutorError:
                return None
        bots = ", ".join(self.contest.bots[bot] for bot in self.contest.seatings[batch.seating])
        hint = "it may be out of memory; look at what it printed, or leave the bot out"
        raise ArenaError(f"the process that plays {bots} (deal {batch.first}) died {TRIES} times: {hint}")

    def _process(self) -> "WorkerProcess":
        """This thread's own: a process that dies takes no other thread's game with it."""
        process: WorkerProcess | None = getattr(self._own, "process", None)
        if process is None:
            process = self._own.process = WorkerProcess(self.contest)
            self._processes.append(process)
        if self.closed:
            process.close()
        return process


class WorkerProcess:
    """A loky pool of one process."""

    def __init__(self, contest: Contest) -> None:
        self.pool = ProcessPoolExecutor(1, initializer=start_worker, initargs=(contest, os.getpid()))

    def play(self, batch: Batch) -> bytes:
        played: bytes = self.pool.submit(play_in_worker, batch).result()
        return played

    def close(self) -> None:
        """Kill the process and all that it has started."""
        self.pool.shutdown(wait=True, kill_workers=True)


def result_of(answer: bytes) -> BatchResult:
    """What a worker has played; its failure is raised."""
    played: BatchResult | Failure = pickle.loads(answer)
    if isinstance(played, BatchResult):
        return played
    if played.strict:
        raise StrictFault(played.message, played.traceback)
    raise ArenaError(played.message)


def _finished(futures: Iterable[Future[BatchResult | None]]) -> Iterator[BatchResult]:
    for future in futures:
        result = future.result()
        if result is not None:
            yield result
