"""A map maker's own board, from a list of cities to a drawing; and one that no drawing can do justice."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from carrozza import cli
from carrozza.atlas.drawing import draw
from carrozza.atlas.layout import optimise, store
from carrozza.atlas.layout.measure import faults, measure
from carrozza.atlas.layout_model import Layout
from carrozza.boards import Board, load

BOARDS = Path(__file__).parent / "boards"
runner = CliRunner()
pytestmark = pytest.mark.slow


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("CARROZZA_CACHE", str(tmp_path / "cache"))
    store.forget()
    yield
    store.forget()


def test_ten_cities_of_another_country_keep_every_measure(new_zealand: Board, new_zealand_layout: Layout) -> None:
    assert faults(measure(new_zealand, new_zealand_layout)) == []


def test_they_are_drawn(new_zealand: Board, new_zealand_layout: Layout) -> None:
    root = ElementTree.fromstring(draw(new_zealand, layout=new_zealand_layout).svg)
    ids = {element.get("id") for element in root.iter()}
    assert {f"city-{city.id}" for city in new_zealand.cities} <= ids
    assert {f"route-{route.id}" for route in new_zealand.routes} <= ids


def test_north_is_up(new_zealand: Board, new_zealand_layout: Layout) -> None:
    order = sorted(new_zealand.cities, key=lambda city: new_zealand_layout.cities[city.id].y)
    assert order[0].name == "Auckland"
    assert order[-1].name == "Invercargill"


@pytest.mark.usefixtures("own_cache")
def test_a_board_that_cannot_be_drawn_well_is_told_and_still_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(optimise, "MOST_TRIES", 1)  # no number of tries draws it without a crossing
    file = Path(shutil.copy(BOARDS / "knot.toml", tmp_path))
    laid_out = runner.invoke(cli.app, ["board", "layout", str(file)])
    assert laid_out.exit_code == 1
    crossing = next(line for line in laid_out.stdout.splitlines() if " crosses route " in line and "NO" not in line)
    routes = {route.id for route in load(file).routes}
    one, other = crossing.removeprefix("route ").split(" crosses route ")
    assert {one, other} <= routes
    assert (tmp_path / "knot.layout.json").is_file()

    drawn = runner.invoke(cli.app, ["board", "draw", str(file), "-o", str(tmp_path / "knot.svg")])
    assert drawn.exit_code == 0
    assert "not as they should be, such as: " in drawn.stderr
    assert "<svg" in (tmp_path / "knot.svg").read_text(encoding="utf-8")
