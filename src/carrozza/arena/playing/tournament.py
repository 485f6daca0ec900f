"""Holding a contest from start to end, or from where it was left."""

import os
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from carrozza import boards
from carrozza.arena.checks import ArenaError, checked_threads
from carrozza.arena.playing.batch import Sheet
from carrozza.arena.playing.cluster import Cluster
from carrozza.arena.playing.contest import Contest, batches, make_contest
from carrozza.arena.playing.game_store import Store, plan_of
from carrozza.arena.playing.interrupts import interrupt_noted
from carrozza.arena.playing.local_workers import Crew, Players
from carrozza.arena.playing.results_table import Ledger
from carrozza.arena.statistics.deal_sums import deal_shares
from carrozza.arena.statistics.sprt import MARGIN, UNDECIDED, Verdict, check_margin, judge
from carrozza.arena.statistics.standings import Standings, standings

Progress = Callable[[Ledger], None]
"""Told of the games so far, every time some are over."""

LARGEST_CHUNK: Final = 500
CHUNKS_PER_HAND: Final = 20
JUDGED_EVERY: Final = 0.25
"""Seconds between two looks at whether it is clear who is stronger."""


@dataclass(frozen=True)
class Wishes:
    """How a contest is to be held."""

    threads: int | None = None
    cluster: str | None = None
    out: Path | None = None
    """Where every game is stored, and found again."""
    records: Path | None = None
    """A folder for a record of every game."""
    until_sure: bool = False
    margin: float = MARGIN


@dataclass(frozen=True)
class Tournament:
    """A contest and its games."""

    contest: Contest
    ledger: Ledger
    asked: int
    """How many games were asked for, before they were rounded up to whole deals."""
    seconds: float
    resumed: int
    """How many games were played in an earlier run."""
    interrupted: bool
    verdicts: tuple[Verdict, ...] = ()

    @cached_property
    def standings(self) -> Standings:
        return standings(self.ledger)

    def summary(self) -> dict[str, Any]:
        """The results in numbers that go into JSON. What has no value, such as a mean of no games, is None."""
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
            "verdicts": [verdict.as_json() for verdict in self.verdicts],
            "faults": {bot.name: bot.faults.number for bot in found.bots},
        }


def hold(
    board: boards.Board | str | Path,
    seats: int,
    games: int,
    bots: Sequence[str],
    seed: int | None = 1,
    variants: Sequence[str] = (),
    wishes: Wishes | None = None,
    on_progress: Progress | None = None,
) -> Tournament:
    """Let bots play against each other: the same deals for every lineup, in all seat rotations.

    Ctrl-C ends it early, with the results of the games played so far.

    >>> held = hold("usa", 2, 8, ["greedy", "random"])
    >>> held.standings.games
    8
    """
    wishes = wishes or Wishes()
    contest = make_contest(board, seats, games, bots, seed, variants, records=wishes.records is not None)
    check_margin(wishes.margin)
    threads = checked_threads(wishes.threads)
    ledger = Ledger(contest)
    started = time.perf_counter()
    with ExitStack() as stack:
        store = stack.enter_context(Store(wishes.out, contest)) if wishes.out else None
        resumed = _take_up(ledger, store, wishes.records)
        stop = stack.enter_context(interrupt_noted())
        _Holding(contest, ledger, store, wishes, stop, on_progress).run(stack, threads)
    verdicts = _verdicts(ledger, wishes.margin) if wishes.until_sure else ()
    sure = bool(verdicts) and all(verdict.answer != UNDECIDED for verdict in verdicts)
    interrupted = not sure and ledger.games < contest.games
    if sure:
        # What was under way when it became clear does not count, so that it does not matter how much that was.
        ledger.drop_after(max(verdict.deals for verdict in verdicts) - 1)
    return Tournament(
        contest=contest,
        ledger=ledger,
        asked=games,
        seconds=time.perf_counter() - started,
        resumed=resumed,
        interrupted=interrupted,
        verdicts=verdicts,
    )


def _take_up(ledger: Ledger, store: Store | None, records: Path | None) -> int:
    """Count the games of an earlier run; where records are asked for, only those there is one of."""
    for sheet in store.sheets() if store else ():
        if records is None or _record_file(ledger.contest, records, sheet).exists():
            ledger.add(sheet)
    return ledger.games


class _Holding:
    def __init__(
        self,
        contest: Contest,
        ledger: Ledger,
        store: Store | None,
        wishes: Wishes,
        stop: threading.Event,
        on_progress: Progress | None,
    ) -> None:
        self.contest = contest
        self.ledger = ledger
        self.store = store
        self.wishes = wishes
        self.stop = stop
        self.on_progress = on_progress
        self.judged = 0.0

    def run(self, stack: ExitStack, threads: int) -> None:
        if self.ledger.done.all() or self._sure():
            return
        players = self._players(threads)
        stack.callback(players.close)
        waiting = batches(self.contest, self.ledger.done.copy(), self._chunk(players.hands))
        with closing(players.sheets(waiting, self.stop)) as sheets:
            for sheet in sheets:
                self._keep(sheet)
                if self._sure(at_least_after=JUDGED_EVERY):
                    break

    def _players(self, threads: int) -> Players:
        if self.wishes.cluster is None:
            return Crew(self.contest, threads)
        return Cluster(self.contest, self.wishes.cluster, threads)

    def _chunk(self, hands: int) -> int:
        """How many deals are played in one go: few where a deal takes its time."""
        if not self.contest.all_compiled or self.contest.records:
            return 1
        return max(1, min(LARGEST_CHUNK, self.contest.deals // (hands * CHUNKS_PER_HAND)))

    def _keep(self, sheet: Sheet) -> None:
        if not self.ledger.add(sheet):
            return
        if self.wishes.records:
            _write_record(self.contest, self.wishes.records, sheet)
        if self.store:
            self.store.save(sheet)
        if self.on_progress:
            self.on_progress(self.ledger)

    def _sure(self, at_least_after: float = 0.0) -> bool:
        if not self.wishes.until_sure or time.perf_counter() < self.judged + at_least_after:
            return False
        self.judged = time.perf_counter()
        return all(verdict.answer != UNDECIDED for verdict in _verdicts(self.ledger, self.wishes.margin))


def _verdicts(ledger: Ledger, margin: float) -> tuple[Verdict, ...]:
    """The first bot against each of the others that it meets."""
    bots = ledger.contest.bots
    return tuple(
        judge(bots[0], bots[other], deal_shares(ledger, 0, other), margin)
        for other in range(1, len(bots))
        if any({0, other} <= set(lineup) for lineup in ledger.contest.lineups)
    )


def _record_file(contest: Contest, folder: Path, sheet: Sheet) -> Path:
    lineup, rotation = contest.rotated[sheet.batch.table]
    return folder / f"deal{sheet.batch.first:06}-lineup{lineup + 1}-rotation{rotation + 1}.txt"


def _write_record(contest: Contest, folder: Path, sheet: Sheet) -> None:
    """Under another name first: a file that is there is whole."""
    if sheet.notes is None or sheet.notes.record is None:
        return
    path = _record_file(contest, folder, sheet)
    unfinished = path.with_suffix(".part")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(sheet.notes.record, encoding="utf-8")
        os.replace(unfinished, path)
    except OSError as error:
        raise ArenaError(f"{path}: cannot be written: {error.strerror or error}; name another folder") from None
