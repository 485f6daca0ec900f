"""Ratings: how strong each bot is, from all games at once (Bradley and Terry, for any number of players).

A bot of strength s wins against others with the probability s / (sum of all strengths in the game). The strengths
are the most likely ones, given who won how often in which lineup; the order of the games plays no part.
"""

from typing import Final

import numpy as np

from carrozza.arena.playing.contest import Lineup
from carrozza.kernel.layout import Grid

MEAN: Final = 1500.0
POINTS: Final = 400 / np.log(10)
"""400 points are odds of ten to one."""
ROUNDS: Final = 100
CLOSE: Final = 1e-9
LONGEST_STEP: Final = 2.0


def seats_by_bot(lineups: tuple[Lineup, ...], bots: int) -> Grid:
    """How many seats each bot has in each lineup."""
    return np.array([[lineup.count(bot) for bot in range(bots)] for lineup in lineups], np.float64)


def ratings(wins: Grid, games: Grid, seats: Grid) -> Grid:
    """Ratings from `wins` by bot, `games` by lineup and the `seats` of each bot in each lineup; wins and games may be
    rows of many cases, each rated by itself.

    Each bot is also given one game against an average one, half won, so that even who never loses has a rating.

    >>> ratings(np.array([750.0, 250.0]), np.array([1000.0]), np.array([[1.0, 1.0]])).round(0).tolist()
    [1595.0, 1405.0]
    """
    cases = np.atleast_2d(wins)
    strengths = _fitted(cases, np.atleast_2d(games), seats)
    points: Grid = MEAN + POINTS * (strengths - strengths.mean(axis=1, keepdims=True))
    return points if wins.ndim > 1 else points[0]


def _fitted(wins: Grid, games: Grid, seats: Grid) -> Grid:
    """The logarithms of the strengths, by Newton's method: the likelihood has one summit."""
    strengths = np.zeros_like(wins)
    for _ in range(ROUNDS):
        slope, curve = _likelihood(strengths, wins, games, seats)
        step = np.linalg.solve(curve, slope[..., None])[..., 0]
        longest = np.abs(step).max(axis=1, keepdims=True)
        strengths += step * np.minimum(1, LONGEST_STEP / np.maximum(longest, CLOSE))
        if longest.max() < CLOSE:
            break
    return strengths


def _likelihood(strengths: Grid, wins: Grid, games: Grid, seats: Grid) -> tuple[Grid, Grid]:
    """The likelihood's first derivative, and the negative of its second."""
    weights = seats[None] * np.exp(strengths - strengths.max(axis=1, keepdims=True))[:, None]
    chances = weights / weights.sum(axis=2, keepdims=True)
    expected = np.einsum("cl,clb->cb", games, chances)
    average = 1 / (1 + np.exp(-strengths))
    slope = wins - expected + 0.5 - average
    curve = -np.einsum("cl,cla,clb->cab", games, chances, chances, optimize=True)
    own = np.arange(wins.shape[1])
    curve[:, own, own] += expected + average * (1 - average)
    return slope, curve
