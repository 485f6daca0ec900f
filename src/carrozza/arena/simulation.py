"""Many games between bots, on every core of this machine."""

import os
import secrets
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Final

import numpy as np

from carrozza import boards
from carrozza.arena.loop import OUTCOME, Table, play_at
from carrozza.arena.results import Results
from carrozza.boards.faults import did_you_mean
from carrozza.bots import kind_of
from carrozza.bots.roads import roads_of
from carrozza.kernel.board import compile_board
from carrozza.kernel.layout import ROUTES, Grid, blank

Progress = Callable[[int], None]
"""Told now and then how many games are over."""

MOST_THREADS: Final = 1024
SEEDS: Final = 1 << 64
LARGEST_CHUNK: Final = 1000
CHUNKS_PER_THREAD: Final = 50
"""A chunk of games is what a thread plays in one go: many, so that no thread waits long for the last one, and
Ctrl-C for none."""


class SimulationError(ValueError):
    """Something was asked for that cannot be simulated."""


@dataclass(frozen=True)
class Plan:
    """What to simulate, checked."""

    board: boards.Board
    variants: tuple[str, ...]
    bots: tuple[str, ...]
    games: int
    seed: int
    threads: int

    @property
    def kinds(self) -> Grid:
        return np.array([kind_of(name) for name in self.bots], np.int64)

    @property
    def chunk(self) -> int:
        return max(1, min(LARGEST_CHUNK, self.games // (self.threads * CHUNKS_PER_THREAD)))


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def make_plan(
    board: boards.Board | str | Path,
    seats: int,
    games: int,
    bots: str | Sequence[str] = "random",
    seed: int | None = None,
    threads: int | None = None,
    variants: Sequence[str] = (),
) -> Plan:
    """Check what is asked for, before anything is played. One bot plays all seats; without a seed one is made up;
    without a number of threads all cores are used."""
    found = board if isinstance(board, boards.Board) else boards.load(board)
    fewest, most = found.rules.min_seats, found.rules.max_seats
    _check("players", seats, fewest, most, f"the board {found.id} is for {fewest} to {most}")
    _check("games", games, 1, None, "ask for 1 or more")
    if threads is not None:
        _check("threads", threads, 1, MOST_THREADS, f"ask for 1 to {MOST_THREADS}")
    if seed is not None:
        _check("seed", seed, 0, SEEDS - 1, f"it must be from 0 to {SEEDS - 1}")
    return Plan(
        board=found,
        variants=_checked_variants(found, variants),
        bots=_seated(bots, seats),
        games=games,
        seed=secrets.randbits(32) if seed is None else seed,
        threads=cores() if threads is None else threads,
    )


def _check(what: str, value: int, fewest: int, most: int | None, told: str) -> None:
    if value < fewest or (most is not None and value > most):
        raise SimulationError(f"{what} {value}: {told}")


def _checked_variants(board: boards.Board, variants: Sequence[str]) -> tuple[str, ...]:
    known = tuple(board.variants)
    for name in variants:
        if name not in known:
            choice = f"choose {', '.join(known)}" if known else "it has none"
            raise SimulationError(f"no variant '{name}' of the board {board.id}{did_you_mean(name, known)}; {choice}")
    return tuple(dict.fromkeys(variants))


def _seated(bots: str | Sequence[str], seats: int) -> tuple[str, ...]:
    named = (bots,) if isinstance(bots, str) else tuple(bots)
    for name in named:
        kind_of(name)
    if len(named) not in (1, seats):
        raise SimulationError(f"{len(named)} bots for {seats} players: name one for all seats, or one for each")
    return named * seats if len(named) == 1 else named


def simulate(
    board: boards.Board | str | Path,
    seats: int,
    games: int,
    bots: str | Sequence[str] = "random",
    seed: int | None = None,
    threads: int | None = None,
    variants: Sequence[str] = (),
    on_progress: Progress | None = None,
) -> Results:
    """Play many games. The same seed gives the same games, whatever the number of threads; seat 1 starts each.

    Ctrl-C ends it early, with the results of the games played so far.

    >>> results = simulate("usa", seats=2, games=10, seed=1)
    >>> results.by_seat("total").shape
    (10, 2)
    """
    return carry_out(make_plan(board, seats, games, bots, seed, threads, variants), on_progress)


def carry_out(plan: Plan, on_progress: Progress | None = None) -> Results:
    outcomes = _space_for(plan.games)
    board = compile_board(plan.board, plan.variants)
    roads = roads_of(board)
    no_claims = np.zeros(ROUTES, np.int64)
    play_at(Table(board, roads, plan.kinds), plan.seed, 0, outcomes[:0], no_claims)  # no game: compiles, or loads

    def play_chunk(first: int, stop: threading.Event) -> Grid | None:
        if stop.is_set():
            return None
        claims = np.zeros(ROUTES, np.int64)
        play_at(Table(board, roads, plan.kinds), plan.seed, first, outcomes[first : first + plan.chunk], claims)
        return claims

    started = time.perf_counter()
    # Interpreted, the random generator wraps round as compiled: NumPy is to bear it in every thread.
    in_thread = partial(np.seterr, over="ignore")
    with _interrupt_noted() as stop, ThreadPoolExecutor(plan.threads, initializer=in_thread) as pool:
        futures = [pool.submit(play_chunk, first, stop) for first in range(0, plan.games, plan.chunk)]
        _follow(futures, plan, stop, on_progress)
    seconds = time.perf_counter() - started
    claims = _claims_of_finished(futures)
    played = min(len(claims) * plan.chunk, plan.games)
    return _results(plan, outcomes[:played], sum(claims, no_claims), seconds)


def nothing_played(plan: Plan) -> Results:
    """The results where Ctrl-C came before the first game."""
    return _results(plan, blank(OUTCOME, 0), np.zeros(ROUTES, np.int64), 0.0)


def _results(plan: Plan, outcomes: Grid, claims: Grid, seconds: float) -> Results:
    return Results(
        board=plan.board,
        variants=plan.variants,
        bots=plan.bots,
        seed=plan.seed,
        threads=plan.threads,
        outcomes=outcomes,
        claims=claims[: len(plan.board.routes)],
        seconds=seconds,
        interrupted=len(outcomes) < plan.games,
    )


def _space_for(games: int) -> Grid:
    try:
        outcomes: Grid = blank(OUTCOME, games)
    except (MemoryError, ValueError):
        needed = games * OUTCOME.itemsize / 1e9
        raise SimulationError(f"games {games}: the results need {needed:,.0f} GB of memory; ask for fewer") from None
    return outcomes


def _follow(
    futures: Sequence[Future[Grid | None]], plan: Plan, stop: threading.Event, on_progress: Progress | None
) -> None:
    """Tell of the progress until all is done; what goes wrong here stops the games too."""
    try:
        for done, _ in enumerate(as_completed(futures), start=1):
            if on_progress and not stop.is_set():
                on_progress(min(done * plan.chunk, plan.games))
    except BaseException:
        stop.set()
        raise


def _claims_of_finished(futures: Sequence[Future[Grid | None]]) -> list[Grid]:
    """Up to the first chunk that was not played: what is kept is the games from the first to some last one."""
    finished = []
    for future in futures:
        claims = future.result()
        if claims is None:
            break
        finished.append(claims)
    return finished


@contextmanager
def _interrupt_noted() -> Iterator[threading.Event]:
    """Ctrl-C only sets the event: the chunks under way are finished and kept, the others are not begun."""
    stop = threading.Event()
    usual = signal.getsignal(signal.SIGINT)
    in_charge = threading.current_thread() is threading.main_thread() and callable(usual)

    def note(number: int, frame: FrameType | None) -> None:
        stop.set()

    if in_charge:
        signal.signal(signal.SIGINT, note)
    try:
        yield stop
    finally:
        if in_charge:
            signal.signal(signal.SIGINT, usual)
