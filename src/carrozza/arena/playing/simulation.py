"""Many games between bots, on every core of this machine."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np

from carrozza import boards
from carrozza.arena.checks import (
    ArenaError,
    check_range,
    checked_board,
    checked_seed,
    checked_threads,
    checked_variants,
)
from carrozza.arena.playing.compiled_games import OUTCOME, Table, memories_of, play_at
from carrozza.arena.playing.interrupts import interrupt_noted
from carrozza.arena.playing.results import Results
from carrozza.bots.compiled.board_graph import graph_of
from carrozza.bots.specs.checked import parse_spec
from carrozza.bots.specs.levels import resolve
from carrozza.kernel.board import compile_board
from carrozza.kernel.layout import ROUTES, Grid, blank

Progress = Callable[[int], None]
"""Told now and then how many games are over."""

LARGEST_CHUNK: Final = 1000
CHUNKS_PER_THREAD: Final = 50
"""A chunk of games is what a thread plays in one go: many, so that no thread waits long for the last one, and
Ctrl-C for none."""


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
    def memories(self) -> Grid:
        return memories_of([resolve(parse_spec(bot), self.board.id) for bot in self.bots])

    @property
    def chunk(self) -> int:
        return max(1, min(LARGEST_CHUNK, self.games // (self.threads * CHUNKS_PER_THREAD)))


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
    found = checked_board(board, seats)
    check_range("games", games, 1, None, "ask for 1 or more")
    return Plan(
        board=found,
        variants=checked_variants(found, variants),
        bots=_seated(found, bots, seats),
        games=games,
        seed=checked_seed(seed),
        threads=checked_threads(threads),
    )


def _seated(board: boards.Board, bots: str | Sequence[str], seats: int) -> tuple[str, ...]:
    specs = [parse_spec(bot) for bot in ([bots] if isinstance(bots, str) else bots)]
    for spec in specs:
        if not resolve(spec, board.id).compiled:
            raise ArenaError(f"{spec} is not a compiled bot, which simulate needs; `carrozza arena` plays all bots")
    if len(specs) not in (1, seats):
        raise ArenaError(f"{len(specs)} bots for {seats} players: name one for all seats, or one for each")
    named = tuple(map(str, specs))
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
    graph, memories = graph_of(board), plan.memories
    no_claims = np.zeros(ROUTES, np.int64)
    play_at(Table(board, graph, memories), plan.seed, 0, outcomes[:0], no_claims)  # no game: compiles, or loads

    def play_chunk(first: int, stop: threading.Event) -> Grid | None:
        if stop.is_set():
            return None
        claims = np.zeros(ROUTES, np.int64)
        play_at(Table(board, graph, memories), plan.seed, first, outcomes[first : first + plan.chunk], claims)
        return claims

    started = time.perf_counter()
    # Interpreted, the random generator wraps round as compiled: NumPy is to bear it in every thread.
    in_thread = partial(np.seterr, over="ignore")
    with interrupt_noted() as stop, ThreadPoolExecutor(plan.threads, initializer=in_thread) as pool:
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
        raise ArenaError(f"games {games}: the results need {needed:,.0f} GB of memory; ask for fewer") from None
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
