"""The measures of a layout: a sound one keeps them all, and whatever spoils it is told by name."""

import json
from collections.abc import Callable
from dataclasses import replace
from math import cos, radians, sin
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from carrozza.atlas import sizes
from carrozza.atlas.geography import Background
from carrozza.atlas.layout import shapes
from carrozza.atlas.layout.measure import Measures, faults, measure
from carrozza.atlas.layout_model import Box, Layout, Point
from carrozza.boards import Board, load
from tests.atlas.triangle import TRIANGLE, hand_made, label, moved, row, triangle


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return triangle(tmp_path)


def told(board: Board, layout: Layout) -> list[str]:
    return faults(measure(board, layout, geography=False))


def test_a_layout_that_keeps_all_measures_has_no_fault(board: Board) -> None:
    layout = hand_made(board)
    assert told(board, layout) == []
    assert told(board, Layout.from_json(layout.as_json())) == [], "rounding to tenths is no fault"


def test_measures_are_json(board: Board) -> None:
    shown = json.loads(json.dumps(measure(board, hand_made(board), geography=False).as_json(), allow_nan=False))
    assert shown["board"] == "triangle"
    assert shown["faults"] == []
    assert shown["measures"]["routes apart"]["worst"] is None, "all routes of a triangle share a city"
    assert shown["measures"]["side by side, least"]["worst"] == pytest.approx(sizes.PARALLEL_GAP)


def with_label(layout: Layout, city: str, x: float, y: float) -> Layout:
    return replace(layout, labels={**layout.labels, city: label(city.title(), x, y)})


def with_row(layout: Layout, route: str, change: Callable[[int], dict[str, float]]) -> Layout:
    spaces = tuple(space._replace(**change(index)) for index, space in enumerate(layout.routes[route]))
    return replace(layout, routes={**layout.routes, route: spaces})


def label_on_label(layout: Layout) -> Layout:
    return with_label(layout, "west", layout.labels["east"].x + 3, layout.labels["east"].y)


def label_on_city(layout: Layout) -> Layout:
    return with_label(layout, "east", *layout.cities["north"])


def label_on_route(layout: Layout) -> Layout:
    space = layout.routes["north-west"][1]
    return with_label(layout, "west", space.x, space.y)


def city_on_route(layout: Layout) -> Layout:
    space = layout.routes["west-east-1"][1]
    return moved(layout, "north", space.x, space.y)


def city_on_city(layout: Layout) -> Layout:
    return moved(layout, "west", layout.cities["east"].x - 7, layout.cities["east"].y)


def route_on_route(layout: Layout) -> Layout:
    return replace(layout, routes={**layout.routes, "north-east": layout.routes["north-west"]})


def long_space(layout: Layout) -> Layout:
    return with_row(layout, "north-west", lambda index: {"length": 23.5 if index == 2 else 20.0})


def wide_gap(layout: Layout) -> Layout:
    space = layout.routes["north-west"][3]
    return with_row(
        layout,
        "north-west",
        lambda index: (
            {"x": space.x + 7 * cos(radians(space.angle)), "y": space.y + 7 * sin(radians(space.angle))}
            if index == 3
            else {}
        ),
    )


def sharp_turn(layout: Layout) -> Layout:
    angle = layout.routes["north-west"][1].angle
    return with_row(layout, "north-west", lambda index: {"angle": angle + 40} if index == 1 else {})


def backwards(layout: Layout) -> Layout:
    return replace(layout, routes={**layout.routes, "north-west": layout.routes["north-west"][::-1]})


def doubles_apart(layout: Layout) -> Layout:
    west, east = layout.cities["west"], layout.cities["east"]
    return replace(layout, routes={**layout.routes, "west-east-1": row(west, east, 4, 10.0)})


def doubles_touching(layout: Layout) -> Layout:
    west, east = layout.cities["west"], layout.cities["east"]
    return replace(layout, routes={**layout.routes, "west-east-1": row(west, east, 4, 4.0)})


def far_from_city(layout: Layout) -> Layout:
    return moved(layout, "north", 120, 30)


def label_far(layout: Layout) -> Layout:
    return with_label(layout, "west", layout.cities["west"].x - 30, layout.cities["west"].y)


def label_of_another(layout: Layout) -> Layout:
    return with_label(layout, "west", layout.cities["east"].x, layout.cities["east"].y + 28)


def off_the_page(layout: Layout) -> Layout:
    return replace(layout, width=layout.labels["east"].x + 15)


def too_large(layout: Layout) -> Layout:
    return replace(layout, width=1200.0, height=900.0)


def small_label(layout: Layout) -> Layout:
    old = layout.labels["east"]
    return replace(layout, labels={**layout.labels, "east": old._replace(width=old.width - 2)})


