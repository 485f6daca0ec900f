"""Observations on a GPU, in steps so that the threads of a group do the same work.

In most decisions little has changed since the seat's last one, and writing its observation takes all threads the same
way. In some the ways of its tickets have to be measured anew, which takes much longer, and a group of 32 threads waits
for each of its own. So these are listed first, by what has changed, and the lists are worked through by full groups.
They need from none to some twenty searches each, which are therefore listed as well and made one by one. What was
found is noted in the games' recalls, and the last step writes the observations from these.
"""

from typing import Final

from carrozza.envs.gpu.arrays import GpuArrays
from carrozza.envs.gpu.device import BLOCK, Gpu, OwnStream
from carrozza.envs.gpu.fitting import FULL
from carrozza.observation.distances import Search
from carrozza.observation.spec import Form

SEARCHES_OF_A_PROCESSOR: Final = 768
TAKERS_OF_A_PROCESSOR: Final = 1024
WRITERS_OF_A_PROCESSOR: Final = 128
"""Threads that work at once: what they read and write again must stay in the cache."""


class Observing:
    def __init__(self, gpu: Gpu, arrays: GpuArrays, form: Form, games: int) -> None:
        self._kept = arrays.recalls.field("kept")
        ways = arrays.ways
        self._counts = ways.counts
        writers = min(games, gpu.processors * WRITERS_OF_A_PROCESSOR)
        searchers = min(games, gpu.processors * SEARCHES_OF_A_PROCESSOR)
        takers = gpu.processors * TAKERS_OF_A_PROCESSOR
        searches = gpu.records(Search.dtype, -(-searchers // BLOCK) * BLOCK)
        of_games = (arrays.states, arrays.recalls, arrays.seat)
        seen = (arrays.boards, arrays.plans, *of_games)
        ended = (arrays.terminations, arrays.truncations)
        listed = (ways.stale, ways.counts)
        self._list = gpu.kernel("list_stale", FULL).launch(games, *seen, *ended, *listed)
        self._prepare = gpu.kernel("prepare_stale", FULL).launch(
            *(searchers, *seen, *listed, ways.changes, ways.links, ways.sources, ways.first, ways.asked)
        )
        self._search = gpu.kernel("search_ways", FULL).launch(
            *(searchers, arrays.boards, arrays.plans, arrays.recalls, arrays.seat, ways.counts),
            *(ways.links, ways.asked, ways.found),
        )
        self._take = gpu.kernel("take_ways", FULL).launch(
            *(takers, *seen, *listed, ways.changes, ways.sources, ways.first, ways.found)
        )
        self._note_tickets = gpu.kernel("note_tickets", FULL).launch(
            *(searchers, *seen, searches, *listed, ways.changes, ways.links, ways.sources, ways.first)
        )
        self._note_routes = gpu.kernel("note_routes", FULL).launch(
            *(searchers, arrays.plans, *of_games, *listed, ways.changes)
        )
        self._finish = gpu.kernel("finish_stale", FULL).launch(searchers, *seen, searches, *listed, ways.changes)
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
        stream.clear(self._counts)
        self._list(stream)
        self._prepare(stream)
        self._search(stream)
        self._take(stream)
        self._note_tickets(stream)
        self._note_routes(stream)
        self._finish(stream)
        self._write(stream)
