"""The layout of a board: cities pushed gently apart until every route and every name has room."""

import os
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from carrozza.atlas.geography import bending
from carrozza.atlas.layout.course import Cancelled, Course, Progress
from carrozza.atlas.layout.energy import Anchors, Energy, Weights
from carrozza.atlas.layout.finish import finished, framed, page_corner
from carrozza.atlas.layout.measure import faults, measure
from carrozza.atlas.layout.names import Names
from carrozza.atlas.layout.neighbours import Neighbours
from carrozza.atlas.layout.network import Array, Network
from carrozza.atlas.layout.resume import begin_from, lay_without_crossing
from carrozza.atlas.layout.start import Detour, crossings, detours, laid, lay, scaled, true_places
from carrozza.atlas.layout_model import Layout
from carrozza.boards.model import Board

# SciPy's L-BFGS-B factorises tiny matrices, which OpenBLAS would share among threads that mostly wait for each other:
# that took seven times the CPU time. OpenBLAS reads this when SciPy is first imported, which is later than here.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

MOST_TRIES, WARM_TRIES = 8, 4
"""How often names that find no room are moved, and everything settles anew: from nothing, and from a layout at hand."""

HOPELESS = 30
"""With more faults after two tries no further one would help: too much is wrong with the board."""

HOLD, LOOSER = 0.5, 0.2
"""How firmly nodes are held where the layout at hand has them, and by how much less in each further try."""

ROUGH = Weights(
    geography=3.0,
    likeness=4e-4,
    pitch=1.0,
    first=0.02,
    bend=60.0,
    apart=0.02,
    cities=1.0,
    names=0.0,
    water=0.0,
    hints=0.0,
)
LOOSE = replace(ROUGH, geography=1.0, apart=0.2, hints=0.02)
NAMED = replace(LOOSE, geography=0.3, apart=0.5, names=0.2, hints=0.05)
BENT = replace(
    NAMED, geography=0.1, likeness=2e-4, pitch=2.0, bend=40.0, apart=2.0, cities=2.0, names=1.0, water=0.2, hints=0.2
)
STRICT = replace(
    BENT, geography=0.05, likeness=1e-4, pitch=8.0, apart=16.0, cities=4.0, names=8.0, water=1.0, hints=0.4
)
"""The stages: at first the map counts most, in the end that nothing touches."""


def compute(
    board: Board,
    progress: Progress | None = None,
    start: Layout | None = None,
    cancelled: Cancelled | None = None,
) -> Layout:
    """Lay a board out. The same board gives the same layout.

    From the layout of a similar board, `start`, it takes a fraction of the time, and what has not changed stays about
    where it is; where faults remain on that way, the board is laid out from nothing as well and the better one taken.
    `cancelled` is asked often: once it says true, `LayoutCancelled` is raised.
    """
    course = Course(progress, cancelled)
    near = None if start is None else Optimiser(board, course).resume(start)
    if near is not None and not near.faults:
        found = near
    else:
        anew = Optimiser(board, course).run()
        found = anew if near is None else min(near, anew, key=lambda tried: tried.faults)
    course.stage("done", 1.0, 1.0)
    return found.layout


class Tried(NamedTuple):
    """A layout, and the number of its faults."""

    faults: int
    layout: Layout


