"""Games of bots in Python without workers: each of them takes two seconds to start, for tests that are not about it."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from carrozza.arena.playing import local_workers
from carrozza.arena.playing.contest import Batch, Contest
from carrozza.arena.playing.worker_process import play_pickled


class OwnProcess:
    """Stands in for `WorkerProcess`: plays in the process that asks."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest

    def play(self, batch: Batch) -> bytes:
        return play_pickled(self.contest, batch)

    def close(self) -> None:
        pass


@contextmanager
def without_workers() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local_workers, "WorkerProcess", OwnProcess)
        yield
