"""The results of many games: the outcome of each, and a summary."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np

from carrozza import boards
from carrozza.kernel.layout import Grid

PARTS: Final = ("routes", "tickets", "stations", "longest_path", "globetrotter", "attractions", "alvin")
"""The parts of a score (E2)."""
COUNTS: Final = (
    "longest_path_length",
    "tickets_completed",
    "tickets_failed",
    "routes_claimed",
    "trains_left",
    "stations_built",
)
SURE: Final = 1.96
"""Standard errors on either side that contain the true rate 95 times in 100."""


@dataclass(frozen=True)
class Results:
    """The games in order: `outcomes[i]` is game i, whose seed is `chance.stream(seed, i)`."""

    board: boards.Board
    variants: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int
    threads: int
    outcomes: Grid
    claims: Grid
    """How often each route was claimed."""
    seconds: float
    """The time of the games, without starting and compiling."""
    interrupted: bool
    faults: tuple[int, ...] = ()
    """By seat: how many faults its bot committed; empty where all bots are compiled."""
    replaced: tuple[int, ...] = ()
    """By seat: how many decisions the fallback made instead of its bot."""

    @property
    def seats(self) -> int:
        return len(self.bots)

    @property
    def games(self) -> int:
        return len(self.outcomes)

    @property
    def decisions(self) -> int:
        return int(self.outcomes["decisions"].sum(dtype=np.int64))

    @property
    def turns(self) -> int:
        return int(self.outcomes["turns"].sum(dtype=np.int64))

    def by_seat(self, name: str) -> Grid:
        """One field of the outcomes: a row per game, a column per seat."""
        column: Grid = self.outcomes[name][:, : self.seats]
        return column

    @cached_property
    def win_shares(self) -> Grid:
        """1 for a win, 1/k for one shared by k."""
        won = self.by_seat("winner")
        shares: Grid = won / won.sum(axis=1, keepdims=True)
        return shares

    def summary(self) -> dict[str, Any]:
        """The results as numbers for JSON. What has no value, such as the mean of no games, is None."""
        return {
            "board": self.board.id,
            "variants": list(self.variants),
            "players": self.seats,
            "bots": list(self.bots),
            "seed": self.seed,
            "threads": self.threads,
            "interrupted": self.interrupted,
            "games": self.games,
            "seconds": self.seconds,
            "games_per_second": self._a_second(self.games),
            "decisions": self.decisions,
            "decisions_per_second": self._a_second(self.decisions),
            "decisions_per_game": self._a_game(self.decisions),
            "turns": self.turns,
            "turns_per_game": self._a_game(self.turns),
            "seats": [self._seat(seat) for seat in range(self.seats)],
            "routes": self._routes(),
        }

    def _a_second(self, number: int) -> float | None:
        return number / self.seconds if self.seconds > 0 else None

    def _a_game(self, number: int) -> float | None:
        return number / self.games if self.games else None

    def _seat(self, seat: int) -> dict[str, Any]:
        shares = self.win_shares[:, seat]
        scores = self.by_seat("total")[:, seat]
        return {
            "seat": seat + 1,
            "bot": self.bots[seat],
            "wins": int(self.by_seat("winner")[:, seat].sum(dtype=np.int64)),
            "win_rate": _mean(shares),
            "win_rate_margin": _margin(shares),
            "mean_score": _mean(scores),
            "score_deviation": _deviation(scores),
            "lowest_score": int(scores.min()) if self.games else None,
            "highest_score": int(scores.max()) if self.games else None,
            **{name: _mean(self.by_seat(name)[:, seat]) for name in PARTS + COUNTS},
            "faults": self.faults[seat] if self.faults else 0,
            "decisions_replaced": self.replaced[seat] if self.replaced else 0,
        }

    def _routes(self) -> list[dict[str, Any]]:
        return [
            {"route": route.id, "claimed": int(claimed), "claim_rate": self._a_game(int(claimed))}
            for route, claimed in zip(self.board.routes, self.claims, strict=True)
        ]


def _mean(values: Grid) -> float | None:
    return float(values.mean(dtype=np.float64)) if len(values) else None


def _deviation(values: Grid) -> float | None:
    return float(values.std(dtype=np.float64, ddof=1)) if len(values) > 1 else None


def _margin(values: Grid) -> float | None:
    """Half the interval around the mean that contains the true one 95 times in 100."""
    deviation = _deviation(values)
    return None if deviation is None else SURE * deviation / float(np.sqrt(len(values)))
