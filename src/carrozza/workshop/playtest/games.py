"""The games of a playtest: every number of seats in turn, on several threads, until Ctrl-C."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile
from typing import Final

import numpy as np

from carrozza import boards
from carrozza.arena.checks import ArenaError, check_range, checked_board, checked_seed, checked_threads
from carrozza.arena.playing.compiled_games import memories_of
from carrozza.bots.compiled.board_graph import graph_of
from carrozza.bots.specs.checked import parse_spec
from carrozza.interrupts import InterruptFlag, run_until_interrupted
from carrozza.kernel.board import compile_board
from carrozza.kernel.chance import stream
from carrozza.kernel.layout import Grid
from carrozza.workshop.playtest.game_loop import GameTable, room_for
from carrozza.workshop.playtest.styles import FLOOR, style_specs

OnProgress = Callable[[int], None]
"""Called now and then with the number of finished games."""

MOST_GAMES: Final = 200_000
BATCH: Final = 25
"""Games between two looks at the flag of Ctrl-C."""
FLOOR_EVERY: Final = 20
"""One game in so many has a seat that plays at random."""
TURNS_A_SEAT: Final = 300
"""A game that has had so many turns for each seat counts as endless; on printed boards it ends after 30 to 50."""


@dataclass(frozen=True)
class Plan:
    """Checked arguments of a playtest."""

    board: boards.Board
    games: int
    seats: tuple[int, ...]
    """The numbers of seats that are played."""
    styles: dict[str, str]
    """The bots' specs, by the names of their styles."""
    seed: int
    threads: int

    def games_with(self, seats: int) -> int:
        """The games in equal parts; what is left over goes to the first numbers of seats."""
        share, left = divmod(self.games, len(self.seats))
        return share + (self.seats.index(seats) < left)


