"""The standings of a contest: what its games say of each bot, with how sure one can be of it."""

from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from carrozza.arena.playing.results import COUNTS, PARTS
from carrozza.arena.playing.results_table import ResultsTable
from carrozza.arena.statistics.bootstrap import RESAMPLES, Interval, interval, resampled, share_interval
from carrozza.arena.statistics.deal_sums import Sums, add_up
from carrozza.arena.statistics.ratings import ratings, seats_by_bot
from carrozza.bots.fallback import Fault
from carrozza.kernel.layout import Grid

SLOW: Final = 0.99
"""Of 100 moves 99 are no slower."""
EXAMPLES: Final = 5
"""Faults that are quoted, at most; all are counted."""
MOST_REPLACED: Final = 0.01
"""A bot of whose decisions the fallback made a larger share gets no rating: it would be partly the fallback's."""


@dataclass(frozen=True)
class Clock:
    """How long a bot's moves took, in seconds, of those that were timed."""

    moves: int
    mean: float
    slow: float
    slowest: float


@dataclass(frozen=True)
class Faults:
    number: int
    by_kind: dict[str, int]
    examples: tuple[str, ...]
    replaced: int
    """How many decisions the fallback made instead of the bot."""
    replaced_share: float | None


@dataclass(frozen=True)
class Standing:
    """One bot. Where it sits twice in a game, that counts as two games."""

    name: str
    games: int
    wins: float
    win_rate: float | None
    interval: Interval | None
    mean_score: float | None
    score_interval: Interval | None
    score_deviation: float | None
    rating: float | None
    rating_interval: Interval | None
    """None too for a bot that won or lost everything: its rating has no upper or no lower end."""
    unrated: str | None
    """Why there is no rating, where there is none."""
    clock: Clock | None
    parts: dict[str, float]
    counts: dict[str, float]
    faults: Faults

    def as_json(self) -> dict[str, Any]:
        clock = self.clock
        return {
            "name": self.name,
            "games": self.games,
            "wins": self.wins,
            "win_rate": self.win_rate,
            "interval": self.interval,
            "mean_score": self.mean_score,
            "score_interval": self.score_interval,
            "score_deviation": self.score_deviation,
            "rating": self.rating,
            "rating_interval": self.rating_interval,
            "unrated": self.unrated,
            "seconds_per_move": clock.mean if clock else None,
            "seconds_per_move_99": clock.slow if clock else None,
            "seconds_per_move_max": clock.slowest if clock else None,
            "moves_timed": clock.moves if clock else 0,
            **self.parts,
            **self.counts,
            "faults": asdict(self.faults),
        }


@dataclass(frozen=True)
class PairStanding:
    """How one bot did against another in the games they had in common."""

    first: str
    second: str
    games: int
    """Their encounters: in a game where one of them sits twice there are two."""
    share: float | None
    """The share of these in which the first did better: by winning or, where a third wins, by points; a tie is half."""
    interval: Interval | None
    margin: float | None
    """By how many points the first was ahead, on average."""
    margin_interval: Interval | None


@dataclass(frozen=True)
class SeatStanding:
    """What a seat is worth, whoever sits there. Seat 1 starts."""

    seat: int
    win_rate: float | None
    interval: Interval | None


@dataclass(frozen=True)
class Standings:
    bots: tuple[Standing, ...]
    pairs: tuple[PairStanding, ...]
    seats: tuple[SeatStanding, ...]
    games: int
    deals: int


def standings(results: ResultsTable, resamples: int = RESAMPLES) -> Standings:
    sums = add_up(results)
    drawn = resampled(sums.units, resamples)
    with np.errstate(invalid="ignore", divide="ignore"):
        return Standings(
            bots=_bots(results, sums, drawn),
            pairs=_pairs(results, sums, drawn),
            seats=_seats(results, sums, drawn),
            games=results.games,
            deals=sums.deals,
        )


