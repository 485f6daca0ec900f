"""The optimiser: its energy and gradient agree, hints are followed, and the same board gives the same layout."""

from pathlib import Path

import numpy as np
import pytest

from carrozza.atlas.layout.course import Course
from carrozza.atlas.layout.names import Names, forms
from carrozza.atlas.layout.network import Network
from carrozza.atlas.layout.optimise import BENT, STRICT, Optimiser, compute
from carrozza.atlas.layout.start import crossings, detours, laid, scaled, true_places
from carrozza.boards import Board, load
from carrozza.boards.model import Drawing
from tests.atlas.triangle import triangle

pytestmark = pytest.mark.slow

BOARDS = ("usa", "europe", "new-york", "italy-advanced", "old-west")


def hinted(board: Board, **hints: object) -> Board:
    return board.model_copy(update={"drawing": Drawing.model_validate(hints)})


def test_a_link_holds_the_parallel_routes_of_two_cities() -> None:
    board = load("old-west")
    network = Network(board)
    assert sum(len(link.routes) for link in network.links) == len(board.routes)
    assert sorted({len(link.routes) for link in network.links}) == [1, 2, 3]
    for link in network.links:
        assert len({board.routes[route].ends for route in link.routes}) == 1


@pytest.mark.parametrize("name", BOARDS)
def test_no_route_crosses_another_at_the_start(name: str) -> None:
    network = Network(hinted(load(name)))
    cities = scaled(network, true_places(network.board))
    assert crossings(network, laid(network, cities, detours(network, cities))) == []


def test_a_route_goes_around_the_city_that_others_meet_in() -> None:
    network = Network(load("europe"))
    found = detours(network, scaled(network, true_places(network.board)))
    around = {network.name(index): network.board.cities[detour.city].id for index, detour in found.items()}
    assert around["palermo-smyrna"] == "athina"


def shaken(board: Board) -> Optimiser:
    optimiser = Optimiser(board, Course())
    optimiser._begin()
    chance = np.random.default_rng(1)
    optimiser.nodes = optimiser.nodes + chance.normal(0, 3, optimiser.nodes.shape)
    optimiser.energy.weights = STRICT
    optimiser._name()
    optimiser.nodes = optimiser.nodes + chance.normal(0, 2, optimiser.nodes.shape)
    optimiser._look_around()
    optimiser._flood()
    return optimiser


@pytest.mark.parametrize(
    "board",
    [
        load("new-york"),
        load("italy-advanced"),
        hinted(
            load("new-york"),
            labels={"soho": {"at": (-20, 4)}},
            routes={"gramercy-park-united-nations": {"bend": 0.3}},
        ),
    ],
    ids=["new-york", "italy", "hints"],
)
def test_the_gradient_is_that_of_the_energy(board: Board) -> None:
    energy, nodes = (optimiser := shaken(board)).energy, optimiser.nodes.ravel()
    _, gradient = energy(nodes)
    chance = np.random.default_rng(2)
    for _ in range(4):
        step = 1e-5 * chance.normal(0, 1, nodes.shape)
        change = energy(nodes + step)[0] - energy(nodes - step)[0]
        assert change == pytest.approx(2 * gradient @ step, rel=1e-5)


def test_the_energy_does_not_change_where_the_board_is_moved() -> None:
    optimiser = shaken(load("new-york"))
    optimiser.energy.weights = BENT
    here = optimiser.energy(optimiser.nodes.ravel())[0]
    there = optimiser.energy((optimiser.nodes + np.array([30.0, -12.0])).ravel())[0]
    assert there == pytest.approx(here)


def test_long_names_may_be_broken_into_lines() -> None:
    board = load("new-york")
    empire = board.city_index["empire-state-building"]
    assert forms(board, empire) == [
        ("Empire State Building",),
        ("Empire State", "Building"),
        ("Empire", "State", "Building"),
    ]
    assert forms(board, board.city_index["soho"]) == [("Soho",)]


def test_the_lines_of_a_hint_are_taken_as_they_are() -> None:
    board = hinted(load("new-york"), labels={"soho": {"lines": ("So", "ho")}})
    assert forms(board, board.city_index["soho"]) == [("So", "ho")]


def test_a_name_keeps_to_the_side_of_its_hint() -> None:
    board = hinted(load("new-york"), labels={"brooklyn": {"side": "south"}})
    names, brooklyn = Names(board), board.city_index["brooklyn"]
    for across, down in names._trials(brooklyn).offset:
        assert down > abs(across) * 0.9


def test_the_same_board_gives_the_same_layout(tmp_path: Path) -> None:
    assert compute(triangle(tmp_path)) == compute(triangle(tmp_path))


def test_the_turn_of_a_board_turns_its_cities() -> None:
    board = load("new-york")
    north = true_places(hinted(board))
    turned = true_places(hinted(board, turn=90))
    assert np.allclose(turned, np.column_stack([-north[:, 1], north[:, 0]]))


def test_a_hint_fixes_the_place_of_a_name(tmp_path: Path) -> None:
    layout = compute(hinted(triangle(tmp_path), labels={"north": {"at": (0, 14)}}))
    city, label = layout.cities["north"], layout.labels["north"]
    assert (label.x - city.x, label.y - city.y) == pytest.approx((0, 14), abs=1.5)
