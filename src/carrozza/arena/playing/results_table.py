"""The finished games of a contest, each counted once."""

from collections import Counter, defaultdict

import numpy as np

from carrozza.arena.playing.batch import BatchResult
from carrozza.arena.playing.compiled_games import OUTCOME
from carrozza.arena.playing.contest import Contest
from carrozza.arena.playing.single_game import GameDetails
from carrozza.bots.fallback import Fault
from carrozza.kernel.layout import Grid, blank


class ResultsTable:
    """Outcomes by seating and deal, and the details of games that were played move by move."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        seatings = len(contest.seatings)
        self.outcomes: Grid = blank(OUTCOME, seatings, contest.deals)
        """By seating and deal."""
        self.done: Grid = np.zeros((seatings, contest.deals), bool)
        self.details: dict[tuple[int, int], GameDetails] = {}
        """By seating and deal."""

    @property
    def games(self) -> int:
        return int(self.done.sum())

    def add(self, played: BatchResult) -> bool:
        """Count the games of a batch; False where they have been counted before."""
        seating, first, deals, _ = played.batch
        if self.done[seating, first : first + deals].any():
            return False
        self.outcomes[seating, first : first + deals] = played.outcomes
        self.done[seating, first : first + deals] = True
        if played.details:
            self.details[seating, first] = played.details
        return True

    def drop_after(self, deal: int) -> None:
        """Leave out the deals after this one."""
        self.done[:, deal + 1 :] = False
        self.details = {game: details for game, details in self.details.items() if game[1] <= deal}

    def times_by_bot(self) -> dict[int, Grid]:
        """The seconds of every timed move."""
        collected: dict[int, list[Grid]] = defaultdict(list)
        for (seating, _), details in self.details.items():
            for seat, bot in enumerate(self.contest.seatings[seating]):
                collected[bot].append(details.times[seat])
        return {bot: np.concatenate(times) for bot, times in collected.items()}

    def faults_by_bot(self) -> dict[int, list[Fault]]:
        """In the order of the deals."""
        collected: dict[int, list[Fault]] = defaultdict(list)
        for (seating, _), details in sorted(self.details.items(), key=lambda item: item[0][::-1]):
            for seat, bot in enumerate(self.contest.seatings[seating]):
                collected[bot].extend(details.faults[seat])
        return dict(collected)

    def replaced_by_bot(self) -> Counter[int]:
        """How many decisions of each bot the fallback made instead."""
        collected: Counter[int] = Counter()
        for (seating, _), details in self.details.items():
            for seat, bot in enumerate(self.contest.seatings[seating]):
                collected[bot] += details.replaced[seat]
        return collected
