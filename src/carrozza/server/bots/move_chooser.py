"""Chooses a move from a view: by the seat's own bot, or else by the planner, or else the first legal one."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Final

from carrozza.bots.cores import cores
from carrozza.game import View, parse_move
from carrozza.server.bots.bot_request import request_for
from carrozza.server.bots.process_pool import NoAnswer, ProcessPool, StillCompiling
from carrozza.server.games.allowed_bots import FALLBACK, thinking_seconds
from carrozza.server.logs import get_logger

log = get_logger(__name__)

FAST_WAIT: Final = 180.0
"""Seconds to wait for a process of the planner, which may have to be compiled first."""
FAST_ANSWER: Final = 10.0
SEARCH_WAIT: Final = 3.0
"""Seconds to wait for a free process of the search; the planner plays instead where all are busy for longer."""
SEARCH_GRACE: Final = 5.0
"""Seconds beyond twice its own time that a search gets."""
SEARCH: Final = "search:1ms"
MOST_SEARCHES: Final = 4
"""Each takes a quarter of a gigabyte."""


@dataclass(frozen=True)
class Choice:
    move: str
    by: str
    """The bot that chose it: the seat's own, `planner`, or `first` for the first legal move."""


class MoveChooser:
    """Two pools of processes, so that compiled bots do not queue behind those that search for seconds."""

    def __init__(self, searches: int | None = None, secret: bytes | None = None) -> None:
        self.fast = ProcessPool(FALLBACK, 1)
        self.search = ProcessPool(SEARCH, searches or min(cores(), MOST_SEARCHES), slow_start=SEARCH_WAIT)
        self._secret = secret or secrets.token_bytes(32)

    def start_processes(self) -> None:
        self.fast.start_one()
        self.search.start_one()

    async def choose(self, view: View, game: str, board: str, bot: str) -> Choice:
        """A legal move of the view's seat."""
        assert view.seat is not None, "only seats decide"
        seat = view.names.seat_number(view.seat)
        for candidate in (bot, FALLBACK):
            try:
                move = await self._ask(view, game, board, candidate)
            except StillCompiling:
                continue
            except (NoAnswer, ValueError) as error:
                log.warning("bot_no_answer", game=game, seat=seat, bot=candidate, error=str(error)[:80])
                continue
            if parse_move(move) in view.legal_moves:
                return Choice(move, candidate)
            log.error("bot_illegal_move", game=game, seat=seat, bot=candidate)
        return Choice(str(view.legal_moves[0]), "first")

    async def _ask(self, view: View, game: str, board: str, bot: str) -> str:
        request = request_for(view, game, board, bot, self._seed(game, view.seat))
        seconds = thinking_seconds(bot, board)
        if seconds is None:
            return await self.fast.choose(request, FAST_WAIT, FAST_ANSWER)
        if self.search.compiling:
            raise StillCompiling
        return await self.search.choose(request, SEARCH_WAIT + seconds, 2 * seconds + SEARCH_GRACE)

    def _seed(self, game: str, seat: str | None) -> int:
        """From the server's secret alone: neither the game's seed nor another seat's can be found from it."""
        digest = hmac.digest(self._secret, f"{game} {seat}".encode(), hashlib.sha256)
        return int.from_bytes(digest[:8], "big") >> 1

    async def close(self) -> None:
        await self.fast.close()
        await self.search.close()
