"""Title, table of points and compass stand where nothing else is."""

import numpy as np
import pytest

from carrozza.atlas import sizes
from carrozza.atlas.layout import shapes
from carrozza.atlas.layout.furniture import CLEARANCE, WANTED, Furnished, Size, place_furniture
from carrozza.atlas.layout.shapes import Array
from carrozza.atlas.layout_model import Box, Point

NOTHING = np.empty((0, 4, 2))


def corners(*boxes: Box) -> Array:
    table = np.array(boxes)
    return shapes.boxes(table[:, :2], table[:, 2:])


def check(furnished: Furnished, obstacles: Array, discs: tuple[Point, ...] = ()) -> None:
    """Nothing touches anything, all within the margin, none too small or out of shape."""
    boxes = corners(*furnished.boxes.values())
    size = np.array([furnished.width, furnished.height])
    assert boxes.min() >= sizes.MARGIN - 1e-6
    assert (size - boxes).min() >= sizes.MARGIN - 2.0, "up to a cell"
    shifted = obstacles + np.array(furnished.shift)
    for index, box in enumerate(boxes):
        others = np.concatenate([np.delete(boxes, index, axis=0), shifted])
        if len(others):
            assert shapes.gaps(np.repeat(box[None], len(others), axis=0), others).min() >= CLEARANCE - 2.0
        for city in discs:
            gap = shapes.point_gaps(np.array(city) + np.array(furnished.shift), box[None])[0]
            assert gap >= sizes.CITY_RADIUS
    for name, box in furnished.boxes.items():
        wanted = WANTED[name]
        share = box.width / wanted.width
        assert wanted.smallest - 1e-6 <= share <= 1.0 + 1e-6
        assert box.height == pytest.approx(wanted.height * share)


def test_an_empty_page_is_furnished_in_its_corners() -> None:
    furnished = place_furniture(600, 400, NOTHING)
    check(furnished, NOTHING)
    assert (furnished.width, furnished.height, furnished.shift) == (600, 400, Point(0, 0))
    for name in ("title", "points", "compass"):
        box = furnished.boxes[name]
        to_side = min(box.x, 600 - box.x - box.width)
        to_end = min(box.y, 400 - box.y - box.height)
        assert to_side < sizes.MARGIN + 3
        assert to_end < sizes.MARGIN + 3


def test_water_is_preferred() -> None:
    furnished = place_furniture(600, 400, NOTHING, water=lambda points: (points[:, 0] > 300) & (points[:, 1] > 200))
    title = furnished.boxes["title"]
    assert (title.x > 300, title.y > 200) == (True, True)


def test_a_crowded_page_shrinks_the_title() -> None:
    crowd = corners(Box(16, 16, 368, 200), Box(16, 260, 368, 124), Box(150, 216, 234, 44))
    furnished = place_furniture(400, 400, crowd, wanted={"title": WANTED["title"]})
    check(furnished, crowd)
    assert furnished.width == 400
    assert furnished.boxes["title"].width < WANTED["title"].width


@pytest.mark.parametrize(("width", "height"), [(400.0, 300.0), (300.0, 500.0), (120.0, 90.0), (90.0, 400.0)])
def test_a_full_page_grows(width: float, height: float) -> None:
    full = corners(Box(16, 16, width - 32, height - 32))
    furnished = place_furniture(width, height, full)
    check(furnished, full)
    assert furnished.width * furnished.height > width * height


def test_the_page_grows_where_the_least_is_added() -> None:
    """A wide board whose lower edge is free but for a few millimetres grows downwards, and by no more than it must."""
    full = corners(Box(16, 16, 768, 300))
    furnished = place_furniture(800, 372, full, wanted={"compass": Size(46, 46, 1.0)})
    assert furnished.shift == Point(0, 0)
    assert furnished.width == 800
    assert 372 < furnished.height <= 372 + 20


def test_growth_at_the_left_or_top_shifts_the_board() -> None:
    full = corners(Box(50, 16, 334, 268))
    furnished = place_furniture(400, 300, full, wanted={"compass": Size(46, 46, 1.0)})
    check(furnished, full)
    assert furnished.shift.x > 0
    assert furnished.width == 400 + furnished.shift.x


def test_cities_are_left_alone() -> None:
    cities = tuple(Point(x, y) for x in range(30, 600, 60) for y in range(30, 400, 60))
    furnished = place_furniture(600, 400, NOTHING, cities)
    check(furnished, NOTHING, cities)


def test_furniture_is_placed_alike_each_time() -> None:
    chance = np.random.default_rng(3)
    spaces = shapes.rectangles(
        chance.uniform(20, 380, (60, 2)), np.full(60, 20.0), np.full(60, 9.0), chance.uniform(0, 180, 60)
    )
    first = place_furniture(420, 420, spaces)
    check(first, spaces)
    assert place_furniture(420, 420, spaces) == first


def test_nothing_stands_amid_the_land() -> None:
    """A clearing in the middle of a full board is left alone: the page grows instead."""
    around = corners(Box(16, 16, 568, 150), Box(16, 434, 568, 150), Box(16, 166, 150, 268), Box(434, 166, 150, 268))
    furnished = place_furniture(600, 600, around, wanted={"points": WANTED["points"]})
    check(furnished, around)
    assert furnished.width * furnished.height > 600 * 600
    at_sea = place_furniture(
        600, 600, around, wanted={"points": WANTED["points"]}, water=lambda points: points[:, 0] > 0
    )
    assert (at_sea.width, at_sea.height) == (600, 600)


def test_the_page_grows_on_the_side_of_the_sea() -> None:
    full = corners(Box(16, 16, 568, 568))
    furnished = place_furniture(600, 600, full, wanted={"compass": WANTED["compass"]}, water=lambda at: at[:, 0] < 16)
    check(furnished, full)
    assert furnished.shift.x > 0 == furnished.shift.y


def test_no_page_grows_for_a_picture() -> None:
    full = corners(Box(16, 16, 568, 368))
    furnished = place_furniture(600, 400, full, wanted={"vignette": WANTED["vignette"]})
    assert furnished == Furnished(600, 400, Point(0, 0), {})


def test_a_picture_stands_wholly_at_sea_or_wholly_on_land() -> None:
    checked = place_furniture(
        600,
        400,
        NOTHING,
        wanted={"vignette": WANTED["vignette"]},
        water=lambda at: (at // 30).astype(int).sum(axis=1) % 2 == 0,
    )
    assert checked.boxes == {}
    coast = place_furniture(600, 400, NOTHING, wanted={"vignette": WANTED["vignette"]}, water=lambda at: at[:, 0] < 200)
    box = coast.boxes["vignette"]
    assert box.x + box.width < 204 or box.x > 196


def test_a_picture_stands_in_the_middle_of_the_room_it_has() -> None:
    furnished = place_furniture(
        600, 400, NOTHING, wanted={"vignette": WANTED["vignette"]}, water=lambda at: at[:, 0] > 0
    )
    box = furnished.boxes["vignette"]
    assert abs(box.x + box.width / 2 - 300) < 110
    assert abs(box.y + box.height / 2 - 200) < 10
