"""What each ticket is worth: how far ahead its holders end, and the value that would be fair.

The margin of a player (points less the mean of the others') is explained by a linear regression: by the tickets kept in
the opening, which the deal decides, and by the style of play, each less what the others have of it. A ticket is fair
where it brings what the board's tickets of its length bring, by a straight line through all of them on which tickets
far off pull less. Intervals resample blocks of games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from carrozza.arena.statistics.bootstrap import Interval, interval, resampled
from carrozza.kernel.layout import Grid
from carrozza.workshop.playtest.games import SeatGames, ahead_of_others

UNITS: Final = 60
"""Blocks of games of each number of seats, which are resampled as a whole."""
RESAMPLES: Final = 300
RIDGE: Final = 1e-3
"""Keeps the regression solvable where everybody keeps the same number of tickets: only differences count then."""
FEWEST_KEPT: Final = 30
"""Of a ticket that was kept less often nothing is said."""
FEWEST_LONG: Final = 4
"""So many long tickets have a level of their own beside the line."""
LEAST_LEVER: Final = 0.6
"""A point of value moves the margin by the chance to make the ticket less that to fail; we never count on less than
this, as more is tried for a ticket of more value."""
LARGEST_STEP: Final = 1 / 3
"""A suggestion changes a value by at most this part of it (or by two points): players then keep other tickets, and
what was measured no longer holds."""
MOST_POINTS: Final = 99
HUBER: Final = 1.345
"""Tickets further off the line than so many standard deviations, estimated from the median, count for less."""
ROBUST_STEPS: Final = 6


@dataclass(frozen=True)
class TicketSums:
    """Everything that is a sum over games: a row a block."""

    tickets: int
    gram: Grid
    """Products of the explaining columns: the tickets, then the styles."""
    moments: Grid
    """Their products with the margin."""
    kept: Grid
    made: Grid
    """How often each ticket was kept in the opening, and completed then."""


@dataclass(frozen=True)
class TicketValue:
    """What is known of one ticket; with intervals."""

    margin: float
    margin_interval: Interval | None
    usual: float
    gain: float
    gain_interval: Interval | None
    fair: float
    fair_interval: Interval | None


def ticket_sums(tables: Sequence[SeatGames], tickets: int) -> TicketSums:
    blocks = [block for table in tables for block in _blocks(table, tickets)]
    gram, moments, kept, made = (np.array(column) for column in zip(*blocks, strict=True))
    return TicketSums(tickets, gram, moments, kept, made)


def _blocks(table: SeatGames, tickets: int) -> list[tuple[Grid, Grid, Grid, Grid]]:
    if not len(table):
        return []
    margins = table.margins()
    margins -= margins.mean(axis=0)  # what the seat itself is worth
    number = min(UNITS, len(table))
    return [
        _block(table.only(games), margins[games], tickets) for games in np.array_split(np.arange(len(table)), number)
    ]


def _block(table: SeatGames, margins: Grid, tickets: int) -> tuple[Grid, Grid, Grid, Grid]:
    held = bits(table.by_seat("opening"), tickets)
    made = bits(table.by_seat("opening") & table.by_seat("made"), tickets)
    styles = table.seatings[:, :, None] == np.arange(table.styles)
    explaining = ahead_of_others(np.concatenate([held, styles], axis=2).astype(np.float64))
    rows = explaining.reshape(-1, explaining.shape[2])
    return rows.T @ rows, rows.T @ margins.reshape(-1), held.sum(axis=(0, 1)), made.sum(axis=(0, 1))


def bits(words: Grid, number: int) -> Grid:
    """The lowest bits of each word, in a last axis of their own.

    >>> bits(np.array([5], np.uint64), 4).tolist()
    [[True, False, True, False]]
    """
    found: Grid = (words[..., None] >> np.arange(number, dtype=np.uint64) & np.uint64(1)).astype(bool)
    return found


def ticket_values(
    sums: TicketSums, points: Sequence[int], trains: Sequence[int], long: Sequence[bool]
) -> list[TicketValue | None]:
    """One for each ticket; none where it was hardly ever kept, or where there are too few games."""
    known = sums.kept.sum(axis=0) >= FEWEST_KEPT
    if known.sum() < 3:
        return [None] * sums.tickets
    features = _features(np.array(trains), np.array(long), known)
    found = _estimates(sums, np.array(points), features, known, _whole(sums))
    drawn = _estimates(sums, np.array(points), features, known, _resampled(sums))
    return [_value(found, drawn, ticket) if known[ticket] else None for ticket in range(sums.tickets)]


def _features(trains: Grid, long: Grid, known: Grid) -> Grid:
    """What the line goes by: the length and, where there are enough of both kinds, whether the ticket is long."""
    columns = [np.ones(len(trains)), trains.astype(np.float64)]
    if min((long & known).sum(), (~long & known).sum()) >= FEWEST_LONG:
        columns.append(long.astype(np.float64))
    return np.stack(columns, axis=1)


Sums = tuple[Grid, Grid, Grid, Grid]
"""Gram matrix, moments, kept and made: each with a first axis of samples."""


def _whole(sums: TicketSums) -> Sums:
    return tuple(part.sum(axis=0, keepdims=True) for part in (sums.gram, sums.moments, sums.kept, sums.made))


def _resampled(sums: TicketSums) -> Sums:
    parts = (sums.gram, sums.moments, sums.kept, sums.made)
    flat = np.concatenate([part.reshape(len(part), -1) for part in parts], axis=1).astype(np.float64)
    ends = np.cumsum([part[0].size for part in parts])[:-1]
    drawn = np.split(resampled(flat, RESAMPLES), ends, axis=1)
    return tuple(values.reshape(-1, *part.shape[1:]) for values, part in zip(drawn, parts, strict=True))  # type: ignore[return-value]


def _estimates(sums: TicketSums, points: Grid, features: Grid, known: Grid, samples: Sums) -> dict[str, Grid]:
    """Margin, usual, gain and fair value: a row a sample, a column a ticket."""
    gram, moments, kept, made = samples
    effects = _solved(gram, moments)[:, : sums.tickets]
    weights = np.where(known, kept, 0.0)
    mean = (effects * weights).sum(axis=1, keepdims=True) / weights.sum(axis=1, keepdims=True)
    usual = _line(effects, features, weights)
    rate = 2 * made / np.maximum(kept, 1) - 1
    gain = effects - usual
    fair = np.clip(points - gain / np.maximum(rate, LEAST_LEVER), 1, MOST_POINTS)
    return {"margin": effects - mean, "usual": usual - mean, "gain": gain, "fair": fair}


def _solved(gram: Grid, moments: Grid) -> Grid:
    size = gram.shape[-1]
    ridge = RIDGE * np.trace(gram, axis1=1, axis2=2)[:, None, None] / size * np.eye(size)
    solved: Grid = np.linalg.solve(gram + ridge, moments[..., None])[..., 0]
    return solved


def _line(effects: Grid, features: Grid, weights: Grid) -> Grid:
    """The weighted fit of the effects by the features, on which tickets far off pull less (Huber's weights)."""
    fitted = _least_squares(effects, features, weights)
    for _ in range(ROBUST_STEPS):
        off = np.where(weights > 0, np.abs(effects - fitted), np.nan)
        reach = HUBER * 1.4826 * np.nanmedian(off, axis=1, keepdims=True)
        trust = np.minimum(1.0, reach / np.maximum(np.nan_to_num(off), 1e-9))
        fitted = _least_squares(effects, features, weights * trust)
    return fitted


def _least_squares(effects: Grid, features: Grid, weights: Grid) -> Grid:
    gram = np.einsum("st,ti,tj->sij", weights, features, features)
    gram += 1e-9 * np.trace(gram, axis1=1, axis2=2)[:, None, None] * np.eye(features.shape[1])
    moments = np.einsum("st,ti,st->si", weights, features, effects)
    fitted: Grid = np.linalg.solve(gram, moments[..., None])[..., 0] @ features.T
    return fitted


def _value(found: dict[str, Grid], drawn: dict[str, Grid], ticket: int) -> TicketValue:
    of = {name: float(values[0, ticket]) for name, values in found.items()}
    bounds = {name: interval(values[:, ticket]) for name, values in drawn.items()}
    return TicketValue(
        margin=of["margin"],
        margin_interval=bounds["margin"],
        usual=of["usual"],
        gain=of["gain"],
        gain_interval=bounds["gain"],
        fair=of["fair"],
        fair_interval=bounds["fair"],
    )


def suggested(points: int, value: TicketValue | None) -> int:
    """The fair value in whole points, or a step towards it, where it is sure that the present one is not fair."""
    if value is None or value.fair_interval is None:
        return points
    low, high = value.fair_interval
    if low <= points <= high:
        return points
    step = max(2.0, points * LARGEST_STEP)
    return round(min(max(value.fair, points - step, 1), points + step, MOST_POINTS))
