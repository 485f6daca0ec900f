"""A smooth bending of the plane that carries given points exactly to others: a thin-plate spline."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Self

import numpy as np
from numpy.typing import NDArray

from carrozza.atlas.geography.errors import GeographyError

Array = NDArray[np.float64]

CHUNK = 4096
"""Points bent at a time, to bound the memory."""

COINCIDENT = 1e-9
"""Points nearer than this share of their spread are one point."""


@dataclass(frozen=True, eq=False)
class Spline:
    """One thin-plate spline: a linear map plus a pull, decaying into the distance, from each knot."""

    knots: Array
    pulls: Array
    linear: Array
    shift: Array
    middle: Array
    spread: float

    def __call__(self, points: Array) -> Array:
        """Where the points go."""
        places = (points - self.middle) / self.spread
        bent = places @ self.linear + self.shift
        for begin in range(0, len(places), CHUNK):
            chunk = slice(begin, begin + CHUNK)
            bent[chunk] += _kernel(_offsets(places[chunk], self.knots)) @ self.pulls
        return bent

    def derivative(self, points: Array) -> Array:
        """The matrices (n, 2, 2) of d(target)/d(source): rows for the target's x and y."""
        places = (points - self.middle) / self.spread
        slopes = np.empty((len(places), 2, 2))
        for begin in range(0, len(places), CHUNK):
            chunk = slice(begin, begin + CHUNK)
            offsets = _offsets(places[chunk], self.knots)
            slope = offsets * (_log(_square(offsets)) + 1)[..., None]
            slopes[chunk] = np.einsum("pkj,ki->pij", slope, self.pulls)
        return (slopes + self.linear.T) / self.spread


@dataclass(frozen=True, eq=False)
class Warp:
    """Splines one after the other; nearly always a single one."""

    stages: tuple[Spline, ...]

    @classmethod
    def through(cls, source: Array, target: Array, stages: int = 1) -> Self:
        """The warp that carries each source point to its target.

        With several stages the points walk there from where the best similarity would put them: each stage then
        bends little, so that the plane does not fold where a single spline would fold it.
        """
        source, target = _pairs(source, target)
        start = _similar(source, target)
        path = [source, *(start + (target - start) * (step / stages) for step in range(1, stages + 1))]
        return cls(tuple(_spline(*step) for step in pairwise(path)))

    def __call__(self, points: Array) -> Array:
        """Where the points go, one (x, y) a row."""
        bent = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        for stage in self.stages:
            bent = stage(bent)
        return bent

    def jacobian(self, points: Array) -> Array:
        """By how much the warp magnifies areas at each point; negative where it turns the plane over."""
        bent = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        magnified = np.ones(len(bent))
        for stage in self.stages:
            slopes = stage.derivative(bent)
            magnified *= slopes[:, 0, 0] * slopes[:, 1, 1] - slopes[:, 0, 1] * slopes[:, 1, 0]
            bent = stage(bent)
        return magnified


def bending(source: Array) -> Array:
    """The symmetric matrix B such that `y @ B @ y` tells how much a spline bends that has the values y at the points.

    It is zero for values that are linear in the points, and never negative.
    """
    places, _, spread = _normalised(np.asarray(source, dtype=np.float64).reshape(-1, 2))
    return _bending(places) / spread**2


def similarity(source: Array, target: Array) -> tuple[Array, Array]:
    """The turn and scale (2, 2) and the shift (2,) that bring the source nearest to its target: `p @ turn + shift`."""
    source_middle, target_middle = source.mean(axis=0), target.mean(axis=0)
    x, y = (source - source_middle).T
    u, v = (target - target_middle).T
    weight = float(x @ x + y @ y)
    along, across = ((x @ u + y @ v) / weight, (x @ v - y @ u) / weight) if weight > 0 else (1.0, 0.0)
    turn = np.array([[along, across], [-across, along]])
    return turn, target_middle - source_middle @ turn


def _pairs(source: Array, target: Array) -> tuple[Array, Array]:
    source = np.asarray(source, dtype=np.float64).reshape(-1, 2)
    target = np.asarray(target, dtype=np.float64).reshape(-1, 2)
    if len(source) != len(target):
        raise GeographyError(f"A warp needs a target for each point: there are {len(source)} and {len(target)}.")
    if not len(source):
        raise GeographyError("A warp needs at least one point.")
    if not (np.isfinite(source).all() and np.isfinite(target).all()):
        raise GeographyError("A warp needs finite numbers for its points.")
    return source, target


def _similar(source: Array, target: Array) -> Array:
    turn, shift = similarity(source, target)
    return source @ turn + shift


def _spline(source: Array, target: Array) -> Spline:
    places, middle, spread = _normalised(source)
    turn, shift = similarity(places, target)
    residue = target - (places @ turn + shift)
    pulls = _bending(places) @ residue
    flat = residue - _kernel(_offsets(places, places)) @ pulls
    # The least-norm solution: where all points lie on one line, nothing across it but the similarity.
    rest = np.linalg.lstsq(_linear_terms(places), flat, rcond=1e-9)[0]
    return Spline(places, pulls, turn + rest[1:], shift + rest[0], middle, spread)


def _normalised(source: Array) -> tuple[Array, Array, float]:
    """The points about their middle and at a spread of one, which keeps the equations well conditioned."""
    middle = source.mean(axis=0)
    spread = float(np.sqrt(((source - middle) ** 2).sum(axis=1).mean())) or 1.0
    places = (source - middle) / spread
    apart = _square(_offsets(places, places))
    np.fill_diagonal(apart, np.inf)
    if apart.size and apart.min() < COINCIDENT**2:
        first, second = sorted(int(index) for index in np.unravel_index(apart.argmin(), apart.shape))
        raise GeographyError(f"Points {first + 1} and {second + 1} are at the same place; move one of them.")
    return places, middle, spread


def _bending(places: Array) -> Array:
    """The bending matrix of normalised points: the kernel, inverted among the values that no linear map has."""
    left, weights, _ = np.linalg.svd(_linear_terms(places))
    free = left[:, int((weights > 1e-9 * weights[0]).sum()) :]
    inner = free.T @ _kernel(_offsets(places, places)) @ free
    matrix = free @ np.linalg.solve(inner, free.T)
    return np.asarray((matrix + matrix.T) / 2)


def _linear_terms(places: Array) -> Array:
    return np.column_stack([np.ones(len(places)), places])


def _offsets(points: Array, knots: Array) -> Array:
    return np.asarray(points[:, None, :] - knots[None, :, :])


def _kernel(offsets: Array) -> Array:
    """r^2 log r for each offset."""
    square = _square(offsets)
    return square * _log(square) / 2


def _square(offsets: Array) -> Array:
    """r^2 for each offset; the sum over an axis of two would be many times slower."""
    return np.asarray(offsets[..., 0] ** 2 + offsets[..., 1] ** 2)


def _log(square: Array) -> Array:
    return np.asarray(np.log(square, out=np.zeros_like(square), where=square > 0))
