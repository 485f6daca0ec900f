"""Many games between bots, on every core of this machine."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property, partial
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
from carrozza.arena.playing.batch import BatchResult, play_batch
from carrozza.arena.playing.cluster import Cluster
from carrozza.arena.playing.compiled_games import OUTCOME
from carrozza.arena.playing.contest import Batch, Contest
from carrozza.arena.playing.local_workers import LocalWorkers, Workers
from carrozza.arena.playing.results import Results
from carrozza.bots.specs.checked import parse_spec
from carrozza.interrupts import InterruptFlag, interrupt_flag, run_until_interrupted
from carrozza.kernel.layout import ROUTES, Grid, blank

OnProgress = Callable[[int], None]
"""Called now and then with the number of finished games."""
OnBatch = Callable[[BatchResult], None]
"""Called with every batch, in the order of the games."""

LARGEST_BATCH: Final = 2000
BATCHES_PER_WORKER: Final = 50
"""Many small batches, so that workers end at about the same time and Ctrl-C takes effect soon."""


@dataclass(frozen=True)
class Plan:
    """Checked arguments of a simulation."""

    board: boards.Board
    variants: tuple[str, ...]
    bots: tuple[str, ...]
    games: int
    seed: int
    threads: int
    cluster: str | None = None
    noted: bool = False
    """Whether claims, tickets and cards drawn are kept of every game."""
    decisions: bool = False
    """Where games are noted: whether every decision is kept too."""
    strict: bool = False
    """Whether the first fault of a bot stops the games."""

    @property
    def seats(self) -> int:
        return len(self.bots)

    @cached_property
    def contest(self) -> Contest:
        """The one seating that is played, for workers."""
        bots = tuple(dict.fromkeys(self.bots))
        return Contest(
            board=self.board,
            source=self.board.id,
            variants=self.variants,
            seats=self.seats,
            bots=bots,
            lineups=(tuple(bots.index(bot) for bot in self.bots),),
            seed=self.seed,
            deals=self.games,
            noted=self.noted,
            decisions=self.decisions,
            strict=self.strict,
        )

    @property
    def compiled(self) -> bool:
        return self.contest.all_compiled


def make_plan(
    board: boards.Board | str | Path,
    seats: int,
    games: int,
    bots: str | Sequence[str] = "random",
    seed: int | None = None,
    threads: int | None = None,
    variants: Sequence[str] = (),
    cluster: str | None = None,
    noted: bool = False,
    decisions: bool = False,
    strict: bool = False,
) -> Plan:
    """Check the arguments. One bot takes all seats; the default seed is random, and the default threads all cores."""
    found = checked_board(board, seats)
    check_range("games", games, 1, None, "ask for 1 or more")
    return Plan(
        board=found,
        variants=checked_variants(found, variants),
        bots=_seated(bots, seats),
        games=games,
        seed=checked_seed(seed),
        threads=checked_threads(threads),
        cluster=cluster,
        noted=noted,
        decisions=decisions,
        strict=strict,
    )


def _seated(bots: str | Sequence[str], seats: int) -> tuple[str, ...]:
    specs = [parse_spec(bot) for bot in ([bots] if isinstance(bots, str) else bots)]
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
    on_progress: OnProgress | None = None,
) -> Results:
    """Play many games. The same seed gives the same games, whatever the number of threads; seat 1 starts each.

    Ctrl-C ends it early, with the results of the games played so far.

    >>> results = simulate("usa", seats=2, games=10, seed=1)
    >>> results.by_seat("total").shape
    (10, 2)
    """
    with interrupt_flag() as interrupt:
        return run_plan(make_plan(board, seats, games, bots, seed, threads, variants), interrupt, on_progress)


def run_plan(
    plan: Plan, interrupt: InterruptFlag, on_progress: OnProgress | None = None, on_batch: OnBatch | None = None
) -> Results:
    """Compiled bots play in threads of this process, others move by move in processes of their own, and on a cluster
    all in its workers. An error in `on_progress` or `on_batch` stops the games."""
    played = _PlayedGames(plan)
    if plan.cluster is None and plan.compiled:
        nothing = Batch(0, 0, 0, move_by_move=False)
        if not run_until_interrupted(partial(play_batch, plan.contest, nothing), interrupt):
            return nothing_played(plan)
    if interrupt.is_set:
        return nothing_played(plan)
    workers = _workers(plan)
    started = time.perf_counter()
    try:
        with closing(workers.results(_batches(plan, workers.number), interrupt)) as results:
            for result in results:
                for next_result in played.add(result):
                    if on_batch:
                        on_batch(next_result)
                if on_progress:
                    on_progress(played.finished)
    finally:
        workers.close()
    return played.results(time.perf_counter() - started)


def _workers(plan: Plan) -> Workers:
    if plan.cluster is None:
        return LocalWorkers(plan.contest, plan.threads)
    return Cluster(plan.contest, plan.cluster, plan.threads)


def _batches(plan: Plan, workers: int) -> Iterator[Batch]:
    if not plan.compiled:
        yield from (Batch(0, game, 1, move_by_move=True) for game in range(plan.games))
        return
    size = max(1, min(LARGEST_BATCH, plan.games // (workers * BATCHES_PER_WORKER)))
    for first in range(0, plan.games, size):
        yield Batch(0, first, min(size, plan.games - first), move_by_move=False)


class _PlayedGames:
    """Puts batches, which are finished in any order, into the order of their games."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.outcomes = _space_for(plan.games)
        self.claims: Grid = np.zeros(ROUTES, np.int64)
        self.faults = [0] * plan.seats
        self.replaced = [0] * plan.seats
        self.finished = 0
        self.in_order = 0
        """How many of the first games are all finished."""
        self._waiting: dict[int, BatchResult] = {}

    def add(self, result: BatchResult) -> Iterator[BatchResult]:
        """The batches, in order, that this one was missing for."""
        self.finished += result.batch.deals
        self._waiting[result.batch.first] = result
        while self.in_order in self._waiting:
            following = self._waiting.pop(self.in_order)
            self._count(following)
            yield following

    def _count(self, result: BatchResult) -> None:
        _, first, deals, _ = result.batch
        self.outcomes[first : first + deals] = result.outcomes
        self.claims += result.claims
        if result.details:
            for seat in range(self.plan.seats):
                self.faults[seat] += len(result.details.faults[seat])
                self.replaced[seat] += result.details.replaced[seat]
        self.in_order += deals

    def results(self, seconds: float) -> Results:
        """Up to the first game that was not played, so that the games kept are always the first ones."""
        found = _results(self.plan, self.outcomes[: self.in_order], self.claims, seconds)
        if self.plan.compiled:
            return found
        return replace(found, faults=tuple(self.faults), replaced=tuple(self.replaced))


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
