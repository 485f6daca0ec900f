"""A coast drawn by hand takes the place of the real one, in the ground and on every drawing."""

from pathlib import Path

import numpy as np
import pytest

from carrozza.atlas.drawing import draw
from carrozza.atlas.geography import background, on_land
from carrozza.atlas.layout.measure import measure
from carrozza.atlas.layout.store import digest
from carrozza.atlas.layout_model import Layout
from carrozza.boards import Board, BoardError, load
from tests.atlas.triangle import TRIANGLE, hand_made, triangle

ISLAND = [[50.5, 8.5], [50.5, 11.5], [48.4, 11.5], [48.4, 8.5]]
LAKE = [[49.4, 9.8], [49.4, 10.2], [48.95, 10.2], [48.95, 9.8]]
BOW_TIE = [[50.5, 8.5], [48.4, 11.5], [50.5, 11.5], [48.4, 8.5]]


def with_coast(folder: Path, *lines: object) -> Board:
    file = folder / "triangle.toml"
    file.write_text(f"{TRIANGLE}\n[drawing]\ncoast = {list(lines)}\n", encoding="utf-8")
    return load(file)


@pytest.fixture(name="layout")
def _layout(tmp_path: Path) -> Layout:
    return hand_made(triangle(tmp_path))


def middle(layout: Layout) -> np.ndarray:
    return np.array([np.mean(list(layout.cities.values()), axis=0)])


def test_an_island_has_sea_around_it_and_nothing_of_the_real_map(tmp_path: Path, layout: Layout) -> None:
    ground = background(with_coast(tmp_path, ISLAND), layout)
    assert ground.on_land(np.array(list(layout.cities.values()))).all()
    assert ground.on_land(middle(layout)).all()
    assert not ground.on_land(np.array([[2.0, 2.0], [layout.width - 2, 2.0], [2.0, layout.height - 2]])).any()
    assert (ground.lakes, ground.borders, ground.rivers, ground.states, ground.ranges) == ((), (), (), (), ())


def test_a_line_inside_a_line_is_a_lake(tmp_path: Path, layout: Layout) -> None:
    ground = background(with_coast(tmp_path, ISLAND, LAKE), layout)
    assert ground.on_land(np.array(list(layout.cities.values()))).all()
    assert not ground.on_land(middle(layout)).any()


def test_a_line_may_cross_itself(tmp_path: Path, layout: Layout) -> None:
    board = with_coast(tmp_path, BOW_TIE)
    assert background(board, layout).land
    assert on_land(np.array([[49.45, 9.0], [49.45, 11.0], [50.3, 10.0]]), board.drawing.coast).tolist() == [
        True,
        True,
        False,
    ]


def test_a_line_over_the_date_line_goes_the_short_way(tmp_path: Path) -> None:
    coast = with_coast(tmp_path, [[10, 170], [10, -170], [-10, -170], [-10, 170]]).drawing.coast
    assert on_land(np.array([[0.0, 175.0], [0.0, 0.0]]), coast).tolist() == [True, False]
    assert on_land(np.array([[0.0, -175.0]]), coast).tolist() == [True]


def test_it_is_drawn_and_measured(tmp_path: Path, layout: Layout) -> None:
    island = with_coast(tmp_path, ISLAND)
    assert draw(island, layout=layout).svg != draw(triangle(tmp_path), layout=layout).svg
    at_sea = with_coast(tmp_path, [[20, 8], [20, 12], [19, 12]])
    drowned = {row.name: row for row in measure(at_sea, layout)}["cities in the water"]
    assert drowned.kept, "no city is on land there, so none is drowned"


def test_the_layout_depends_on_it(tmp_path: Path) -> None:
    plain = digest(triangle(tmp_path))
    assert digest(with_coast(tmp_path)) == plain
    assert digest(with_coast(tmp_path, ISLAND)) != plain


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([[[50, 8], [50, 9]]], "drawing.coast[0]: [[50, 8], [50, 9]] is out of range; coast is a list of up to 200"),
        ([[[95, 8], [50, 9], [51, 9]]], "drawing.coast[0][0][0]: 95 is out of range"),
        ([[[50, 181], [50, 9], [51, 9]]], "drawing.coast[0][0][1]: 181 is out of range"),
        ([[[50, 8, 1], [50, 9], [51, 9]]], "drawing.coast[0][0]"),
        ([[["50", 8], [50, 9], [51, 9]]], "drawing.coast[0][0][0]: '50' is not a number"),
        ([ISLAND] * 201, "drawing.coast: "),
        ([[[50.0, 8.0]] * 2501] * 2, "drawing.coast: has 5002 places, more than 5000; leave out small islands"),
        (["coast"], "drawing.coast[0]: 'coast' is not a list in [ ]"),
    ],
)
def test_a_coast_that_cannot_be_is_refused_with_its_place(tmp_path: Path, lines: list[object], told: str) -> None:
    with pytest.raises(BoardError) as refused:
        with_coast(tmp_path, *lines)
    assert told in str(refused.value)