def _bots(results: ResultsTable, sums: Sums, drawn: Grid) -> tuple[Standing, ...]:
    contest, deals = results.contest, sums.deals
    seats, wins = sums.of("seats"), sums.of("wins")
    rates, scores = _quotients(sums, drawn, "wins", "seats"), _quotients(sums, drawn, "points", "seats")
    by_lineup = seats_by_bot(contest.lineups, len(contest.bots))
    rated = ratings(wins, sums.of("games"), by_lineup)
    drawn_ratings = ratings(sums.of("wins", drawn), sums.of("games", drawn), by_lineup)
    times, details = results.times_by_bot(), _details(results)
    all_faults, replaced = results.faults_by_bot(), results.replaced_by_bot()
    found = []
    for bot, name in enumerate(contest.bots):
        rate = _known(rates[0][bot])
        means, deviation = details[bot]
        faults = _faults(all_faults.get(bot, []), replaced[bot], len(times.get(bot, ())))
        unrated = _unrated(faults)
        found.append(
            Standing(
                name=name,
                games=round(seats[bot]),
                wins=float(wins[bot]),
                win_rate=rate,
                interval=None if rate is None else share_interval(rate, rates[1][:, bot], deals),
                mean_score=_known(scores[0][bot]),
                score_interval=interval(scores[1][:, bot]) if deals > 1 else None,
                score_deviation=deviation,
                rating=float(rated[bot]) if seats[bot] and not unrated else None,
                rating_interval=interval(drawn_ratings[:, bot]) if _bounded(rate, deals) and not unrated else None,
                unrated=unrated,
                clock=_clock(times.get(bot)),
                parts={part: means[part] for part in PARTS if part in means},
                counts={count: means[count] for count in COUNTS if count in means},
                faults=faults,
            )
        )
    return tuple(found)


def _bounded(rate: float | None, deals: int) -> bool:
    return rate not in (None, 0.0, 1.0) and deals > 1


def _pairs(results: ResultsTable, sums: Sums, drawn: Grid) -> tuple[PairStanding, ...]:
    names, met = results.contest.bots, sums.of("met")
    shares, margins = _quotients(sums, drawn, "beaten", "met"), _quotients(sums, drawn, "margin", "met")
    found = []
    for number, (a, b) in enumerate(sums.pairs):
        share = _known(shares[0][number])
        found.append(
            PairStanding(
                first=names[a],
                second=names[b],
                games=round(met[number]),
                share=share,
                interval=None if share is None else share_interval(share, shares[1][:, number], sums.deals),
                margin=_known(margins[0][number]),
                margin_interval=interval(margins[1][:, number]) if sums.deals > 1 else None,
            )
        )
    return tuple(found)


def _seats(results: ResultsTable, sums: Sums, drawn: Grid) -> tuple[SeatStanding, ...]:
    games, drawn_games = sums.of("games").sum(), sums.of("games", drawn).sum(axis=1)
    rates, drawn_rates = sums.of("seat_wins") / games, sums.of("seat_wins", drawn) / drawn_games[:, None]
    found = []
    for seat in range(results.contest.seats):
        rate = _known(rates[seat])
        bounds = None if rate is None else share_interval(rate, drawn_rates[:, seat], sums.deals)
        found.append(SeatStanding(seat + 1, rate, bounds))
    return tuple(found)


def _quotients(sums: Sums, drawn: Grid, of: str, by: str) -> tuple[Grid, Grid]:
    """A ratio of sums, and the same of every resample."""
    return sums.of(of) / sums.of(by), sums.of(of, drawn) / sums.of(by, drawn)


def _known(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _details(results: ResultsTable) -> list[tuple[dict[str, float], float | None]]:
    """For each bot the means of the parts of its score and of its counts, and the deviation of its score."""
    found = []
    for bot in range(len(results.contest.bots)):
        names = (*PARTS, *COUNTS)
        values = {name: values_of(results, bot, name) for name in names}
        means = {name: float(of_name.mean()) for name, of_name in values.items() if len(of_name)}
        scores = values_of(results, bot, "total")
        found.append((means, float(scores.std(ddof=1)) if len(scores) > 1 else None))
    return found


def values_of(results: ResultsTable, bot: int, name: str) -> Grid:
    """One field of the outcomes, from every seat this bot sat on."""
    columns = [
        results.outcomes[name][seating, results.done[seating], seat]
        for seating, seated in enumerate(results.contest.seatings)
        for seat, seated_bot in enumerate(seated)
        if seated_bot == bot
    ]
    return np.concatenate(columns).astype(np.float64)


def _clock(times: Grid | None) -> Clock | None:
    if times is None or not len(times):
        return None
    slow = float(np.quantile(times, SLOW))
    return Clock(len(times), float(times.mean(dtype=np.float64)), slow, float(times.max()))


def _faults(faults: list[Fault], replaced: int, moves: int) -> Faults:
    kinds = [fault.kind for fault in faults]
    by_kind = {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}
    examples = (f"{fault.kind} at decision {fault.decision}: {fault.said}" for fault in faults[:EXAMPLES])
    return Faults(len(faults), by_kind, tuple(examples), replaced, replaced / moves if moves else None)


def _unrated(faults: Faults) -> str | None:
    share = faults.replaced_share or 0.0
    if share <= MOST_REPLACED:
        return None
    return f"the planner made {share:.1%} of its decisions, after faults; at most {MOST_REPLACED:.0%} is allowed"
