"""Wins, points and encounters added up by deal: intervals are resampled from these sums."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from carrozza.arena.playing.results_table import ResultsTable
from carrozza.arena.statistics.bootstrap import unit_starts
from carrozza.kernel.layout import Grid

Pair = tuple[int, int]


@dataclass(frozen=True)
class Sums:
    """Everything that is a sum over games, as columns of one matrix with a row a deal (or a few of them)."""

    units: Grid
    columns: dict[str, slice]
    deals: int
    """How many deals there are results of."""
    pairs: tuple[Pair, ...]

    @cached_property
    def total(self) -> Grid:
        sums: Grid = self.units.sum(axis=0)
        return sums

    def of(self, name: str, sums: Grid | None = None) -> Grid:
        """A group of columns, of the totals or of resampled ones."""
        found: Grid = (self.total if sums is None else sums)[..., self.columns[name]]
        return found


def add_up(results: ResultsTable) -> Sums:
    contest = results.contest
    pairs = pairs_of(results)
    widths = {
        "seats": len(contest.bots),
        "wins": len(contest.bots),
        "points": len(contest.bots),
        "games": len(contest.lineups),
        "seat_wins": contest.seats,
        "met": len(pairs),
        "beaten": len(pairs),
        "margin": len(pairs),
    }
    ends = np.cumsum(list(widths.values())).tolist()
    columns = {name: slice(end - width, end) for (name, width), end in zip(widths.items(), ends, strict=True)}
    played = results.done.any(axis=0)
    last = int(np.flatnonzero(played)[-1]) + 1 if played.any() else 1
    starts = unit_starts(last)
    units = np.zeros((len(starts), ends[-1]))
    for seating in range(len(contest.seatings)):
        for name, place, values in _columns(results, seating, last, pairs):
            units[:, columns[name].start + place] += np.add.reduceat(values, starts)
    return Sums(units, columns, int(played.sum()), pairs)


def pairs_of(results: ResultsTable) -> tuple[Pair, ...]:
    """The bots that meet in some lineup."""
    met = {pair for lineup in results.contest.lineups for pair in combinations(sorted(set(lineup)), 2)}
    return tuple(sorted(met))


def _columns(
    results: ResultsTable, seating: int, last: int, pairs: tuple[Pair, ...]
) -> Iterator[tuple[str, int, Grid]]:
    """What one seating adds to which column: one value per deal."""
    contest, done = results.contest, results.done[seating, :last].astype(np.float64)
    seated, (lineup, _) = contest.seatings[seating], contest.rotations[seating]
    shares, totals = win_shares(results, seating, last), results.outcomes["total"][seating, :last].astype(np.float64)
    yield "games", lineup, done
    for seat, bot in enumerate(seated):
        yield "seats", bot, done
        yield "wins", bot, shares[:, seat] * done
        yield "points", bot, totals[:, seat] * done
        yield "seat_wins", seat, shares[:, seat] * done
    for number, (a, b) in enumerate(pairs):
        for one, other in encounters(seated, a, b):
            yield "met", number, done
            yield "beaten", number, beaten(shares, totals, one, other) * done
            yield "margin", number, (totals[:, one] - totals[:, other]) * done


def encounters(seated: tuple[int, ...], a: int, b: int) -> list[Pair]:
    """The seats at which these two bots meet."""
    return [(one, other) for one, x in enumerate(seated) for other, y in enumerate(seated) if (x, y) == (a, b)]


def win_shares(results: ResultsTable, seating: int, last: int) -> Grid:
    """By deal and seat: 1 for a win, 1/k for one shared by k."""
    won = results.outcomes["winner"][seating, :last, : results.contest.seats].astype(np.float64)
    shares: Grid = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    return shares


def beaten(shares: Grid, totals: Grid, one: int, other: int) -> Grid:
    """Whether one seat did better than another: by winning, else by points; a half where neither did."""
    by_winning = np.sign(shares[:, one] - shares[:, other])
    by_points = np.where((shares[:, one] > 0) | (shares[:, other] > 0), 0, np.sign(totals[:, one] - totals[:, other]))
    result: Grid = (1 + np.where(by_winning, by_winning, by_points)) / 2
    return result


def deal_shares(results: ResultsTable, a: int, b: int) -> Grid:
    """For every deal in order, up to the first unfinished one: the share of encounters with b that bot a has won."""
    seatings = [
        (seating, met) for seating, seated in enumerate(results.contest.seatings) if (met := encounters(seated, a, b))
    ]
    over = np.logical_and.reduce(results.done[[seating for seating, _ in seatings]], axis=0)
    whole = len(over) if over.all() else int(over.argmin())
    by_encounter = []
    for seating, met in seatings:
        shares = win_shares(results, seating, whole)
        totals = results.outcomes["total"][seating, :whole].astype(np.float64)
        by_encounter += [beaten(shares, totals, one, other) for one, other in met]
    mean: Grid = np.mean(by_encounter, axis=0)
    return mean
