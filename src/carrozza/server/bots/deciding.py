"""From a view to a move: the seat's own bot, or else the planner, or else the first move that is legal."""

import hashlib
import hmac
import logging
import secrets
from dataclasses import dataclass
from typing import Final

from carrozza.bots.cores import cores
from carrozza.game import View, parse_move
from carrozza.server.bots.allowed_bots import STAND_IN, thought
from carrozza.server.bots.bot_request import question_of
from carrozza.server.bots.process_pool import Lane, NoAnswer, StillWarming

log = logging.getLogger(__name__)

QUICK_WAIT: Final = 180.0
"""The planner is waited for, even while it is compiled for the first time."""
QUICK_ANSWER: Final = 10.0
DEEP_WAIT: Final = 3.0
"""Where all who think deep are busy for longer, the planner plays: the table does not wait."""
DEEP_PATIENCE: Final = 5.0
"""Seconds beyond twice its own time that a deep thinker gets."""
SEARCH: Final = "search:1ms"
MOST_DEEP: Final = 4
"""Each takes a quarter of a gigabyte."""


@dataclass(frozen=True)
class Choice:
    move: str
    by: str
    """The bot that chose it: the seat's own, `planner`, or `first` for the first legal move."""


class Deciding:
    """Two lanes, so that nobody who decides at once waits behind those who think for seconds."""

    def __init__(self, deep: int | None = None, secret: bytes | None = None) -> None:
        self.quick = Lane(STAND_IN, 1)
        self.deep = Lane(SEARCH, deep or min(cores(), MOST_DEEP), patience=DEEP_WAIT)
        self._secret = secret or secrets.token_bytes(32)

    def warm(self) -> None:
        self.quick.warm()
        self.deep.warm()

    async def choose(self, view: View, table: str, board: str, bot: str) -> Choice:
        """A legal move of the view's seat."""
        for candidate in (bot, STAND_IN):
            try:
                move = await self._asked(view, table, board, candidate)
            except StillWarming:
                continue
            except (NoAnswer, ValueError) as wrong:
                told = {"game": table, "seat": view.seat, "bot": candidate, "why": str(wrong)[:80]}
                log.warning("a bot gave no answer", extra={"told": told})
                continue
            if parse_move(move) in view.legal_moves:
                return Choice(move, candidate)
            log.error("a bot chose an illegal move", extra={"told": {"game": table, "bot": candidate}})
        return Choice(str(view.legal_moves[0]), "first")

    async def _asked(self, view: View, table: str, board: str, bot: str) -> str:
        question = question_of(view, table, board, bot, self._luck(table, view.seat))
        seconds = thought(bot, board)
        if seconds is None:
            return await self.quick.choose(question, QUICK_WAIT, QUICK_ANSWER)
        if self.deep.warming:
            raise StillWarming
        return await self.deep.choose(question, DEEP_WAIT + seconds, 2 * seconds + DEEP_PATIENCE)

    def _luck(self, table: str, seat: str | None) -> int:
        """Of the server's secret alone: neither the game's seed nor another seat's luck can be found from it."""
        digest = hmac.digest(self._secret, f"{table} {seat}".encode(), hashlib.sha256)
        return int.from_bytes(digest[:8], "big") >> 1

    async def close(self) -> None:
        await self.quick.close()
        await self.deep.close()
