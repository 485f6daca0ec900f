"""Notices games in which a bot should have moved, or been put in for somebody late, and has not."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from carrozza.server.games.live.clocks import seconds_to_timeout
from carrozza.server.games.live.live_game import LiveGame

LOOK_EVERY: Final = 30.0
STALLED_AFTER: Final = 600.0
"""Seconds without a bot's move: far more than `MoveChooser` takes where the bot does not answer, the planner neither,
and the first legal move is its choice."""
HALTED_AFTER: Final = 2 * STALLED_AFTER
"""Seconds after which a game is ended in which the server itself can play nothing either."""
LONGEST_STEP: Final = 2 * LOOK_EVERY
"""A look that comes later than this counts for no more: the process was stopped, and no bot could move."""


@dataclass
class Standstill:
    """A game whose log has not grown."""

    number: int
    seconds: float = 0.0
    bots_are_due: bool | None = None
    """None until it is looked up, which is only done for games that have stood still for long."""


class Watchdog:
    """Counts, look by look, for how long each game in memory has stood still."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last_look = clock()
        self._seen: dict[str, Standstill] = {}

    def stalled(self, live_games: Iterable[LiveGame]) -> dict[str, Standstill]:
        """The games in which a bot has been due for too long."""
        now = self._clock()
        step, self._last_look = min(now - self._last_look, LONGEST_STEP), now
        before, self._seen = self._seen, {}
        found = {}
        for live_game in live_games:
            game = live_game.game_id
            self._seen[game] = seen = _counted_on(before.get(game), live_game.number, step)
            if seen.seconds >= STALLED_AFTER and _are_due(seen, live_game):
                found[game] = seen
        return found

    def start_again(self, game: str) -> None:
        """Count from zero: something else than its bots kept the game from going on."""
        self._seen.pop(game, None)


def _counted_on(before: Standstill | None, number: int, step: float) -> Standstill:
    if before is None or before.number != number:
        return Standstill(number)
    before.seconds += step
    return before


def _are_due(seen: Standstill, live_game: LiveGame) -> bool:
    if seen.bots_are_due is None:
        seen.bots_are_due = bool(live_game.bots_to_move())
    return seen.bots_are_due or _misses_stand_in(live_game)


def _misses_stand_in(live_game: LiveGame) -> bool:
    """Whether a clock ran out long ago, and no bot has been put in."""
    timeout = seconds_to_timeout(live_game)
    return timeout is not None and timeout < -STALLED_AFTER
