"""Notices games in which a bot should have moved and has not."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from carrozza.server.games.live_game import LiveGame

LOOK_EVERY: Final = 30.0
STALLED_AFTER: Final = 420.0
"""Seconds without a bot's move: twice what `MoveChooser` takes where the bot does not answer, the planner neither, and
the first legal move is its choice."""
HALTED_AFTER: Final = 2 * STALLED_AFTER
"""Seconds after which a game is ended in which the server itself can play nothing either."""
LONGEST_STEP: Final = 2 * LOOK_EVERY
"""A look that comes later than this counts for no more: the process was stopped, and no bot could move."""


@dataclass(frozen=True)
class DueDecision:
    decided_at: int
    seats: tuple[int, ...]
    """The bots that have to move."""
    seconds: float = 0.0
    """For how long they have not."""

    def is_same(self, other: "DueDecision | None") -> bool:
        return other is not None and (self.decided_at, self.seats) == (other.decided_at, other.seats)


class Watchdog:
    """Counts, look by look, for how long the bots of games in memory have been due."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last_look = clock()
        self._due: dict[str, DueDecision] = {}

    def stalled(self, live_games: Iterable[LiveGame]) -> dict[str, DueDecision]:
        """The decisions for which a bot has been due for too long, by game."""
        now = self._clock()
        step, self._last_look = min(now - self._last_look, LONGEST_STEP), now
        before, self._due = self._due, {}
        for live_game in live_games:
            due = due_in(live_game)
            if due is not None:
                self._due[live_game.game_id] = _counted_on(before.get(live_game.game_id), due, step)
        return {game: due for game, due in self._due.items() if due.seconds >= STALLED_AFTER}

    def start_again(self, game: str) -> None:
        """Count from zero: something else than its bots kept the game from going on."""
        self._due.pop(game, None)


def due_in(live_game: LiveGame) -> DueDecision | None:
    """What the bots of a game have to decide now."""
    if not any(seat.kind == "bot" for seat in live_game.seats):
        return None
    seats = live_game.bots_to_move()
    return DueDecision(live_game.folded.decided_at, tuple(seats)) if seats else None


def _counted_on(before: DueDecision | None, due: DueDecision, step: float) -> DueDecision:
    return replace(due, seconds=before.seconds + step) if before is not None and due.is_same(before) else due