class Optimiser:
    """The stages from a true map with straight routes to a drawing: first loosely, then ever more strictly."""

    def __init__(self, board: Board, course: Course) -> None:
        self.course = course
        self.network = Network(board)
        self.source = scaled(self.network, true_places(board))
        self.names = Names(board)
        self.energy = Energy(self.network, bending(self.source) * self._usual_distance() ** 2, self.names, ROUGH)
        self.detours: dict[int, Detour] = {}
        self.nodes: Array

    def run(self) -> Tried:
        """All stages."""
        self._begin()
        self._spread_out()
        self.course.stage("finding room for the names", 0.2, 0.35)
        self._name()
        self.energy.weights = NAMED
        self._settle(4, 80)
        self._untangle()
        self.energy.weights = BENT
        for step in range(3):
            self.course.stage("bending the routes", 0.35 + 0.1 * step, 0.45 + 0.1 * step)
            self._flood()
            self._name()
            self._settle(4, 80)
            self._untangle()
        self.energy.weights = STRICT
        return self._best_of_tries(0.65, MOST_TRIES)

    def resume(self, start: Layout) -> Tried | None:
        """The last stage alone, from a layout of a similar board; nothing where that has too little of this one."""
        self.course.stage("beginning from the layout at hand", 0.0, 0.1)
        begun = begin_from(self.network, self.names, self.source, start)
        if begun is None:
            return None
        self.nodes = begun.nodes
        self.energy.anchors = Anchors(begun.kept, begun.nodes[begun.kept].copy(), HOLD)
        self.detours = lay_without_crossing(self.network, self.nodes, begun.new_links)
        if begun.new_names:
            self.nodes = self.names.find_room(self.network, self.nodes, begun.new_names)
        if begun.new_links or begun.new_names:
            self.energy.weights = BENT
            self._flood()
            self._settle(2, 60)
        self._flood()
        self.energy.weights = STRICT
        return self._best_of_tries(0.1, WARM_TRIES, thorough=False)

    def _begin(self) -> None:
        self.course.stage("pushing the cities apart", 0.0, 0.2)
        self.detours = detours(self.network, self.source, self.course.check)
        self.nodes = laid(self.network, self.source, self.detours)

    def _best_of_tries(self, begin: float, most: int, *, thorough: bool = True) -> Tried:
        """Settle strictly, over and over while faults remain: names without room move, ferries on land are pulled."""
        best: Tried | None = None
        for step in range(most):
            share = (1.0 - begin) / most
            self.course.stage("making room for everything", begin + share * step, begin + share * (step + 1))
            self._settle(2, 120)
            if thorough:
                self._flood()
                self._settle(2, 120)
            self._untangle()
            layout = finished(self.network, self.nodes, self.names)
            count = len(faults(measure(self.network.board, layout)))
            if best is None or count < best.faults:
                best = Tried(count, layout)
            if (not count and (step or not thorough)) or (step and best.faults > HOPELESS):
                break
            self._mend()
        assert best is not None
        return best

    def _mend(self) -> None:
        if self.energy.anchors is not None:
            self.energy.anchors.weight *= LOOSER
        self._flood()
        self.energy.ferries.pull_harder(self.nodes)
        crowded = self.energy.crowded_names(self.nodes)
        if crowded:
            self.names.give_up(self.network, self.nodes, crowded)
            self._name()

    def _spread_out(self) -> None:
        """Push the cities apart; where routes then cross that did not before, again and more true to the map."""
        begin = self.nodes
        for stiffness in (1.0, 4.0, 16.0):
            self.nodes = begin.copy()
            for weights in (ROUGH, LOOSE):
                self.energy.weights = replace(weights, geography=stiffness * weights.geography)
                self._settle(4, 80)
                self._untangle()
            if not crossings(self.network, self.nodes):
                return

    def _usual_distance(self) -> float:
        pairs = self.network.ends_of_link
        return float(np.median(np.hypot(*(self.source[pairs[:, 0]] - self.source[pairs[:, 1]]).T)))

    def _settle(self, rounds: int, iterations: int) -> None:
        """Walk downhill; what is near what is looked up anew in each round."""
        from scipy.optimize import minimize

        for step in range(rounds):
            self.course.within_stage(step / rounds)
            self._look_around()
            options = {"maxiter": iterations, "maxcor": 20}
            result = minimize(
                self.energy,
                self.nodes.ravel(),
                jac=True,
                method="L-BFGS-B",
                options=options,
                callback=lambda _nodes: self.course.check(),
            )
            self.nodes = np.asarray(result.x, dtype=np.float64).reshape(-1, 2)

    def _look_around(self) -> None:
        with_names = self.energy.weights.names > 0
        self.energy.neighbours = Neighbours(self.network, self.names, self.nodes, with_names)
        self.energy.likeness = _likeness(self.source, self.nodes[: self.network.cities])

    def _untangle(self) -> None:
        """Lay routes that cross afresh, a few times: they got caught on the wrong side of each other."""
        for _ in range(3):
            tangled = {index for pair in crossings(self.network, self.nodes) for index in pair}
            if not tangled:
                return
            for index in tangled:
                lay(self.network, self.nodes, index, self.detours.get(index))
            self._settle(2, 60)

    def _name(self) -> None:
        self.nodes = self.names.find_room(self.network, self.nodes)

    def _flood(self) -> None:
        """Look where the water is now, so that ferries find it."""
        layout = framed(self.network, self.nodes, self.names)
        corner = page_corner(self.network, self.nodes, self.names)
        self.energy.ferries.look(layout, corner, self.nodes)


def _likeness(source: Array, cities: Array) -> Array:
    """The true places at the size that fits the cities best, about their middle."""
    true, drawn = source - source.mean(0), cities - cities.mean(0)
    return np.asarray(true * ((true * drawn).sum() / (true * true).sum()))
