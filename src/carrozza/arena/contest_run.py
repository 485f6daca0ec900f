"""Running a contest from start to end, or from where an earlier run stopped."""

import os
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from carrozza import boards
from carrozza.arena.checks import ArenaError, checked_threads
from carrozza.arena.playing.batch import BatchResult, play_batch
from carrozza.arena.playing.cluster import Cluster
from carrozza.arena.playing.contest import Batch, Contest, batches, make_contest
from carrozza.arena.playing.game_store import GameStore, plan_of
from carrozza.arena.playing.local_workers import LocalWorkers, Workers
from carrozza.arena.playing.results_table import ResultsTable
from carrozza.arena.statistics.deal_sums import deal_shares
from carrozza.arena.statistics.sprt import MARGIN, UNDECIDED, Comparison, check_margin, compare
from carrozza.arena.statistics.standings import Standings, standings
from carrozza.interrupts import InterruptFlag, interrupt_flag, run_until_interrupted

OnProgress = Callable[[ResultsTable], None]
"""Called with the games so far, every time some are finished."""

LARGEST_BATCH: Final = 500
BATCHES_PER_WORKER: Final = 20
COMPARE_SECONDS: Final = 0.25
"""Between two tests of whether it is clear who is stronger."""


@dataclass(frozen=True)
class ContestOptions:
    """How to run a contest."""

    threads: int | None = None
    cluster: str | None = None
    out: Path | None = None
    """A file for every game; the games already in it are not played again."""
    records: Path | None = None
    """A folder for a record of every game."""
    until_sure: bool = False
    margin: float = MARGIN
    strict: bool = False
    """Stop at a bot's first fault, with a `StrictFault`."""


@dataclass(frozen=True)
class ContestResult:
    """A contest and its games."""

    contest: Contest
    results: ResultsTable
    asked: int
    """How many games were asked for, before they were rounded up to whole deals."""
    seconds: float
    resumed: int
    """How many games were played in an earlier run."""
    interrupted: bool
    comparisons: tuple[Comparison, ...] = ()

    @cached_property
    def standings(self) -> Standings:
        return standings(self.results)

    def summary(self) -> dict[str, Any]:
        """The results as numbers for JSON. What has no value, such as the mean of no games, is None."""
        found = self.standings
        return {
            "plan": plan_of(self.contest) | {"games_asked": self.asked, "games": self.contest.games},
            "games": found.games,
            "deals": found.deals,
            "resumed": self.resumed,
            "seconds": self.seconds,
            "interrupted": self.interrupted,
            "bots": [bot.as_json() for bot in found.bots],
            "pairs": [asdict(pair) for pair in found.pairs],
            "seats": [asdict(seat) for seat in found.seats],
            "verdicts": [comparison.as_json() for comparison in self.comparisons],
            "faults": {bot.name: bot.faults.number for bot in found.bots},
        }


def run_contest(
    board: boards.Board | str | Path,
    seats: int,
    games: int,
    bots: Sequence[str],
    seed: int | None = 1,
    variants: Sequence[str] = (),
    options: ContestOptions | None = None,
    on_progress: OnProgress | None = None,
) -> ContestResult:
    """Let bots play against each other: the same deals for every lineup, in all seat rotations.

    Ctrl-C ends it early: the games under way are finished and counted. A second Ctrl-C drops them.

    >>> result = run_contest("usa", 2, 8, ["greedy", "random"])
    >>> result.standings.games
    8
    """
    with interrupt_flag() as interrupt:
        options = options or ContestOptions()
        contest = make_contest(
            board, seats, games, bots, seed, variants, records=options.records is not None, strict=options.strict
        )
        check_margin(options.margin)
        checked_threads(options.threads)
        return _run(contest, games, options, interrupt, on_progress)


def _run(
    contest: Contest, asked: int, options: ContestOptions, interrupt: InterruptFlag, on_progress: OnProgress | None
) -> ContestResult:
    results = ResultsTable(contest)
    started = time.perf_counter()
    with ExitStack() as stack:
        store = stack.enter_context(GameStore(options.out, contest)) if options.out else None
        resumed = _add_stored_games(results, store, options.records)
        _ContestRun(contest, results, store, options, interrupt, on_progress).run(stack)
    comparisons = _comparisons(results, options.margin) if options.until_sure else ()
    sure = bool(comparisons) and all(comparison.answer != UNDECIDED for comparison in comparisons)
    interrupted = not sure and results.games < contest.games
    if sure:
        # Deals after the deciding one do not count: how many were under way depends on the machine.
        results.drop_after(max(comparison.deals for comparison in comparisons) - 1)
    return ContestResult(
        contest=contest,
        results=results,
        asked=asked,
        seconds=time.perf_counter() - started,
        resumed=resumed,
        interrupted=interrupted,
        comparisons=comparisons,
    )


