"""Random play: whole games, on one core and on all, and how threads scale."""

import statistics
from typing import Final

from benchmarks.timing import Effort, Measure, Measures
from carrozza import boards
from carrozza.arena import Results, simulate
from carrozza.bots.cores import cores

SEATS: Final = (2, 4)
TRIAL: Final = 200
YARDSTICK: Final = ("usa", 2)
"""The table that is compared between numbers of threads, and with the interpreted rules."""


def games_for(board: str, seats: int, threads: int, seconds: float) -> int:
    """How many games take about so long."""
    simulate(board, seats, TRIAL, seed=1, threads=threads)
    trial = simulate(board, seats, TRIAL * threads, seed=1, threads=threads)
    return max(TRIAL, int(trial.games / trial.seconds * seconds))


def played(board: str, seats: int, threads: int, effort: Effort) -> list[Results]:
    games = games_for(board, seats, threads, effort.seconds)
    return [simulate(board, seats, games, seed=run, threads=threads) for run in range(effort.runs)]


def games_a_second(results: list[Results]) -> tuple[float, ...]:
    return tuple(result.games / result.seconds for result in results)


def measure_play(effort: Effort) -> Measures:
    for threads in sorted({1, cores()}):
        group = "Random play, one core" if threads == 1 else f"Random play, all {threads} cores"
        for board in boards.names():
            for seats in SEATS:
                results = played(board, seats, threads, effort)
                table = f"{board}, {seats} seats"
                yield Measure(group, table, "games/s", games_a_second(results))
                decisions = tuple(result.decisions / result.seconds for result in results)
                yield Measure(group, table, "decisions/s", decisions)


def measure_scaling(effort: Effort) -> Measures:
    """Turn and turn about, so that what else the machine does falls on both."""
    if cores() < 2:
        return
    board, seats = YARDSTICK
    games = games_for(board, seats, 1, effort.seconds)
    ratios = []
    for run in range(effort.runs):
        one, two = (simulate(board, seats, games * n, seed=run, threads=n) for n in (1, 2))
        ratios.append((two.games / two.seconds) / (one.games / one.seconds))
    yield Measure("Threads", f"{board}, {seats} seats: two threads to one", "ratio", tuple(ratios))


def one_core(effort: Effort) -> float:
    """Games a second of the yardstick."""
    return statistics.median(games_a_second(played(*YARDSTICK, threads=1, effort=effort)))
