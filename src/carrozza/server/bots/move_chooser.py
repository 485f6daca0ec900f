"""Chooses a move from a view: by the seat's own bot, or else by the planner, or else the first legal one."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Any, Final

from carrozza.bots.cores import cores
from carrozza.game import View, parse_move
from carrozza.server.bots.bot_processes import bot_pool
from carrozza.server.bots.bot_request import request_for
from carrozza.server.games.seating.allowed_bots import FALLBACK, thinking_seconds
from carrozza.server.logs import get_logger
from carrozza.server.processes.child_process import NoAnswer
from carrozza.server.processes.fair_queue import Requester, Urgency
from carrozza.server.processes.process_pool import Busy

log = get_logger(__name__)

FAST_WAIT: Final = 180.0
"""Seconds to wait for a process of the planner, which may have to be compiled first."""
FAST_ANSWER: Final = 10.0
SEARCH_WAIT: Final = 3.0
"""Seconds to wait for a free process of the search; the planner plays instead where all are busy for longer."""
ALONE_WAIT: Final = 60.0
"""The same where only bots play: then nobody waits for the move."""
SEARCH_GRACE: Final = 5.0
"""Seconds beyond twice its own time that a search gets."""
HINTS_WAIT: Final = 6.0
"""Seconds to wait for a free process of the search, and then for its hints: a page waits no longer than both."""
SEARCH: Final = "search:1ms"
MOST_SEARCHES: Final = 4
"""Each takes a quarter of a gigabyte."""


class StillCompiling(NoAnswer):
    """The bot is still being compiled: not a fault."""


@dataclass(frozen=True)
class Choice:
    move: str
    by: str
    """The bot that chose it: the seat's own, `planner`, or `first` for the first legal move."""


class MoveChooser:
    """Two pools of processes, so that compiled bots do not queue behind those that search for seconds."""

    def __init__(self, searches: int | None = None, secret: bytes | None = None) -> None:
        self.fast = bot_pool(FALLBACK, 1)
        self.search = bot_pool(SEARCH, searches or min(cores(), MOST_SEARCHES), slow_start=SEARCH_WAIT)
        self._secret = secret or secrets.token_bytes(32)

    def start_processes(self) -> None:
        self.fast.start_one()
        self.search.start_one()

    async def choose(self, view: View, requester: Requester, board: str, bot: str) -> Choice:
        """A legal move of the view's seat, for the game that `requester` names."""
        assert view.seat is not None, "only seats decide"
        game, seat = requester.table, view.names.seat_number(view.seat)
        for candidate in (bot, FALLBACK):
            try:
                move = await self._ask(view, requester, board, candidate)
            except (NoAnswer, ValueError) as error:
                if not _is_usual(error, requester):
                    log.warning("bot_no_answer", game=game, seat=seat, bot=candidate, error=str(error)[:80])
                continue
            if parse_move(move) in view.legal_moves:
                return Choice(move, candidate)
            log.error("bot_illegal_move", game=game, seat=seat, bot=candidate)
        return Choice(str(view.legal_moves[0]), "first")

    async def _ask(self, view: View, requester: Requester, board: str, bot: str) -> str:
        request = request_for(view, requester.table, board, bot, self._seed(requester.table, view.seat))
        seconds = thinking_seconds(bot, board)
        if seconds is None:
            async with self.fast.use(requester, FAST_WAIT) as process:
                return await process.choose(request, FAST_ANSWER)
        if self.search.compiling:
            raise StillCompiling
        wait = SEARCH_WAIT + seconds if requester.urgency == Urgency.PEOPLE else ALONE_WAIT
        async with self.search.use(requester, wait) as process:
            return await process.choose(request, 2 * seconds + SEARCH_GRACE)

    async def hints(self, view: View, requester: Requester, board: str) -> list[dict[str, Any]]:
        """What the search recommends to the view's seat; `NoAnswer` where it is busy or being compiled."""
        if self.search.compiling:
            raise StillCompiling
        request = request_for(view, requester.table, board, SEARCH, self._seed(requester.table, view.seat))
        async with self.search.use(requester, HINTS_WAIT) as process:
            return await process.hints(request, HINTS_WAIT)

    def _seed(self, game: str, seat: str | None) -> int:
        """From the server's secret alone: neither the game's seed nor another seat's can be found from it."""
        digest = hmac.digest(self._secret, f"{game} {seat}".encode(), hashlib.sha256)
        return int.from_bytes(digest[:8], "big") >> 1

    async def close(self) -> None:
        await self.fast.close()
        await self.search.close()


def _is_usual(error: Exception, requester: Requester) -> bool:
    """Not a fault: the bot is being compiled, or many games of bots alone are played at once."""
    return isinstance(error, StillCompiling) or (isinstance(error, Busy) and requester.urgency > Urgency.PEOPLE)