def furniture_on_route(layout: Layout) -> Layout:
    space = layout.routes["north-west"][1]
    return replace(layout, furniture={"title": Box(space.x, space.y, 40, 20)})


def furniture_off_the_page(layout: Layout) -> Layout:
    return replace(layout, furniture={"compass": Box(-3, 2, 30, 30)})


def mirrored(layout: Layout) -> Layout:
    """West is east."""

    def other(x: float) -> float:
        return layout.width - x

    return replace(
        layout,
        cities={name: Point(other(at.x), at.y) for name, at in layout.cities.items()},
        labels={name: at._replace(x=other(at.x)) for name, at in layout.labels.items()},
        routes={
            name: tuple(space._replace(x=other(space.x), angle=180 - space.angle) for space in spaces)
            for name, spaces in layout.routes.items()
        },
    )


SPOILT: list[tuple[Callable[[Layout], Layout], str, str]] = [
    (label_on_label, "label to label", "label of West overlaps label of East by"),
    (label_on_city, "label to city", "label of East overlaps North by"),
    (label_on_route, "label to route", "label of West overlaps route north-west by"),
    (city_on_route, "city to route", "North overlaps route west-east-1 by"),
    (city_on_city, "city to city", "West overlaps East by 3.0 mm"),
    (route_on_route, "routes overlap", "route north-west overlaps route north-east by 9.0 mm"),
    (long_space, "space length", "route north-west has a space of 23.5 mm, 18 % from the common size"),
    (wide_gap, "space to next, most", "route north-west has a gap of 9.0 mm between two spaces, more than 8 mm"),
    (sharp_turn, "turn to next", "route north-west turns by 40 degrees between two spaces"),
    (backwards, "space along its way", "route north-west has a space turned 180 degrees off its way"),
    (doubles_apart, "side by side, most", "route west-east-1 is 6.2 mm from the one beside it, more than 4 mm"),
    (doubles_touching, "side by side, least", "route west-east-1 is 0.2 mm from the one beside it, less than 0.75 mm"),
    (far_from_city, "city to first space", "route north-west at North begins"),
    (label_far, "label to its city", "label of West is"),
    (label_of_another, "label nearer to its city", "label of West is nearer to East than to its city"),
    (off_the_page, "edge of the board", "label of East is"),
    (too_large, "letter at A2", "at A2 a capital letter is 2.31 mm high (font size 3.50 mm), less than 2.5 mm"),
    (small_label, "label holds its text", "label of East is 2.0 mm too small for its text"),
    (furniture_on_route, "furniture", "title overlaps route north-west by"),
    (furniture_off_the_page, "furniture", "compass overlaps the edge of the board by 3.0 mm"),
    (mirrored, "directions kept", "directions kept 0."),
]


@pytest.mark.parametrize(("spoil", "name", "fault"), SPOILT, ids=[spoil.__name__ for spoil, _, _ in SPOILT])
def test_what_is_spoilt_is_told(board: Board, spoil: Callable[[Layout], Layout], name: str, fault: str) -> None:
    measures = measure(board, spoil(hand_made(board)), geography=False)
    assert not measures[name].kept
    assert any(line.startswith(fault) for line in measures[name].faults), measures[name].faults
    assert set(measures[name].faults) <= set(faults(measures))


def test_routes_may_converge_only_at_the_city_they_share(board: Board) -> None:
    """Turned towards its neighbour, a route stays near it all the way."""
    layout = hand_made(board)
    north, west = layout.cities["north"], layout.cities["west"]
    end = Point(west.x + 22, west.y)
    near = replace(layout, routes={**layout.routes, "north-east": row(north, end, 4, -4.0)})
    row_of = measure(board, near, geography=False)["routes converge"]
    both = "route north-west and route north-east"
    assert f"{both} are nearer than 9 mm still 79.3 mm from North, which is allowed up to 35 mm" in row_of.faults


def test_routes_that_cross_are_told(board: Board) -> None:
    """With North below them, its routes must cross the double."""
    crossings = measure(board, moved(hand_made(board), "north", 120.0, 200.0), geography=False)["crossings"]
    assert crossings.faults == (
        "route north-west crosses route west-east-1",
        "route north-west crosses route west-east-2",
        "route north-east crosses route west-east-1",
        "route north-east crosses route west-east-2",
    )


def test_a_layout_of_another_board_is_told(board: Board) -> None:
    layout = hand_made(board)
    routes = {name: spaces for name, spaces in layout.routes.items() if name != "north-east"}
    with pytest.raises(ValueError, match="no row of 4 spaces for route 'north-east' of board 'triangle'"):
        measure(board, replace(layout, routes=routes), geography=False)