def make_plan(
    board: boards.Board,
    games: int,
    players: Sequence[int] | None = None,
    bots: list[str] | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> Plan:
    """Check the arguments. By default all numbers of seats the board allows play, in all styles, on all cores."""
    check_range("games", games, 1, MOST_GAMES, f"ask for 1 to {MOST_GAMES:,}")
    asked = tuple(dict.fromkeys(players or range(board.rules.min_seats, board.rules.max_seats + 1)))
    for seats in asked:
        checked_board(board, seats)
    return Plan(board, games, asked, style_specs(bots), checked_seed(seed), checked_threads(threads))


@dataclass(frozen=True)
class SeatGames:
    """The games with one number of seats. `seatings` says by game and seat which style sat there."""

    seats: int
    styles: int
    """How many styles there are; the number after the last is the floor's."""
    seatings: Grid
    outcomes: Grid
    details: Grid

    def __len__(self) -> int:
        return len(self.outcomes)

    @property
    def with_floor(self) -> Grid:
        """Which games had a seat that played at random."""
        found: Grid = (self.seatings == self.styles).any(axis=1)
        return found

    def among_styles(self) -> "SeatGames":
        """Those without such a seat."""
        return self.only(~self.with_floor)

    def only(self, chosen: Grid) -> "SeatGames":
        return SeatGames(self.seats, self.styles, self.seatings[chosen], self.outcomes[chosen], self.details[chosen])

    def by_seat(self, name: str) -> Grid:
        """One field of the outcomes or details: a row a game, a column a seat."""
        among = self.outcomes if name in (self.outcomes.dtype.names or ()) else self.details
        column: Grid = among[name][:, : self.seats]
        return column

    def win_shares(self) -> Grid:
        """1 for a win, 1/k for one shared by k."""
        won = self.by_seat("winner").astype(np.float64)
        shares: Grid = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
        return shares

    def margins(self) -> Grid:
        """By how many points each seat is ahead of the mean of the others."""
        total = self.by_seat("total").astype(np.float64)
        return ahead_of_others(total)


def ahead_of_others(values: Grid) -> Grid:
    """Each column less the mean of the other columns.

    >>> ahead_of_others(np.array([[3.0, 1.0, 2.0]])).tolist()
    [[1.5, -1.5, 0.0]]
    """
    seats = values.shape[1]
    others: Grid = (values.sum(axis=1, keepdims=True) - values) / (seats - 1)
    ahead: Grid = values - others
    return ahead


@dataclass(frozen=True)
class PlayedGames:
    """All games that were played, by the number of seats."""

    plan: Plan
    tables: tuple[SeatGames, ...]
    seconds: float

    @property
    def games(self) -> int:
        return sum(map(len, self.tables))

    @property
    def interrupted(self) -> bool:
        return self.games < self.plan.games


@dataclass
class _Table:
    """The games with one number of seats, while they are being played."""

    plan: Plan
    seats: int
    bots: Grid
    seatings: Grid = field(init=False)
    outcomes: Grid = field(init=False)
    details: Grid = field(init=False)

    def __post_init__(self) -> None:
        games = self.plan.games_with(self.seats)
        self.seatings = seatings_of(games, self.seats, len(self.plan.styles), self.plan.seed)
        self.outcomes, self.details = room_for(games)

    def play(self, board: GameTable, first: int) -> None:
        games = slice(first, first + BATCH)
        seed = int(stream(np.uint64(self.plan.seed), self.seats))
        most_turns = TURNS_A_SEAT * self.seats
        board.play(seed, first, most_turns, self.seatings[games], self.outcomes[games], self.details[games])

    def played(self, games: int) -> SeatGames:
        kept = slice(0, min(games, len(self.outcomes)))
        return SeatGames(
            self.seats, len(self.plan.styles), self.seatings[kept], self.outcomes[kept], self.details[kept]
        )


def seatings_of(games: int, seats: int, styles: int, seed: int) -> Grid:
    """Which style sits where: drawn by lot, all as often; in one game of twenty a seat is the floor's."""
    chance = np.random.default_rng([seed, seats])
    repeated = np.arange(styles).repeat(-(-seats // styles))
    drawn = chance.permuted(np.tile(repeated, (games, 1)), axis=1)[:, :seats].astype(np.int64)
    floored = np.arange(FLOOR_EVERY - 1, games, FLOOR_EVERY)
    drawn[floored, np.arange(len(floored)) % seats] = styles
    return np.ascontiguousarray(drawn)


def play_plan(plan: Plan, interrupt: InterruptFlag, on_progress: OnProgress | None = None) -> PlayedGames:
    """Play until all games are played or the flag is set; what is kept are the first games of each number of seats."""
    try:
        run = _Run(plan, interrupt)
    except MemoryError:
        raise ArenaError(f"games {plan.games}: there is too little memory for them; ask for fewer") from None
    if not run_until_interrupted(run.compile, interrupt):
        return PlayedGames(plan, tuple(table.played(0) for table in run.tables), 0.0)
    started = time.perf_counter()
    # Interpreted rules let the random generator overflow, as compiled ones do: NumPy must not warn in any thread.
    with ThreadPoolExecutor(plan.threads, initializer=partial(np.seterr, over="ignore")) as pool:
        futures = {batch: pool.submit(run.play, *batch) for batch in run.batches()}
        run.follow(list(futures.values()), on_progress)
    seconds = time.perf_counter() - started
    return PlayedGames(
        plan, tuple(_first_of(table, number, futures) for number, table in enumerate(run.tables)), seconds
    )


Batch = tuple[int, int]
"""The number of a table, and its first game."""


class _Run:
    def __init__(self, plan: Plan, interrupt: InterruptFlag) -> None:
        self.plan = plan
        self.interrupt = interrupt
        self.stopped = False
        bots = memories_of([parse_spec(spec) for spec in (*plan.styles.values(), FLOOR)])
        self.tables = [_Table(plan, seats, bots) for seats in plan.seats]

    def compile(self) -> None:
        """Compile, or load, what plays: a batch of no games does that."""
        self.board = compile_board(self.plan.board)
        self.graph = graph_of(self.board)
        first = self.tables[0]
        none = slice(0, 0)
        self._table(first).play(1, 0, 1, first.seatings[none], first.outcomes[none], first.details[none])

    def _table(self, table: _Table) -> GameTable:
        return GameTable(self.board, self.graph, table.bots, table.seats)

    def batches(self) -> list[Batch]:
        """All tables in turn, so that they stop at about the same share of their games."""
        every = [
            (first / max(1, len(table.outcomes)), number, first)
            for number, table in enumerate(self.tables)
            for first in range(0, len(table.outcomes), BATCH)
        ]
        return [(number, first) for _, number, first in sorted(every)]

    def play(self, number: int, first: int) -> bool:
        """Whether the batch was played."""
        if self.interrupt.is_set or self.stopped:
            return False
        table = self.tables[number]
        table.play(self._table(table), first)
        return True

    def follow(self, futures: Sequence["Future[bool]"], on_progress: OnProgress | None) -> None:
        """Report until all is done; an error in the report stops the games too."""
        done = 0
        try:
            for future in as_completed(futures):
                done += BATCH if future.result() else 0
                if on_progress:
                    on_progress(min(done, self.plan.games))
        except BaseException:
            self.stopped = True
            raise


def _first_of(table: _Table, number: int, futures: dict[Batch, "Future[bool]"]) -> SeatGames:
    """Up to the first batch that was not played, so that the games kept are always the first ones."""
    firsts = range(0, len(table.outcomes), BATCH)
    return table.played(BATCH * len(list(takewhile(lambda first: futures[number, first].result(), firsts))))
