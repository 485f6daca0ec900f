"""A fixed number of threads that each take a range of the slots."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np


class Threads:
    """Compiled functions let go of Python's lock, so the threads run side by side; the caller's is one of them."""

    def __init__(self, number: int, games: int) -> None:
        number = min(number, games)
        self.ranges = [(games * i // number, games * (i + 1) // number) for i in range(number)]
        self._pool = _pool(number - 1) if number > 1 else None

    def run(self, work: Callable[[int, int, int], object]) -> None:
        """Call `work(thread, first, last)` for each range, and wait for all."""
        others = [
            self._pool.submit(work, thread, *self.ranges[thread])
            for thread in range(1, len(self.ranges))
            if self._pool is not None
        ]
        try:
            work(0, *self.ranges[0])
        finally:
            for other in others:
                other.result()

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()


def _pool(number: int) -> ThreadPoolExecutor:
    """Interpreted rules need NumPy's settings, which every thread has of its own."""
    return ThreadPoolExecutor(number, "carrozza-envs", initializer=partial(np.seterr, **np.geterr()))
