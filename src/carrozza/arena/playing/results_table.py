"""The games of a contest as they come in, each counted once."""

from collections import defaultdict

import numpy as np

from carrozza.arena.playing.batch import Sheet
from carrozza.arena.playing.compiled_games import OUTCOME
from carrozza.arena.playing.contest import Contest
from carrozza.arena.playing.single_game import Misdeed
from carrozza.kernel.layout import Grid, blank


class Ledger:
    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        tables = len(contest.tables)
        self.outcomes: Grid = blank(OUTCOME, tables, contest.deals)
        """By table and deal."""
        self.done: Grid = np.zeros((tables, contest.deals), bool)
        self.times: dict[tuple[int, int], tuple[Grid, ...]] = {}
        """Of the games that were watched, by table and deal: the seconds of every move, by seat."""
        self.faults: dict[tuple[int, int], tuple[tuple[Misdeed, ...], ...]] = {}

    @property
    def games(self) -> int:
        return int(self.done.sum())

    def add(self, sheet: Sheet) -> bool:
        """Count the games of a sheet; False where they have been counted before."""
        table, first, deals, _ = sheet.batch
        if self.done[table, first : first + deals].any():
            return False
        self.outcomes[table, first : first + deals] = sheet.outcomes
        self.done[table, first : first + deals] = True
        if sheet.notes:
            self.times[table, first] = sheet.notes.times
            if any(sheet.notes.faults):
                self.faults[table, first] = sheet.notes.faults
        return True

    def drop_after(self, deal: int) -> None:
        """Leave out the deals behind this one."""
        self.done[:, deal + 1 :] = False
        self.times = {game: times for game, times in self.times.items() if game[1] <= deal}
        self.faults = {game: faults for game, faults in self.faults.items() if game[1] <= deal}

    def times_by_bot(self) -> dict[int, Grid]:
        """The seconds of every move that was timed."""
        collected: dict[int, list[Grid]] = defaultdict(list)
        for (table, _), times in self.times.items():
            for seat, bot in enumerate(self.contest.tables[table]):
                collected[bot].append(times[seat])
        return {bot: np.concatenate(times) for bot, times in collected.items()}

    def faults_by_bot(self) -> dict[int, list[Misdeed]]:
        collected: dict[int, list[Misdeed]] = defaultdict(list)
        for (table, _), faults in sorted(self.faults.items(), key=lambda item: item[0][::-1]):
            for seat, bot in enumerate(self.contest.tables[table]):
                collected[bot].extend(faults[seat])
        return dict(collected)
