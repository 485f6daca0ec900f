"""Hints for the people at this server's tables: each position is thought about once, in a process of the search."""

from collections.abc import Callable, Coroutine
from typing import Any, Final

from carrozza.game import View
from carrozza.server import prices
from carrozza.server.bots.move_chooser import MoveChooser
from carrozza.server.games.hinting import digest_of_view
from carrozza.server.processes.child_process import NoAnswer
from carrozza.server.processes.fair_queue import Requester
from carrozza.server.processes.shared_results import SharedResults
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
        self._results = SharedResults[Hints](KEPT)

    async def hints(self, view: View, requester: Requester, board: str, charge: Callable[[float], object]) -> Hints:
        """Kept ones, or else charged and found. `charge` may refuse; where the search is busy, 503."""

        def found() -> Coroutine[Any, Any, Hints]:
            charge(prices.HINTS)
            return self._found(view, requester, board)

        return await self._results.get(f"{requester.table} {view.seat} {digest_of_view(view)}", found)

    async def _found(self, view: View, requester: Requester, board: str) -> Hints:
        try:
            return await self._chooser.hints(view, requester, board)
        except NoAnswer:
            raise _busy() from None

    async def close(self) -> None:
        await self._results.close()


def _busy() -> Refused:
    return refused_for("busy", 503, "server.hints_busy", RETRY_SECONDS)
