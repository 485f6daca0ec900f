"""A contest: who plays whom, on which deals, from which seats."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, cycle, islice
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from carrozza import boards
from carrozza.arena.checks import ArenaError, check_range, checked_board, checked_seed, checked_variants
from carrozza.bots.registry import meant_at
from carrozza.bots.specs.bot_classes import NEURAL
from carrozza.bots.specs.checked import parse_spec
from carrozza.bots.specs.notation import Spec
from carrozza.kernel.chance import stream
from carrozza.kernel.layout import Grid

MOST_GAMES: Final = 10_000_000
TIMED_DEALS: Final = 4
"""The first deals of every lineup are played move by move, whoever plays, to time the moves."""

Lineup = tuple[int, ...]
"""Bots by number, in the order in which they sit."""


class Batch(NamedTuple):
    """Consecutive deals of one seating, given to a worker at once."""

    seating: int
    first: int
    deals: int
    move_by_move: bool
    """Played through the Python game, with a clock and, if asked for, a record; otherwise in compiled code."""


@dataclass(frozen=True)
class Contest:
    """Every lineup plays every deal in all its seat rotations: `seatings` are the rotated lineups."""

    board: boards.Board
    source: str
    """How the board was named: its id, or the path of its file."""
    variants: tuple[str, ...]
    seats: int
    bots: tuple[str, ...]
    lineups: tuple[Lineup, ...]
    seed: int
    deals: int
    records: bool = False
    """Whether a record is kept of every game."""
    strict: bool = False
    """Whether the first fault of a bot ends the contest."""
    noted: bool = False
    """Whether claims, tickets and cards drawn are kept of every game."""
    decisions: bool = False
    """Where games are noted: whether every decision is kept too."""

    def __hash__(self) -> int:
        """Without the board's facts: all of them would be hashed anew for every batch."""
        return hash((self.board.id, self.bots, self.lineups, self.seed))

    @cached_property
    def specs(self) -> tuple[Spec, ...]:
        """The bots that play; a level is replaced by the bot it stands for on this board."""
        return tuple(meant_at(parse_spec(bot), self.board) for bot in self.bots)

    @cached_property
    def rotations(self) -> tuple[tuple[int, int], ...]:
        """The lineup and the rotation of every seating."""
        return tuple(
            (number, rotation) for number, lineup in enumerate(self.lineups) for rotation in range(period(lineup))
        )

    @cached_property
    def seatings(self) -> tuple[Lineup, ...]:
        """The bots by seat."""
        return tuple(rotated(self.lineups[number], rotation) for number, rotation in self.rotations)

    @property
    def games(self) -> int:
        return self.deals * len(self.seatings)

    def compiled(self, seating: int) -> bool:
        """Whether compiled code can play this seating."""
        return all(self._plays_compiled(self.specs[bot]) for bot in self.seatings[seating])

    @property
    def all_compiled(self) -> bool:
        return all(map(self._plays_compiled, self.specs))

    def _plays_compiled(self, spec: Spec) -> bool:
        """Compiled bots and networks do. Games of networks are noted after they were played, one by one."""
        return spec.compiled or (spec.name == NEURAL.name and not self.noted)

    def move_by_move(self, seating: int, deal: int) -> bool:
        return self.records or deal < TIMED_DEALS or not self.compiled(seating)

    def deal_seed(self, deal: int) -> int:
        return int(stream(np.uint64(self.seed), deal))


def period(lineup: Lineup) -> int:
    """How many rotations differ: two for a, b, a, b; one where all are the same.

    >>> period((0, 1, 0, 1)), period((0, 1, 1)), period((0, 0))
    (2, 3, 1)
    """
    return next(n for n in range(1, len(lineup) + 1) if rotated(lineup, n) == lineup)


def rotated(lineup: Lineup, by: int) -> Lineup:
    return lineup[by:] + lineup[:by]


def lineups_of(bots: Sequence[int], seats: int) -> tuple[Lineup, ...]:
    """Every choice of as many bots as seats; fewer bots take turns around the table.

    >>> lineups_of([0, 1, 2], 2), lineups_of([0, 1], 4)
    (((0, 1), (0, 2), (1, 2)), ((0, 1, 0, 1),))
    """
    if len(bots) <= seats:
        return (tuple(islice(cycle(bots), seats)),)
    distinct = {tuple(sorted(chosen)): chosen for chosen in reversed(list(combinations(bots, seats)))}
    return tuple(reversed(distinct.values()))


def make_contest(
    board: boards.Board | str | Path,
    seats: int,
    games: int,
    bots: Sequence[str],
    seed: int | None = None,
    variants: Sequence[str] = (),
    records: bool = False,
    strict: bool = False,
) -> Contest:
    """Check the arguments. The number of games is rounded up to whole deals."""
    found = checked_board(board, seats)
    check_range("games", games, 1, MOST_GAMES, f"ask for 1 to {MOST_GAMES:,}")
    named = [str(parse_spec(bot)) for bot in bots]
    if not named:
        raise ArenaError("no bots: name one or more, separated by commas")
    distinct = tuple(dict.fromkeys(named))
    lineups = lineups_of([distinct.index(name) for name in named], seats)
    return Contest(
        board=found,
        source=found.id if isinstance(board, boards.Board) else str(board),
        variants=checked_variants(found, variants),
        seats=seats,
        bots=distinct,
        lineups=lineups,
        seed=checked_seed(seed),
        deals=-(-games // sum(map(period, lineups))),
        records=records,
        strict=strict,
    )


def batches(contest: Contest, done: Grid, chunk: int) -> Iterator[Batch]:
    """The games still to be played, deal by deal; `done` says which are finished, by seating and deal."""
    for first, last in _stretches(contest.deals, chunk):
        for seating in range(len(contest.seatings)):
            yield from _missing(contest, seating, first, done[seating, first:last])


def _stretches(deals: int, chunk: int) -> Iterator[tuple[int, int]]:
    timed = min(TIMED_DEALS, deals)
    for first in range(timed):
        yield first, first + 1
    for first in range(timed, deals, chunk):
        yield first, min(first + chunk, deals)


def _missing(contest: Contest, seating: int, first: int, done: Grid) -> Iterator[Batch]:
    """The gaps between finished games; games played move by move come one by one."""
    edges = np.flatnonzero(np.diff(np.concatenate(([True], done, [True])))) + first
    for begin, end in edges.reshape(-1, 2).tolist():
        if contest.move_by_move(seating, begin):
            for deal in range(begin, end):
                yield Batch(seating, deal, 1, move_by_move=True)
        else:
            yield Batch(seating, begin, end - begin, move_by_move=False)