def _add_stored_games(results: ResultsTable, store: GameStore | None, records: Path | None) -> int:
    """Count the games of an earlier run; where records are asked for, only those that have one."""
    for played in store.results() if store else ():
        if records is None or _record_file(results.contest, records, played).exists():
            results.add(played)
    return results.games


class _ContestRun:
    def __init__(
        self,
        contest: Contest,
        results: ResultsTable,
        store: GameStore | None,
        options: ContestOptions,
        interrupt: InterruptFlag,
        on_progress: OnProgress | None,
    ) -> None:
        self.contest = contest
        self.results = results
        self.store = store
        self.options = options
        self.interrupt = interrupt
        self.on_progress = on_progress
        self.compared = 0.0

    def run(self, stack: ExitStack) -> None:
        if self.results.done.all() or self._sure() or not self._compile():
            return
        workers = self._workers()
        stack.callback(workers.close)
        waiting = batches(self.contest, self.results.done.copy(), self._deals_per_batch(workers.number))
        with closing(workers.results(waiting, self.interrupt)) as results:
            for played in results:
                self._keep(played)
                if self._sure(at_least_after=COMPARE_SECONDS):
                    break

    def _compile(self) -> bool:
        """Compile, or load, what the threads of this process play with; False where Ctrl-C came first."""
        if self.interrupt.is_set or self.options.cluster is not None:
            return not self.interrupt.is_set
        compiled = [seating for seating in range(len(self.contest.seatings)) if self.contest.compiled(seating)]
        if not compiled or self.contest.records:
            return True
        nothing = Batch(compiled[0], 0, 0, move_by_move=False)
        return run_until_interrupted(lambda: play_batch(self.contest, nothing), self.interrupt)

    def _workers(self) -> Workers:
        threads = checked_threads(self.options.threads)
        if self.options.cluster is None:
            return LocalWorkers(self.contest, threads)
        return Cluster(self.contest, self.options.cluster, threads)

    def _deals_per_batch(self, workers: int) -> int:
        """One where a deal takes long."""
        if not self.contest.all_compiled or self.contest.records:
            return 1
        return max(1, min(LARGEST_BATCH, self.contest.deals // (workers * BATCHES_PER_WORKER)))

    def _keep(self, played: BatchResult) -> None:
        if not self.results.add(played):
            return
        if self.options.records:
            _write_record(self.contest, self.options.records, played)
        if self.store:
            self.store.save(played)
        if self.on_progress:
            self.on_progress(self.results)

    def _sure(self, at_least_after: float = 0.0) -> bool:
        if not self.options.until_sure or time.perf_counter() < self.compared + at_least_after:
            return False
        self.compared = time.perf_counter()
        return all(comparison.answer != UNDECIDED for comparison in _comparisons(self.results, self.options.margin))


def _comparisons(results: ResultsTable, margin: float) -> tuple[Comparison, ...]:
    """The first bot against each of the others that it meets."""
    bots = results.contest.bots
    return tuple(
        compare(bots[0], bots[other], deal_shares(results, 0, other), margin)
        for other in range(1, len(bots))
        if any({0, other} <= set(lineup) for lineup in results.contest.lineups)
    )


def _record_file(contest: Contest, folder: Path, played: BatchResult) -> Path:
    lineup, rotation = contest.rotations[played.batch.seating]
    return folder / f"deal{played.batch.first:06}-lineup{lineup + 1}-rotation{rotation + 1}.txt"


def _write_record(contest: Contest, folder: Path, played: BatchResult) -> None:
    """Write to a temporary name and rename: a record file is always whole."""
    if played.details is None or played.details.record is None:
        return
    path = _record_file(contest, folder, played)
    unfinished = path.with_suffix(".part")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(played.details.record, encoding="utf-8")
        os.replace(unfinished, path)
    except OSError as error:
        raise ArenaError(f"{path}: cannot be written: {error.strerror or error}; name another folder") from None
