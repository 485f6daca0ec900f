"""Intervals by resampling deals. The games of one deal share its cards, so they are drawn together or not at all."""

from typing import Final

import numpy as np

from carrozza.kernel.layout import Grid

RESAMPLES: Final = 1000
MOST_UNITS: Final = 4096
LEVEL: Final = 0.95

Interval = tuple[float, float]


def unit_starts(deals: int) -> Grid:
    """Where the units that are resampled begin: every deal is one; of very many, some neighbours make one."""
    units = min(deals, MOST_UNITS)
    return np.arange(units) * deals // units


def resampled(units: Grid, resamples: int = RESAMPLES, seed: int = 1) -> Grid:
    """The sums over as many units as there are, drawn with replacement: a row a resample, a column a sum.

    >>> resampled(np.ones((5, 2)), resamples=3).tolist()
    [[5.0, 5.0], [5.0, 5.0], [5.0, 5.0]]
    """
    number = len(units)
    drawn = np.random.default_rng(seed).multinomial(number, np.full(number, 1 / number), size=resamples)
    sums: Grid = drawn.astype(np.float64) @ units
    return sums


def interval(values: Grid) -> Interval | None:
    """The middle 95 in 100 of the resampled values; none where there is nothing to go by."""
    known = values[np.isfinite(values)]
    if len(known) < len(values) / 2:
        return None
    low, high = np.quantile(known, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)


def share_interval(share: float, values: Grid, deals: int) -> Interval | None:
    """As `interval`, for a share. Where all deals went one way resampling sees no doubt, and the exact bound for so
    many deals is given."""
    if share in (0.0, 1.0) and deals:
        doubt = 1 - ((1 - LEVEL) / 2) ** (1 / deals)
        return (1 - doubt, 1.0) if share == 1 else (0.0, doubt)
    return interval(values) if deals > 1 else None
