"""The search bot: the planner's choice, improved on by trying out what else there is."""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import Final

import numpy as np

from carrozza.bots.bot import ActionBot
from carrozza.bots.compiled.bot import prepare, roads_at
from carrozza.bots.compiled.decide import Desk, decide
from carrozza.bots.compiled.memory import Mind, wake
from carrozza.bots.cores import cores
from carrozza.bots.search.analysis import Estimate, Option, option_of
from carrozza.bots.search.candidates import best_candidate, list_candidates
from carrozza.bots.search.iterate import iterate
from carrozza.bots.search.settings import Settings, usual_settings
from carrozza.bots.search.ticket_inference import weigh_tickets
from carrozza.bots.search.workspace import CANDIDATE, CANDIDATES, Bench, Root, make_bench
from carrozza.bots.specs.notation import read_spec
from carrozza.game import Game, Move, View
from carrozza.game.names import Names
from carrozza.kernel.chance import stream
from carrozza.kernel.layout import Grid, blank
from carrozza.kernel.state import (
    MARKER,
    MOVE_ALVIN,
    PAY_MARKER,
    PAY_ROUTE,
    PAY_STATION,
    SECOND,
    TUNNEL,
)

PLANNER: Final = read_spec("planner")
USUAL_SECONDS: Final = 1.0
CHUNK_SECONDS: Final = 0.005
"""How long a thread plays before it looks at the clock."""
SHARES: Final = {
    SECOND: 0.5,
    PAY_ROUTE: 0.1,
    PAY_STATION: 0.1,
    PAY_MARKER: 0.1,
    TUNNEL: 0.3,
    MARKER: 0.4,
    MOVE_ALVIN: 0.3,
}
"""What part of the budget lesser decisions get."""
SUMS: Final = ("edge", "edge_squared", "value", "margin", "wins", "visits")
FULL_SHARE: Final = 0.9
"""A claim leaves some of the budget to its payment."""