# Land and water


class Coast:
    """Land to the left of a line across the page."""

    def __init__(self, x: float) -> None:
        self.x = x

    def on_land(self, points: shapes.Array) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        return np.asarray(points[:, 0] < self.x)

    def water_distance(self, points: shapes.Array) -> shapes.Array:
        return np.asarray(points[:, 0] - self.x)


def with_ferry(tmp_path: Path) -> Board:
    file = tmp_path / "ferry.toml"
    text = TRIANGLE.replace('color = "blue"', 'color = "blue", ferry = 1')
    file.write_text(text, encoding="utf-8")
    return load(file)


def beside(board: Board, coast: float) -> Measures:
    return measure(board, hand_made(board), background=cast(Background, Coast(coast)))


def test_a_city_of_the_land_is_not_drawn_in_the_water(board: Board) -> None:
    assert beside(board, 170.0)["cities in the water"].faults == ("East lies on land, but is drawn in the water",)
    assert beside(board, 200.0)["cities in the water"].kept


@pytest.mark.parametrize(
    ("coast", "kept"), [(135.0, True), (145.0, False), (155.0, True), (200.0, False), (1000.0, True)]
)
def test_a_ferry_is_over_water_where_there_is_any(tmp_path: Path, coast: float, kept: bool) -> None:
    """From a city farther inland than a space and a half, the way to its coast does not count."""
    ferries = beside(with_ferry(tmp_path), coast)["ferry over water"]
    assert ferries.kept is kept
    if not kept:
        assert ferries.faults[0].startswith("ferry north-east is ")
        assert ferries.faults[0].endswith(" % over water, less than 80 %")


def test_a_board_without_ferries_has_none_to_measure(board: Board) -> None:
    assert beside(board, 100.0)["ferry over water"].worst == float("inf")


def test_a_folded_map_is_told(tmp_path: Path) -> None:
    """Three cities are only moved, turned and sheared: mirrored, the whole map is inside out."""
    board = triangle(tmp_path)
    assert measure(board, hand_made(board))["least stretch"].kept
    folded = measure(board, mirrored(hand_made(board)))["least stretch"]
    assert folded.faults[0].startswith("the map is folded near ")


# Geometry


@pytest.mark.slow
def test_gaps_of_rectangles_are_those_of_a_thousand_points() -> None:
    """Against the distance of points along the outlines, for pairs in all directions."""
    chance = np.random.default_rng(1)
    count = 60
    one, other = (
        shapes.rectangles(
            chance.uniform(0, 40, (count, 2)),
            chance.uniform(5, 25, count),
            chance.uniform(3, 12, count),
            chance.uniform(0, 360, count),
        )
        for _ in range(2)
    )
    found = shapes.gaps(one, other)
    points, others = shapes.outlines(one, 0.25), shapes.outlines(other, 0.25)
    between = np.linalg.norm(points[:, :, None] - others[:, None], axis=3).min(axis=(1, 2))
    inside = np.minimum(
        shapes.point_gaps(points, other[:, None]).min(axis=1), shapes.point_gaps(others, one[:, None]).min(axis=1)
    )
    apart = found > 0.2
    assert 10 < apart.sum() < count - 10
    assert np.abs(between[apart] - found[apart]).max() < 0.2
    assert (inside[found < -0.2] < 0).all()
    assert (inside[apart] > 0).all()


def test_overlap_is_how_far_one_must_move() -> None:
    square = shapes.boxes(np.zeros((1, 2)), np.full((1, 2), 10.0))
    assert shapes.gaps(square, square + np.array([7.0, 1.0]))[0] == pytest.approx(-3.0)
    assert shapes.gaps(square, square + np.array([13.0, 14.0]))[0] == pytest.approx(5.0)
    assert shapes.gaps(square, square)[0] == pytest.approx(-10.0)


def test_points_and_rectangles() -> None:
    tilted = shapes.rectangles(np.array([[10.0, 10.0]]), np.array([20.0]), np.array([8.0]), np.array([90.0]))
    points = np.array([[10.0, 10.0], [10.0, 19.0], [10.0, 23.0], [17.0, 24.0]])
    assert shapes.point_gaps(points, tilted) == pytest.approx([-4.0, -1.0, 3.0, 5.0])


def test_segments_that_touch_do_not_cross() -> None:
    starts = np.array([[0.0, 0.0], [0.0, 10.0], [0.0, 0.0], [5.0, 5.0]])
    ends = np.array([[10.0, 10.0], [10.0, 0.0], [10.0, 0.0], [20.0, 6.0]])
    assert [tuple(pair) for pair in np.transpose(shapes.crossings(starts, ends)).tolist()] == [(0, 1)]
