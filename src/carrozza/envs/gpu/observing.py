"""Observations on a GPU, in three steps so that the threads of a group do the same work.

In most decisions little has changed since the seat's last one, and writing its observation takes all threads the same
way. In some the ways of its tickets have to be measured anew, which takes much longer, and a group of 32 threads waits
for each of its own. So these are listed first, by what has changed, and the lists are worked through by full groups.
The last step writes what it finds.
"""

from typing import Final

from carrozza.envs.gpu.arrays import GpuArrays
from carrozza.envs.gpu.device import BLOCK, Gpu, OwnStream
from carrozza.envs.gpu.fitting import FULL
from carrozza.observation.distances import Search
from carrozza.observation.spec import Form

SEARCHES_OF_A_PROCESSOR: Final = 768
WRITERS_OF_A_PROCESSOR: Final = 256
"""Threads that work at once: what they read and write again must stay in the cache."""


class Observing:
    def __init__(self, gpu: Gpu, arrays: GpuArrays, form: Form, games: int) -> None:
        self._kept = arrays.recalls.field("kept")
        self._count = arrays.count
        writers = min(games, gpu.processors * WRITERS_OF_A_PROCESSOR)
        searchers = min(games, gpu.processors * SEARCHES_OF_A_PROCESSOR)
        searches = gpu.records(Search.dtype, -(-searchers // BLOCK) * BLOCK)
        of_games = (arrays.states, arrays.recalls, arrays.seat)
        seen = (arrays.boards, arrays.plans, *of_games)
        ended = (arrays.terminations, arrays.truncations)
        self._list = gpu.kernel("list_stale", FULL).launch(games, *seen, *ended, arrays.stale, arrays.count)
        self._refresh = gpu.kernel("refresh_stale", FULL).launch(searchers, *seen, searches, arrays.stale, arrays.count)
        write = gpu.kernel(f"observe_{form}", FULL)
        if form == "flat":
            self._write = write.launch(writers, *seen, searches, arrays.flats)
        else:
            declared = (arrays.boards, arrays.plans, arrays.runs)
            self._write = write.launch(writers, *declared, *of_games, searches, arrays.flat, arrays.tokens)

    def forget(self) -> None:
        """New games begin in all slots."""
        self._kept[...] = 0

    def observe(self, stream: OwnStream) -> None:
        """Write what the seat to move observes, in each game."""
        stream.clear(self._count)
        self._list(stream)
        self._refresh(stream)
        self._write(stream)
