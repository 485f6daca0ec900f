"""A layout begun from that of a similar board: nearly the same, and as good; and one that is cancelled."""

from dataclasses import replace

import numpy as np
import pytest

from carrozza.atlas.layout import optimise
from carrozza.atlas.layout.course import Course
from carrozza.atlas.layout.errors import LayoutCancelled
from carrozza.atlas.layout.measure import faults, measure
from carrozza.atlas.layout.optimise import compute
from carrozza.atlas.layout_model import Layout, Point
from carrozza.boards import Board, City, Route

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _never_from_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(self: optimise.Optimiser) -> optimise.Tried:
        raise AssertionError("began from nothing")

    monkeypatch.setattr(optimise.Optimiser, "run", run)


def changed(board: Board, **facts: object) -> Board:
    return Board(**{name: getattr(board, name) for name in Board.model_fields} | facts)


def with_city(board: Board, old: str, **facts: object) -> Board:
    cities = tuple(city.model_copy(update=facts) if city.id == old else city for city in board.cities)
    return changed(board, cities=cities)


def shifts(before: Layout, after: Layout) -> dict[str, float]:
    """How far each city has moved against the others."""
    names = [name for name in before.cities if name in after.cities]
    moves = np.array([np.subtract(after.cities[name], before.cities[name]) for name in names])
    return dict(zip(names, np.hypot(*(moves - np.median(moves, axis=0)).T).tolist(), strict=True))


def test_the_same_board_stays_as_it_is(new_zealand: Board, new_zealand_layout: Layout) -> None:
    again = compute(new_zealand, start=new_zealand_layout)
    assert faults(measure(new_zealand, again)) == []
    assert max(shifts(new_zealand_layout, again).values()) < 3
    assert again == compute(new_zealand, start=new_zealand_layout)


def test_a_longer_name_finds_room(new_zealand: Board, new_zealand_layout: Layout) -> None:
    board = with_city(new_zealand, "dunedin", name="Ōtepoti Dunedin")
    layout = compute(board, start=new_zealand_layout)
    assert faults(measure(board, layout)) == []
    assert " ".join(layout.labels["dunedin"].lines) == "Ōtepoti Dunedin"


def test_a_route_and_a_city_are_added(new_zealand: Board, new_zealand_layout: Layout) -> None:
    nelson = City(id="nelson", name="Nelson", lat=-41.27, lon=173.28)
    route = Route(id="greymouth-nelson", a="greymouth", b="nelson", length=2, color="gray")
    board = changed(new_zealand, cities=(*new_zealand.cities, nelson), routes=(*new_zealand.routes, route))
    layout = compute(board, start=new_zealand_layout)
    assert faults(measure(board, layout)) == []
    assert len(layout.routes["greymouth-nelson"]) == 2


def test_a_city_that_was_moved_far_goes_there(new_zealand: Board, new_zealand_layout: Layout) -> None:
    layout = new_zealand_layout
    astray = replace(layout, cities={**layout.cities, "napier": Point(layout.width / 5, layout.height - 40)})
    again = compute(new_zealand, start=astray)
    assert faults(measure(new_zealand, again)) == []
    assert again.cities["napier"].y < layout.height / 2


@pytest.mark.parametrize("size", [1e-3, 1e6, float("inf")])
def test_a_layout_of_another_size_is_no_help(new_zealand: Board, new_zealand_layout: Layout, size: float) -> None:
    places = {name: Point(x * size, y * size) for name, (x, y) in new_zealand_layout.cities.items()}
    start = replace(new_zealand_layout, cities=places)
    assert optimise.Optimiser(new_zealand, Course()).resume(start) is None


def test_a_layout_is_cancelled_at_any_step(new_zealand: Board, new_zealand_layout: Layout) -> None:
    for after in (0, 1, 5, 60):
        asked: list[int] = []

        def cancelled(asked: list[int] = asked, after: int = after) -> bool:
            asked.append(1)
            return len(asked) > after

        with pytest.raises(LayoutCancelled):
            compute(new_zealand, start=new_zealand_layout, cancelled=cancelled)
        assert len(asked) == after + 1


def test_progress_only_grows(new_zealand: Board, new_zealand_layout: Layout) -> None:
    told: list[float] = []
    compute(new_zealand, lambda _doing, share: told.append(share), new_zealand_layout)
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0.0, 1.0)
    assert len(told) > 3
