"""Hints for the people at this server's tables: each position is thought about once, in a process of the search."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

from carrozza.game import View
from carrozza.server import prices
from carrozza.server.bots.move_chooser import MoveChooser
from carrozza.server.games.hinting import digest_of_view
from carrozza.server.processes.child_process import NoAnswer
from carrozza.server.processes.fair_queue import Requester
from carrozza.server.refusals import Refused, refused_for

KEPT: Final = 1000
"""Positions whose hints are kept: a few kilobytes each."""
RETRY_SECONDS: Final = 3

Hints = list[dict[str, Any]]
"""In the JSON form of `bots.hints`."""


class Adviser:
    """Gives the same answer to whoever asks the same again."""

    def __init__(self, chooser: MoveChooser) -> None:
        self._chooser = chooser
        self._kept: OrderedDict[str, Hints] = OrderedDict()
        self._under_way: dict[str, asyncio.Task[Hints]] = {}

    async def hints(self, view: View, requester: Requester, board: str, charge: Callable[[float], object]) -> Hints:
        """From the cache, or else charged and found. `charge` may refuse; where the search is busy, 503."""
        key = f"{requester.table} {view.seat} {digest_of_view(view)}"
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._under_way:
            charge(prices.HINTS)
            task = asyncio.create_task(self._found(key, view, requester, board))
            self._under_way[key] = task
            task.add_done_callback(lambda task: self._done(key, task))
        return await asyncio.shield(self._under_way[key])

    async def _found(self, key: str, view: View, requester: Requester, board: str) -> Hints:
        try:
            found = await self._chooser.hints(view, requester, board)
        except NoAnswer:
            raise _busy() from None
        self._kept[key] = found
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found

    def _done(self, key: str, task: "asyncio.Task[Hints]") -> None:
        self._under_way.pop(key, None)
        if not task.cancelled():
            task.exception()  # whoever asked may be gone, and nobody has to know of it

    async def close(self) -> None:
        for task in tuple(self._under_way.values()):
            task.cancel()
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)


def _busy() -> Refused:
    return refused_for("busy", 503, "server.hints_busy", RETRY_SECONDS)
