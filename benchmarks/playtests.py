"""Playtests: games of all styles with every number of players, and the report of them."""

import time
from typing import Final

from benchmarks.timing import Effort, Measure, Measures
from carrozza import boards
from carrozza.bots.cores import cores
from carrozza.interrupts import InterruptFlag
from carrozza.workshop.playtest.games import PlayedGames, make_plan, play_plan
from carrozza.workshop.playtest.playtesting import report_of

TRIAL: Final = 400
WHOLE: Final = 20_000
"""The games of a whole playtest."""


def measure_playtests(effort: Effort) -> Measures:
    group = f"Playtests, all {cores()} cores"
    for name in ("usa", "europe", "new-york"):
        board = boards.load(name)
        _played(board, 1, 0)
        trial = _played(board, TRIAL, 0)
        games = max(TRIAL, int(trial.games / trial.seconds * effort.seconds))
        runs = [_played(board, games, run) for run in range(effort.runs)]
        yield Measure(group, f"{name}, all seats", "games/s", tuple(run.games / run.seconds for run in runs))
        yield Measure(group, f"{name}: report of {games:,} games", "s", tuple(map(_seconds_of_report, runs)))
        whole = tuple(_seconds_of_playtest(board, run) for run in range(effort.cold_runs))
        yield Measure(group, f"{name}: {WHOLE:,} games and their report", "s", whole)


def _played(board: boards.Board, games: int, seed: int) -> PlayedGames:
    return play_plan(make_plan(board, games, seed=seed), InterruptFlag())


def _seconds_of_playtest(board: boards.Board, seed: int) -> float:
    started = time.perf_counter()
    report_of(_played(board, WHOLE, seed))
    return time.perf_counter() - started


def _seconds_of_report(played: PlayedGames) -> float:
    started = time.perf_counter()
    report_of(played)
    return time.perf_counter() - started
