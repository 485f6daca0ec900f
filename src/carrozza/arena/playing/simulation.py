"""Many games between bots, on every core of this machine."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, takewhile
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
from carrozza.arena.playing.batch import BatchResult
from carrozza.arena.playing.compiled_games import OUTCOME, Workspace, memories_of, play_deals
from carrozza.arena.playing.contest import Batch, Contest
from carrozza.arena.playing.local_workers import LocalWorkers
from carrozza.arena.playing.results import Results
from carrozza.bots.compiled.board_graph import graph_of
from carrozza.bots.specs.checked import parse_spec
from carrozza.bots.specs.levels import resolve
from carrozza.bots.specs.notation import Spec
from carrozza.interrupts import InterruptFlag, interrupt_flag, run_until_interrupted
from carrozza.kernel.board import compile_board
from carrozza.kernel.layout import ROUTES, Grid, blank

OnProgress = Callable[[int], None]
"""Called now and then with the number of finished games."""

LARGEST_BATCH: Final = 1000
BATCHES_PER_THREAD: Final = 50
"""Many small batches, so that threads end at about the same time and Ctrl-C takes effect soon."""


@dataclass(frozen=True)
class Plan:
    """Checked arguments of a simulation."""

    board: boards.Board
    variants: tuple[str, ...]
    bots: tuple[str, ...]
    games: int
    seed: int
    threads: int

    @property
    def specs(self) -> list[Spec]:
        """The bots by seat; a level is replaced by the bot it stands for on this board."""
        return [resolve(parse_spec(bot), self.board.id) for bot in self.bots]

    @property
    def memories(self) -> Grid:
        return memories_of(self.specs)

    @property
    def batch(self) -> int:
        """How many games a thread plays at once."""
        return max(1, min(LARGEST_BATCH, self.games // (self.threads * BATCHES_PER_THREAD)))


def make_plan(
    board: boards.Board | str | Path,
    seats: int,
    games: int,
    bots: str | Sequence[str] = "random",
    seed: int | None = None,
    threads: int | None = None,
    variants: Sequence[str] = (),
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


def run_plan(plan: Plan, interrupt: InterruptFlag, on_progress: OnProgress | None = None) -> Results:
    """Compiled bots play in threads of this process, others move by move in processes of their own."""
    if all(spec.compiled for spec in plan.specs):
        return _run_compiled(plan, interrupt, on_progress)
    return _run_move_by_move(plan, interrupt, on_progress)


def _run_compiled(plan: Plan, interrupt: InterruptFlag, on_progress: OnProgress | None) -> Results:
    outcomes = _space_for(plan.games)
    players = _Players(plan, outcomes)
    if not run_until_interrupted(players.compile, interrupt):
        return nothing_played(plan)
    started = time.perf_counter()
    # Interpreted rules let the random generator overflow, as compiled ones do: NumPy must not warn in any thread.
    in_thread = partial(np.seterr, over="ignore")
    with ThreadPoolExecutor(plan.threads, initializer=in_thread) as pool:
        futures = [pool.submit(players.play, first, interrupt) for first in range(0, plan.games, plan.batch)]
        _report_progress(futures, plan, players, on_progress)
    seconds = time.perf_counter() - started
    claims = _claims_of_finished(futures)
    played = min(len(claims) * plan.batch, plan.games)
    return _results(plan, outcomes[:played], sum(claims, np.zeros(ROUTES, np.int64)), seconds)


def _run_move_by_move(plan: Plan, interrupt: InterruptFlag, on_progress: OnProgress | None) -> Results:
    _space_for(plan.games)
    bots = tuple(dict.fromkeys(plan.bots))
    lineup = tuple(bots.index(bot) for bot in plan.bots)
    contest = Contest(plan.board, plan.board.id, plan.variants, len(lineup), bots, (lineup,), plan.seed, plan.games)
    started = time.perf_counter()
    workers = LocalWorkers(contest, plan.threads)
    played: dict[int, BatchResult] = {}
    games = (Batch(0, game, 1, move_by_move=True) for game in range(plan.games))
    for result in workers.results(games, interrupt):
        played[result.batch.first] = result
        if on_progress:
            on_progress(len(played))
    seconds = time.perf_counter() - started
    first = [played[game] for game in takewhile(played.__contains__, count())]
    outcomes = np.concatenate([blank(OUTCOME, 0), *(result.outcomes for result in first)])
    details = [result.details for result in first if result.details]
    claims = np.bincount(np.concatenate([[], *(game.claims for game in details)]).astype(np.int64), minlength=ROUTES)
    faults = tuple(sum(len(game.faults[seat]) for game in details) for seat in range(len(lineup)))
    replaced = tuple(sum(game.replaced[seat] for game in details) for seat in range(len(lineup)))
    return replace(_results(plan, outcomes, claims, seconds), faults=faults, replaced=replaced)


class _Players:
    """Plays batches of games in any thread, and writes their outcomes."""

    def __init__(self, plan: Plan, outcomes: Grid) -> None:
        self.plan = plan
        self.outcomes = outcomes
        self.stopped = False

    def compile(self) -> None:
        """Compile, or load, what plays: a batch of no games does that."""
        self.board = compile_board(self.plan.board, self.plan.variants)
        self.graph, self.memories = graph_of(self.board), self.plan.memories
        self._play(0, 0)

    def play(self, first: int, interrupt: InterruptFlag) -> Grid | None:
        """How often each route was claimed; none where it was interrupted before."""
        return None if interrupt.is_set or self.stopped else self._play(first, self.plan.batch)

    def _play(self, first: int, games: int) -> Grid:
        claims = np.zeros(ROUTES, np.int64)
        workspace = Workspace(self.board, self.graph, self.memories)
        play_deals(workspace, self.plan.seed, first, self.outcomes[first : first + games], claims)
        return claims


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


def _report_progress(
    futures: Sequence[Future[Grid | None]], plan: Plan, players: _Players, on_progress: OnProgress | None
) -> None:
    """Report until all is done; an error in the report stops the games too."""
    try:
        for done, future in enumerate(as_completed(futures), start=1):
            if on_progress and future.result() is not None:
                on_progress(min(done * plan.batch, plan.games))
    except BaseException:
        players.stopped = True
        raise


def _claims_of_finished(futures: Sequence[Future[Grid | None]]) -> list[Grid]:
    """Up to the first batch that was not played, so that the games kept are always the first ones."""
    finished = []
    for future in futures:
        claims = future.result()
        if claims is None:
            break
        finished.append(claims)
    return finished
