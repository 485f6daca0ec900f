"""The search bot: the planner's choice, improved on by trying out what else there is."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Final

import numpy as np

from carrozza.bots.analysis import Analysis, Candidate, Step
from carrozza.bots.bot import ActionBot
from carrozza.bots.compiled.bot import configure, graph_at
from carrozza.bots.compiled.decide import Buffers, decide
from carrozza.bots.compiled.memory import Memory, reset_memory
from carrozza.bots.cores import cores
from carrozza.bots.search.candidates import best_candidate, list_candidates
from carrozza.bots.search.iterate import iterate
from carrozza.bots.search.lines import decisions_below, line_of
from carrozza.bots.search.settings import Settings, usual_settings
from carrozza.bots.search.ticket_inference import weigh_tickets
from carrozza.bots.search.workspace import CANDIDATE, CANDIDATES, Root, Workspace, make_workspace
from carrozza.bots.specs.networks import FOR_SEARCH, NO_NETWORK
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

if TYPE_CHECKING:
    from carrozza.bots.neural.weights import Kind
    from carrozza.bots.search.guided.guide import Guide

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
    """Searches for so many seconds a move, or so many imagined games, on so many threads.

    With a budget of games its choices follow from the seed and the number of threads. `network` names the weights file
    of a network to search with; "shipped" is the one that comes with the game, which is used without being named on
    boards where it was measured to help, and "none" is none. `depth` and `others` say how (`guided/guidance.py`).

    >>> from carrozza.game import Game
    >>> game = Game("new-york", seats=2, seed=1)
    >>> with SearchBot(game.names, seed=1, iterations=20, threads=1, network="none") as bot:
    ...     analysis = bot.analyse(game.view("Ada"))
    >>> analysis.games, analysis.best.move in game.legal_moves
    (20, True)
    """

    def __init__(
        self,
        names: Names,
        seed: int,
        seconds: float | None = None,
        iterations: int | None = None,
        threads: int | None = None,
        settings: Settings | None = None,
        network: str | None = None,
        depth: int | None = None,
        others: str | None = None,
    ) -> None:
        if seconds is not None and iterations is not None:
            raise ValueError("a search is limited by seconds or by iterations, not by both")
        if (seconds is not None and seconds <= 0) or (iterations is not None and iterations < 1):
            raise ValueError("a search needs a budget: more than 0 seconds, or 1 iteration or more")
        if threads is not None and threads < 1:
            raise ValueError(f"threads {threads}: a search needs 1 or more")
        threads = threads or cores()
        guide = _guide(names, threads, network, {"depth": depth, "others": others})
        self.compile(guide.kind if guide else None)
        self._prepare(names, seed, threads, settings, guide)
        self._seconds = USUAL_SECONDS if seconds is None and iterations is None else seconds
        self._iterations = iterations

    def _prepare(
        self, names: Names, seed: int, threads: int, settings: Settings | None = None, guide: "Guide | None" = None
    ) -> None:
        board = names.compiled
        settings = settings or (guide.settings if guide else usual_settings())
        self._guide = guide
        self._names = names
        self._seed = np.uint64(seed % (1 << 64))
        self._decisions = 0
        self._analysis: Analysis | None = None
        self._analysing = False
        self._buffers = Buffers()
        self._memory: Memory = self._buffers.memories[0]
        configure(PLANNER, self._memory)
        reset_memory(self._memory, self._stream(0, 0))
        self._root = Root()
        graph = graph_at(names)
        self._workspaces = [make_workspace(board, graph, settings, self._root) for _ in range(threads)]
        self._total = self._workspaces[0]._replace(candidates=blank(CANDIDATE, CANDIDATES))
        self._pool: ThreadPoolExecutor | None = None

    @staticmethod
    @cache
    def compile(kind: "Kind | None") -> None:
        """Search once, so that no bot is charged for compiling, guided by a network of this kind or by none."""
        game = Game("new-york", seats=2, seed=1)
        bot = object.__new__(SearchBot)
        bot._prepare(game.names, 1, 1, guide=_ignorant_guide(game.names, kind) if kind else None)
        bot._seconds, bot._iterations = None, 2
        bot.choose(game.view(0))

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def analyse(self, view: View) -> Analysis:
        """Search as for a move, and say what was found. How the best move is paid for is a search of its own; the
        payments of the others are those that were tried most, or else the usual ones."""
        self._analysing, self._analysis = True, None
        try:
            move = self.choose(view)
        finally:
            self._analysing = False
        assert self._analysis is not None
        return _with_payment(self._analysis, move)

    def decide(self, view: View, mask: Grid) -> int:
        started = time.perf_counter()
        self._look(view, mask)
        self._search(started, int(view.state.phase))
        chosen = self._merge()
        if self._analysing and self._analysis is None:
            self._analysis = self._found(chosen, time.perf_counter() - started)
        return int(self._total.candidates[chosen].action)

    def _look(self, view: View, mask: Grid) -> None:
        """Set up the root, with the planner's choice as the reference; with a network, the policy's."""
        root, first = self._root, self._workspaces[0]
        root.views[0] = view.state.record
        root.mask[:] = mask
        favourite = decide(first.board, first.graph, root.view, root.mask, self._memory, self._buffers.scratch)
        self._decisions += 1
        for seat in range(view.state.seats):
            if seat == view.state.viewer:
                root.memories[seat] = self._memory
            else:
                configure(PLANNER, root.memories[seat])
                reset_memory(root.memories[seat], np.uint64(0))
        if self._guide is None:
            weigh_tickets(first.board, root.view, root.inference)
        else:
            self._guide.look(root, first)
        for number, work in enumerate(self._workspaces):
            work.progress.seed = self._stream(self._decisions, number)
            if self._guide is None:
                list_candidates(work, favourite)
            else:
                self._guide.list_candidates(work, favourite)

    def _stream(self, decision: int, thread: int) -> np.uint64:
        return np.uint64(stream(np.uint64(stream(self._seed, decision)), thread))

    def _search(self, started: float, phase: int) -> None:
        share = SHARES.get(phase, FULL_SHARE)
        deadline = started + self._seconds * share if self._seconds is not None else None
        games = None
        if self._iterations is not None:
            games = max(1, round(self._iterations * SHARES.get(phase, 1.0) / len(self._workspaces)))
        think = partial(self._think, deadline=deadline, games=games)
        threads = range(len(self._workspaces))
        if len(threads) == 1:
            think(0)
            return
        if self._pool is None:
            # Interpreted, the random generator wraps round as compiled: NumPy is to bear it in every thread.
            self._pool = ThreadPoolExecutor(len(threads), initializer=partial(np.seterr, over="ignore"))
        list(self._pool.map(think, threads))

    def _think(self, thread: int, deadline: float | None, games: int | None) -> None:
        work = self._workspaces[thread]
        if self._guide is None:
            _think(work, deadline, games)
        else:
            self._guide.think(thread, work, deadline, games)

    def _merge(self) -> int:
        """Add up what the threads found; returns the best candidate."""
        total = self._total.candidates
        total[:] = self._workspaces[0].candidates
        for work in self._workspaces[1:]:
            for sum_of in SUMS:
                total[sum_of] += work.candidates[sum_of]
        return int(best_candidate(self._total))

    def _found(self, chosen: int, seconds: float) -> Analysis:
        total = self._total.candidates[: self._total.progress.candidates]
        order = sorted(range(len(total)), key=lambda i: (i != chosen, -int(total["visits"][i])))
        return Analysis(
            player=self._names.seats[self._root.view.viewer],
            candidates=tuple(self._candidate(i) for i in order if i == chosen or total[i].visits > 0),
            games=int(total["visits"].sum()),
            seconds=seconds,
        )

    def _candidate(self, i: int) -> Candidate:
        found = self._total.candidates[i]
        most_visited = max(self._workspaces, key=lambda work: work.candidates[i].visits)
        line = line_of(self._names, self._root.view, decisions_below(most_visited.nodes, int(found.node)))
        move, visits = line[0].move, max(1, int(found.visits))
        assert move is not None
        return Candidate(
            move=move,
            visits=int(found.visits),
            value=float(found.value) / visits,
            win_probability=float(found.wins) / visits,
            margin=float(found.margin) / visits,
            line=line,
        )


def _guide(names: Names, threads: int, network: str | None, settings: dict[str, float | str | None]) -> "Guide | None":
    """None where there is no network to search with; what the others need is then not loaded."""
    given = {name: value for name, value in settings.items() if value is not None}
    if network == NO_NETWORK or (network is None and names.board.id not in FOR_SEARCH):
        if given:
            raise ValueError(f"{', '.join(given)}: for a search with a network; name its weights, as network=PATH")
        return None
    from carrozza.bots.search.guided.guide import guide_at

    return guide_at(names, threads, network, given)


def _ignorant_guide(names: Names, kind: "Kind") -> "Guide":
    from carrozza.bots.search.guided.guide import ignorant_guide

    return ignorant_guide(names, kind)


def _with_payment(analysis: Analysis, move: Move) -> Analysis:
    """The analysis with the best move as it is played in the end."""
    best = analysis.best
    line = (Step(analysis.player, str(move), move), *best.line[1:])
    return replace(analysis, candidates=(replace(best, move=move, line=line), *analysis.candidates[1:]))


def _think(work: Workspace, deadline: float | None, games: int | None) -> None:
    """Search until the deadline, or for so many games; less where it is settled."""
    chunk, played = 1, 0
    while not work.progress.settled and (games is None or played < games):
        began = time.perf_counter()
        if deadline is not None and began >= deadline:
            break
        played += iterate(work, chunk if games is None else min(chunk, games - played))
        chunk = _next_chunk(chunk, time.perf_counter() - began)


def _next_chunk(chunk: int, took: float) -> int:
    """Twice as many games where they took little time, half as many where they took long."""
    if took > 2 * CHUNK_SECONDS:
        return max(1, chunk // 2)
    return chunk * 2 if took < CHUNK_SECONDS / 2 else chunk
