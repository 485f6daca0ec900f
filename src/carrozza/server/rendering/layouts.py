"""Layouts of own boards, computed once in a process for that alone."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from carrozza.server import prices
from carrozza.server.refusals import Refused
from carrozza.server.rendering.jobs import LayoutJob
from carrozza.server.rendering.renderer import Renderer

MOST_FAILURES: Final = 1000


class LayoutMaker:
    """Computes layouts one after another, apart from what is drawn: nobody's drawing waits for one."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer
        self._failed: OrderedDict[str, Refused] = OrderedDict()
        """Boards that cannot be laid out here: each is tried once."""

    async def text_of(self, stored: str, bundle: str, payer: str, charge: Callable[[float], object]) -> str:
        """The layout as JSON. `charge` may refuse; so does a board that takes too long."""
        if stored in self._failed:
            raise self._failed[stored]
        try:
            made = await self._renderer.render(LayoutJob(bundle), payer, prices.LAYOUT, charge)
        except Refused as refused:
            if refused.error == "layout":
                self._failed[stored] = refused
                if len(self._failed) > MOST_FAILURES:
                    self._failed.popitem(last=False)
            raise
        return b"".join(made.chunks()).decode()

    async def close(self) -> None:
        await self._renderer.close()
