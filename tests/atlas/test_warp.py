"""The thin-plate spline that bends the map through the cities."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from carrozza.atlas.geography.errors import GeographyError
from carrozza.atlas.geography.warp import Warp, bending
from tests.samples import samples

Array = NDArray[np.float64]

SEEDS = st.integers(0, 2**32 - 1)
COUNTS = st.integers(1, 50)


def scattered(seed: int, count: int) -> tuple[Array, Array]:
    random = np.random.default_rng(seed)
    source = random.uniform(-3000, 3000, (count, 2))
    return source, source * 0.25 + random.normal(0, 30, (count, 2)) + [400, 300]


def finite_difference(warp: Warp, points: Array) -> Array:
    step = 1e-2
    right, down = np.array([step, 0]), np.array([0, step])
    east = (warp(points + right) - warp(points - right)) / (2 * step)
    south = (warp(points + down) - warp(points - down)) / (2 * step)
    return np.asarray(east[:, 0] * south[:, 1] - east[:, 1] * south[:, 0])


@settings(max_examples=samples(40))
@given(SEEDS, COUNTS, st.sampled_from([1, 3]))
def test_every_point_goes_exactly_to_its_target(seed: int, count: int, stages: int) -> None:
    source, target = scattered(seed, count)
    assert np.allclose(Warp.through(source, target, stages)(source), target, atol=1e-6)


@settings(max_examples=samples(40))
@given(SEEDS, COUNTS)
def test_linear_maps_bend_nothing(seed: int, count: int) -> None:
    source, _ = scattered(seed, count)
    target = source @ np.array([[0.3, 0.1], [-0.05, 0.2]]) + [7, -4]
    matrix = bending(source)
    assert np.abs(matrix @ target).max() <= 1e-7 * np.abs(target).max() * max(np.abs(matrix).max(), 1e-12)
    elsewhere = np.random.default_rng(seed).uniform(-9000, 9000, (20, 2))
    if count >= 3:
        assert np.allclose(Warp.through(source, target)(elsewhere), elsewhere @ [[0.3, 0.1], [-0.05, 0.2]] + [7, -4])


@settings(max_examples=samples(40))
@given(SEEDS, COUNTS)
def test_bending_is_symmetric_and_never_negative(seed: int, count: int) -> None:
    source, _ = scattered(seed, count)
    matrix = bending(source)
    assert np.array_equal(matrix, matrix.T)
    values = np.linalg.eigvalsh(matrix)
    assert values.min() >= -1e-9 * max(values.max(), 1e-12)
    assert (values > 1e-9 * values.max()).sum() == max(0, count - 3)


def test_bending_grows_with_what_the_spline_must_bend() -> None:
    source, _ = scattered(1, 12)
    bump = np.zeros(12)
    bump[3] = 1.0
    assert bump @ bending(source) @ bump > 0
    assert (2 * bump) @ bending(source) @ (2 * bump) == pytest.approx(4 * (bump @ bending(source) @ bump))


@settings(max_examples=samples(40))
@given(SEEDS, COUNTS, st.sampled_from([1, 3]))
def test_jacobian_is_that_of_finite_differences(seed: int, count: int, stages: int) -> None:
    source, target = scattered(seed, count)
    warp = Warp.through(source, target, stages)
    elsewhere = np.random.default_rng(seed + 1).uniform(-4000, 4000, (30, 2))
    assert np.allclose(warp.jacobian(elsewhere), finite_difference(warp, elsewhere), rtol=1e-4, atol=1e-6)


def test_stages_unfold_what_one_spline_folds() -> None:
    source = np.array([[0, 0], [10, 0], [0, 10], [10, 10], [4.5, 5], [5.5, 5]])
    target = np.array([[0, 0], [10, 0], [0, 10], [10, 10], [5.2, 8], [4.9, 2]])
    grid = np.stack(np.meshgrid(np.linspace(-5, 15, 81), np.linspace(-5, 15, 81)), axis=-1).reshape(-1, 2)
    assert Warp.through(source, target).jacobian(grid).min() < 0
    unfolded = Warp.through(source, target, stages=4)
    assert unfolded.jacobian(grid).min() > 0.3
    assert np.allclose(unfolded(source), target)


def test_one_point_is_shifted_and_two_are_turned() -> None:
    assert np.allclose(Warp.through(np.array([[1, 2]]), np.array([[5, 5]]))(np.array([[2, 2]])), [[6, 5]])
    turned = Warp.through(np.array([[0, 0], [1, 0]]), np.array([[0, 0], [0, 2]]))
    assert np.allclose(turned(np.array([[0, 1]])), [[-2, 0]])
    assert np.allclose(turned.jacobian(np.array([[5, 5]])), [4])


def test_points_on_a_line_still_bend_a_plane() -> None:
    source = np.array([[0, 0], [1, 1], [2, 2], [3, 3]], dtype=float)
    target = np.array([[0, 0], [10, 10], [20, 25], [30, 30]], dtype=float)
    warp = Warp.through(source, target)
    assert np.allclose(warp(source), target)
    assert warp.jacobian(np.array([[1.0, 2.0], [2.0, 1.0]])).min() > 20


@pytest.mark.parametrize(
    ("source", "target", "told"),
    [
        ([[0, 0], [1, 1], [0, 0]], [[0, 0], [1, 1], [2, 2]], "Points 1 and 3 are at the same place"),
        ([[0, 0], [1, 1]], [[0, 0]], "there are 2 and 1"),
        ([], [], "at least one point"),
        ([[0, 0], [1, float("nan")]], [[0, 0], [1, 1]], "finite"),
    ],
)
def test_impossible_warps_are_refused(source: list[list[float]], target: list[list[float]], told: str) -> None:
    with pytest.raises(GeographyError, match=told):
        Warp.through(np.array(source), np.array(target))