class SearchBot(ActionBot):
    """Thinks for so many seconds a move, or so many imagined games, on so many threads.

    With a budget of games its choices follow from the seed and the number of threads.

    >>> from carrozza.game import Game
    >>> game = Game("new-york", seats=2, seed=1)
    >>> bot = SearchBot(game.names, seed=1, iterations=20, threads=1)
    >>> game.play(bot.choose(game.view("Ada")))
    >>> bot.last.games
    20
    """

    def __init__(
        self,
        names: Names,
        seed: int,
        seconds: float | None = None,
        iterations: int | None = None,
        threads: int | None = None,
        settings: Settings | None = None,
    ) -> None:
        if seconds is not None and iterations is not None:
            raise ValueError("a search is limited by seconds or by iterations, not by both")
        if (seconds is not None and seconds <= 0) or (iterations is not None and iterations < 1):
            raise ValueError("a search needs a budget: more than 0 seconds, or 1 iteration or more")
        if threads is not None and threads < 1:
            raise ValueError(f"threads {threads}: a search needs 1 or more")
        self._compile()
        self._prepare(names, seed, threads or cores(), settings or usual_settings())
        self._seconds = USUAL_SECONDS if seconds is None and iterations is None else seconds
        self._iterations = iterations
        self.last: Estimate | None = None
        """What it thought of its last move, or decision."""

    def _prepare(self, names: Names, seed: int, threads: int, settings: Settings) -> None:
        board = names.compiled
        self._names = names
        self._seed = np.uint64(seed % (1 << 64))
        self._decisions = 0
        self._first: Estimate | None = None
        self._desk = Desk()
        self._mind: Mind = self._desk.minds[0]
        prepare(PLANNER, self._mind)
        wake(self._mind, self._luck(0, 0))
        self._root = Root()
        roads = roads_at(names)
        self._benches = [make_bench(board, roads, settings, self._root) for _ in range(threads)]
        self._total = self._benches[0]._replace(candidates=blank(CANDIDATE, CANDIDATES))
        self._pool: ThreadPoolExecutor | None = None

    @staticmethod
    @cache
    def _compile() -> None:
        """Once: so that compiling takes nobody's thinking time."""
        game = Game("new-york", seats=2, seed=1)
        bot = object.__new__(SearchBot)
        bot._prepare(game.names, 1, 1, usual_settings())
        bot._seconds, bot._iterations = None, 2
        bot.choose(game.view(0))

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def choose(self, view: View) -> Move:
        """A legal move; `last` tells of the move, and not of how it is paid for."""
        self._first = None
        move = super().choose(view)
        self.last = self._first
        return move

    def decide(self, view: View, mask: Grid) -> int:
        started = time.perf_counter()
        self._look(view, mask)
        self._search(started, int(view.state.phase))
        chosen = self._merge()
        self.last = self._estimate(chosen, time.perf_counter() - started)
        self._first = self._first or self.last
        return self.last.chosen.action

    def _look(self, view: View, mask: Grid) -> None:
        """Set up the root, with the planner's choice as the reference."""
        root, first = self._root, self._benches[0]
        root.views[0] = view.state.record
        root.mask[:] = mask
        favourite = decide(first.board, first.roads, root.view, root.mask, self._mind, self._desk.work)
        self._decisions += 1
        for seat in range(view.state.seats):
            if seat == view.state.viewer:
                root.minds[seat] = self._mind
            else:
                prepare(PLANNER, root.minds[seat])
                wake(root.minds[seat], np.uint64(0))
        weigh_tickets(first.board, root.view, root.hunch)
        for number, bench in enumerate(self._benches):
            bench.thought.seed = self._luck(self._decisions, number)
            list_candidates(bench, favourite)

    def _luck(self, decision: int, thread: int) -> np.uint64:
        return np.uint64(stream(np.uint64(stream(self._seed, decision)), thread))

    def _search(self, started: float, phase: int) -> None:
        share = SHARES.get(phase, FULL_SHARE)
        deadline = started + self._seconds * share if self._seconds is not None else None
        games = None
        if self._iterations is not None:
            games = max(1, round(self._iterations * SHARES.get(phase, 1.0) / len(self._benches)))
        think = partial(_think, deadline=deadline, games=games)
        if len(self._benches) == 1:
            think(self._benches[0])
            return
        if self._pool is None:
            # Interpreted, the random generator wraps round as compiled: NumPy is to bear it in every thread.
            self._pool = ThreadPoolExecutor(len(self._benches), initializer=partial(np.seterr, over="ignore"))
        list(self._pool.map(think, self._benches))

    def _merge(self) -> int:
        """Add up what the threads found; returns the best candidate."""
        total = self._total.candidates
        total[:] = self._benches[0].candidates
        for bench in self._benches[1:]:
            for sum_of in SUMS:
                total[sum_of] += bench.candidates[sum_of]
        return int(best_candidate(self._total))

    def _estimate(self, chosen: int, seconds: float) -> Estimate:
        total = self._total.candidates[: self._total.thought.candidates]
        order = sorted(range(len(total)), key=lambda i: (i != chosen, -int(total["visits"][i])))
        return Estimate(
            player=self._names.seats[self._root.view.viewer],
            options=tuple(self._option(i) for i in order if i == chosen or total[i].visits > 0),
            games=int(total["visits"].sum()),
            seconds=seconds,
        )

    def _option(self, i: int) -> Option:
        at = max(self._benches, key=lambda bench: bench.candidates[i].visits)
        return option_of(self._names, self._total.candidates[i], at)


def _think(bench: Bench, deadline: float | None, games: int | None) -> None:
    """Search until the deadline, or for so many games; less where it is settled."""
    chunk, played = 1, 0
    while not bench.thought.settled and (games is None or played < games):
        began = time.perf_counter()
        if deadline is not None and began >= deadline:
            break
        played += iterate(bench, chunk if games is None else min(chunk, games - played))
        chunk = _next_chunk(chunk, time.perf_counter() - began)


def _next_chunk(chunk: int, took: float) -> int:
    """Twice as many games where they took little time, half as many where they took long."""
    if took > 2 * CHUNK_SECONDS:
        return max(1, chunk // 2)
    return chunk * 2 if took < CHUNK_SECONDS / 2 else chunk
