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
from pathlib import Path
from types import FrameType
from typing import Final

import numpy as np

from carrozza import boards, bots
from carrozza.arena.loop import OUTCOME, Room, play_in
from carrozza.arena.results import Results
from carrozza.boards.faults import did_you_mean
from carrozza.kernel.board import compile_board
from carrozza.kernel.layout import ROUTES, Grid, blank

Progress = Callable[[int], None]
"""Told now and then how many games are over."""

LARGEST_CHUNK: Final = 1000
CHUNKS_PER_THREAD: Final = 50
SEEDS: Final = 1 << 64


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
        return np.array([bots.kind_of(name) for name in self.bots], np.int64)


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def plan(
    board: boards.Board | str | Path,
    seats: int,
    games: int,
    bot_names: str | Sequence[str] = "random",
    seed: int | None = None,
    threads: int | None = None,
    variants: Sequence[str] = (),
) -> Plan:
    """Check what is asked for, before anything is played. One bot plays all seats; without a seed one is made up."""
    found = board if isinstance(board, boards.Board) else boards.load(board)
    if not found.rules.min_seats <= seats <= found.rules.max_seats:
        allowed = f"{found.rules.min_seats} to {found.rules.max_seats}"
        raise SimulationError(f"{seats} players: the board {found.id} is for {allowed}")
    if games < 1:
        raise SimulationError(f"{games} games: ask for 1 or more")
    if threads is not None and threads < 1:
        raise SimulationError(f"{threads} threads: ask for 1 or more")
    if seed is not None and not 0 <= seed < SEEDS:
        raise SimulationError(f"seed {seed}: it must be from 0 to {SEEDS - 1}")
    return Plan(
        board=found,
        variants=_checked_variants(found, variants),
        bots=_seated(bot_names, seats),
        games=games,
        seed=secrets.randbits(32) if seed is None else seed,
        threads=cores() if threads is None else threads,
    )


def _checked_variants(board: boards.Board, variants: Sequence[str]) -> tuple[str, ...]:
    known = tuple(board.variants)
    for name in variants:
        if name not in known:
            choice = f"choose {', '.join(known)}" if known else "it has none"
            raise SimulationError(f"no variant '{name}' of the board {board.id}{did_you_mean(name, known)}; {choice}")
    return tuple(dict.fromkeys(variants))


def _seated(bot_names: str | Sequence[str], seats: int) -> tuple[str, ...]:
    named = (bot_names,) if isinstance(bot_names, str) else tuple(bot_names)
    for name in named:
        bots.kind_of(name)
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

    An interrupt (Ctrl-C) ends it early, with the results of the games played so far.

    >>> results = simulate("usa", seats=2, games=10, seed=1)
    >>> results.by_seat("total").shape
    (10, 2)
    """
    return carry_out(plan(board, seats, games, bots, seed, threads, variants), on_progress)


def carry_out(plan: Plan, on_progress: Progress | None = None) -> Results:
    outcomes = _room_for(plan.games)
    board = compile_board(plan.board, plan.variants)
    play_in(Room(plan.kinds), board, plan.seed, 0, outcomes[:0], np.zeros(ROUTES, np.int64))  # compiles, or loads
    claims: list[Grid] = []
    chunk = max(1, min(LARGEST_CHUNK, plan.games // (plan.threads * CHUNKS_PER_THREAD)))
    started = time.perf_counter()

    def play_chunk(first: int, stop: threading.Event) -> Grid | None:
        if stop.is_set():
            return None
        claimed = np.zeros(ROUTES, np.int64)
        play_in(Room(plan.kinds), board, plan.seed, first, outcomes[first : first + chunk], claimed)
        return claimed

    with _interrupt_noted() as stop, ThreadPoolExecutor(plan.threads) as pool:
        futures = [pool.submit(play_chunk, first, stop) for first in range(0, plan.games, chunk)]
        _follow(futures, chunk, plan.games, stop, on_progress)
    for future in futures:
        claimed = future.result()
        if claimed is None:
            break
        claims.append(claimed)
    played = min(len(claims) * chunk, plan.games)
    return Results(
        board=plan.board,
        variants=plan.variants,
        bots=plan.bots,
        seed=plan.seed,
        threads=plan.threads,
        outcomes=outcomes[:played],
        claims=sum(claims, np.zeros(ROUTES, np.int64))[: len(plan.board.routes)],
        seconds=time.perf_counter() - started,
        interrupted=played < plan.games,
    )


def _room_for(games: int) -> Grid:
    try:
        outcomes: Grid = blank(OUTCOME, games)
    except (MemoryError, ValueError):
        needed = games * OUTCOME.itemsize / 1e9
        raise SimulationError(f"{games} games: their results need {needed:.0f} GB of memory; ask for fewer") from None
    return outcomes


def _follow(
    futures: Sequence[Future[Grid | None]],
    chunk: int,
    games: int,
    stop: threading.Event,
    on_progress: Progress | None,
) -> None:
    """Tell of the progress until all is done. What fails here, or is interrupted, stops the rest."""
    try:
        for done, _ in enumerate(as_completed(futures), start=1):
            if on_progress and not stop.is_set():
                on_progress(min(done * chunk, games))
    except BaseException:
        stop.set()
        raise


@contextmanager
def _interrupt_noted() -> Iterator[threading.Event]:
    """The first Ctrl-C only sets the event, so that the games under way are finished and kept; a second one is as usual."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.getsignal(signal.SIGINT)

    def note(number: int, frame: FrameType | None) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, note)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
