"""Observations on a GPU, in three steps so that the threads of a group do the same work.

In most decisions little has changed since the seat's last one, and writing its observation takes all threads the same
way. In some the ways of its tickets have to be measured anew, which takes much longer, and a group of 32 threads waits
for each of its own. So these are listed first, and the list is worked through by full groups. The last step finds
everything up to date.
"""

from typing import Final

from carrozza.envs.gpu.arrays import GpuArrays
from carrozza.envs.gpu.device import BLOCK, Gpu
from carrozza.envs.gpu.fitting import FULL
from carrozza.observation.distances import Search
from carrozza.observation.spec import Form

SEARCHES_OF_A_PROCESSOR: Final = 256
WRITERS_OF_A_PROCESSOR: Final = 256
"""Threads that work at once: what they read and write again must stay in the cache."""


class Observing:
    def __init__(self, gpu: Gpu, arrays: GpuArrays, form: Form, games: int) -> None:
        self._arrays = arrays
        self._form = form
        self._games = games
        self._writers = min(games, gpu.processors * WRITERS_OF_A_PROCESSOR)
        self._searchers = min(games, gpu.processors * SEARCHES_OF_A_PROCESSOR)
        self._searches = gpu.records(Search.dtype, -(-self._searchers // BLOCK) * BLOCK)
        self._list = gpu.kernel("list_stale", FULL)
        self._refresh = gpu.kernel("refresh_stale", FULL)
        self._write = gpu.kernel(f"observe_{form}", FULL)

    def forget(self) -> None:
        """New games begin in all slots."""
        self._arrays.recalls.field("kept")[...] = 0

    def observe(self) -> None:
        """Write what the seat to move observes, in each game."""
        here = self._arrays
        seen = (here.boards, here.plans, here.states, here.recalls, here.seat)
        here.count[...] = 0
        self._list(self._games, *seen, here.terminations, here.truncations, here.stale, here.count)
        self._refresh(self._searchers, *seen, self._searches, here.stale, here.count)
        if self._form == "flat":
            self._write(self._writers, *seen, here.flats)
        else:
            games = (here.states, here.recalls, here.seat)
            self._write(self._writers, here.boards, here.plans, here.runs, *games, here.flat, here.tokens)
